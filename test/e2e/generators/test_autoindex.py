"""mod_autoindex: what a listing shows, in which form and order."""

import itertools
import os
import re

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "autoindex")
CONF = """
<Directory "{docroot}">
    AllowOverride All
    Options Indexes
</Directory>
<IfModule mod_mime.c>
    AddEncoding x-gzip .gz
</IfModule>
"""
FILES = {"a.txt": 10, "b.html": 5, "image.png": 123456, "sub.txt": 2000, "v-1.10.gz": 1023,
         "v-1.9.gz": 1024, 'odd & <name> "x"?.txt': 1, "page.html": 0, "empty": 0}
HIDE = "IndexIgnore .ht*\n"
FANCY = HIDE + "IndexOptions FancyIndexing\n"
ICONS = """\
AddIcon (DIR,/icons/folder.gif) ^^DIRECTORY^^
AddIcon /icons/blank.gif ^^BLANKICON^^
AddIcon /icons/back.gif ..
AddIconByType (TXT,/icons/text.gif) text/*
AddIconByEncoding (CMP,/icons/compressed.gif) x-gzip
DefaultIcon /icons/unknown.gif
"""

_names = itertools.count()


def start(server):
    return server(CONF, modules=MODULES)


def place(running, *levels, files=None):
    """Folders one in the other with a .htaccess and FILES each; the URL of the last."""
    path = f"/x{next(_names)}"
    for depth, text in enumerate(levels):
        path += "" if depth == 0 else "/deep"
        running.site.write(f"htdocs{path}/.htaccess", text)
        for day, (name, size) in enumerate(sorted((files or FILES).items())):
            content = "<html><TITLE>The\ntitle</title>" if name == "page.html" else "x" * size
            running.site.write(f"htdocs{path}/{name}", content, mtime=1700000000 + day * 86400)
        for name in ("sub", "Dir"):
            os.makedirs(running.site.path(f"htdocs{path}/{name}"), exist_ok=True)
    return path + "/"


def listing(running, *levels, query="", **kw):
    res = running.get(place(running, *levels, **kw) + query)
    assert res.status == 200, running.error_log.text()[-500:]
    return res


def names(text):
    """The links of a listing but for the headings, in order."""
    return re.findall(r'<a href="([^"?][^"]*)"', text)


def form(text):
    return re.search(r"<(ul|pre|table)\b", text[text.index("<body>"):])[1]


ALL = ["/", "Dir/", "a.txt", "b.html", "empty", "image.png",
       "odd%20&amp;%20%3cname%3e%20%22x%22%3f.txt", "page.html", "sub.txt", "sub/", "v-1.10.gz",
       "v-1.9.gz"]


@pytest.mark.parametrize(
    "options, kind, shows",
    [
        ("", "ul", "a plain list"),
        ("IndexOptions FancyIndexing", "pre", "columns"),
        ("IndexOptions FancyIndexing HTMLTable", "table", "a table"),
        ("IndexOptions HTMLTable", "table", "a table is fancy by itself"),
        ("IndexOptions None", "ul", "nothing"),
        ("IndexOptions fancyindexing HTMLTABLE", "table", "whatever the case"),
    ],
)
def test_forms(server, options, kind, shows):
    res = listing(start(server), HIDE + options)
    assert res.header("Content-Type") == "text/html;charset=ISO-8859-1"
    assert form(res.text) == kind, shows
    assert names(res.text) == ALL
    assert "odd &amp; &lt;name&gt;" in res.text


@pytest.mark.parametrize(
    "query, order, shows",
    [
        ("", "a.txt b.html sub.txt sub/", "by name"),
        ("?C=N;O=D", "sub/ sub.txt b.html a.txt", "descending"),
        ("?C=N&O=D", "sub/ sub.txt b.html a.txt", "with & between"),
        ("?O=D", "sub/ sub.txt b.html a.txt", "the order alone"),
        ("?C=S", "sub/ b.html a.txt sub.txt", "by size, directories first"),
        ("?C=S;O=D", "sub.txt a.txt b.html sub/", "by size, descending"),
        ("?C=M", "a.txt b.html sub.txt sub/", "by date"),
        ("?C=D", "a.txt sub.txt sub/ b.html", "by description, those without first"),
        ("?C=X", "a.txt b.html sub.txt sub/", "an unknown column"),
        ("?X=1;C=N;O=D", "a.txt b.html sub.txt sub/", "nothing counts behind an unknown word"),
        ("?C=N;O=D;X=1", "sub/ sub.txt b.html a.txt", "what stands before it does"),
        ("?C=NN;O=D", "a.txt b.html sub.txt sub/", "a value of two letters"),
        ("?P=*.txt", "a.txt sub.txt", "a pattern"),
        ("?P=%2A.txt", "a.txt sub.txt", "an encoded pattern"),
        ("?P=", "a.txt b.html sub.txt sub/", "an empty pattern"),
        ("?P=A*", "", "case matters"),
    ],
)
def test_queries(server, query, order, shows):
    conf = FANCY + 'AddDescription a b.html\nIndexIgnore Dir\n'
    files = {"a.txt": 10, "b.html": 5, "sub.txt": 2000}
    res = listing(start(server), conf, query=query, files=files)
    assert names(res.text)[1:] == order.split(), shows


