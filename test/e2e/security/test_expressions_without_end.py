"""Regular expressions that backtrack without bound: whoever tries one, the request is refused, with one line in the log."""

import pytest

SLOW = "^/(a+)+$"
PATH = "/" + "a" * 60 + "!"
CASES = {
    "LocationMatch": f'<LocationMatch "{SLOW}">\nRequire all denied\n</LocationMatch>',
    "FilesMatch": '<FilesMatch "^(a+)+$">\nRequire all denied\n</FilesMatch>',
    "DirectoryMatch": '<DirectoryMatch "/(a+)+$">\nRequire all denied\n</DirectoryMatch>',
    "If": '<If "%{REQUEST_URI} =~ m#^/(a+)+$#">\nRequire all denied\n</If>',
    "Require expr": '<Location />\nRequire expr "! (%{REQUEST_URI} =~ m#^/(a+)+$#)"\n</Location>',
    "RedirectMatch": f'RedirectMatch 403 "{SLOW}"',
    "AliasMatch": f'AliasMatch "{SLOW}" "{{root}}/none"',
    "SetEnvIf": f'SetEnvIf Request_URI "{SLOW}" bad',
    "RewriteRule": f'RewriteEngine On\nRewriteRule "{SLOW}" - [F]',
    "RewriteCond": f'RewriteEngine On\nRewriteCond "%{{REQUEST_URI}}" "{SLOW}"\nRewriteRule ^ - [F]',
}
MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "setenvif", "rewrite")


PLACES = [(name, where) for name, conf in CASES.items() for where in ("server", "htaccess")
          if where == "server" or not any(word in conf for word in ("Location", "Directory", "Alias"))]


@pytest.mark.parametrize("name, where", PLACES)
def test_a_request_is_refused_with_one_line(server, name, where):
    conf = CASES[name]
    files = {"htdocs/" + PATH[1:]: "a secret"}
    if where == "htaccess":
        files["htdocs/.htaccess"] = conf.replace("^/(a", "^(a") if "RewriteRule \"^/" in conf else conf
        conf = '<Directory "{root}/htdocs">\nAllowOverride All\n</Directory>'
    s = server(conf, files=files, modules=MODULES)
    before = s.error_log.count("RegexMatchLimit")
    res = s.get(PATH)
    assert res.status == 500 and "secret" not in res.text
    assert s.error_log.has("RegexMatchLimit") and s.error_log.count("RegexMatchLimit") == before + 1
    assert s.get("/a.txt").text == "0123456789"


def test_the_limit_can_be_set(server):
    conf = '<LocationMatch "^/(a+)+$">\nRequire all granted\n</LocationMatch>\n'
    files = {"htdocs/" + "a" * 12 + "!": "short"}
    assert server(conf, files=files).get("/" + "a" * 12 + "!").text == "short"
    assert server(conf + "RegexMatchLimit 1000\n", files=files).get("/" + "a" * 12 + "!").status == 500
