"""Cases from the field, part R: rewriting, in .htaccess files as applications ship them."""

import base64
import gzip

import pytest

MODULES = ("authz_core", "authz_host", "authn_core", "authn_file", "authz_user", "auth_basic", "mime", "dir", "alias", "userdir",
           "autoindex", "headers", "env", "setenvif", "rewrite")
OPEN = """
<Directory "{docroot}">
    AllowOverride All
    Options FollowSymLinks
</Directory>
DirectoryIndex index.php index.html
"""
FRONT = "RewriteCond %{REQUEST_FILENAME} !-f\nRewriteCond %{REQUEST_FILENAME} !-d\nRewriteRule ^ index.php [L]\n"
ECHO = """<?php
header('Content-Type: application/json');
echo json_encode(['server' => $_SERVER, 'get' => $_GET, 'script' => basename(__FILE__)], JSON_INVALID_UTF8_SUBSTITUTE);
"""


@pytest.fixture(scope="module")
def site(php):
    """site(files, conf): a server with these files; "ECHO" is a script that tells what it sees."""
    def make(files, conf="", **options):
        texts = {"htdocs/" + name: ECHO if text == "ECHO" else text for name, text in files.items()}
        return php(OPEN + conf, files=texts, modules=MODULES, **options)
    return make


def seen(res):
    """$_SERVER of a script, and the script's name."""
    import json

    assert res.status == 200, res
    told = json.loads(res.text)
    return {**told["server"], "script": told["script"]}


def place(server, res):
    return res.header("Location", "").replace(f"http://test:{server.port}", "").replace("http://test", "")


# --- R01 ----------------------------------------------------------------------

WP = """RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /wp/
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /wp/index.php [L]
"""


@pytest.fixture(scope="module")
def wordpress(site):
    return site({"wp/.htaccess": WP, "wp/index.php": "ECHO", "wp/a.css": "css", "wp/dir/x": ""})


def test_r01_a_pretty_link_reaches_wordpress(wordpress):
    got = seen(wordpress.get("/wp/2024/hello/?x=1&y=%20z", {"Authorization": "Basic abc"}))
    want = {"REQUEST_URI": "/wp/2024/hello/?x=1&y=%20z", "SCRIPT_NAME": "/wp/index.php", "PHP_SELF": "/wp/index.php",
            "QUERY_STRING": "x=1&y=%20z", "REDIRECT_URL": "/wp/2024/hello/", "REDIRECT_STATUS": "200",
            "REDIRECT_QUERY_STRING": "x=1&y=%20z", "HTTP_AUTHORIZATION": "Basic abc", "REDIRECT_HTTP_AUTHORIZATION": "Basic abc"}
    assert {name: got.get(name) for name in want} == want
    assert "PATH_INFO" not in got


def test_r01_without_the_header_both_are_empty(wordpress):
    got = seen(wordpress.get("/wp/x"))
    assert (got["HTTP_AUTHORIZATION"], got["REDIRECT_HTTP_AUTHORIZATION"]) == ("", "")


@pytest.mark.parametrize("path, status, to", [("/wp/a.css", 200, ""), ("/wp/dir", 301, "/wp/dir/"), ("/wp/a%2Fb", 404, ""), ("/wp/a%00b", 404, "")])
def test_r01_what_is_there_is_served(wordpress, path, status, to):
    res = wordpress.get(path)
    assert (res.status, place(wordpress, res)) == (status, to)


def test_r01_a_question_mark_in_a_path(wordpress):
    got = seen(wordpress.get("/wp/what%3Fis/"))
    assert (got["REDIRECT_URL"], got["QUERY_STRING"]) == ("/wp/what?is/", "")


# --- R03 ----------------------------------------------------------------------

def test_r03_a_loop_ends_and_end_prevents_it(site):
    s = site({"l/.htaccess": "RewriteEngine On\nRewriteRule (.*) x/$1 [L]\n", "l/x/a.txt": "",
              "e/.htaccess": "RewriteEngine On\nRewriteRule (.*) x/$1 [END]\n", "e/x/a.txt": "found"})
    assert s.get("/l/a.txt").status == 500
    assert s.error_log.count("LimitInternalRecursion") == 1
    assert s.get("/e/a.txt").text == "found"


# --- R05 (more in test_rewrite.py) ------------------------------------------------

@pytest.mark.differs("apache", "foreign", reason="a redirect to a relative target goes to the URL that the directory was reached by; "
                     "Apache sends the path of the file system")
def test_r05_a_relative_redirect_tells_no_path(site):
    s = site({"sub/.htaccess": "RewriteEngine On\nRewriteRule ^(.*)/$ $1 [R=301,L]\n"})
    res = s.get("/sub/about/")
    assert (res.status, place(s, res)) == (301, "/sub/about")


@pytest.mark.parametrize("base", ["/sub/", "/sub"])
def test_r05_with_a_base_it_never_did(site, base):
    s = site({"sub/.htaccess": f"RewriteEngine On\nRewriteBase {base}\nRewriteRule ^(.*)/$ $1 [R=301,L]\n"})
    res = s.get("/sub/about/")
    assert (res.status, place(s, res)) == (301, "/sub/about")


