"""mod_filter: filters by media type, smart filters, chains, flags."""

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "filter", "substitute", "sed", "include", "headers")
FILES = {"htdocs/a.html": "xx", "htdocs/a.htm": "xx", "htdocs/b.txt": "xx", "htdocs/s/b.txt": "xx", "htdocs/s/a.html": "xx",
         "htdocs/p.html": 'x<!--#echo var="REQUEST_METHOD" -->'}
BASE = """
AddType "text/html; charset=utf-8" .htm
<Directory "{docroot}">
    AllowOverride All
    Options +Includes
    Substitute s/x/y/
    OutputSed s/x/z/g
</Directory>
"""


def texts(s, *paths):
    return [s.get(path).text.strip() for path in paths]


@pytest.mark.parametrize("conf, wanted", [
    ("AddOutputFilterByType SUBSTITUTE text/html", ["yy", "yy", "xx"]),
    ("AddOutputFilterByType SUBSTITUTE text/html text/plain", ["yy", "yy", "yy"]),
    ("AddOutputFilterByType SUBSTITUTE image/png", ["xx", "xx", "xx"]),
    ('FilterDeclare f\nFilterProvider f SUBSTITUTE "%{CONTENT_TYPE} =~ m#^text/html#"\nFilterChain f', ["yy", "yy", "xx"]),
    ("FilterProvider f SUBSTITUTE true\nFilterChain f", ["yy", "yy", "yy"]),
    ("FilterProvider f SUBSTITUTE true\nFilterChain +f -f", ["xx", "xx", "xx"]),
    ("FilterProvider f SUBSTITUTE true\nFilterChain f !", ["xx", "xx", "xx"]),
    ("FilterProvider f SUBSTITUTE true\nFilterProvider g Sed true\nFilterChain g f", ["zz", "zz", "zz"]),
    ("FilterProvider f SUBSTITUTE true\nFilterProvider g Sed true\nFilterChain g @f", ["yy", "yy", "yy"]),
    ("FilterProvider f SUBSTITUTE true\nFilterProvider g Sed true\nFilterChain g =f", ["yy", "yy", "yy"]),
    # of several providers the last whose condition holds
    ('FilterProvider f Sed true\nFilterProvider f SUBSTITUTE "%{CONTENT_TYPE} =~ m#plain#"\nFilterChain f', ["zz", "zz", "yy"]),
    ('FilterProvider f SUBSTITUTE "%{REQUEST_URI} == \'/b.txt\'"\nFilterChain f', ["xx", "xx", "yy"]),
    # what nobody declared is left out
    ("FilterChain SUBSTITUTE", ["xx", "xx", "xx"]), ("FilterChain nope", ["xx", "xx", "xx"]),
    ("FilterDeclare f\nFilterChain f", ["xx", "xx", "xx"]),
    pytest.param("AddOutputFilterByType SUBSTITUTE text/*", ["yy", "yy", "yy"],
                 marks=pytest.mark.differs("apache", "foreign", reason="a family of types works as it does for ExpiresByType")),
    pytest.param("AddOutputFilterByType SUBSTITUTE TEXT/HTML", ["yy", "yy", "xx"],
                 marks=pytest.mark.differs("apache", "foreign", reason="the case of media types does not matter (RFC 9110)")),
])
def test_which_filter_runs(server, conf, wanted):
    s = server(BASE + conf + "\n", modules=MODULES, files=FILES)
    assert texts(s, "/a.html", "/a.htm", "/b.txt") == wanted


def test_several_filters_for_a_type(server):
    s = server(BASE + "AddOutputFilterByType INCLUDES;SUBSTITUTE text/html\n", modules=MODULES, files=FILES)
    assert s.get("/p.html").text == "yGET"


