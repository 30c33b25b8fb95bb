"""Sites whose .htaccess does the work: frameworks, content management, a locked folder, server-side includes, languages."""

import json
import subprocess

import pytest

from applications import PHP

pytestmark = pytest.mark.distro

LOAD = "".join(f"LoadModule {name}_module {{debian}}/mod_{name}.so\n" for name in (
    "rewrite", "headers", "expires", "negotiation", "include", "auth_basic", "authn_core", "authn_file", "authz_user",
    "deflate", "filter", "setenvif", "env", "autoindex"))
CONF = PHP + LOAD + """
<Directory "{root}/htdocs">
    Options FollowSymLinks MultiViews Includes Indexes
</Directory>
"""
ECHO = """<?php
header('Content-Type: application/json');
$wanted = ['REQUEST_URI', 'SCRIPT_NAME', 'PHP_SELF', 'PATH_INFO', 'QUERY_STRING', 'REDIRECT_URL', 'REDIRECT_STATUS',
           'REDIRECT_QUERY_STRING', 'HTTP_AUTHORIZATION', 'HTTP_X_XSRF_TOKEN', 'REQUEST_METHOD', 'REMOTE_USER',
           'protossl'];
$found = array_intersect_key($_SERVER, array_flip($wanted));
echo json_encode(['env' => $found, 'memory' => ini_get('memory_limit'), 'input' => file_get_contents('php://input')]);
"""
FRAMEWORK = """
<IfModule mod_rewrite.c>
    <IfModule mod_negotiation.c>
        Options -MultiViews -Indexes
    </IfModule>

    RewriteEngine On

    # The header that PHP would not see.
    RewriteCond %{HTTP:Authorization} .
    RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]

    RewriteCond %{HTTP:x-xsrf-token} .
    RewriteRule .* - [E=HTTP_X_XSRF_TOKEN:%{HTTP:X-XSRF-Token}]

    # No slash at the end, unless it is a folder.
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteCond %{REQUEST_URI} (.+)/$
    RewriteRule ^ %1 [L,R=301]

    # Everything else goes to the front controller.
    RewriteCond %{REQUEST_FILENAME} !-d
    RewriteCond %{REQUEST_FILENAME} !-f
    RewriteRule ^ index.php [L]
</IfModule>
"""
CONTENT = r"""
<FilesMatch "\.(engine|inc|install|make|module|profile|po|sh|.*sql|theme|twig|tpl(\.php)?|xtmpl|yml)(~|\.sw[op]|\.bak|\.orig|\.save)?$|^(\.(?!well-known).*|Entries.*|Repository|Root|Tag|Template|composer\.(json|lock)|web\.config)$|^#.*#$|\.php(~|\.sw[op]|\.bak|\.orig|\.save)$">
  <IfModule mod_authz_core.c>
    Require all denied
  </IfModule>
  <IfModule !mod_authz_core.c>
    Order allow,deny
  </IfModule>
</FilesMatch>

Options -Indexes
ErrorDocument 404 /cms/index.php
DirectoryIndex index.php index.html index.htm

AddType image/svg+xml svg svgz
AddEncoding gzip svgz

<IfModule mod_php.c>
  php_value assert.active 0
  php_value memory_limit 77M
  php_flag display_errors off
</IfModule>

<IfModule mod_expires.c>
  ExpiresActive On
  ExpiresDefault A1209600
  <FilesMatch \.php$>
    ExpiresActive Off
  </FilesMatch>
</IfModule>

<IfModule mod_headers.c>
  Header always set X-Content-Type-Options nosniff
  RequestHeader unset Proxy
</IfModule>

<IfModule mod_rewrite.c>
  RewriteEngine on

  RewriteRule ^ - [E=protossl]
  RewriteCond %{HTTPS} on
  RewriteRule ^ - [E=protossl:s]

  RewriteRule "/\.|^\.(?!well-known/)" - [F]

  RewriteRule ^core/install\.php$ core/rebuild.php [L]
  RewriteCond %{REQUEST_URI} !/core/[^/]*\.php$
  RewriteCond %{REQUEST_URI} !/core/modules/system/tests/https?\.php
  RewriteRule "^(.+/.*|autoload)\.php($|/)" - [F]

  RewriteCond %{HTTP_HOST} .
  RewriteCond %{REQUEST_FILENAME} !-f
  RewriteCond %{REQUEST_FILENAME} !-d
  RewriteCond %{REQUEST_URI} !=/favicon.ico
  RewriteRule ^ index.php [L]

  <IfModule mod_headers.c>
    RewriteCond %{HTTP:Accept-encoding} gzip
    RewriteCond %{REQUEST_FILENAME}\.gz -s
    RewriteRule ^(.*css_[a-zA-Z0-9-_]+)\.css$ $1\.css\.gz [QSA]

    RewriteRule \.css\.gz$ - [T=text/css,E=no-gzip:1,E=no-brotli:1]
    <FilesMatch "(\.js\.gz|\.css\.gz)$">
      Header set Content-Encoding gzip
      Header append Vary Accept-Encoding
    </FilesMatch>
  </IfModule>
</IfModule>
"""
LOCKED = """
AuthType Basic
AuthName "The board"
AuthUserFile "{root}/conf/people"
Require valid-user
"""
FRONT_PAGE = """<!--#set var="who" value="visitor" --><!--#if expr="%{QUERY_STRING} =~ /^name=ann$/" -->
<!--#set var="who" value="ann" --><!--#endif -->
<p>Hello, <!--#echo var="who" --></p>
<!--#include virtual="footer.html" -->
"""
FILES = {
    "htdocs/app/.htaccess": FRAMEWORK, "htdocs/app/index.php": ECHO, "htdocs/app/css/site.css": "p { color: red }",
    "htdocs/app/dir/x.txt": "x",
    "htdocs/cms/.htaccess": CONTENT, "htdocs/cms/index.php": ECHO, "htdocs/cms/site.yml": "secret: 1",
    "htdocs/cms/composer.json": "{}", "htdocs/cms/.git/config": "x", "htdocs/cms/.well-known/token": "token",
    "htdocs/cms/modules/x.php": "<?php echo 'never';", "htdocs/cms/core/rebuild.php": "<?php echo 'rebuild';",
    "htdocs/cms/a.svg": "<svg/>", "htdocs/cms/css/css_abc-1.css": "body {}", "htdocs/cms/settings.php~": "secret",
    "htdocs/board/.htaccess": LOCKED, "htdocs/board/index.html": "minutes",
    "htdocs/shop/.htaccess": 'AddType text/html .shtml\nAddOutputFilter INCLUDES .shtml\nDirectoryIndex index.shtml\n',
    "htdocs/shop/index.shtml": FRONT_PAGE, "htdocs/shop/footer.html": "<p>The end</p>",
    "htdocs/intl/.htaccess": "Options +MultiViews\nAddLanguage en .en\nAddLanguage fr .fr\nAddLanguage de .de\n"
                             "LanguagePriority en fr\nForceLanguagePriority Prefer Fallback\n",
    "htdocs/intl/page.html.en": "Good day", "htdocs/intl/page.html.fr": "Bonjour", "htdocs/intl/page.html.de": "Guten Tag",
}