# --- R07 ----------------------------------------------------------------------

@pytest.mark.parametrize("method, path, status, to", [
    ("GET", "/public/about/?x=1", 301, "/public/about?x=1"), ("GET", "/public/a%20b/", 301, "/public/a%20b"),
    ("GET", "/public/dir/", 403, ""), ("POST", "/public/api/", 301, "/public/api"), ("GET", "/public/x/y", 200, ""),
])
def test_r07_laravel(site, method, path, status, to):
    s = site({"public/.htaccess": "Options -Indexes\nRewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-d\nRewriteCond %{REQUEST_URI} (.+)/$\n"
              "RewriteRule ^ %1 [L,R=301]\n" + FRONT, "public/index.php": "ECHO", "public/dir/x": ""})
    res = s.request(method, path, body="" if method == "POST" else None)
    assert (res.status, place(s, res)) == (status, to)


# --- R09 ----------------------------------------------------------------------

@pytest.mark.parametrize("path, status, to", [("/can/index.php?a=1", 301, "/can/?a=1"), ("/can/", 200, ""), ("/can/x", 200, "")])
def test_r09_removing_index_php(site, path, status, to):
    s = site({"can/.htaccess": "RewriteEngine On\nRewriteCond %{THE_REQUEST} \" /can/index.php\"\nRewriteRule ^index.php$ /can/ [R=301,L]\n" + FRONT,
              "can/index.php": "ECHO"})
    res = s.get(path)
    assert (res.status, place(s, res)) == (status, to)


# --- R11, R13 -------------------------------------------------------------------

@pytest.mark.parametrize("path, query", [("1", "x=1"), ("2", "x=1&y=2"), ("3", ""), ("4", ""), ("5", "y=2")])
def test_r11_query_strings(site, path, query):
    s = site({"q/.htaccess": "RewriteEngine On\nRewriteRule ^1$ t.php?x=1\nRewriteRule ^2$ t.php?x=1 [QSA]\nRewriteRule ^3$ t.php?\n"
              "RewriteRule ^4$ t.php [QSD]\nRewriteRule ^5$ t.php\n", "q/t.php": "ECHO"})
    assert seen(s.get(f"/q/{path}?y=2"))["QUERY_STRING"] == query


def test_r13_an_encoded_question_mark(site):
    s = site({"page.html": "", "d/.htaccess": "RewriteEngine On\nRewriteRule ^f/(.*)$ t.php?p=$1\n", "d/t.php": "ECHO"},
             "RewriteEngine On\nRewriteRule ^/html/(.+)$ /$1.html\nRewriteRule ^/allowed/(.+)$ /$1.html [UnsafeAllow3F]\n")
    assert s.get("/html/page%3fooo").status == 403
    assert s.error_log.has("UnsafeAllow3F")
    assert s.get("/html/page").status == 200
    assert seen(s.get("/d/f/x%3Fy"))["QUERY_STRING"] == "p=x?y"


# --- R15 ----------------------------------------------------------------------

def test_r15_in_a_virtual_host_the_file_name_is_the_url(site):
    s = site({"vf/a.txt": "a", "vf/index.txt": "index"}, """
<VirtualHost *>
    ServerName test
    RewriteEngine On
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteRule ^/vf/(.*) /vf/index.txt
</VirtualHost>
<VirtualHost *>
    ServerName other
    RewriteEngine On
    RewriteCond %{DOCUMENT_ROOT}%{REQUEST_URI} !-f
    RewriteRule ^/vf/(.*) /vf/index.txt
</VirtualHost>
""")
    assert s.get("/vf/a.txt").text == "index"
    assert s.get("/vf/a.txt", {"Host": "other"}).text == "a"
    assert s.get("/vf/none", {"Host": "other"}).text == "index"


# --- R17 ----------------------------------------------------------------------

GZ = """<IfModule mod_headers.c>
RewriteEngine On
RewriteCond %{HTTP:Accept-Encoding} gzip
RewriteCond %{REQUEST_FILENAME}\\.gz -s
RewriteRule ^(.*)\\.css $1\\.css\\.gz [QSA]
RewriteRule \\.css\\.gz$ - [T=text/css,E=no-gzip:1]
<FilesMatch "\\.css\\.gz$">
Header set Content-Encoding gzip
Header append Vary Accept-Encoding
</FilesMatch>
</IfModule>
"""


def test_r17_ready_made_gz_files(php):
    body = b"body { color: red }\n" * 100
    packed = gzip.compress(body)
    s = php(OPEN + "LoadModule filter_module {debian}/mod_filter.so\nLoadModule deflate_module {debian}/mod_deflate.so\n"
            "AddOutputFilterByType DEFLATE text/css\n", modules=MODULES,
            files={"htdocs/j/.htaccess": GZ, "htdocs/j/a.css": body, "htdocs/j/a.css.gz": packed})
    res = s.get("/j/a.css?v=1", {"Accept-Encoding": "gzip"})
    assert res.status == 200
    assert res.headers("Content-Encoding") == ["gzip"]
    assert res.header("Content-Type") == "text/css"
    assert res.body == packed
    assert "Accept-Encoding" in res.header("Vary", "")
    plain = s.get("/j/a.css?v=1")
    assert (plain.body, plain.header("Content-Encoding")) == (body, None)


