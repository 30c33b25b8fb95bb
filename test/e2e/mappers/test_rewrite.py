"""mod_rewrite: its directives in each place, and what is refused.

What rules do to URLs is compared with Apache in test_rewrite_peer.py.
"""

import pytest
from pinion_server import RUN

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "userdir", "env", "setenvif", "headers", "rewrite")
OPEN = '<Directory "{docroot}">\n    AllowOverride All\n    Options FollowSymLinks\n</Directory>\n'

# /NAME/ has a.txt, b.txt and the .htaccess given here; deeper names inherit.
HTACCESS = {
    "plain": "RewriteRule ^x$ a.txt\n",
    "on": "RewriteEngine On\nRewriteRule ^x$ a.txt\nRewriteRule ^sub/x$ a.txt\nRewriteRule ^z$ a.txt\n",
    "on/silent": "# nothing of this module\n",
    "on/other": "RewriteEngine On\nRewriteRule ^y$ b.txt\n",
    "on/off": "RewriteEngine Off\n",
    "on/base": "RewriteBase /on/base\n",
    "on/inherit": "RewriteEngine On\nRewriteOptions Inherit\nRewriteRule ^y$ b.txt\nRewriteRule ^z$ b.txt\n",
    "on/before": "RewriteEngine On\nRewriteOptions InheritBefore\nRewriteRule ^y$ b.txt\nRewriteRule ^z$ b.txt\n",
    "down": "RewriteEngine On\nRewriteOptions InheritDown\nRewriteRule ^x$ a.txt\nRewriteRule ^z$ a.txt\n",
    "down/kid": "RewriteEngine On\nRewriteRule ^z$ b.txt\n",
    "down/kid/kid": "RewriteEngine On\nRewriteRule ^w$ b.txt\n",
    "down/no": "RewriteEngine On\nRewriteOptions IgnoreInherit\nRewriteRule ^z$ b.txt\n",
    "downb": "RewriteEngine On\nRewriteOptions InheritDownBefore\nRewriteRule ^z$ a.txt\n",
    "downb/kid": "RewriteEngine On\nRewriteRule ^z$ b.txt\n",
    "mergebase": "RewriteEngine On\nRewriteOptions MergeBase\nRewriteBase /on/\nRewriteRule ^x$ a.txt\n",
    "mergebase/kid": "RewriteEngine On\nRewriteRule ^x$ b.txt\n",
    "nomerge": "RewriteEngine On\nRewriteBase /on/\nRewriteRule ^x$ a.txt\n",
    "nomerge/kid": "RewriteEngine On\nRewriteRule ^x$ b.txt\n",
    "iff": "RewriteEngine On\n<If \"%{QUERY_STRING} == 'q'\">\nRewriteRule x$ /iff/a.txt\n</If>\nRewriteRule ^x$ b.txt\n",
    "files": "RewriteEngine On\n<Files \"a.*\">\nRewriteEngine On\nRewriteRule ^ - [F]\n</Files>\n",
    "links": "Options -FollowSymLinks\nRewriteEngine On\nRewriteRule ^x$ a.txt\n",
    "linksowner": "Options -FollowSymLinks +SymLinksIfOwnerMatch\nRewriteEngine On\nRewriteRule ^x$ a.txt\n",
    "linksnone": "Options -FollowSymLinks\n",
    "linksempty": "Options -FollowSymLinks\nRewriteEngine On\n",
    "noslash": "RewriteEngine On\nRewriteRule ^(.*)$ a.txt [END]\n",
    "slash": "RewriteEngine On\nDirectorySlash Off\nRewriteRule ^(.*)$ a.txt [END]\n",
    "slash2": "RewriteEngine On\nDirectorySlash Off\nRewriteOptions AllowNoSlash\nRewriteRule slash2$ /slash2/b.txt [END]\n",
    "crlf": "RewriteEngine On\r\nRewriteRule ^x$ a.txt [L]\r\n",
}
FILES = {f"htdocs/{name}/{file}": f"{name}/{file}\n" for name in HTACCESS for file in ("a.txt", "b.txt", "c.txt")}
FILES.update({f"htdocs/{name}/.htaccess": text for name, text in HTACCESS.items()})
FILES.update({"htdocs/dir/a.txt": "dir/a.txt\n", "htdocs/dir2/a.txt": "dir2/a.txt\n", "htdocs/loc/a.txt": "loc/a.txt\n"})

