"""mod_userdir: folders of users, who is let in, and what is no user."""

import getpass

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "userdir", "rewrite")
CONF = """
<Directory "{root}/users">
    Require all granted
</Directory>
<Directory "{root}/homes">
    Require all granted
    AllowOverride FileInfo
</Directory>
"""
FILES = {"users/ann/a.txt": "ann", "users/bob/a.txt": "bob", "homes/ann/www/a.txt": "home of ann", "homes/cy/www/a.txt": "home of cy",
         "homes/cy/www/.htaccess": "RewriteEngine On\nRewriteRule ^old$ a.txt\n", "users/.hidden/a.txt": "hidden"}


MANUAL = pytest.mark.differs("apache", "foreign", reason="an address leads where the manual says")


def site_for(server, lines):
    return server(CONF + lines, modules=MODULES, files=FILES)


@pytest.mark.parametrize("lines, path, text", [
    ("UserDir {root}/users", "/~ann/a.txt", "ann"), ("UserDir {root}/homes/*/www", "/~ann/a.txt", "home of ann"),
    ("UserDir {root}/homes/*/www {root}/users", "/~bob/a.txt", "bob"), ("UserDir {root}/homes/*/www {root}/users", "/~ann/a.txt", "home of ann"),
    ("UserDir {root}/homes/*/www", "/~cy/old", "home of cy"),
    ("UserDir {root}/users", "/~ann/none", 404), ("UserDir {root}/users", "/~nobody-such/a.txt", 404), ("UserDir {root}/users", "/~", 404),
    ("UserDir {root}/users", "/~/a.txt", 404),
    pytest.param("UserDir {root}/users", "/~.hidden/a.txt", 404,
                 marks=pytest.mark.differs("apache", "foreign", reason="no user's name begins with a dot")),
    ("UserDir {root}/users", "/~../users/ann/a.txt", 404),
    ("UserDir {root}/users", "/~ann/../~bob/a.txt", "bob"), ("", "/~ann/a.txt", 404),
    ("UserDir {root}/users\nUserDir disabled", "/~ann/a.txt", 404), ("UserDir {root}/users\nUserDir disabled ann", "/~ann/a.txt", 404),
    ("UserDir {root}/users\nUserDir disabled ann", "/~bob/a.txt", "bob"),
    ("UserDir {root}/users\nUserDir disabled\nUserDir enabled ann", "/~ann/a.txt", "ann"),
    ("UserDir {root}/users\nUserDir disabled\nUserDir enabled ann", "/~bob/a.txt", 404),
    ("UserDir {root}/users\nUserDir disabled ann\nUserDir enabled ann", "/~ann/a.txt", 404),
])
def test_where_a_user_leads(server, lines, path, text):
    res = site_for(server, lines + "\n").get(path)
    assert res.status == text if isinstance(text, int) else (res.status, res.text) == (200, text)


@pytest.mark.parametrize("url, path, to", [
    pytest.param("http://o.example/users", "/~ann/a.txt?q=1", "http://o.example/users/ann/a.txt", marks=MANUAL),
    pytest.param("http://o.example/*/pages", "/~ann/a.txt", "http://o.example/ann/pages/a.txt", marks=MANUAL),
    ("http://o.example/~*/", "/~ann/", "http://o.example/~ann/"),
])
def test_elsewhere(server, url, path, to):
    res = site_for(server, f"UserDir {url}\n").get(path)
    assert res.status == 302 and res.header("Location") in (to, to + "?q=1")


def test_a_folder_without_its_slash(server):
    s = site_for(server, "UserDir {root}/users\n")
    res = s.get("/~ann")
    assert res.status == 301 and res.header("Location").endswith("/~ann/")


def test_home_directories(server):
    s = server("UserDir public_html\n", modules=MODULES)
    user = getpass.getuser()
    assert s.get(f"/~{user}/none").status in (403, 404)
    assert s.get("/~no-such-user-here/").status == 404


def test_refused(server):
    server("", modules=MODULES, start=False).refuses("UserDir", "UserDir")
