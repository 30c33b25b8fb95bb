"""mod_mime: what the extensions of a name say."""

import pytest

CONF = """
AddType Text/X-FOO .tfoo
AddType "text/html; charset=utf-8" .uhtml
AddCharset ISO-8859-2 .lat2
AddLanguage en .en
AddLanguage fr fr
AddEncoding x-gzip .gz
DefaultLanguage de
AddHandler default-handler .dh
<Directory "{docroot}">
    AllowOverride FileInfo
</Directory>
<Directory "{docroot}/rm">
    RemoveType .tfoo
    RemoveLanguage .en
    RemoveEncoding .gz
    RemoveCharset lat2
    RemoveHandler .dh
    DefaultLanguage it
</Directory>
<Directory "{docroot}/rm/add">
    AddType text/x-bar .tfoo
    AddLanguage en-GB .en
</Directory>
<Directory "{docroot}/filter">
    AddOutputFilter INCLUDES .shtml
</Directory>
<Directory "{docroot}/filter/no">
    RemoveOutputFilter .shtml
</Directory>
"""
NAMES = [
    "a.tfoo", "a.uhtml", "b.html.lat2", "b.uhtml.lat2", "c.html.en.gz", "d.en.gz.html", "x.unknownext", ".htmlx", "a.gz",
    "txt.html", "a.en.fr.html", "e.HTML", "g.b.unk.html", "html", "a.dh",
    "rm/a.tfoo", "rm/a.en.html", "rm/a.html.gz", "rm/a.lat2.html", "rm/add/a.tfoo", "rm/add/a.en.html", "ht/a.txt",
    "ht/a.zz",
]
FILES = {f"htdocs/{name}": "x" for name in NAMES}
FILES["htdocs/ht/.htaccess"] = "AddType text/x-ht .zz\nAddCharset utf-8 .txt\n"
FILES["htdocs/filter/a.shtml"] = FILES["htdocs/filter/no/a.shtml"] = '<!--#echo var="REQUEST_URI" -->'


@pytest.fixture(scope="module")
def running(server):
    return server(CONF, files=FILES)


@pytest.mark.parametrize(
    "path, content_type, encoding, language",
    [
        ("a.tfoo", "text/x-foo", None, "de"),
        ("a.uhtml", "text/html; charset=utf-8", None, "de"),
        ("b.html.lat2", "text/html; charset=iso-8859-2", None, "de"),
        ("b.uhtml.lat2", "text/html; charset=iso-8859-2", None, "de"),
        ("c.html.en.gz", "application/gzip", "x-gzip", "en"),
        ("d.en.gz.html", "text/html", "x-gzip", "en"),
        ("x.unknownext", None, None, "de"),
        (".htmlx", None, None, "de"),
        ("a.gz", "application/gzip", "x-gzip", "de"),
        ("txt.html", "text/html", None, "de"),
        ("a.en.fr.html", "text/html", None, "en,fr"),
        ("e.HTML", "text/html", None, "de"),
        ("g.b.unk.html", "text/html", None, "de"),
        ("html", None, None, "de"),
        ("rm/a.tfoo", None, None, "it"),
        ("rm/a.en.html", "text/html", None, "it"),
        ("rm/a.html.gz", "application/gzip", None, "it"),
        ("rm/a.lat2.html", "text/html", None, "it"),
        ("rm/add/a.tfoo", "text/x-bar", None, "it"),
        ("rm/add/a.en.html", "text/html", None, "en-gb"),
        ("ht/a.txt", "text/plain; charset=utf-8", None, "de"),
        ("ht/a.zz", "text/x-ht", None, "de"),
    ],
)
def test_says(running, path, content_type, encoding, language):
    answer = running.get("/" + path)
    assert answer.status == 200
    assert (answer.header("Content-Type"), answer.header("Content-Encoding"),
            ",".join(answer.headers("Content-Language")).replace(" ", "")) == (content_type, encoding, language)


def test_output_filters(server):
    conf = CONF + '<Directory "{docroot}/filter">\nOptions +Includes\n</Directory>\nAddType text/html .shtml\n'
    running = server(conf, files=FILES, modules=("authz_core", "mime", "include"))
    assert running.get("/filter/a.shtml").text == "/filter/a.shtml"
    assert running.get("/filter/no/a.shtml").text == '<!--#echo var="REQUEST_URI" -->'


def test_path_info_counts_when_it_shall(server):
    conf = """
    <Directory "{docroot}">
        ModMimeUsePathInfo On
        AcceptPathInfo On
    </Directory>
    """
    running = server(conf, files={"htdocs/script": "x"})
    assert running.get("/script/foo.png").header("Content-Type") == "image/png"
    assert server("AcceptPathInfo On", files={"htdocs/script": "x"}).get(
        "/script/foo.png").header("Content-Type") is None


def test_types_config(server):
    conf = 'TypesConfig "{root}/types"\n'
    running = server(conf, files={"types": "# comment\n\ntext/x-own  OWN own2 # not this\n", "htdocs/a.own": "x",
                                  "htdocs/a.own2": "x", "htdocs/a.html": "x"})
    assert running.get("/a.own").header("Content-Type") == "text/x-own"
    assert running.get("/a.own2").header("Content-Type") == "text/x-own"
    assert running.get("/a.html").header("Content-Type") is None


@pytest.mark.parametrize("own, png", [
    ({}, "image/png"),
    ({"mime.types": "text/x-own png\n"}, "text/x-own"),
    ({"conf/mime.types": "text/x-own png\n"}, "text/x-own"),
], ids=["the server's", "ServerRoot's", "ServerRoot's conf/"])
@pytest.mark.own("Apache does not start without a TypesConfig that is there")
def test_there_are_types_without_types_config(fresh_server, own, png):
    site = fresh_server("", files={"htdocs/a.png": "x", **own}, start=False)
    with open(site.conf_path, encoding="utf-8") as file:
        lines = [line for line in file if "TypesConfig" not in line]
    with open(site.conf_path, "w", encoding="utf-8") as file:
        file.writelines(lines)
    site.start()
    assert site.get("/a.png").header("Content-Type") == png


def test_a_missing_types_file_stops_the_start(server):
    probe = server("", start=False)
    probe.write_conf("TypesConfig /nonexistent-types\n")
    done = probe.run("-DFOREGROUND")
    assert done.returncode != 0
    assert "nonexistent-types" in done.stdout + done.stderr + probe.error_log.text()


@pytest.mark.parametrize(
    "conf",
    ["AddType text/x", "RemoveType", "MultiviewsMatch Foo", "MultiviewsMatch Any Filters", "DefaultLanguage",
     "<Location />\nModMimeUsePathInfo x\n</Location>"],
)
def test_refuses(server, conf):
    probe = server("", start=False)
    probe.write_conf(conf + "\n")
    done = probe.run("-t")
    assert done.returncode != 0 and "yntax error" in done.stdout + done.stderr, done