CONF = OPEN + """
<Directory "{docroot}/dir">
    RewriteEngine On
    RewriteRule ^x$ a.txt
</Directory>
<Directory "{docroot}/dir2">
    RewriteRule ^x$ a.txt
</Directory>
<Location "/loc">
    RewriteEngine On
    RewriteRule x$ /loc/a.txt
    RewriteRule r$ to [R]
</Location>
"""


@pytest.fixture(scope="module")
def running(server):
    return server(CONF, files=FILES, modules=MODULES)


@pytest.mark.parametrize("path, status, body, shows", [
    ("/plain/x", 404, None, "off by default: rules alone do nothing"),
    ("/on/x", 200, "on/a.txt", "on"),
    ("/on/silent/x", 404, None, "rules of above are seen from their own directory"),
    ("/on/sub/x", 200, "on/a.txt", "and match the whole rest"),
    ("/on/other/x", 404, None, "rules below replace those above"),
    ("/on/other/y", 200, "on/other/b.txt", "own rules"),
    ("/on/off/x", 404, None, "switched off below"),
    ("/on/base/x", 404, None, "On is inherited, the rules are not"),
    ("/on/inherit/x", 200, "on/inherit/a.txt", "Inherit"),
    ("/on/inherit/y", 200, "on/inherit/b.txt", "beside its own"),
    ("/on/inherit/z", 200, "on/inherit/b.txt", "which come first"),
    ("/on/before/z", 200, "on/before/a.txt", "InheritBefore: those of above come first"),
    ("/down/kid/x", 200, "down/kid/a.txt", "InheritDown"),
    ("/down/kid/z", 200, "down/kid/b.txt", "own ones first"),
    ("/down/kid/kid/x", 200, "down/kid/kid/a.txt", "and further down"),
    ("/down/no/x", 404, None, "IgnoreInherit"),
    ("/downb/kid/z", 200, "downb/kid/a.txt", "InheritDownBefore"),
    ("/mergebase/kid/x", 200, "on/b.txt", "MergeBase, an option that is inherited"),
    ("/nomerge/kid/x", 200, "nomerge/kid/b.txt", "RewriteBase is not inherited"),
    ("/nomerge/x", 200, "on/a.txt", "RewriteBase"),
    ("/iff/x", 200, "iff/b.txt", "If does not apply"),
    ("/iff/x?q", 200, "iff/a.txt", "If applies"),
    ("/files/a.txt", 403, None, "Files"),
    ("/files/b.txt", 200, "files/b.txt", "other files"),
    ("/links/a.txt", 403, None, "rules need FollowSymLinks"),
    ("/linksowner/x", 200, "linksowner/a.txt", "or SymLinksIfOwnerMatch"),
    ("/linksnone/a.txt", 200, "linksnone/a.txt", "without the engine nothing is needed"),
    ("/linksempty/a.txt", 403, None, "with it, rules or not"),
    ("/noslash", 301, None, "a directory without its slash is mod_dir's"),
    ("/slash", 404, None, "also where it adds none"),
    ("/slash2", 200, "slash2/b.txt", "AllowNoSlash"),
    ("/dir/x", 200, "dir/a.txt", "Directory"),
    ("/dir2/x", 404, None, "Directory, off"),
    ("/loc/x", 200, "loc/a.txt", "Location"),
    ("/crlf/x", 200, "crlf/a.txt", "lines of Windows"),
])
def test_places(running, path, status, body, shows):
    res = running.get(path)
    assert res.status == status, shows
    if body:
        assert res.text.strip() == body, shows


@pytest.mark.parametrize("path", ["/loc/r", "/loc/deep/r"])
def test_a_relative_redirect_in_a_location(running, path):
    assert running.get(path).header("Location") == f"http://test:{running.port}/loc/to"


def test_refuses_rules_without_links_with_a_reason(running):
    running.get("/links/a.txt")
    assert running.error_log.has("FollowSymLinks")


@pytest.mark.parametrize("override, status", [("FileInfo", 200), ("All", 200), ("None", 404), ("AuthConfig Indexes", 500)])
def test_override(server, override, status):
    s = server('<Directory "{docroot}">\nAllowOverride ' + override + "\nOptions FollowSymLinks\n</Directory>\n",
               files={"htdocs/on/.htaccess": HTACCESS["on"], "htdocs/on/a.txt": ""}, modules=MODULES)
    assert s.get("/on/x").status == status
    if status == 500:
        assert s.error_log.has("RewriteEngine not allowed here")


