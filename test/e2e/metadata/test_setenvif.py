"""mod_setenvif: variables that depend on the request."""

import pytest

CONF = """
SetEnvIf Request_URI "\\.(gif|txt)$" A=$1 WHOLE=$0
SetEnvIf Request_Method ^POST$ METHOD
SetEnvIf Request_Protocol "HTTP/1\\.0" OLD
SetEnvIf Remote_Addr ^127\\. LOCAL=yes
SetEnvIf Server_Addr ^127\\. SERVER=yes
SetEnvIf X-Test one X=1 Y=2
SetEnvIf X-Test two !LOCAL
SetEnvIf x-absent ^$ ABSENT
SetEnvIf ^X-M v$ MANY
SetEnvIf A tx[t] CHAIN=$0-$0
SetEnvIfNoCase X-Case AbC CASE
SetEnvIfExpr "%{REQUEST_URI} =~ m#^/(.)\\.txt#" EXPR=$1
BrowserMatch ^Moz BROWSER=mozilla
BrowserMatchNoCase robot ROBOT
<Directory "{docroot}">
    AllowOverride FileInfo
</Directory>
<Location /loc>
    SetEnvIf Request_URI . LOC
</Location>
Header set R "A=%{A}e W=%{WHOLE}e M=%{METHOD}e O=%{OLD}e L=%{LOCAL}e S=%{SERVER}e X=%{X}e%{Y}e"
Header set R2 "B=%{ABSENT}e N=%{MANY}e C=%{CHAIN}e K=%{CASE}e E=%{EXPR}e B=%{BROWSER}e R=%{ROBOT}e"
Header set R3 "L=%{LOC}e H=%{HT}e"
"""
FILES = {
    "htdocs/b": "", "htdocs/loc/b": "", "htdocs/ht/b": "",
    "htdocs/ht/.htaccess": "SetEnvIf Host t[e] HT=$0\n",
}
MODULES = ("authz_core", "authz_host", "mime", "dir", "setenvif", "headers")


@pytest.fixture(scope="module")
def running(server):
    return server(CONF, files=FILES, modules=MODULES)


N = "(null)"


@pytest.mark.parametrize(
    "path, headers, name, value, shows",
    [
        ("/a.txt", {}, "R", f"A=txt W=.txt M={N} O={N} L=yes S=yes X={N}{N}", "groups of a pattern"),
        ("/b", {}, "R", f"A={N} W={N} M={N} O={N} L=yes S=yes X={N}{N}", "no match"),
        ("/b", {"X-Test": "a one"}, "R", f"A={N} W={N} M={N} O={N} L=yes S=yes X=12", "two at once"),
        ("/b", {"X-Test": "two"}, "R", f"A={N} W={N} M={N} O={N} L={N} S=yes X={N}{N}", "removed"),
        ("/a.txt", {}, "R2", f"B=1 N={N} C=txt-txt K={N} E=a B={N} R={N}", "a variable set before, an expression"),
        ("/b", {"X-Mine": "v", "X-Absent": "x", "X-Case": "aBc"}, "R2",
         f"B={N} N=1 C={N} K=1 E={N} B={N} R={N}", "names by pattern; whatever the case"),
        ("/b", {"X-Mine": "w", "X-Mother": "v"}, "R2", f"B=1 N=1 C={N} K={N} E={N} B={N} R={N}",
         "any of the headers"),
        ("/b", {"User-Agent": "Mozilla ROBOT"}, "R2", f"B=1 N={N} C={N} K={N} E={N} B=mozilla R=1", "browsers"),
        ("/loc/b", {}, "R3", f"L=1 H={N}", "in a section"),
        ("/ht/b", {}, "R3", f"L={N} H=te", "in .htaccess"),
    ],
)
def test_sets(running, path, headers, name, value, shows):
    assert running.get(path, headers).header(name) == value, shows


def test_method_and_protocol(running):
    assert "M=1 " in running.request("POST", "/b", body="").header("R")
    assert "O=1 " in running.request("GET", "/b", version="1.0").header("R")


@pytest.mark.parametrize(
    "conf",
    ["SetEnvIf", "SetEnvIf Host", "SetEnvIf Host a", 'SetEnvIf Host "(" x', 'SetEnvIfExpr "a =" x', "SetEnvIfExpr true",
     'BrowserMatch "(" x', "BrowserMatch"],
)
def test_refuses(server, conf):
    probe = server("", start=False, modules=MODULES)
    probe.write_conf(conf + "\n")
    done = probe.run("-t")
    assert done.returncode != 0 and "yntax error" in done.stdout + done.stderr, done
