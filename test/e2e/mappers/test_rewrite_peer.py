"""mod_rewrite: the same rules and requests on Pinion and on Debian's Apache.

The tables are in rewrite_cases.py. Compared: status, Location, the header
fields that rules set, the type, and the body, which for t.cgi is the
environment that it sees.
"""

import os
import re

import pytest
from pinion_server import APACHE, RUN, Server

from rewrite_cases import DIR, FILES, SERVER

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "env", "setenvif", "cgi", "include", "rewrite")
SCRIPT = """#!/bin/sh
printf 'Content-Type: text/x-env\\r\\n\\r\\n'
env | sort
"""
CONF = """
ServerAdmin me@example.com
AddType text/plain .txt
AddHandler cgi-script .cgi
DirectoryIndex index.html
<Directory "{docroot}">
    Options FollowSymLinks ExecCGI
    AllowOverride All
</Directory>
<Directory "{docroot}/deny">
    Require all denied
</Directory>
Alias /al "{docroot}/rel"
ScriptAlias /cg "{docroot}/rel"
Redirect /redir http://o.example/r
"""
HOST = """
<VirtualHost *>
    ServerName {name}
    DocumentRoot "{docroot}/s"
    RewriteEngine on
{rules}
</VirtualHost>
"""
# What two servers may differ in, and what tells of the machine.
UNLIKE = re.compile(r"^(?:REDIRECT_)*(?:SERVER_SIGNATURE|SERVER_SOFTWARE|REMOTE_PORT|PWD|_|SHLVL|OLDPWD|UNIQUE_ID)=.*\n", re.M)


def make(**options):
    files = {f"htdocs/{folder}/{name}": f"{name}\n" for folder in [case[0] for case in DIR] + ["s", "deny"] for name in FILES}
    files.update({name: '[<!--#include virtual="inc" -->]' for name in files if name.endswith(".shtml")})
    files.update({f"htdocs/{name}/.htaccess": f"RewriteEngine on\n{rules}\n" for name, rules, _ in DIR})
    files["htdocs/s/ht/.htaccess"] = "RewriteEngine on\nRewriteRule ^zz$ /b.txt\nRewriteRule ^x$ back\n"
    files["htdocs/s/ht/deep/.htaccess"] = "RewriteEngine on\nRewriteRule ^x$ /a.txt\n"
    files["htdocs/s/ns/.htaccess"] = "DirectorySlash Off\nRewriteEngine on\nRewriteRule ns$ /a.txt\nRewriteRule ^$ /b.txt\n"
    conf = CONF + "<VirtualHost *>\n    ServerName test\n</VirtualHost>\n"
    server = Server("", start=False, files=files, modules=MODULES, **options)
    docroot = server.site.path("htdocs")
    for name, rules, _ in SERVER:
        conf += HOST.replace("{name}", name).replace("{rules}", rules).replace("{docroot}", docroot)
    for folder in [case[0] for case in DIR] + ["s"]:
        server.site.write(f"htdocs/{folder}/t.cgi", SCRIPT, mode=0o755)
    for name, to in (("link", "a.txt"), ("dirlink", "sub"), ("dead", "nowhere")):
        os.symlink(to, server.site.path("htdocs/links", name))
    server.write_conf(conf)
    return server.start()


@pytest.fixture(scope="module")
def both(mpm):
    ours = make(mpm=mpm)
    try:
        apache = make(mpm=mpm, binary=APACHE)
    except BaseException:
        ours.stop()
        raise
    yield ours, apache
    for server in (ours, apache):
        server.stop()
        server.site.remove()


def asked(server, host, path, headers):
    """What is compared of one answer."""
    fill = path.replace("{docroot}", server.site.path("htdocs"))
    target = fill if fill.startswith(("/", "*")) else f"/{host}/{fill}"
    name = "test" if target.startswith(f"/{host}/") else host
    res = server.get(target, {"Host": name, **headers})

    def same(text):
        text = text.replace(server.root, "ROOT").replace(os.path.basename(server.root), "ROOT")
        return re.sub(rf"\b{server.port}\b", "PORT", text)

    fields = {n: same(res.header(n)) for n in ("Location", "Vary", "Content-Type", "Set-Cookie") if res.header(n)}
    body = "" if "html;" in fields.get("Content-Type", "") else same(res.text)
    cookies = [re.sub(r"expires=[^;]*", "expires=", c) for c in res.headers("Set-Cookie")]
    return res.status, fields, cookies, UNLIKE.sub("", body)


def only_in(one, other):
    """The answer one without the lines of its body that the other has too."""
    return one[:3] + ([line for line in one[3].splitlines() if line not in other[3].splitlines()],)


@pytest.mark.skipif(RUN == "apache", reason="compares with Apache")
@pytest.mark.parametrize("name, requests", [(name, requests) for name, _, requests in DIR + SERVER],
                         ids=[case[0] for case in DIR + SERVER])
def test_agrees(both, name, requests):
    differences = []
    for each in requests:
        path, headers = each if isinstance(each, tuple) else (each, {})
        ours, theirs = (asked(server, name, path, headers) for server in both)
        if ours != theirs:
            differences.append(f"{path}\n  Pinion {only_in(ours, theirs)}\n  Apache {only_in(theirs, ours)}")
    assert not differences, "\n".join(differences)