def test_override_list(server):
    s = server('<Directory "{docroot}">\nAllowOverride None\nAllowOverrideList RewriteEngine RewriteRule\nOptions FollowSymLinks\n</Directory>\n',
               files={"htdocs/on/.htaccess": HTACCESS["on"], "htdocs/on/a.txt": "",
                      "htdocs/cond/.htaccess": "RewriteEngine On\nRewriteCond a b\n"}, modules=MODULES)
    assert s.get("/on/x").status == 200
    assert s.get("/cond/x").status == 500


@pytest.mark.parametrize("text", ["RewriteMap m int:tolower\n", "RewriteRule (\n", "RewriteRule ( b\n", "RewriteCond a b [X]\n", "RewriteBase x\n"])
def test_an_error_in_htaccess_answers_500(server, text):
    s = server(OPEN, files={"htdocs/e/.htaccess": text, "htdocs/e/a.txt": ""}, modules=MODULES)
    assert s.get("/e/a.txt").status == 500
    assert s.get("/a.txt").status == 200


# --- servers ----------------------------------------------------------------

HOSTS = OPEN + """
RewriteEngine On
RewriteRule ^/main$ /a.txt
RewriteMap low int:tolower
RewriteRule ^/LOW$ /${low:A.TXT}
<Directory "{docroot}/plain">
    RewriteRule ^y$ b.txt
</Directory>
<VirtualHost *>
    ServerName none
</VirtualHost>
<VirtualHost *>
    ServerName own
    RewriteEngine On
    RewriteRule ^/own$ /a.txt
</VirtualHost>
<VirtualHost *>
    ServerName inherit
    RewriteEngine On
    RewriteOptions Inherit
    RewriteRule ^/own$ /a.txt
    RewriteRule ^/main$ /b.txt
</VirtualHost>
<VirtualHost *>
    ServerName before
    RewriteEngine On
    RewriteOptions InheritBefore
    RewriteRule ^/main$ /b.txt
</VirtualHost>
<VirtualHost *>
    ServerName inheritoff
    RewriteOptions Inherit
</VirtualHost>
<VirtualHost *>
    ServerName anyuri
    RewriteEngine On
    RewriteOptions AllowAnyURI
    RewriteRule . - [R=410]
</VirtualHost>
<VirtualHost *>
    ServerName strict
    RewriteEngine On
    RewriteRule . - [R=410]
</VirtualHost>
"""


@pytest.mark.parametrize("host, path, status, shows", [
    ("none", "/main", 404, "a virtual host has the engine off unless it says on"),
    ("own", "/main", 404, "and its own rules"),
    ("own", "/own", 200, "only"),
    ("inherit", "/own", 200, "Inherit: own rules"),
    ("inherit", "/main", 404, "own rules first"),
    ("inherit", "/LOW", 200, "maps are inherited too"),
    ("before", "/main", 200, "InheritBefore"),
    ("inheritoff", "/main", 200, "Inherit alone: the engine is inherited as well"),
    ("anyuri", "*", 410, "AllowAnyURI"),
    ("strict", "*", 200, "what is no path meets no rules"),
])
def test_virtual_hosts(server, host, path, status, shows):
    s = server(HOSTS, files={"htdocs/plain/b.txt": ""}, modules=MODULES)
    method = "OPTIONS" if path == "*" else "GET"
    assert s.request(method, path, {"Host": host}).status == status, shows


def test_the_servers_engine_counts_in_sections(server):
    s = server(HOSTS, files={"htdocs/plain/b.txt": ""}, modules=MODULES)
    assert s.get("/plain/y", {"Host": "none"}).status == 200


@pytest.mark.parametrize("version, status", [("1.1", 200), ("1.0", 200)])
def test_inherit_down_from_the_server(server, version, status):
    s = server("RewriteEngine On\nRewriteOptions InheritDown\nRewriteRule ^/main$ /a.txt\n<VirtualHost *>\nServerName v\nRewriteEngine On\n"
               "</VirtualHost>\n", modules=MODULES)
    assert s.get("/main", {"Host": "v"}, version=version).status == status


def test_script_url_is_set_where_the_engine_is_on(server):
    s = server("RewriteEngine On\nHeader set U \"%{SCRIPT_URL}e %{SCRIPT_URI}e\"\n", modules=MODULES)
    assert s.get("/a.txt").header("U") == f"/a.txt http://test:{s.port}/a.txt"


