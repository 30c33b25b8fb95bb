"""mod_alias: which URL goes where, in the file system and elsewhere."""

import pytest

from pinion_server import RUN

CONF = """
Alias /al {root}/other
Alias /als/ {root}/other/
Alias "/sl///ash" {root}/other
AliasMatch ^/am/(.*) {docroot}/$1
AliasMatch ^/up(.*) {root}/other/$1
Alias /off {root}/other
<Directory "{root}/other">
    Require all granted
</Directory>
Redirect /r1 /new
Redirect 301 /r2 http://x.example/n?q=1
Redirect 410 /r3
Redirect 403 /r4
Redirect gone /r5
Redirect permanent /r6 /perm
Redirect seeother /r7 /so
Redirect temp /r8 http://x.example
RedirectTemp /rt /temp
RedirectPermanent /rp /forgood
RedirectMatch 302 ^/m(.*)$ /z$1
RedirectMatch ^/n(.*)$ http://h.example/p$1
RedirectMatch 404 ^/o/
Redirect /off/deep /redirects-come-first
<Location /lr>
    Redirect 302 "https://%{HTTP_HOST}/e%{REQUEST_URI}"
</Location>
<LocationMatch "^/lm/(?<id>[0-9]+)">
    Redirect 301 "/new/%{env:MATCH_ID}"
</LocationMatch>
<Location /lg>
    Redirect gone
</Location>
<Location /la>
    Alias {docroot}/a.txt
</Location>
<Location /lc>
    AliasPreservePath On
    Alias {root}/other
</Location>
<Location /rel>
    RedirectRelative On
    Redirect 302 /abc
</Location>
<Directory "{docroot}/ht">
    AllowOverride FileInfo
</Directory>
"""
FILES = {
    "other/f.txt": "other",
    "other/x y.txt": "space",
    "secret/f.txt": "secret",
    "htdocs/sub/f.txt": "sub",
    "htdocs/ht/.htaccess": "Redirect 301 /ht/old /ht/new\nRedirectMatch gone ^/ht/g\n",
    "htdocs/ht/f.txt": "ht",
}


@pytest.mark.parametrize(
    "path, status, text, shows",
    [
        ("/al/f.txt", 200, "other", "below the prefix"),
        ("/al//f.txt", 200, "other", "with more slashes"),
        ("/al/x%20y.txt", 200, "space", "decoded"),
        ("/alf.txt", 404, None, "whole segments only"),
        ("/als/f.txt", 200, "other", "a prefix with a slash"),
        ("/als", 404, None, "needs it in the URL"),
        ("/sl/ash/f.txt", 200, "other", "slashes of the prefix match any number"),
        ("/am/a.txt", 200, "0123456789", "AliasMatch"),
        ("/la", 200, "0123456789", "an expression in <Location>"),
        ("/la/x", 200, "0123456789", "maps all below to one file"),
        ("/lc/f.txt", 200, "other", "AliasPreservePath adds the rest"),
        ("/lc/sub/no", 404, None, "which may not exist"),
        ("/r3/a", 410, None, "a status alone"),
        ("/r4", 403, None, "a status alone"),
        ("/r5", 410, None, "by its word"),
        ("/o/x", 404, None, "RedirectMatch with a status"),
        ("/lg/x", 410, None, "a status alone in <Location>"),
        ("/ht/f.txt", 200, "ht", "what is not redirected"),
        ("/ht/gx", 410, None, "RedirectMatch in .htaccess"),
        ("/up/../secret/f.txt", 404, None, "dots are resolved before"),
    ],
)
def test_maps(server, path, status, text, shows):
    answer = server(CONF, files=FILES).get(path)
    assert answer.status == status, (shows, answer)
    assert text is None or answer.text == text, shows


