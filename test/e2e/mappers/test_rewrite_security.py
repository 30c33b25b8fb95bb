"""mod_rewrite: the kinds of faults that rules have had, one test each."""

import os

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "cgi", "headers", "rewrite")
OPEN = '<Directory "{docroot}">\n    AllowOverride All\n    Options FollowSymLinks\n</Directory>\n'


@pytest.mark.parametrize("path, status", [("/html/page%3fooo", 403), ("/html/page", 200), ("/q/a%3fb", 200), ("/allow/page.html%3fx", 200)])
def test_an_encoded_question_mark_does_not_end_a_file_name(server, path, status):
    """CVE-2024-38474."""
    s = server("RewriteEngine On\nRewriteRule ^/html/(.+)$ /$1.html\nRewriteRule ^/q/(.+)$ /page.html?q=$1\n"
               "RewriteRule ^/allow/(.+)$ /$1 [UnsafeAllow3F]\n", files={"htdocs/page.html": ""}, modules=MODULES)
    assert s.get(path).status == status
    if status == 403:
        assert s.error_log.has("UnsafeAllow3F")


@pytest.mark.parametrize("path, status", [
    ("/any/etc/passwd", 404), ("/any/a.txt", 200), ("/any{docroot}/a.txt", 200), ("/flag/etc/passwd", 200),
    ("/cond/x?/etc", 404), ("/lit/passwd", 200), ("/tail/c/passwd", 404),
])
def test_a_request_does_not_choose_a_place_in_the_file_system(server, path, status):
    """CVE-2024-38475."""
    s = server("RewriteEngine On\nRewriteRule ^/any(/.*)$ $1\nRewriteRule ^/flag(/.*)$ $1 [UnsafePrefixStat]\n"
               "RewriteCond %{QUERY_STRING} (.+)\nRewriteRule ^/cond %1/passwd?\nRewriteRule ^/lit/(.*)$ /etc/$1\n"
               "RewriteRule ^/tail/(.*)$ /et$1\n<Directory /etc>\nRequire all granted\n</Directory>\n", modules=MODULES)
    assert s.get(path.replace("{docroot}", s.site.path("htdocs"))).status == status


@pytest.mark.parametrize("path", ["/go/unix:/var/run/x%7chttp://localhost/", "/go/proxy:http://127.0.0.1:1/"])
def test_a_request_does_not_choose_the_proxy(server, path):
    """CVE-2024-38473, CVE-2024-39573: no proxy without P."""
    s = server("RewriteEngine On\nRewriteRule ^/go/(.*)$ $1\n" + OPEN, modules=(*MODULES, "proxy", "proxy_http"),
               files={"htdocs/h/.htaccess": "RewriteEngine On\nRewriteRule ^go/(.*)$ $1\n"})
    for target in (path, "/h" + path):
        res = s.get(target)
        assert res.status in (302, 400, 403, 404), res
        assert res.status != 302 or res.header("Location").startswith("unix:")


def test_a_path_of_a_network_is_a_path(server):
    """CVE-2024-40898: leading slashes are one, so nothing names a host."""
    s = server("RewriteEngine On\nRewriteRule ^/u/(.*)$ //$1\nRewriteRule ^/f/(.*)$ //$1 [UNC]\n", modules=MODULES)
    assert s.get("/u/a.txt").status == 200
    assert s.get("/u//server/share").status == 404
    assert s.get("/f/a.txt").status in (200, 404)


@pytest.mark.parametrize("expression, status", [("false", 404), ("true", 200), ("%{QUERY_STRING} == 'x'", 404), ("-z %{QUERY_STRING}", 200),
                                                ("! true", 404), ("%{REQUEST_METHOD} in { 'GET', 'HEAD' }", 200)])
def test_an_expression_that_is_false_is_not_met(server, expression, status):
    """CVE-2025-54090."""
    s = server("RewriteEngine On\n" + f'RewriteCond expr "{expression}"\n' + "RewriteRule ^/x$ /a.txt\n", modules=MODULES)
    assert s.get("/x").status == status


@pytest.mark.parametrize("function", ["file", "filesize"])
def test_htaccess_reads_no_files_by_expressions(server, function):
    """CVE-2026-24072."""
    s = server(OPEN, files={f"htdocs/{function}/.htaccess": "RewriteEngine On\n" + f'RewriteCond expr "{function}(\'/etc/passwd\') =~ /root/"\n'
                            "RewriteRule ^ - [G]\n", f"htdocs/{function}/a.txt": ""}, modules=MODULES)
    assert s.get(f"/{function}/a.txt").status == 500


def test_what_was_looked_ahead_outlives_the_look(server):
    """CVE-2026-56154: a header's value, after the subrequest is gone."""
    s = server("RewriteEngine On\nRewriteCond %{LA-U:HTTP:X-Long}|%{LA-U:REQUEST_FILENAME}|%{LA-U:ENV:V}|%{LA-U:REQUEST_URI} ^(.*?)\\|.*\\|(.*)\\|(.*)$\n"
               "RewriteRule ^/la - [E=GOT:%1,E=U:%3]\nHeader set Got \"%{GOT}e %{U}e\"\n", files={"htdocs/la": ""}, modules=MODULES)
    value = "x" * 3000
    for _ in range(20):
        assert s.get("/la", {"X-Long": value}).header("Got") == f"{value} /la"