@pytest.mark.parametrize("outer, inner, wanted", [
    ("AddOutputFilterByType SUBSTITUTE text/html", "", ["xx", "yy"]),
    pytest.param("FilterProvider f SUBSTITUTE true\nFilterChain f", "FilterChain -f", ["xx", "xx"],
                 marks=pytest.mark.differs("apache", "foreign", reason="an inner section takes a filter out of the outer one's chain, "
                                           "as the manual says")),
    ("FilterProvider f SUBSTITUTE true\nFilterChain f", "FilterChain !", ["xx", "xx"]),
    ("FilterProvider f SUBSTITUTE true", "FilterChain f", ["yy", "yy"]),
    pytest.param("FilterProvider f SUBSTITUTE true\nFilterChain f", "FilterProvider g Sed true\nFilterChain @g", ["zz", "zz"],
                 marks=pytest.mark.differs("apache", "foreign", reason="an inner section puts a filter before the outer one's")),
])
def test_inner_sections(server, outer, inner, wanted):
    s = server(BASE + f"{outer}\n<Directory {{docroot}}/s>\n{inner}\n</Directory>\n", modules=MODULES, files=FILES)
    if inner.startswith("FilterChain") and "provider" not in outer and outer.endswith("true"):
        assert texts(s, "/a.html") == ["xx"]
    assert texts(s, "/s/b.txt", "/s/a.html") == wanted


@pytest.mark.differs("apache", "foreign", reason="types of an inner section come to those of the outer one, they do not replace them")
def test_types_of_sections_add_up(server):
    s = server(BASE + "AddOutputFilterByType SUBSTITUTE text/html\n<Directory {docroot}/s>\n"
               "AddOutputFilterByType SUBSTITUTE text/plain\n</Directory>\n", modules=MODULES, files=FILES)
    assert texts(s, "/s/b.txt", "/s/a.html", "/b.txt") == ["yy", "yy", "xx"]


def test_htaccess(server):
    s = server(BASE + "<Directory {docroot}/s>\nAllowOverride FileInfo\n</Directory>\n", modules=MODULES,
               files={**FILES, "htdocs/.htaccess": "FilterProvider f SUBSTITUTE true\nFilterChain f\n",
                      "htdocs/s/.htaccess": "AddOutputFilterByType Sed text/plain\n", "htdocs/o/.htaccess": "FilterChain f\n"})
    assert texts(s, "/a.html") == ["yy"]
    assert s.get("/s/a.html").status == 200
    s.site.write("htdocs/s/.htaccess", "FilterChain f\n")
    assert s.get("/s/a.html").status == 500


def test_flags_of_a_provider(server):
    s = server(BASE + "FilterProvider f SUBSTITUTE true\nFilterProtocol f change=yes;byteranges=no\nFilterChain f\n",
               modules=MODULES, files=FILES)
    assert s.get("/a.html").text == "yy"


@pytest.mark.differs("apache", "foreign", reason="who takes no ranges does not offer them")
def test_ranges_are_not_offered_nor_taken(server):
    s = server(BASE + "FilterProvider f SUBSTITUTE true\nFilterProtocol f byteranges=no\nFilterChain f\n", modules=MODULES, files=FILES)
    assert s.get("/a.html").header("Accept-Ranges") in (None, "none")
    assert s.get("/a.html", {"Range": "bytes=0-0"}).status == 200


def test_trace(server):
    s = server(BASE + "FilterProvider f SUBSTITUTE true\nFilterTrace f 1\nFilterChain f\n", modules=MODULES, files=FILES)
    assert s.get("/a.html").text == "yy" and s.error_log.has("f")


STRICT = pytest.mark.differs("apache", "foreign", reason="a word that means nothing is refused")


@pytest.mark.parametrize("lines, words", [
    ("FilterDeclare", "FilterDeclare"), ("FilterProvider x NONE true", "NONE"), ("FilterProvider x SUBSTITUTE '('", "expression"),
    ("FilterChain", "FilterChain"), ("FilterTrace x 1", "'x'"), ("FilterProtocol x change=yes", "'x'"),
    ("FilterDeclare x\nFilterProtocol x NOPE change=yes", "NOPE"), ("AddOutputFilterByType SUBSTITUTE", "media type"),
    ("AddOutputFilterByType NOPE text/html", "NOPE"), ("AddOutputFilterByType SUBSTITUTE;NOPE text/html", "NOPE"),
    pytest.param("FilterDeclare x BOGUS", "'BOGUS'", marks=STRICT), pytest.param("FilterDeclare x\nFilterTrace x foo", "'foo'", marks=STRICT),
    pytest.param("FilterDeclare x\nFilterProtocol x bogus=yes", "'bogus=yes'", marks=STRICT),
])
def test_refused(server, lines, words):
    server("", modules=MODULES, start=False).refuses(lines, words)