# --- aliases and users --------------------------------------------------------

ALIASES = OPEN + """
Alias /al {root}/other
Alias /ig {root}/ignore
<Directory "{root}/other">
    AllowOverride All
    Options FollowSymLinks
    Require all granted
</Directory>
<Directory "{root}/ignore">
    AllowOverride All
    Options FollowSymLinks
    Require all granted
</Directory>
UserDir {root}/users/*/web
<Directory "{root}/users">
    AllowOverride All
    Options FollowSymLinks
    Require all granted
</Directory>
"""
RULES = "RewriteEngine On\nRewriteRule ^x$ a.txt\nRewriteRule ^sub/x$ sub/a.txt\nRewriteRule ^r$ a.txt [R]\nRewriteRule ^(.*)/$ $1 [R=301,L]\n"


@pytest.fixture(scope="module")
def aliased(server):
    files = {f"{top}/{name}": text for top in ("other", "users/root/web", "htdocs/sub") for name, text in
             ((".htaccess", RULES), ("a.txt", top), ("sub/a.txt", top))}
    files.update({"ignore/.htaccess": "RewriteOptions IgnoreContextInfo\n" + RULES, "ignore/a.txt": "",
                  "other/based/.htaccess": "RewriteEngine On\nRewriteBase /al/based\nRewriteRule ^r$ a.txt [R]\n"})
    return server(ALIASES, files=files, modules=MODULES)


@pytest.mark.parametrize("path, body", [("/al/x", "other"), ("/~root/x", "users/root/web"), ("/sub/x", "htdocs/sub"), ("/al/sub/x", "other")])
def test_relative_targets_stay_where_the_rule_is(aliased, path, body):
    res = aliased.get(path)
    assert (res.status, res.text) == (200, body)


def test_without_context_a_file_name_is_taken_for_a_url(aliased):
    assert aliased.get("/ig/x").status == 404


@pytest.mark.differs("apache", "foreign", reason="a redirect to a relative target goes to the URL that the directory was reached by; "
                     "Apache sends the path of the file system")
@pytest.mark.parametrize("path, status, to", [
    ("/sub/r", 302, "/sub/a.txt"), ("/sub/about/", 301, "/sub/about"), ("/al/r", 302, "/al/a.txt"), ("/al/about/", 301, "/al/about"),
    ("/al/x/y/", 301, "/al/x/y"), ("/~root/about/", 301, "/~root/about"), ("/ig/about/", 301, "/ig/about"),
])
def test_relative_redirects_tell_no_path(aliased, path, status, to):
    res = aliased.get(path)
    assert (res.status, res.header("Location")) == (status, f"http://test:{aliased.port}{to}")


def test_relative_redirects_follow_the_base(aliased):
    assert aliased.get("/al/based/r").header("Location") == f"http://test:{aliased.port}/al/based/a.txt"


# --- loops ------------------------------------------------------------------------

def test_a_loop_ends_with_500_and_says_which_limit(server):
    s = server(OPEN, files={"htdocs/l/.htaccess": "RewriteEngine On\nRewriteRule (.*) x/$1 [L]\n"}, modules=MODULES)
    assert s.get("/l/a").status == 500
    assert s.error_log.has("LimitInternalRecursion")
    assert RUN != "own" or s.error_log.has("END instead of L")


def test_the_limit_can_be_set(server):
    rules = "RewriteEngine On\nRewriteCond %{REQUEST_URI} !x/x/x/x\nRewriteRule (.*) x/$1 [L]\n"
    files = {"htdocs/l/.htaccess": rules, "htdocs/l/x/x/x/x/a": ""}
    assert server(OPEN, files=files, modules=MODULES).get("/l/a").status == 200
    assert server("LimitInternalRecursion 2\n" + OPEN, files=files, modules=MODULES).get("/l/a").status == 500


@pytest.mark.parametrize("rule, status", [("RewriteRule ^/(.*)$ /x$1 [N]", 500), ("RewriteRule ^/(.*)$ /$1$1$1 [N]", 500),
                                          ("RewriteRule ^/(.*)a(.*)$ /$1b$2 [N=3]", 500), ("RewriteRule ^/(.*)a(.*)$ /$1b$2 [N=9]", 404)])
def test_rounds_are_limited(server, rule, status):
    s = server("RewriteEngine On\n" + rule + "\n", modules=MODULES)
    assert s.get("/aaaaa").status == status


