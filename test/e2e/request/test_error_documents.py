"""Error documents: text, path, URL, missing ones, and what they are told."""

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "headers", "include", "env", "setenvif", "rewrite")
CONF = """
ErrorDocument 404 "no such thing: text"
AddType text/html .shtml
AddOutputFilter INCLUDES .shtml
<Directory "{root}/htdocs">
    Options +Includes
    AllowOverride All
</Directory>
<Location /local>
    ErrorDocument 404 /error.shtml?x=1
</Location>
<Location /gone-too>
    ErrorDocument 404 /also-missing
</Location>
<Location /away>
    ErrorDocument 404 http://other.example/lost
</Location>
<Location /plain>
    ErrorDocument 404 default
</Location>
<Location /expr>
    ErrorDocument 404 "missing: %{escape:%{REQUEST_URI}}"
</Location>
<Location /forbidden>
    Require all denied
    ErrorDocument 403 /error.shtml
</Location>
"""
FILES = {
    "htdocs/error.shtml": '<!--#echo var="REDIRECT_STATUS" -->|<!--#echo var="REDIRECT_URL" -->|'
                          '<!--#echo var="REQUEST_METHOD" -->|<!--#echo var="REDIRECT_REQUEST_METHOD" -->|'
                          '<!--#echo var="QUERY_STRING" -->|<!--#echo var="REDIRECT_QUERY_STRING" -->',
}


@pytest.fixture(scope="module")
def site(server):
    return server(CONF, files=FILES, modules=MODULES)


@pytest.mark.parametrize("path, status, text", [
    ("/x", 404, "no such thing: text"),
    ("/local/x", 404, "404|/local/x|GET|GET|x=1|(none)"),
    ("/local/x?y=2", 404, "404|/local/x|GET|GET|x=1|y=2"),
    ("/expr/a%20b", 404, "missing: /expr/a%20b"),
    ("/forbidden/x", 403, "403|/forbidden/x|GET|GET||(none)"),
])
def test_the_document_is_shown(site, path, status, text):
    res = site.get(path)
    assert res.status == status and res.text.strip() == text


def test_a_missing_document_is_told(site):
    res = site.get("/gone-too/x")
    assert res.status == 404
    assert "404 Not Found" in res.text and "Additionally, a 404 Not Found" in res.text


def test_a_document_elsewhere_is_a_redirect(site):
    res = site.get("/away/x")
    assert res.status == 302 and res.header("Location") == "http://other.example/lost"


def test_default_is_the_servers_own_page(site):
    res = site.get("/plain/x")
    assert res.status == 404 and "<title>404 Not Found</title>" in res.text


def test_a_post_gets_the_document_by_get_and_its_body_is_eaten(site):
    with site.connect() as conn:
        conn.send(b"POST /local/x HTTP/1.1\r\nHost: t\r\nContent-Length: 30000\r\n\r\n" + b"x" * 30000
                  + b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        res = conn.response("POST")
        assert res.status == 404 and res.text.strip() == "404|/local/x|GET|POST|x=1|(none)"
        assert conn.response("GET").text == "0123456789"


def test_head_stays_head(site):
    res = site.request("HEAD", "/local/x")
    assert res.status == 404 and res.body == b""


def test_a_loop_of_redirects_ends(site):
    """R03: ten internal redirects, then 500 and a line that names the limit."""
    site.site.write("htdocs/loop/.htaccess", "RewriteEngine On\nRewriteRule (.*) x/$1 [L]\n")
    assert site.get("/loop/a").status == 500
    assert site.error_log.has("LimitInternalRecursion")


def test_limit_internal_recursion(server):
    """r0 .. r3 redirect to the next: three steps need a limit of three."""
    rules = "RewriteEngine On\n" + "".join(f"RewriteRule ^r{i}$ r{i + 1} [L]\n" for i in range(3))
    files = {"htdocs/chain/.htaccess": rules, "htdocs/chain/r3": "end"}
    conf = '<Directory "{root}/htdocs">\nAllowOverride All\nOptions FollowSymLinks\n</Directory>\n'
    assert server(conf, files=files, modules=MODULES).get("/chain/r0").text == "end"
    assert server(conf + "LimitInternalRecursion 1\n", files=files, modules=MODULES).get("/chain/r0").status == 500
