"""Which sections a request gets, and in which order they are merged."""

import os

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "headers", "env", "setenvif", "rewrite", "access_compat")
CONF = """
<Directory />
    AllowOverride All
    Options FollowSymLinks
</Directory>
<Directory "{root}/htdocs/nosym">
    Options None
</Directory>
<Directory "{root}/htdocs/own">
    Options SymLinksIfOwnerMatch
</Directory>
<Directory "{root}/htdocs/a">
    Header add X-D dir-a
</Directory>
<Directory "{root}/htdocs/a/b/">
    Header add X-D dir-ab
</Directory>
<Directory "{root}/htdocs/*/b">
    Header add X-D dir-glob
</Directory>
<Directory "{root}/htdocs/a/b/f.txt">
    Header add X-D dir-of-file
</Directory>
<DirectoryMatch "/htdocs/a/b$">
    Header add X-D never
</DirectoryMatch>
<DirectoryMatch "htdocs/(?<first>[^/]+)">
    Header add X-D "match-%{MATCH_FIRST}e"
</DirectoryMatch>
<Files f.txt>
    Header add X-D files
</Files>
<Files "*.txt">
    Header add X-D files-glob
</Files>
<FilesMatch "\\.txt$">
    Header add X-D files-match
</FilesMatch>
<Location /a>
    Header add X-D loc-a
</Location>
<Location /a/b/>
    Header add X-D loc-ab
</Location>
<Location "/a/*/f.txt">
    Header add X-D loc-glob
</Location>
<Location "/a/*">
    Header add X-D loc-one-level
</Location>
<LocationMatch "^/a/(?<rest>.*)$">
    Header add X-D "loc-%{MATCH_REST}e"
</LocationMatch>
<If "true">
    Header add X-D if
</If>
<ElseIf "true">
    Header add X-D elseif
</ElseIf>
<Else>
    Header add X-D else
</Else>
<Directory "{root}/htdocs/passinfo">
    AcceptPathInfo On
</Directory>
Alias "/elsewhere" "{root}/other"
<Directory "{root}/other">
    Require all granted
</Directory>
"""
FILES = {
    "htdocs/a/b/f.txt": "f", "htdocs/a/b/index.html": "index", "htdocs/ab.txt": "ab", "htdocs/ht/x.txt": "x",
    "htdocs/ht/.htaccess": "Header add X-D ht\n<Files x.txt>\nHeader add X-D ht-files\n</Files>\n"
                           "<If \"%{QUERY_STRING} == 'q'\">\nHeader add X-D ht-if\n</If>\n",
    "htdocs/ht/deep/er/x.txt": "x", "htdocs/ht/deep/.htaccess": "Header add X-D ht-deep\n",
    "htdocs/passinfo/f.txt": "path info is fine", "other/o.txt": "other", "other/.htaccess": "Header add X-D other\n",
}
A_B_F = ["dir-a", "dir-ab", "dir-glob", "dir-of-file", "match-a", "files", "files-glob", "files-match", "loc-a",
         "loc-ab", "loc-glob", "loc-b/f.txt", "if"]


@pytest.fixture(scope="module")
def site(server):
    return server(CONF, files=FILES, modules=MODULES)


def seen(res):
    return [value for name, value in res.fields if name == "X-D"]


@pytest.mark.parametrize("path, sections", [
    ("/a/b/f.txt", A_B_F),
    ("/a/b/f.txt?x=1", A_B_F),
    ("//a//b//f.txt", A_B_F),
    ("/a/./b/../b/f.txt", A_B_F),
    ("/a/%62/f.txt", A_B_F),
    ("/ab.txt", ["match-ab.txt", "files-glob", "files-match", "if"]),
    ("/ht/x.txt", ["ht", "match-ht", "files-glob", "files-match", "ht-files", "if"]),
    ("/ht/x.txt?q", ["ht", "match-ht", "files-glob", "files-match", "ht-files", "if", "ht-if"]),
    ("/ht/deep/er/x.txt", ["ht", "ht-deep", "match-ht", "files-glob", "files-match", "ht-files", "if"]),
    ("/elsewhere/o.txt", ["other", "files-glob", "files-match", "if"]),
])
def test_sections_merge_in_order(site, path, sections):
    res = site.get(path)
    assert res.status == 200 and seen(res) == sections


def test_many_requests_give_the_same(site):
    """Merges are remembered: the second request must not see less or more."""
    with site.connect() as conn:
        for _ in range(20):
            for path, sections in (("/a/b/f.txt", A_B_F), ("/ht/x.txt?q", ["ht", "match-ht", "files-glob", "files-match",
                                                                          "ht-files", "if", "ht-if"])):
                conn.send(f"GET {path} HTTP/1.1\r\nHost: t\r\n\r\n".encode())
                assert seen(conn.response("GET")) == sections


def test_modules_may_be_merged_for_each_request(server):
    s = server("MergePerRequest mod_headers.c alias_module\n" + CONF, files=FILES, modules=MODULES)
    for _ in range(3):
        assert seen(s.get("/a/b/f.txt")) == A_B_F
    s.write_conf("MergePerRequest mod_none.c\n" + CONF)
    res = s.run("-t")
    assert res.returncode == 1 and "no module named 'mod_none.c'" in res.stderr
    s.write_conf(CONF)


