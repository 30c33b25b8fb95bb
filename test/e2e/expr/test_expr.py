"""Expressions where administrators write them. Their grammar and values are in
test/unit/test_expr.c; this is about who may ask what, and about mistakes."""

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "headers", "env", "setenvif", "rewrite")
CONF = """
<Directory "{root}/htdocs">
    AllowOverride All
</Directory>
SetEnvIf User-Agent "^(A)" SEEN=$1
Header set X-Name "expr=%{SERVER_NAME}-%{REQUEST_METHOD}-%{QUERY_STRING}-%{reqenv:SEEN}"
Header set X-Yes yes "expr=%{HTTP:X-Q} =~ /(b+)/ && '$1' == 'bb'"
Header set X-File yes "expr=filesize('{root}/htdocs/a.txt') -eq 10"
<Location /door>
    Require expr "%{HTTP:X-Key} in { 'one', 'two' } && -R '127.0.0.0/8'"
</Location>
<Location /reach>
    Header set X-Reach yes "expr=-U '/a.txt' && ! -U '/door/a.txt' && -F '{root}/htdocs/a.txt' && ! -F '{root}/none'"
</Location>
Alias "/reach" "{root}/htdocs"
Alias "/door" "{root}/htdocs"
"""
BRANCHES = """
<If "%{HTTP_HOST} == 'h.example' && %{REQUEST_METHOD} in { 'GET', 'HEAD' } && -R '127.0.0.0/8' && req('X-Q') == 'q'">
Header set X-Branch if
</If>
<ElseIf "%{QUERY_STRING} =~ /^x=[0-9]+$/">
Header set X-Branch elseif
</ElseIf>
<Else>
Header set X-Branch else
</Else>
"""


@pytest.fixture(scope="module")
def site(server):
    return server(CONF, modules=MODULES, files={"htdocs/h/.htaccess": BRANCHES, "htdocs/h/x.txt": "x"})


def test_strings_and_conditions_of_headers(site):
    res = site.get("/a.txt?q=1", headers={"User-Agent": "A b", "X-Q": "abbc"})
    assert res.header("X-Name") == "test-GET-q=1-A" and res.header("X-Yes") == "yes" and res.header("X-File") == "yes"
    assert res.header("Vary") == "X-Q"
    assert site.get("/a.txt").header("X-Yes") is None


@pytest.mark.parametrize("key, status", [("one", 200), ("two", 200), ("three", 403), (None, 403)])
def test_require_expr(site, key, status):
    assert site.get("/door/a.txt", headers={"X-Key": key} if key else {}).status == status


def test_looking_at_other_paths(site):
    assert site.get("/reach/a.txt").header("X-Reach") == "yes"


@pytest.mark.parametrize("path, headers, branch", [
    ("/h/x.txt", {"Host": "h.example", "X-Q": "q"}, "if"),
    ("/h/x.txt?x=12", {"Host": "h.example", "X-Q": "q"}, "if"),
    ("/h/x.txt?x=12", {"Host": "h.example"}, "elseif"),
    ("/h/x.txt?x=a", {"Host": "h.example"}, "else"),
    ("/h/x.txt", {"X-Q": "q"}, "else"),
])
def test_h13_exactly_one_branch(site, path, headers, branch):
    res = site.get(path, headers=headers)
    assert [value for name, value in res.fields if name == "X-Branch"] == [branch]


@pytest.mark.parametrize("text, says", [
    ("<If \"%{HTTP_HOST} == \">\nHeader set X a\n</If>\n", "syntax error"),
    ("<If \"%{NOSUCH} == 'a'\">\nHeader set X a\n</If>\n", "NOSUCH"),
    ("Header set X a \"expr=nosuch('a') == 'b'\"\n", "nosuch"),
    ("Header set X a \"expr='a' =~ /(/\"\n", "regular expression"),
    ("Header set X \"expr=%{file:/etc/passwd}\"\n", "file"),
    ("<If \"file('/etc/passwd') =~ /root/\">\nHeader set X a\n</If>\n", "file"),
])
def test_a_mistake_is_500_with_the_reason(site, text, says):
    site.site.write("htdocs/bad/.htaccess", text)
    site.site.write("htdocs/bad/x.txt", "x")
    before = len(site.error_log.text())
    assert site.get("/bad/x.txt").status == 500
    assert site.error_log.has(says) and says in site.error_log.text()[before:]


def test_a_bad_expression_refuses_the_start(server):
    s = server("", modules=MODULES)
    assert s.get("/a.txt").status == 200  # it has read its configuration twice
    s.write_conf("<If \"'a' ==\">\nHeader set X a\n</If>\n")
    res = s.run("-t")
    assert res.returncode == 1 and "httpd.conf" in res.stderr and "Syntax OK" not in res.stderr
    s.write_conf("")