@pytest.mark.parametrize(
    "path, status, location, shows",
    [
        ("/r1", 302, "http://test/new", "302 by default"),
        ("/r1/x%20z?y=1", 302, "http://test/new/x%20z?y=1", "the rest and the query are kept"),
        ("/r2/z", 301, "http://x.example/n?q=1/z", "appended even to a query"),
        ("/r2?b", 301, "http://x.example/n?q=1", "a query of its own wins"),
        ("/r6", 301, "http://test/perm", "permanent"),
        ("/r7", 303, "http://test/so", "seeother"),
        ("/r8/q", 302, "http://x.example/q", "temp"),
        ("/rt", 302, "http://test/temp", "RedirectTemp"),
        ("/rp/x", 301, "http://test/forgood/x", "RedirectPermanent"),
        ("/mX?q=%20", 302, "http://test/zX?q=%20", "RedirectMatch keeps the query"),
        ("/n%20a", 302, "http://h.example/p%20a", "RedirectMatch escapes the path"),
        ("/off/deep", 302, "http://test/redirects-come-first", "before aliases"),
        ("/lr/x", 302, "https://test/e/lr/x", "an expression"),
        ("/lm/12/b", 301, "http://test/new/12", "a named group"),
        ("/rel/x?q", 302, "/abc?q", "RedirectRelative"),
        ("/al", 301, "http://test/al/", "mod_dir adds the slash"),
        ("/ht/old/x?q", 301, "http://test/ht/new/x?q", "in .htaccess"),
    ],
)
def test_redirects(server, path, status, location, shows):
    running = server(CONF, files=FILES)
    answer = running.get(path, {"Host": f"test:{running.port}"})
    expected = location.replace("http://test", f"http://test:{running.port}")
    if location.startswith("https://test"):
        expected = location.replace("https://test", f"https://test:{running.port}")
    assert (answer.status, answer.header("Location")) == (status, expected), shows


def test_oldish_is_not_old(server):
    assert server(CONF, files=FILES).get("/r1ish").status == 404


@pytest.mark.differs("apache", "foreign", reason="dots that a pattern lets through do not climb")
def test_a_pattern_that_lets_dots_through_does_not_climb(server):
    running = server(CONF + '<Directory "{root}">\nRequire all granted\n</Directory>\n', files=FILES)
    assert running.get("/up../secret/f.txt").status == 404
    assert running.get("/upf.txt").text == "other"


@pytest.mark.parametrize(
    "conf, words",
    [
        ("Redirect /x", ""),
        ("Redirect foo /x /y", "'foo'"),
        ("Redirect 410 /x /y", "URL"),
        ("Redirect /x y", ""),
        ("AliasMatch ^(a b", ""),
        ("RedirectMatch ^(a /b", ""),
        ("Alias {docroot}", ""),
        ("<Location /x>\nAlias /y {docroot}\n</Location>", ""),
        ("RedirectRelative Foo", "RedirectRelative"),
    ],
)
def test_refuses(server, conf, words):
    probe = server("", start=False)
    probe.write_conf(conf + "\n")
    done = probe.run("-t")
    assert done.returncode != 0 and (RUN != "own" or words in done.stdout + done.stderr), done


@pytest.mark.differs("apache", "foreign", reason="a status that is none is refused at start, not at the first request")
def test_refuses_a_status_that_is_none(server):
    probe = server("", start=False)
    probe.write_conf("Redirect 999 /x\n")
    done = probe.run("-t")
    assert done.returncode != 0 and "999" in done.stdout + done.stderr


def test_a_path_without_a_slash_never_matches(server):
    assert server("Redirect x /y").get("/x").status == 404


def test_an_alias_that_an_earlier_one_hides_is_told(server):
    probe = server("", start=False)
    probe.write_conf("Alias /a {docroot}\nAlias /a/b {docroot}\n")
    done = probe.run("-t")
    assert done.returncode == 0 and "will probably never match" in done.stdout + done.stderr


def test_context_variables(server):
    conf = CONF + """
    <If "true">
        ErrorDocument 404 "is %{CONTEXT_PREFIX} %{CONTEXT_DOCUMENT_ROOT} %{DOCUMENT_ROOT}"
    </If>
    """
    running = server(conf, files=FILES)
    root = running.root
    assert running.get("/al/nope").text == f"is /al {root}/other {root}/htdocs"
    assert running.get("/zz").text == f"is  {root}/htdocs {root}/htdocs"