def test_queries_choose_the_form(server):
    running = start(server)
    path = place(running, FANCY)
    assert [form(running.get(path + q).text) for q in ("?F=0", "?F=1", "?F=2", "?F=3")] == \
        ["ul", "pre", "table", "pre"]


def test_headings_turn_the_order_and_keep_the_rest(server):
    text = listing(start(server), FANCY, query="?F=2;V=1;P=a%22*;C=N").text
    assert re.findall(r'href="(\?[^"]*)"', text) == [
        f"?C={key};O={way};F=2;V=1;P=a%22*" for key, way in (("N", "D"), ("M", "A"), ("S", "A"), ("D", "A"))]


def test_version_sort(server):
    text = listing(start(server), FANCY + "IndexOptions VersionSort").text
    assert names(text)[-2:] == ["v-1.9.gz", "v-1.10.gz"]


@pytest.mark.parametrize(
    "levels, first, shows",
    [
        (["IndexOptions FancyIndexing FoldersFirst"], "Dir/ sub/ a.txt", "folders first"),
        (["IndexOptions FancyIndexing\nIndexOptions +FoldersFirst"], "Dir/ sub/ a.txt", "added"),
        (["IndexOptions +FoldersFirst FancyIndexing"], "Dir/ a.txt", "dropped by one without a sign"),
        (["IndexOptions FancyIndexing", "IndexOptions +FoldersFirst"], "Dir/ deep/ sub/ a.txt", "added"),
        (["IndexOptions +FancyIndexing", "IndexOptions +FoldersFirst"], "Dir/ deep/ sub/ a.txt", "added"),
        (["IndexOptions FancyIndexing FoldersFirst", "IndexOptions -FoldersFirst"], "Dir/ a.txt", "removed"),
        (["IndexOptions FancyIndexing FoldersFirst", "IndexOptions FancyIndexing"], "Dir/ a.txt", "anew"),
        (["IndexOptions FancyIndexing FoldersFirst", "IndexOptions NameWidth=30"],
         "Dir/ deep/ sub/ a.txt", "values do not start anew"),
        (["IndexOptions FancyIndexing FoldersFirst", "Options Indexes"], "Dir/ deep/ sub/ a.txt", "inherited"),
        (["IndexOrderDefault Descending Name"], "v-1.9.gz v-1.10.gz sub/", "another default order"),
        (["IndexOrderDefault descending name", "Options Indexes"], "v-1.9.gz v-1.10.gz", "inherited"),
    ],
)
@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_options_are_inherited(server, levels, first, shows):
    running = start(server)
    path = place(running, *[HIDE + level for level in levels])
    for depth in range(len(levels)):
        os.makedirs(running.site.path("htdocs" + path + "deep"), exist_ok=True)
    if "deep" not in first:
        os.rmdir(running.site.path("htdocs" + path + "deep"))
    got = names(running.get(path).text)[1:]
    assert got[:len(first.split())] == first.split(), shows


@pytest.mark.parametrize(
    "levels, hidden, shown, shows",
    [
        (["IndexIgnore *.txt"], "a.txt sub.txt", "b.html", "a wildcard"),
        (["IndexIgnore ?.txt"], "a.txt", "sub.txt", "one character"),
        (["IndexIgnore sub"], "sub/", "sub.txt", "a whole name"),
        (["IndexIgnore */a.*"], "a.txt", "b.html", "what stands behind the last slash"),
        (["IndexIgnore A.TXT [ab].txt"], "", "a.txt", "case matters, brackets are characters"),
        (["IndexIgnore .."], "/", "a.txt", "the parent"),
        (["IndexIgnore *.txt", "IndexIgnore *.html"], "a.txt b.html", "empty", "lists are joined"),
        (["IndexIgnore *.txt", "IndexIgnore *.html\nIndexIgnoreReset On"], "b.html", "a.txt", "or not"),
        (['<Files "a.txt">\nRequire all denied\n</Files>'], "a.txt", "b.html", "what may not be had"),
    ],
)
def test_hidden(server, levels, hidden, shown, shows):
    got = names(listing(start(server), *["IndexOptions FancyIndexing\n" + level for level in levels]).text)
    assert not set(got) & set(hidden.split()), shows
    assert set(got) >= set(shown.split()), shows


