"""Debian's stock modules, as binaries, doing their job inside Pinion."""

import base64
import subprocess
import zlib

import pytest

pytestmark = pytest.mark.distro

MODULES = ("authz_core", "authz_host", "authz_user", "authn_core", "authn_file", "auth_basic", "auth_digest", "mime",
           "dir", "alias", "headers", "rewrite", "deflate", "filter", "include", "negotiation", "expires", "env",
           "setenvif", "substitute", "actions", "cgi", "userdir", "ext_filter", "ratelimit", "allowmethods", "speling",
           "vhost_alias", "usertrack", "unique_id", "remoteip", "buffer", "data", "request", "sed", "asis", "imagemap")
CONF = """
AddOutputFilter INCLUDES .shtml
AddType text/html .shtml
AddLanguage en .en
AddLanguage fr .fr
LanguagePriority fr en
<Directory "{root}/htdocs">
    Options +Includes +MultiViews +ExecCGI
    AllowOverride All
</Directory>
AddHandler cgi-script .cgi
RewriteEngine On
RewriteRule "^/rw/(.*)$" "/$1" [PT]
RewriteRule "^/away/(.*)$" "http://o.example/$1" [R=302,L]
RewriteRule "^/no" - [F]
<Location "/z">
    SetOutputFilter DEFLATE
</Location>
Alias "/z" "{root}/htdocs"
<Location "/sub">
    AddOutputFilterByType SUBSTITUTE text/plain
    Substitute "s/foo/bar/"
</Location>
<Directory "{root}/htdocs/basic">
    AuthType Basic
    AuthName "zone"
    AuthUserFile "{root}/conf/passwords"
    Require valid-user
</Directory>
<Location "/a.txt">
    Header set X-Set "%{REQUEST_METHOD}e" 
    Header append Vary Cookie
    ExpiresActive On
    ExpiresDefault A60
</Location>
CheckSpelling On
"""
FILES = {
    "htdocs/page.shtml": '<!--#set var="a" value="b" --><!--#echo var="a" -->|<!--#include virtual="/a.txt" -->|'
                         '<!--#if expr="v(\'QUERY_STRING\') = \'x\'" -->yes<!--#else -->no<!--#endif -->',
    "htdocs/doc.html.en": "english", "htdocs/doc.html.fr": "francais", "htdocs/sub/s.txt": "foo foo\n",
    "htdocs/basic/b.txt": "inside", "htdocs/large.txt": "line of text\n" * 2000,
    "htdocs/ht/.htaccess": "RewriteEngine On\nRewriteRule ^old/(.*)$ new/$1 [L]\nHeader set X-Ht yes\n",
    "htdocs/ht/new/n.txt": "new",
}


@pytest.fixture(scope="module")
def stock(server):
    password = subprocess.run(["htpasswd", "-nbs", "user", "secret"], capture_output=True, text=True,
                              check=True).stdout
    s = server(CONF, modules=MODULES, args=("-DForeignModules",), files={**FILES, "conf/passwords": password})
    s.site.write("htdocs/env.cgi", "#!/bin/sh\nprintf 'Content-Type: text/plain\\n\\n%s|%s|' \"$PATH_INFO\" "
                                   "\"$QUERY_STRING\"\ncat\n", mode=0o755)
    return s


def test_all_of_them_are_the_distributions(stock):
    out = stock.run("-M").stdout
    for name in ("rewrite", "headers", "deflate", "include"):
        assert f"{name}_module (shared)" in out


def test_rewrite(stock):
    assert stock.get("/rw/a.txt").text == "0123456789"
    assert stock.get("/away/x?y=1").header("Location") == "http://o.example/x?y=1"
    assert stock.get("/no").status == 403
    res = stock.get("/ht/old/n.txt")
    assert (res.text, res.header("X-Ht")) == ("new", "yes")


def test_deflate(stock):
    res = stock.get("/z/large.txt", {"Accept-Encoding": "gzip"})
    assert res.header("Content-Encoding") == "gzip" and "Accept-Encoding" in res.header("Vary")
    assert zlib.decompress(res.body, 31) == FILES["htdocs/large.txt"].encode()


def test_include(stock):
    assert stock.get("/page.shtml").text == "b|0123456789|no"
    assert stock.get("/page.shtml?x").text == "b|0123456789|yes"


@pytest.mark.parametrize("language, text", [("en", "english"), ("fr", "francais"), ("de, en;q=0.1", "english")])
def test_negotiation(stock, language, text):
    res = stock.get("/doc.html", {"Accept-Language": language})
    assert res.text == text and "negotiate" in res.header("Vary")


def test_basic_authentication(stock):
    good = base64.b64encode(b"user:secret").decode()
    assert stock.get("/basic/b.txt").header("WWW-Authenticate") == 'Basic realm="zone"'
    assert stock.get("/basic/b.txt", {"Authorization": "Basic " + good}).text == "inside"
    assert stock.get("/basic/b.txt", {"Authorization": "Basic eDp5"}).status == 401


def test_headers_and_expires(stock):
    res = stock.get("/a.txt")
    assert res.header("Cache-Control") == "max-age=60" and res.header("Expires") and "Cookie" in res.header("Vary")


def test_substitute(stock):
    assert stock.get("/sub/s.txt").text == "bar bar\n"


def test_cgi(stock):
    assert stock.get("/env.cgi/more?q=1").text == "/more|q=1|"
    assert stock.post("/env.cgi", "to standard input").text == "||to standard input"


def test_speling(stock):
    assert stock.get("/a.txtt").status in (300, 301)
