"""mod_headers: every action, condition and item, where they count, and what is refused."""

import re

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "headers", "setenvif", "env", "include")
CONF = """
SetEnvIf User-Agent "^(A)" SEEN=$1
Header set X-Set one
Header set X-Set two
Header add X-Add 1
Header add X-Add 2
Header append X-App a
Header append X-App b
Header merge Cache-Control no-cache
Header merge Cache-Control no-cache
Header merge Cache-Control "max-age=1"
Header merge X-Quoted "a, \\"b, c\\""
Header merge X-Quoted b
Header echo "^X-E[0-9]$"
Header set X-Edit "aaa bbb aaa"
Header edit X-Edit a+ "<$0>"
Header edit* X-Edit "(b)" "[$1-%{SEEN}e]"
Header set X-ByExpr "abc"
Header edit X-ByExpr "(b)" "expr=%{REQUEST_METHOD}"
Header set X-No "abc"
Header edit X-No "z" "never"
Header setifempty X-Set three
Header setifempty X-New yes
Header note X-New newnote
Header set X-Noted "expr=%{note:newnote}"
Header set X-Gone 1
Header unset x-gone
Header set X-Env 1 env=SEEN
Header set X-NoEnv 1 env=!SEEN
Header set X-Q yes "expr=%{QUERY_STRING} == 'q'"
Header set X-Value "expr=%{REQUEST_URI}?%{HTTP:X-E1}"
Header set X-Trail: "colon"
Header set X-Case a
Header set x-case b
Header set X-Percent "100%% %{SEEN}e %{NOPE}e %{SSL_PROTOCOL}s %"
Header set X-Tab "a\\tb\\qc"
Header set X-D "%D"
Header set X-T "%t"
Header set X-L "%l"
Header set X-I "%i"
Header set X-B "%b"
Header always set X-Always a
Header always add X-Always b
Header onsuccess set X-Success a
<Location /type>
    Header set Content-Type "text/x-own; charset=utf-8"
</Location>
<Location /edit-type>
    Header edit Content-Type plain html
</Location>
<Location /no-type>
    Header unset Content-Type
</Location>
Alias /type {docroot}
Alias /edit-type {docroot}
Alias /no-type {docroot}
<Directory "{docroot}">
    AllowOverride FileInfo
</Directory>
<Directory "{docroot}/sub">
    Header set X-Level sub
    Header add X-Levels sub
</Directory>
<Directory "{docroot}/sub/deep">
    Header set X-Level deep
    Header add X-Levels deep
    Header unset X-Success
</Directory>
<Directory "{docroot}/none">
    AllowOverride Indexes
</Directory>
"""
FILES = {
    "htdocs/sub/a.txt": "x", "htdocs/sub/deep/a.txt": "x", "htdocs/none/.htaccess": "Header set X-Ht 1\n", "htdocs/none/a.txt": "x",
    "htdocs/ht/.htaccess": "Header set X-Ht 1\nHeader append X-App c\nRequestHeader set X-In ht\n", "htdocs/ht/a.txt": "x",
}


@pytest.fixture(scope="module")
def site(server):
    return server(CONF, files=FILES, modules=MODULES)


@pytest.fixture(scope="module")
def answer(site):
    return site.get("/a.txt?q", {"User-Agent": "A", "X-E1": "1", "X-E2": "2", "x-e3": "3"})


@pytest.mark.parametrize("name, values", [
    ("X-Set", ["two"]), ("X-Add", ["1", "2"]), ("X-App", ["a, b"]), ("Cache-Control", ["no-cache, max-age=1"]),
    ("X-Quoted", ['a, "b, c", b']), ("X-E1", ["1"]), ("X-E2", ["2"]), ("X-E3", []), ("X-Edit", ["<aaa> [b-A][b-A][b-A] aaa"]),
    ("X-ByExpr", ["aGETc"]), ("X-No", ["abc"]), ("X-New", ["yes"]), ("X-Noted", ["yes"]), ("X-Gone", []), ("X-Env", ["1"]),
    ("X-NoEnv", []), ("X-Q", ["yes"]), ("X-Value", ["/a.txt?1"]), ("X-Trail", ["colon"]), ("X-Case", ["b"]),
    ("X-Percent", ["100% A (null) (null) %"]), ("X-Tab", ["a\tb\\qc"]), ("X-Always", ["a", "b"]), ("X-Success", ["a"]),
    ("Content-Type", ["text/plain"]), ("Vary", []),
])
def test_fields_of_a_file(answer, name, values):
    assert answer.headers(name) == values


