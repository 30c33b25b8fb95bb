"""mod_actions: scripts for types, handlers and methods."""

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "cgi", "actions")
CONF = """
ScriptAlias /cgi {docroot}/cgi
<Directory "{docroot}">
    AllowOverride FileInfo
</Directory>
AddHandler my-file-type .xyz
Action my-file-type /cgi/show
Action image/gif /cgi/show
AddType image/gif .gif
<Location /virtual>
    SetHandler virtual-type
    Action virtual-type /cgi/show virtual
</Location>
<Location /method>
    Script PUT /cgi/show
    Script GET /cgi/show
    Script SEARCH /cgi/show
</Location>
Alias /method {docroot}
<Directory "{docroot}/inner">
    Action my-file-type /cgi/other
</Directory>
"""
SHOW = "#!/bin/sh\necho Content-Type: text/plain\necho\necho \"NAME $REQUEST_METHOD $PATH_INFO ${PATH_TRANSLATED#ROOT} $QUERY_STRING $REDIRECT_STATUS\"\n"
FILES = {"htdocs/a.xyz": "x", "htdocs/a b.xyz": "x", "htdocs/a.gif": "x", "htdocs/inner/a.xyz": "x", "htdocs/plain.txt": "plain",
         "htdocs/ht/.htaccess": "Action ht-type /cgi/other\nAddHandler ht-type .abc\n", "htdocs/ht/a.abc": "x"}


@pytest.fixture(scope="module")
def site(server):
    s = server(CONF, modules=MODULES, files=FILES)
    for name in ("show", "other"):
        s.site.write("htdocs/cgi/" + name, SHOW.replace("NAME", name).replace("ROOT", s.root + "/htdocs"), mode=0o755)
    return s


@pytest.mark.parametrize("path, shown", [
    ("/a.xyz", "show GET /a.xyz /a.xyz  200"), ("/a.xyz?q=1", "show GET /a.xyz /a.xyz q=1 200"),
    ("/a%20b.xyz", "show GET /a b.xyz /a b.xyz  200"), ("/a.gif", "show GET /a.gif /a.gif  200"),
    ("/inner/a.xyz", "other GET /inner/a.xyz /inner/a.xyz  200"), ("/ht/a.abc", "other GET /ht/a.abc /ht/a.abc  200"),
    ("/virtual/none", "show GET /virtual/none /virtual/none  200"), ("/plain.txt", "plain"),
    ("/method/plain.txt", "plain"), ("/method/plain.txt?q", "show GET /method/plain.txt /plain.txt q 200"),
])
def test_which_script(site, path, shown):
    assert site.get(path).text.strip() == shown


def test_a_file_that_is_not_there(site):
    assert site.get("/none.xyz").status == 404


@pytest.mark.parametrize("method, status", [("PUT", 200), ("SEARCH", 200), ("DELETE", 405), ("POST", 200)])
def test_methods(site, method, status):
    res = site.request(method, "/method/plain.txt", body="x")
    assert res.status == status
    if method in ("PUT", "SEARCH"):
        assert res.text.startswith(f"show {method} ")


@pytest.mark.parametrize("line, words", [
    ("Action", "Action"), ("Action x", "Action"), ("Action x /y bogus", "'bogus'"), ("Script GET", "Script"),
])
def test_refused(server, line, words):
    server("", modules=MODULES, start=False).refuses(line, words)
