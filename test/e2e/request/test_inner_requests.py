"""Subrequests and internal redirects, with Debian's mod_include and mod_rewrite."""

import pytest

MODULES = ("authz_core", "authz_host", "authz_user", "authn_core", "authn_file", "auth_basic", "mime", "dir", "alias",
           "headers", "include", "env", "setenvif", "rewrite", "negotiation", "autoindex")
CONF = """
LogFormat "%U %s %>s" short
CustomLog "{root}/logs/access.log" short
AddType text/html .shtml
AddLanguage en .en
AddOutputFilter INCLUDES .shtml
DirectoryIndex index.html index.shtml
<Directory "{root}/htdocs">
    Options +Includes +FollowSymLinks +MultiViews
    AllowOverride All
</Directory>
<Directory "{root}/htdocs/secret">
    AuthType Basic
    AuthName zone
    AuthUserFile "{root}/conf/passwords"
    Require valid-user
</Directory>
<Directory "{root}/htdocs/denied">
    Require all denied
</Directory>
"""
FILES = {
    "conf/passwords": "u:{SHA}UWx7bGjFHAKOKmKjGGJgDnnQdZE=\n",  # not a password that is used
    "htdocs/in.shtml": '<!--#include virtual="/a.txt" -->|<!--#include file="near.txt" -->|'
                       '<!--#include virtual="/sub/dir.shtml?q=1" -->',
    "htdocs/near.txt": "near", "htdocs/sub/dir.shtml": '<!--#echo var="DOCUMENT_NAME" -->/<!--#echo var="QUERY_STRING" -->',
    "htdocs/deny.shtml": '[<!--#include virtual="/denied/x.txt" -->]', "htdocs/denied/x.txt": "SECRET",
    "htdocs/login.shtml": '[<!--#include virtual="/secret/x.txt" -->]', "htdocs/secret/x.txt": "SECRET",
    "htdocs/self.shtml": '<!--#include virtual="/self.shtml" -->',
    "htdocs/withindex/index.shtml": 'index of <!--#echo var="REQUEST_URI" --> <!--#include file="p.txt" -->',
    "htdocs/withindex/p.txt": "part",
    "htdocs/front/.htaccess": "RewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteCond %{REQUEST_FILENAME} !-d\n"
                              "RewriteRule . /front/main.shtml [L]\n",
    "htdocs/front/main.shtml": '<!--#echo var="REDIRECT_URL" -->|<!--#echo var="REDIRECT_STATUS" -->|'
                               '<!--#echo var="REQUEST_URI" -->|<!--#echo var="QUERY_STRING" -->',
    "htdocs/front/real.css": "css", "htdocs/negotiated.html.en": "english",
}


@pytest.fixture(scope="module")
def site(server):
    return server(CONF, files=FILES, modules=MODULES)


@pytest.mark.parametrize("path, text", [
    ("/in.shtml", "0123456789|near|in.shtml/q=1"),
    ("/withindex/", "index of /withindex/ part"),
    ("/front/real.css", "css"),
    ("/front/a/b?x=1&y=%20z", "/front/a/b|200|/front/a/b?x=1&amp;y=%20z|x=1&amp;y=%20z"),
    ("/negotiated", "english"),
])
def test_content_comes_from_inside(site, path, text):
    res = site.get(path)
    assert res.status == 200 and res.text.strip() == text


@pytest.mark.parametrize("path", ["/deny.shtml", "/login.shtml"])
def test_access_is_checked_inside_too(site, path):
    res = site.get(path)
    assert res.status == 200 and "SECRET" not in res.text


def test_including_oneself_ends(site):
    res = site.get("/self.shtml")
    assert res.status == 200 and len(res.text) < 100_000


def test_each_request_of_a_client_is_logged_once(site):
    site.get("/in.shtml?once")
    site.get("/front/once")
    assert site.access_log.has("/front/once 200 200")
    lines = site.access_log.lines()
    assert lines.count("/front/once 200 200") == 1 and not [line for line in lines if line.startswith("/near.txt")]


def test_bodies_and_keepalive_survive_an_index(site):
    with site.connect() as conn:
        for _ in range(3):
            conn.send(b"GET /withindex/ HTTP/1.1\r\nHost: t\r\n\r\n")
            assert conn.response("GET").text.strip() == "index of /withindex/ part"


def test_a_post_keeps_its_method_through_a_rewrite(site):
    res = site.post("/front/x", "a=b")
    assert res.status == 405 or res.text.startswith("/front/x|")