@pytest.mark.parametrize("name, form", [
    ("X-D", r"D=\d+"), ("X-T", r"t=\d{16}"), ("X-L", r"l=\d+\.\d\d/\d+\.\d\d/\d+\.\d\d"), ("X-I", r"i=\d+"), ("X-B", r"b=\d+"),
])
def test_measures(answer, name, form):
    assert re.fullmatch(form, answer.header(name))


@pytest.mark.own("Apache's children end there")
def test_edit_everywhere_with_an_empty_match(server):
    s = server('Header set X-Empty "abc"\nHeader edit* X-Empty "x*" "-"\n', modules=MODULES)
    assert s.get("/a.txt").header("X-Empty") == "-a-b-c-"


def test_only_what_is_for_always_is_on_errors(site):
    res = site.get("/none-such")
    assert res.status == 404 and res.headers("X-Always") == ["a", "b"]
    assert res.header("X-Success") is None and res.header("X-Set") is None


def test_content_type(site):
    assert site.get("/type/a.txt").headers("Content-Type") == ["text/x-own; charset=utf-8"]
    assert site.get("/edit-type/a.txt").headers("Content-Type") == ["text/html"]


def test_content_type_taken_away(site):
    assert site.get("/no-type/a.txt").headers("Content-Type") == []


def test_inner_sections_come_on_top(site):
    res = site.get("/sub/a.txt")
    assert (res.headers("X-Level"), res.headers("X-Levels")) == (["sub"], ["sub"])
    res = site.get("/sub/deep/a.txt")
    assert (res.headers("X-Level"), res.headers("X-Levels"), res.headers("X-Success")) == (["deep"], ["sub", "deep"], [])
    assert res.header("X-Set") == "two"


def test_htaccess(site):
    res = site.get("/ht/a.txt")
    assert res.header("X-Ht") == "1" and res.header("X-App") == "a, b, c"
    assert site.get("/none/a.txt").status == 500
    assert site.error_log.has("not allowed here")


def test_304_and_redirects(site):
    tag = site.get("/type/a.txt").header("Last-Modified")
    res = site.get("/a.txt", {"If-Modified-Since": tag})
    assert res.status == 304 and res.headers("X-Always") == ["a", "b"]
    res = site.get("/sub")
    assert res.status == 301 and res.headers("X-Always") == ["a", "b"]
    assert site.request("HEAD", "/a.txt").header("X-Set") == "two"


REQUEST_CONF = """
SetEnvIf X-Who "(.+)" WHO=$1
RequestHeader set X-Own value
RequestHeader append X-Multi b
RequestHeader merge X-Merge b
RequestHeader setifempty X-Maybe default
RequestHeader unset X-Secret
RequestHeader edit X-Path ^/old/ /new/
RequestHeader edit* X-All a A
RequestHeader set X-Who "%{WHO}e"
RequestHeader set X-If 1 "expr=-n %{HTTP:X-Flag}"
RequestHeader set X-Early early early
RequestHeader set Content-Type text/x-request
<Location />
    Options +Includes
    SetOutputFilter INCLUDES
</Location>
"""
SHOWN = ("Own", "Multi", "Merge", "Maybe", "Secret", "Path", "All", "Who", "If", "Early")
PAGE = "".join(f'{name}=<!--#echo var="HTTP_X_{name.upper()}" -->;' for name in SHOWN)


