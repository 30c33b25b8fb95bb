"""What a server remembers of the last request must not leak into the next one."""

import os

import pytest

HOSTS = """
<VirtualHost *:{port}>
    ServerName one.test
    Header always set X-Host one
</VirtualHost>
<VirtualHost *:{port}>
    ServerName two.test
    Header always set X-Host two
</VirtualHost>
"""

PLACES = """
LogLevel authz_core:crit
<Directory "{root}/htdocs">
    Options FollowSymLinks
    AllowOverride None
</Directory>
<Directory "{root}/htdocs/shut">
    Require all denied
</Directory>
<Directory "{root}/htdocs/open">
    <Files "no.txt">
        Require all denied
    </Files>
</Directory>
<Directory "{root}/htdocs/htaccess">
    AllowOverride All
</Directory>
<Directory "{root}/htdocs/unlinked">
    Options -FollowSymLinks
</Directory>
<DirectoryMatch "open/secret[.]txt$">
    Require all denied
</DirectoryMatch>
"""


def status(conn, path, host="t"):
    conn.send(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n")
    return conn.response().status


def test_each_host_of_a_connection_has_its_server(server):
    s = server(HOSTS, modules=("authz_core", "headers"))
    with s.connect() as conn:
        for host, name in (("one.test", "one"), ("one.test", "one"), ("two.test", "two"), ("TWO.test:80", "two"),
                           ("TWO.test:80", "two"), ("one.test.", "one"), ("unknown.test", "one"), ("two.test", "two")):
            conn.send(f"GET /a.txt HTTP/1.1\r\nHost: {host}\r\n\r\n")
            assert conn.response().header("X-Host") == name, host
        assert status(conn, "http://two.test/a.txt", "one.test") == 200
        conn.send("GET http://two.test/a.txt HTTP/1.1\r\nHost: one.test\r\n\r\n")
        assert conn.response().header("X-Host") == "two", "the target's host comes before the field"
        conn.send("GET /a.txt HTTP/1.1\r\nHost: two.test\r\n\r\n")
        assert conn.response().header("X-Host") == "two"
        assert status(conn, "/a.txt", "two.test/x") == 400


def places(server):
    files = {f"htdocs/{name}/{file}": "text" for name in ("open", "shut", "htaccess", "unlinked")
             for file in ("a.txt", "b.txt", "no.txt", "secret.txt")}
    s = server(PLACES, files=files)
    s.site.write("htdocs/htaccess/.htaccess", "<Files b.txt>\nRequire all denied\n</Files>\n")
    for name in ("open", "unlinked"):
        link = s.site.path("htdocs", name, "link.txt")
        if not os.path.islink(link):
            os.symlink(s.site.path("htdocs/a.txt"), link)
    return s


@pytest.mark.parametrize("before", [
    "/open/a.txt", "/shut/a.txt", "/htaccess/a.txt", "/unlinked/a.txt", "/a.txt", "/open/none.txt", "/open/",
])
def test_a_file_has_the_rules_of_its_own_place(server, before):
    wanted = {
        "/open/a.txt": 200, "/open/b.txt": 200, "/open/no.txt": 403, "/open/secret.txt": 403, "/open/link.txt": 200,
        "/open/none.txt": 404, "/shut/a.txt": 403, "/shut/b.txt": 403, "/htaccess/a.txt": 200,
        "/htaccess/b.txt": 403, "/unlinked/a.txt": 200, "/unlinked/link.txt": 403, "/a.txt": 200,
    }
    s = places(server)
    with s.connect() as conn:
        for path, code in wanted.items():
            status(conn, before)
            assert status(conn, path) == code, f"{path} after {before}"
            assert status(conn, path) == code, f"{path} again"


def test_a_htaccess_that_appears_is_read(server):
    s = places(server)
    with s.connect() as conn:
        assert status(conn, "/htaccess/no.txt") == 200
        s.site.write("htdocs/htaccess/.htaccess", "<Files no.txt>\nRequire all denied\n</Files>\n")
        try:
            assert status(conn, "/htaccess/no.txt") == 403
        finally:
            s.site.write("htdocs/htaccess/.htaccess", "<Files b.txt>\nRequire all denied\n</Files>\n")


@pytest.mark.parametrize("size", [1, 4095, 4096, 4097, 8192, 70000])
def test_small_and_large_files_arrive_whole(server, size):
    s = server("")
    body = bytes(i % 251 for i in range(size))
    s.site.write(f"htdocs/size-{size}.bin", body)
    with s.connect() as conn:
        for _ in range(2):
            conn.send(f"GET /size-{size}.bin HTTP/1.1\r\nHost: t\r\n\r\n")
            assert conn.response().body == body
        conn.send(f"GET /size-{size}.bin HTTP/1.1\r\nHost: t\r\nRange: bytes=-1\r\n\r\n")
        res = conn.response()
        assert (res.status, res.body) == (206, body[-1:])
        etag = res.header("ETag")
        conn.send(f"GET /size-{size}.bin HTTP/1.1\r\nHost: t\r\nIf-None-Match: {etag}\r\n\r\n")
        assert conn.response().status == 304


def test_a_file_that_grows_or_shrinks_is_sent_as_it_is(server):
    s = server("")
    with s.connect() as conn:
        for text in ("one", "one and two", "", "x"):
            s.site.write("htdocs/changes.txt", text)
            conn.send("GET /changes.txt HTTP/1.1\r\nHost: t\r\n\r\n")
            assert conn.response().text == text