# --- refused ----------------------------------------------------------------------

@pytest.mark.parametrize("conf, words", [
    ("RewriteEngine", "RewriteEngine"),
    ("RewriteEngine maybe", "RewriteEngine"),
    ("RewriteRule a", "bad argument line"),
    ("RewriteRule", "bad argument line"),
    ("RewriteRule ( b", "regular expression"),
    ("RewriteRule a b c", "bad flag delimiters"),
    ("RewriteRule a b [L, R]", "bad flag delimiters"),
    ("RewriteRule a b []", "unknown flag ''"),
    ("RewriteRule a b [XYZ]", "unknown flag 'XYZ'"),
    ("RewriteRule a b [R=999]", "'999' is no HTTP status"),
    ("RewriteRule a b [R=306]", "'306'"),
    ("RewriteRule a b [BNE]", "BNE needs"),
    ("RewriteCond a", "bad argument line"),
    ("RewriteCond a (", "regular expression"),
    ("RewriteCond a b [XYZ]", "unknown flag 'XYZ'"),
    ("RewriteCond expr \"a =\"\nRewriteRule a b", "cannot read the expression"),
    ("RewriteBase /x", "only valid in"),
    ("<Directory />\nRewriteBase x\n</Directory>", "'x' is not a URL path"),
    ("<Directory />\nRewriteMap m int:tolower\n</Directory>", "not allowed"),
    ("RewriteOptions Foo", "unknown option 'Foo'"),
    ("RewriteMap m", "RewriteMap"),
    ("RewriteMap m int:foo", "internal map not found: foo"),
    ("RewriteMap m txt:/none", "file for map m not found: /none"),
    ("RewriteMap m rnd:/none", "not found"),
    ("RewriteMap m dbm:/none", "not found"),
    ("RewriteMap m dbm=foo:/etc/passwd", "dbm type foo is invalid"),
    ("RewriteMap m prg:/none", "not found"),
    ("RewriteMap m \"dbd:SELECT a FROM b WHERE c = %s\"", "mod_dbd"),
])
def test_refuses(server, conf, words):
    server("", start=False, modules=MODULES).refuses(conf, words)


@pytest.mark.differs("apache", "foreign", reason="a number of rounds or of rules to skip that is no number is refused")
@pytest.mark.parametrize("flag", ["S=x", "S=-1", "S", "N=x"])
def test_refuses_numbers_that_are_none(server, flag):
    server("", start=False, modules=MODULES).refuses(f"RewriteRule a b [{flag}]", "is no number")


@pytest.mark.parametrize("rule", ["RewriteRule a b \"[L, R]\"", "RewriteRule a b [last,redirect=permanent,NOCASE]",
                                  "RewriteRule a ${nomap:$1|x}", "RewriteRule a b [L] and more", "RewriteOptions MaxRedirects=9",
                                  "RewriteCond a b [nocase,ornext,novary]\nRewriteRule a b"])
def test_accepts(server, rule):
    probe = server("", start=False, modules=MODULES)
    probe.write_conf(rule + "\n")
    done = probe.run("-t")
    assert done.returncode == 0, done.stderr


# --- the trace --------------------------------------------------------------------

@pytest.mark.own("the trace has its own words")
def test_the_trace_says_what_was_applied_to_what(server):
    s = server(OPEN + "LogLevel rewrite:trace8\n", modules=MODULES, files={
        "htdocs/t/.htaccess": "RewriteEngine On\nRewriteRule ^no$ -\nRewriteCond %{QUERY_STRING} ^b [NC]\nRewriteRule ^x$ y\n"
                              "RewriteCond %{QUERY_STRING} =a\nRewriteRule ^x$ a.txt?n=1 [E=V:1]\n", "htdocs/t/a.txt": ""})
    assert s.get("/t/x?a").status == 200
    for words in ("without the directory: 'x'", "pattern '^no$' on 'x': no match", "pattern '^x$' on 'x': matches",
                  "condition '%{QUERY_STRING}' (and): 'a' against '^b' [NC]: not met", "'a' against '=a': met",
                  "rewrite 'x' -> 'a.txt?n=1'", "split: 'a.txt', query string 'n=1'", "variable 'V' is now '1'",
                  "internal redirect: '/t/a.txt'", "[test/initial/redir#1]"):
        assert s.error_log.has(words), words