@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_forbidden_files_are_shown_on_demand(server):
    conf = FANCY + 'IndexOptions +ShowForbidden\n<Files "a.txt">\nRequire all denied\n</Files>'
    assert "a.txt" in names(listing(start(server), conf).text)


def test_icons(server):
    text = listing(start(server), FANCY + ICONS).text
    found = dict((link, (icon, alt)) for icon, alt, link in re.findall(
        r'<img src="/icons/(\w+).gif" alt="\[([^\]]*)\]"> <a href="([^"?]*)"', text))
    assert found["/"] == ("back", "DIR")
    assert found["sub/"] == ("folder", "DIR")
    assert found["a.txt"] == ("text", "TXT")
    assert found["v-1.9.gz"] == ("compressed", "CMP")
    assert found["image.png"] == ("unknown", "   ")


@pytest.mark.parametrize(
    "what, matches",
    [(".txt", True), ("txt", True), ("a.txt", True), ("A.TXT", False), ("a.t", False), ("*.t*", True),
     ("a*", False), ("?.txt", False)],
)
def test_names_of_icons(server, what, matches):
    text = listing(start(server), FANCY + "AddIcon /i " + what).text
    assert ('<img src="/i" alt="[   ]"> <a href="a.txt"' in text) == matches


@pytest.mark.parametrize(
    "what, matches",
    [("a.txt", True), ("a.t", True), ("xt", True), ("?.txt", True), ("A.TXT", False), ("*/a.txt", True),
     ("/a.txt", False)],
)
def test_names_of_descriptions(server, what, matches):
    text = listing(start(server), FANCY + "AddDescription Hello " + what).text
    assert bool(re.search(r"a\.txt</a>.*Hello", text)) == matches


@pytest.mark.parametrize(
    "text, shown, shows",
    [
        ("x" * 23, "x" * 23, "it fits"),
        ("x" * 24, "x" * 22 + ">", "it is cut"),
        ("<b>" + "x" * 23 + "</b>", "<b>" + "x" * 23 + "</b>", "tags have no width"),
        ("<b>" + "x" * 24 + "</b>", "<b>" + "x" * 22 + ">", "tags have no width"),
        ("&amp;" + "x" * 22, "&amp;" + "x" * 22, "a reference is one character"),
        ("x" * 22 + "&amp;x", "x" * 22 + ">", "and is not cut itself"),
    ],
)
@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_width_of_descriptions(server, text, shown, shows):
    page = listing(start(server), FANCY + f'AddDescription "{text}" a.txt').text
    assert re.search(r"a\.txt</a>.* 10   (.*)", page)[1] == shown, shows


@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_titles(server):
    text = listing(start(server), FANCY + "IndexOptions +ScanHTMLTitles").text
    assert re.search(r"page\.html</a>.*The title", text)


def test_columns_line_up(server):
    lines = re.findall(r"^ {6}<a href=\"[^?].*$", listing(start(server), FANCY).text, re.M)
    visible = [re.sub("<[^>]*>", "", line).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
               .replace("&quot;", '"') for line in lines]
    assert {len(line) for line in visible} == {len(visible[0])}


def test_long_names_are_cut(server):
    files = {"x" * 40 + ".txt": 1, "é" * 30: 1}
    text = listing(start(server), FANCY, files=files).text
    assert "x" * 20 + "..&gt;</a>" in text
    assert "é" * 10 + "..&gt;</a>" in text, "whole characters only"
    text = listing(start(server), FANCY + "IndexOptions NameWidth=*", files=files).text
    assert "x" * 40 + ".txt</a>" in text


@pytest.mark.parametrize(
    "option, gone",
    [("SuppressIcon", "\n      <a"), ("SuppressLastModified", "Last modified"), ("SuppressSize", "Size"),
     ("SuppressDescription", "Description"), ("SuppressRules", "<hr"), ("SuppressColumnSorting", "?C=")],
)
@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_suppressing(server, option, gone):
    running = start(server)
    assert gone in listing(running, FANCY).text
    assert gone not in listing(running, FANCY + "IndexOptions +" + option).text
    assert gone.strip() not in listing(running, FANCY + "IndexOptions +HTMLTable +" + option).text \
        or option == "SuppressIcon"


@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_clients_can_be_ignored(server):
    text = listing(start(server), FANCY + "IndexOptions +IgnoreClient", query="?C=N;O=D").text
    assert names(text) == ALL
    assert "?C=" not in text


@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_style_sheet(server):
    conf = FANCY + ICONS + "IndexOptions +HTMLTable +AddAltClass\nIndexStyleSheet /s.css\n" \
        'IndexHeadInsert "<meta name=x>"\n'
    text = listing(start(server), conf).text
    for words in ('<link rel="stylesheet" href="/s.css" type="text/css">', "<meta name=x>",
                  '<table id="indexlist">', '<tr class="indexhead">', '<td class="indexcolname">',
                  '<tr class="odd-dir">', '<h1 id="indextitle">'):
        assert words in text, words