@pytest.fixture(scope="module")
def site(server, mpm):
    if mpm != "prefork":
        pytest.skip("mod_php needs prefork")
    started = server(CONF, files=FILES, start=False)
    started.site.write("htdocs/board/.htaccess", LOCKED.replace("{root}", started.root))
    people = subprocess.run(["htpasswd", "-nbB", "-C", "5", "ann", "let me in"], capture_output=True, text=True, check=True)
    started.site.write("conf/people", people.stdout)
    zipped = subprocess.run(["gzip", "-c"], input=b"body {}", capture_output=True, check=True).stdout
    started.site.write("htdocs/cms/css/css_abc-1.css.gz", zipped)
    started.start()
    return started


def shown(res):
    assert res.status == 200, res
    return json.loads(res.text)


# --- a framework with one front controller --------------------------------

def test_framework_routes(site):
    seen = shown(site.get("/app/user/5?tab=a%20b", {"Authorization": "Bearer abc", "X-XSRF-Token": "t1"}))["env"]
    assert seen["REQUEST_URI"] == "/app/user/5?tab=a%20b" and seen["SCRIPT_NAME"] == "/app/index.php"
    assert seen["QUERY_STRING"] == "tab=a%20b" and "PATH_INFO" not in seen
    assert seen["HTTP_AUTHORIZATION"] == "Bearer abc" and seen["HTTP_X_XSRF_TOKEN"] == "t1"
    assert seen["REDIRECT_URL"] == "/app/user/5" and seen["REDIRECT_STATUS"] == "200"


