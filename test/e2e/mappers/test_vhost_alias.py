"""mod_vhost_alias: every item of a pattern, scripts, names that want to climb."""

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "cgi", "vhost_alias", "include")
CONF = """
UseCanonicalName Off
<Directory "{root}/v">
    Require all granted
    Options +ExecCGI
</Directory>
"""
# pattern below {root}/v, Host, the folder that the file is in
ROWS = [
    ("%0", "www.a.example", "www.a.example"), ("%0", "WWW.A.example", "www.a.example"), ("%1", "www.a.example", "www"),
    ("%2", "www.a.example", "a"), ("%3", "www.a.example", "example"), ("%4", "www.a.example", "_"), ("%-1", "www.a.example", "example"),
    ("%-2", "www.a.example", "a"), ("%-3", "www.a.example", "www"), ("%-4", "www.a.example", "_"), ("%2+", "www.a.example", "a.example"),
    ("%1+", "www.a.example", "www.a.example"), ("%-2+", "www.a.example", "www.a"), ("%-1+", "www.a.example", "www.a.example"),
    ("%4+", "www.a.example", "_"), ("%2.1", "www.abc.example", "a"), ("%2.2", "www.abc.example", "b"), ("%2.4", "www.abc.example", "_"),
    ("%2.-1", "www.abc.example", "c"), ("%2.2+", "www.abc.example", "bc"), ("%2.-2+", "www.abc.example", "ab"), ("%2.0", "www.abc.example", "abc"),
    ("%-1/%-2.1/%0", "x.y.z", "z/y/x.y.z"), ("a%%b/%1", "q.r", "a%b/q"), ("%1-%2", "one.two", "one-two"), ("%0", "single", "single"),
    ("%2", "single", "_"), ("%1/docs", "a.b", "a/docs"),
]


@pytest.mark.parametrize("pattern, host, folder", ROWS)
def test_patterns(server, pattern, host, folder):
    s = server(CONF + f"VirtualDocumentRoot {{root}}/v/{pattern}\n", modules=MODULES, files={f"v/{folder}/x.txt": folder})
    s.site.write(f"v/{folder}/x.txt", folder)
    res = s.get("/x.txt", {"Host": host})
    assert (res.status, res.text) == (200, folder)


def test_port_and_address(server):
    s = server(CONF + "VirtualDocumentRootIP {root}/v/%0/%p\n", modules=MODULES)
    s.site.write(f"v/127.0.0.1/{s.port}/x.txt", "by address")
    assert s.get("/x.txt").text == "by address"


@pytest.mark.parametrize("host", ["..", ".", "a..b", "...", "a/../../../etc"])
def test_names_do_not_climb(server, host):
    s = server(CONF + "VirtualDocumentRoot {root}/v/%0/%1/%2\n", modules=MODULES, files={"v/x.txt": "x", "x.txt": "secret"})
    assert s.get("/x.txt", {"Host": host}).status in (400, 403, 404)


def test_scripts(server):
    s = server(CONF + "VirtualDocumentRoot {root}/v/%1/docs\nVirtualScriptAlias {root}/v/%1/cgi\n", modules=MODULES,
               files={"v/a/docs/x.txt": "doc"})
    s.site.write("v/a/cgi/run", "#!/bin/sh\necho Content-Type: text/plain\necho\necho \"ran $SCRIPT_NAME $PATH_INFO ${DOCUMENT_ROOT##*/}\"\n", mode=0o755)
    assert s.get("/x.txt", {"Host": "a.b"}).text == "doc"
    assert s.get("/cgi-bin/run/more", {"Host": "a.b"}).text.startswith("ran /cgi-bin/run /more")
    assert s.get("/cgi-bin/none", {"Host": "a.b"}).status == 404


def test_none_and_inheritance(server):
    s = server(CONF + "VirtualDocumentRoot {root}/v/%1\n<VirtualHost *:{port}>\nServerName own.x\nVirtualDocumentRoot none\n</VirtualHost>\n"
               "<VirtualHost *:{port}>\nServerName other.x\n</VirtualHost>\n", modules=MODULES, files={"v/other/x.txt": "inherited"})
    assert s.get("/a.txt", {"Host": "own.x"}).text == "0123456789"
    assert s.get("/x.txt", {"Host": "other.x"}).text == "inherited"


def test_document_root_of_scripts_is_the_hosts(server):
    s = server(CONF + "VirtualDocumentRoot {root}/v/%1\n<Directory {root}/v>\nOptions +Includes\nSetOutputFilter INCLUDES\n</Directory>\n",
               modules=MODULES, files={"v/a/p.html": '<!--#echo var="DOCUMENT_ROOT" -->'})
    assert s.get("/p.html", {"Host": "a.b"}).text == s.root + "/v/a"


@pytest.mark.parametrize("line, words", [
    ("VirtualDocumentRoot", "VirtualDocumentRoot"), ("VirtualDocumentRoot a/%0", "absolute"), ("VirtualDocumentRoot /a/%x", "'%x'"),
    ("VirtualDocumentRoot /a/%", "'%'"), ("VirtualScriptAlias rel", "absolute"),
])
def test_refused(server, line, words):
    server("", modules=MODULES, start=False).refuses(line, words)