@pytest.mark.parametrize("path, status", [
    ("/nonexist", 404), ("/nonexist/y/z", 404), ("/a/b/f.txt/", 404), ("/a/b/f.txt/more", 404),
    ("/passinfo/f.txt/more", 200), ("/passinfo/none/more", 404), ("/" + "n" * 300, 403), ("/a/" + "n" * 300 + "/x", 403),
    ("/" + ("d" * 200 + "/") * 30, 403), ("/a/b/f.txt%00", 404), ("/a%2fb/f.txt", 404), ("/%zz", 400), ("/a/../../x", 400),
    ("/a/b", 301), ("/a/b/", 200), ("/priv/x", 403), ("/noread.txt", 403), ("/fifo", 403), ("/loop", 403), ("/broken", 403),
    ("/link.txt", 200), ("/dirlink/f.txt", 200), ("/nosym/l.txt", 403), ("/nosym/d/f.txt", 403), ("/own/same.txt", 200),
    ("/own/other.txt", 403), ("/unreadable/x", 403),
])
def test_what_the_walk_finds(site, path, status):
    if os.geteuid() != 0 and path.startswith(("/own", "/priv")):
        pytest.skip("needs files of several owners")
    docs = site.site.path("htdocs")
    if not os.path.lexists(docs + "/broken"):
        lay_out(docs)
    assert site.get(path).status == status


def lay_out(docs):
    for name, target in (("loop", "loop"), ("broken", "nowhere"), ("link.txt", "a/b/f.txt"), ("dirlink", "a/b"),
                         ("nosym/l.txt", "../a/b/f.txt"), ("nosym/d", "../a/b"), ("own/same.txt", "u.txt"),
                         ("own/other.txt", "u.txt")):
        os.makedirs(os.path.dirname(os.path.join(docs, name)), exist_ok=True)
        os.symlink(target, os.path.join(docs, name))
    for name, mode in (("own/u.txt", 0o644), ("priv/x", 0o644), ("noread.txt", 0), ("unreadable/.htaccess", 0),
                       ("unreadable/x", 0o644)):
        os.makedirs(os.path.dirname(os.path.join(docs, name)), exist_ok=True)
        with open(os.path.join(docs, name), "w", encoding="ascii") as file:
            file.write("x")
        os.chmod(os.path.join(docs, name), mode)
    os.chmod(docs + "/priv", 0o700)
    os.mkfifo(docs + "/fifo")
    if os.geteuid() == 0:
        os.chown(docs + "/own/u.txt", 33, 33)
        os.lchown(docs + "/own/same.txt", 33, 33)


@pytest.mark.parametrize("text, says", [
    ("Options Indexes +FollowSymLinks\n", "Either all Options must start with + or -, or no Option may"),
    ("Bogus x\n", "Invalid command 'Bogus'"),
    ("ServerName x\n", "ServerName not allowed here"),
])
def test_h03_a_mistake_in_htaccess_is_500(site, text, says):
    site.site.write("htdocs/bad/.htaccess", text)
    site.site.write("htdocs/bad/x.txt", "x")
    assert site.get("/bad/x.txt").status == 500
    assert site.error_log.has(says) and site.error_log.has("htdocs/bad/.htaccess")


@pytest.mark.parametrize("override, text, status", [
    ("FileInfo Indexes", "Options -Indexes\n", 500),
    ("Options=Indexes,MultiViews", "Options -Indexes +FollowSymLinks\n", 500),
    ("Options=Indexes,MultiViews", "Options -Indexes\n", 200),
    ("None", "Bogus\n", 200),
    ("None\nAllowOverrideList Header", "Header set X yes\n", 200),
    ("None\nAllowOverrideList Header", "Options None\n", 500),
])
def test_h01_allowoverride(server, override, text, status):
    s = server(f'<Directory "{{root}}/htdocs/o">\nAllowOverride {override}\n</Directory>\n', modules=MODULES,
               files={"htdocs/o/.htaccess": text, "htdocs/o/x.txt": "x"})
    s.site.write("htdocs/o/.htaccess", text)
    assert s.get("/o/x.txt").status == status


@pytest.mark.parametrize("text", [
    "Deny from all\n", "Require all denied\n",
    '<Files "*">\n<IfModule mod_authz_core.c>\nRequire all denied\n</IfModule>\n<IfModule !mod_authz_core.c>\n'
    "Deny from all\n</IfModule>\n</Files>\n",
])
def test_h11_deny_all_files_of_applications(site, text):
    for name in ("x.ini", "sub/y"):
        site.site.write("htdocs/data/" + name, "secret")
    site.site.write("htdocs/data/.htaccess", text)
    assert site.get("/data/x.ini").status == 403
    assert site.get("/data/sub/y").status == 403


def test_h07_edits_count_at_once(site):
    site.site.write("htdocs/edit/x.txt", "x")
    path = site.site.path("htdocs/edit/.htaccess")
    with site.connect() as conn:
        got = []
        for act in (None, "Require all denied\n", None):
            if act:
                site.site.write("htdocs/edit/.htaccess", act)
            elif os.path.exists(path):
                os.unlink(path)
            conn.send(b"GET /edit/x.txt HTTP/1.1\r\nHost: t\r\n\r\n")
            got.append(conn.response("GET").status)
    assert got == [200, 403, 200]