def test_fields_of_the_request(server):
    s = server(REQUEST_CONF, files={"htdocs/p.html": PAGE}, modules=MODULES)

    def ask(**fields):
        res = s.get("/p.html", {"X-" + name: value for name, value in fields.items()})
        assert res.status == 200 and res.header("Content-Type") == "text/html"
        return dict(part.split("=", 1) for part in res.text.split(";")[:-1])

    seen = ask(Multi="a", Merge="a, b", Secret="s", Path="/old/x", All="banana", Who="me", Flag="f", Own="theirs")
    assert seen == {"Own": "value", "Multi": "a, b", "Merge": "a, b", "Maybe": "default", "Secret": "(none)", "Path": "/new/x",
                    "All": "bAnAnA", "Who": "me", "If": "1", "Early": "early"}
    seen = ask(Maybe="mine")
    assert seen["Maybe"] == "mine" and seen["If"] == "(none)" and seen["Path"] == "(none)" and seen["Multi"] == "b"


def test_early_fields_are_seen_by_what_runs_early(server):
    s = server("RequestHeader set User-Agent Early early\nSetEnvIf User-Agent Early SEEN\nHeader set X-Seen 1 env=SEEN\n"
               "Header set X-Early 1 early\n", modules=MODULES)
    res = s.get("/a.txt")
    assert res.header("X-Early") == "1" and res.header("X-Seen") == "1"


def test_a_condition_on_a_field_is_said_in_vary_but_not_a_value(server):
    s = server('Header set X-A 1 "expr=%{HTTP:X-B} == \'b\'"\nHeader set X-C "expr=%{HTTP:X-D}"\n', modules=MODULES)
    assert s.get("/a.txt").header("Vary") == "X-B"


@pytest.mark.parametrize("field", ["X-In: a\tb", "X-In: \x80\xff", "X-In: %0d%0aX-Injected: 1"])
def test_nothing_of_the_request_makes_a_line_of_its_own(server, field):
    s = server('SetEnvIf X-In "(.*)" IN=$1\nHeader set X-Out "[%{IN}e]"\nHeader set X-Url "expr=%{unescape:%{QUERY_STRING}}"\n',
               modules=MODULES)
    res = s.raw(f"GET /a.txt?a%0d%0aX-Injected:%201 HTTP/1.1\r\nHost: t\r\n{field}\r\nConnection: close\r\n\r\n")
    assert res.header("X-Injected") is None
    assert res.status in (200, 500)


@pytest.mark.own("Apache grows until memory ends")
def test_growth_by_editing_ends(server):
    lines = "Header set X-Big aaaaaaaaaa\n" + "Header edit* X-Big a aaaaaaaaaa\n" * 10
    s = server(lines, modules=MODULES)
    res = s.get("/a.txt")
    assert res.status in (200, 500) and len(res.header("X-Big") or "") <= 1_000_000
    assert s.get("/a.txt").status == res.status


@pytest.mark.parametrize("line, words", [
    ("Header set X a # note", "Too many arguments"), ("Header", "first argument"), ("Header set X", "a value"), ("Header set", "a value"),
    ("Header bogus X y", "first argument must be"), ("Header unset X y", "'y' is no condition"), ("Header echo X y", "'y'"),
    ("Header echo '('", "regular expression"), ("Header edit X a", "a replacement"), ("Header edit X '(' b", "'('"),
    ("Header set X y foo", "'foo' is no condition"), ("Header set X y env=", "env=NAME"), ("Header set X y 'expr=('", "expression"),
    ("Header onsuccess set X", "a value"), ("Header always", "first argument"), ("RequestHeader echo X", "for Header"),
    ("RequestHeader note X y", "for Header"), ("RequestHeader always set X y", "first argument"), ("Header set X '%z'", "'%z'"),
    ("Header set X '%{x'", "brace"), ("Header set X '%{x}z'", "'%{x}z'"), ("Header set X y early foo", "Too many"),
    pytest.param("Header set 'X Y' z", "name of a header", marks=pytest.mark.differs("apache", "foreign", reason="a name with a "
                 "space makes every response an error there")),
    pytest.param("Header set X 'a\\nb'", "line ends", marks=pytest.mark.differs("apache", "foreign", reason="a value with a line "
                 "end makes every response an error there")),
])
def test_refused(server, line, words):
    server("", modules=MODULES, start=False).refuses(line, words)