def test_framework_posts_reach_the_application(site):
    seen = shown(site.post("/app/api/items", '{"a": 1}', {"Content-Type": "application/json"}))
    assert seen["env"]["REQUEST_METHOD"] == "POST" and seen["input"] == '{"a": 1}'


@pytest.mark.parametrize("path, to", [
    ("/app/about/", "/app/about"), ("/app/about/?x=1", "/app/about?x=1"), ("/app/a%20b/", "/app/a%20b"),
])
def test_framework_takes_the_slash_off(site, path, to):
    res = site.get(path, {"Host": "shop.example"})
    assert res.status == 301 and res.header("Location") == f"http://shop.example:{site.port}{to}"


def test_framework_leaves_files_and_folders_alone(site):
    assert site.get("/app/css/site.css").text == "p { color: red }"
    assert site.get("/app/dir").header("Location").endswith("/app/dir/")
    assert site.get("/app/dir/").status == 403


# --- content management ----------------------------------------------------

@pytest.mark.parametrize("path", ["site.yml", "composer.json", ".git/config", "modules/x.php", ".htaccess", "settings.php~"])
def test_content_management_keeps_its_files(site, path):
    assert site.get("/cms/" + path).status in (403, 404)
    assert "secret" not in site.get("/cms/" + path).text


def test_content_management_serves_what_is_public(site):
    assert site.get("/cms/.well-known/token").text == "token"
    assert site.get("/cms/core/install.php").text == "rebuild"
    res = site.get("/cms/a.svg")
    assert res.header("Content-Type") == "image/svg+xml" and res.header("Cache-Control") == "max-age=1209600"
    assert res.header("X-Content-Type-Options") == "nosniff"


def test_content_management_pages(site):
    res = site.get("/cms/node/7")
    seen = shown(res)
    assert seen["env"]["SCRIPT_NAME"] == "/cms/index.php" and seen["memory"] == "77M"
    assert res.header("Cache-Control") is None and res.header("Expires") is None


def test_content_management_ready_made_gzip(site):
    res = site.get("/cms/css/css_abc-1.css?v=3", {"Accept-Encoding": "gzip"})
    assert res.headers("Content-Encoding") == ["gzip"] and res.header("Content-Type") == "text/css"
    assert "accept-encoding" in res.header("Vary").lower() and res.body[:2] == b"\x1f\x8b"
    plain = site.get("/cms/css/css_abc-1.css?v=3")
    assert plain.header("Content-Encoding") is None and plain.text == "body {}"


# --- a locked folder ---------------------------------------------------------

def test_locked_folder(site):
    asked = site.get("/board/")
    assert asked.status == 401 and asked.header("WWW-Authenticate") == 'Basic realm="The board"'
    assert site.get("/board/", {"Authorization": "Basic YW5uOmxldCBtZSBpbg=="}).text == "minutes"
    assert site.get("/board/", {"Authorization": "Basic YW5uOndyb25n"}).status == 401
    assert site.get("/board/.htaccess", {"Authorization": "Basic YW5uOmxldCBtZSBpbg=="}).status in (403, 404, 200)


# --- includes and languages ----------------------------------------------------

def test_front_page_with_includes(site):
    assert "Hello, visitor" in site.get("/shop/").text and "The end" in site.get("/shop/").text
    assert "Hello, ann" in site.get("/shop/?name=ann").text


@pytest.mark.parametrize("accept, text", [("fr", "Bonjour"), ("de-AT, de;q=0.9, en;q=0.5", "Guten Tag"), ("es", "Good day"),
                                          ("fr;q=0.3, de;q=0.8", "Guten Tag"), (None, "Good day")])
def test_languages(site, accept, text):
    res = site.get("/intl/page", {"Accept-Language": accept} if accept else {})
    assert res.status == 200 and res.text == text
    assert "negotiate" in res.header("Vary") and res.header("Content-Location").startswith("page.html.")


def test_one_language_by_name(site):
    assert site.get("/intl/page.html.fr").text == "Bonjour"