@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_xhtml(server):
    text = listing(start(server), FANCY + ICONS + "IndexOptions +XHTML +IconHeight +IconWidth").text
    assert text.startswith("<!DOCTYPE html PUBLIC")
    assert "<hr />" in text and 'width="20" height="22" />' in text


def test_charset_and_type(server):
    res = listing(start(server), FANCY + "IndexOptions Charset=UTF-8 Type=text/plain")
    assert res.header("Content-Type") == "text/plain;charset=UTF-8"


@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_track_modified(server):
    running = start(server)
    path = place(running, FANCY + "IndexOptions +TrackModified")
    res = running.get(path)
    assert res.header("Last-Modified") and res.header("ETag")
    head = running.request("HEAD", path)
    assert (head.status, head.header("ETag"), head.body) == (200, res.header("ETag"), b"")


def test_header_and_readme(server):
    running = start(server)
    path = place(running, FANCY + "HeaderName head.html\nReadmeName foot.txt")
    running.site.write(f"htdocs{path}head.html", "<h2>Hello</h2>\n")
    running.site.write(f"htdocs{path}foot.txt", "a<b>&c\n")
    text = running.get(path).text
    parts = [text.index(words) for words in (
        "<title>", "<h2>Hello</h2>", "<pre>      ", "<pre>\na&lt;b&gt;&amp;c\n</pre>", "</body>")]
    assert parts == sorted(parts)
    assert "<h1>" not in text


@pytest.mark.own("the page's markup is ours; test/peer/test_listing.py compares what is listed")
def test_header_that_brings_its_own_preamble(server):
    running = start(server)
    path = place(running, FANCY + "IndexOptions +SuppressHTMLPreamble\nHeaderName head.html\nReadmeName foot.html")
    running.site.write(f"htdocs{path}head.html", "<html><body>mine\n")
    running.site.write(f"htdocs{path}foot.html", "end\n")
    text = running.get(path).text
    assert text.startswith("<html><body>mine\n<pre>")
    assert text.endswith("end\n")


def test_missing_or_forbidden_header(server):
    running = start(server)
    assert "<h1>Index of" in listing(running, FANCY + "HeaderName nonesuch.html").text
    conf = FANCY + "HeaderName b.html\n<Files b.html>\nRequire all denied\n</Files>"
    assert "<h1>Index of" in listing(running, conf).text


def test_no_listing_without_the_option(server):
    running = start(server)
    assert running.get(place(running, "Options -Indexes")).status == 403
    assert running.error_log.has("annot serve directory")


def test_root_has_no_parent(server):
    running = start(server)
    os.remove(running.site.path("htdocs/index.html"))
    try:
        text = running.get("/").text
    finally:
        running.site.write("htdocs/index.html", "<h1>It works</h1>\n")
    assert "<title>Index of /</title>" in text
    assert "Parent Directory" not in text


def test_title_is_escaped(server):
    running = start(server)
    os.makedirs(running.site.path("htdocs/<script>&"), exist_ok=True)
    text = running.get("/%3Cscript%3E&/").text
    assert "<title>Index of /&lt;script&gt;&amp;</title>" in text


@pytest.mark.parametrize(
    "line",
    ["IndexOptions foo", "IndexOptions +foo", "IndexOptions None FancyIndexing", "IndexOptions +None",
     "IndexOptions NameWidth", "IndexOptions NameWidth=4", "IndexOptions NameWidth=x",
     "IndexOptions NameWidth=99999999", "IndexOptions DescriptionWidth=11", "IndexOptions IconHeight=x",
     "IndexOptions -NameWidth=30", "IndexOptions Charset", "IndexOptions HTMLTable=1",
     "IndexOrderDefault Foo Name", "IndexOrderDefault Ascending foo", "FancyIndexing On", "AddDescription x",
     "AddIcon (x,y z", "AddIcon (x y", "IndexIgnoreReset foo", "HeaderName a b"])
@pytest.mark.own("Apache takes it in silence, or says it otherwise")
def test_refused_configuration(server, line):
    running = start(server)
    assert running.get(place(running, line)).status == 500


@pytest.mark.own("Apache takes it in silence, or says it otherwise")
def test_a_refusal_names_the_indexes_that_were_looked_for(server):
    running = server("LoadModule autoindex_module {debian}/mod_autoindex.so\n"
                     "DirectoryIndex one.html two.html\n", files={"htdocs/empty/x.txt": "x"})
    assert running.get("/empty/").status == 403
    assert running.error_log.has("it has no DirectoryIndex (one.html,two.html)")