# --- R19 ----------------------------------------------------------------------

@pytest.mark.parametrize("path, status, to", [
    ("/rd/old/x?q=1", 301, "/rd/new/x?q=1"), ("/rd/oldish", 404, ""), ("/rd/mX?y=%20", 302, "http://o.example/zX?y=%20"),
    ("/rd/g", 410, ""), ("/rd/old/keep", 302, "/rd/rw"),
])
def test_r19_redirect_and_rules_in_one_file(site, path, status, to):
    s = site({"rd/.htaccess": "Redirect 301 /rd/old /rd/new\nRedirectMatch 302 ^/rd/m(.*)$ http://o.example/z$1\nRedirect gone /rd/g\n"
              "RewriteEngine On\nRewriteRule ^old/keep$ /rd/rw [R=302,L]\n"})
    res = s.get(path)
    assert (res.status, place(s, res)) == (status, to)


# --- R21 ----------------------------------------------------------------------

@pytest.mark.parametrize("document, status", [("", 401), ("ErrorDocument 401 /missing.html\n", 401),
                                              ("ErrorDocument 401 /wpa/missing.html\n", 404), ("ErrorDocument 401 default\n", 401)])
def test_r21_a_password_prompt_above_a_front_controller(site, document, status):
    adm = 'AuthType Basic\nAuthName "adm"\nAuthUserFile /nonexistent/users\nRequire valid-user\n'
    s = site({"wpa/.htaccess": "RewriteEngine On\n" + FRONT, "wpa/index.php": "<?php http_response_code(404); echo 'no page';",
              "wpa/adm/.htaccess": document + adm, "wpa/adm/x.txt": "secret"})
    res = s.get("/wpa/adm/x.txt")
    assert res.status == status
    if status == 401:
        assert res.header("WWW-Authenticate", "").startswith("Basic")


def test_r21_credentials_reach_the_script(site):
    s = site({"cred/.htaccess": "RewriteEngine On\nRewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]\n" + FRONT, "cred/index.php": "ECHO"})
    value = "Basic " + base64.b64encode(b"u:p").decode()
    assert seen(s.get("/cred/x", {"Authorization": value}))["HTTP_AUTHORIZATION"] == value


# --- R24 ----------------------------------------------------------------------

NEXTCLOUD = """RewriteEngine on
RewriteCond %{HTTP_USER_AGENT} DavClnt
RewriteRule ^$ /nc/remote.php/webdav/ [L,R=302]
RewriteRule .* - [env=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteRule ^\\.well-known/carddav /nc/remote.php/dav/ [R=301,L]
RewriteRule ^remote/(.*) remote.php [QSA,L]
RewriteRule ^(?:build|tests|config|lib|3rdparty|templates)/.* - [R=404,L]
RewriteRule ^\\.well-known/(?!acme-challenge|pki-validation) /nc/index.php [QSA,L]
RewriteRule ^(?:\\.(?!well-known)|autotest|occ|issue|indie|db_|console).* - [R=404,L]
"""


@pytest.fixture(scope="module")
def nextcloud(site):
    return site({"nc/.htaccess": NEXTCLOUD, "nc/index.php": "ECHO", "nc/remote.php": "ECHO", "nc/config/c.php": "ECHO", "nc/.ocdata": "x",
                 "nc/occ": "x", "nc/.well-known/acme-challenge/token": "token"})


@pytest.mark.parametrize("path, status, to", [
    ("/nc/.well-known/carddav", 301, "/nc/remote.php/dav/"), ("/nc/config/c.php", 404, ""), ("/nc/.ocdata", 404, ""), ("/nc/occ", 404, ""),
    ("/nc/.well-known/acme-challenge/token", 200, ""),
])
def test_r24_nextcloud(nextcloud, path, status, to):
    res = nextcloud.get(path)
    assert (res.status, place(nextcloud, res)) == (status, to)


def test_r24_nextcloud_scripts(nextcloud):
    got = seen(nextcloud.get("/nc/remote/x?a=1"))
    assert (got["script"], got["QUERY_STRING"]) == ("remote.php", "a=1")
    got = seen(nextcloud.get("/nc/.well-known/webfinger?r=1"))
    assert (got["script"], got["QUERY_STRING"]) == ("index.php", "r=1")


@pytest.mark.parametrize("method", ["PROPFIND", "MKCOL", "PUT", "REPORT", "SEARCH"])
def test_r24_nextcloud_methods(nextcloud, method):
    got = seen(nextcloud.request(method, "/nc/remote.php/dav/files/a%20b", body="<x/>"))
    assert (got["REQUEST_METHOD"], got["PATH_INFO"]) == (method, "/dav/files/a b")