@pytest.mark.parametrize("rule", ["RewriteRule ^/r/(.*)$ /$1 [R]", "RewriteRule ^/r/(.*)$ /$1 [R,NE]", "RewriteRule ^/r/(.*)$ http://o.example/$1",
                                  "RewriteRule ^/r/(.*)$ - [CO=n:$1:d]", "RewriteRule ^/r/(.*)$ /?$1 [R,NE]"])
def test_a_line_feed_does_not_split_an_answer(server, rule):
    s = server("RewriteEngine On\n" + rule + "\n", modules=MODULES)
    res = s.get("/r/a%0d%0aX-Injected:%20yes")
    assert res.header("X-Injected") is None
    assert not any("Injected" in name for name, _ in res.fields)


def test_a_pattern_sees_the_whole_line(server):
    """CVE-2019-10098: the dot matches a line feed, $ only the end."""
    s = server("RewriteEngine On\nRewriteRule ^/x.y$ - [G]\nRewriteRule ^/z$ - [G]\nRewriteRule ^/([^/]*)/(.*)$ http://o.example/$1\n", modules=MODULES)
    assert s.get("/x%0Ay").status == 410
    assert s.get("/z%0A").status == 404


def test_what_is_no_path_meets_no_rules(server):
    """CVE-2011-3368: a target such as "@host" must not become part of a host name."""
    s = server("RewriteEngine On\nRewriteRule (.*) http://inner.example$1 [R,L]\n", modules=MODULES)
    res = s.raw("GET @evil.example/ HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
    assert res.status == 400
    res = s.raw("OPTIONS * HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
    assert res.header("Location") is None


@pytest.mark.parametrize("path", ["/p/../../etc/passwd", "/p/%2e%2e/%2e%2e/etc/passwd", "/p/..%2f..%2fetc%2fpasswd", "/p/.%00/etc/passwd"])
def test_dots_do_not_leave_the_site(server, path):
    s = server("RewriteEngine On\nRewriteRule ^/p/(.*)$ /sub/$1\n", files={"htdocs/sub/x": ""}, modules=MODULES)
    res = s.raw(f"GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
    assert res.status in (400, 403, 404)
    assert b"root:" not in res.body


@pytest.mark.own("what grows without end is stopped by its length")
@pytest.mark.parametrize("rules", ["RewriteRule ^(.*)$ $1$1 [N]", "RewriteRule ^(.*)$ /$1$1$1$1$1$1$1$1 [N]",
                                   "RewriteCond $1$1$1$1 ^(.*)$\nRewriteRule ^(.*)$ %1%1 [N]", "RewriteRule ^(.*)$ $1x [N]"])
def test_a_text_that_grows_is_stopped(server, rules):
    s = server("RewriteEngine On\n" + rules + "\n", modules=MODULES)
    assert s.get("/" + "a" * 4000).status == 500
    assert s.error_log.has("without end") or s.error_log.has("longer than")


def test_a_look_ahead_at_itself_ends(server):
    s = server("RewriteEngine On\nRewriteCond %{LA-U:REQUEST_FILENAME} nothing\nRewriteRule . - [F]\nRewriteCond %{REQUEST_URI} -U\n"
               "RewriteRule ^/none$ - [G]\n" + OPEN, modules=MODULES,
               files={"htdocs/l/.htaccess": "RewriteEngine On\nRewriteCond %{LA-U:REQUEST_URI}%{LA-F:REQUEST_URI} nothing\nRewriteRule . - [F]\n"
                      "RewriteCond %{REQUEST_FILENAME} -F\nRewriteCond %{REQUEST_URI} -U\nRewriteRule ^a - [T=text/x-a]\n", "htdocs/l/a": ""})
    assert s.get("/a.txt").status == 200
    assert s.get("/l/a").header("Content-Type") == "text/x-a"


def test_a_pattern_that_backtracks_without_end_is_given_up(server):
    s = server("RewriteEngine On\nRewriteRule ^/((a+)+)+$ - [G]\n", modules=MODULES)
    assert s.get("/" + "a" * 60 + "b").status in (404, 500)


@pytest.mark.own("a limit of ours")
def test_maps_nest_to_a_limit(server):
    deep = "${m:" * 40 + "x" + "}" * 40
    server("", start=False, modules=MODULES).refuses(f"RewriteMap m int:tolower\nRewriteRule a {deep}", "nested")


def test_many_rules_and_long_ones(fresh_server):
    rules = "".join(f"RewriteCond %{{QUERY_STRING}} ^x{i}$\nRewriteRule ^p{i}$ /a.txt\n" for i in range(3000))
    s = fresh_server(OPEN, files={"htdocs/m/.htaccess": "RewriteEngine On\n" + rules, "htdocs/m/f": "f"}, modules=MODULES)
    assert s.get("/m/f").text == "f"
    assert s.get("/m/p2999?x2999").status == 200
    assert os.path.exists(s.site.path("htdocs/m/.htaccess"))
