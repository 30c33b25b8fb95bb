"""Faults that servers of this kind have had: each kind, shown to be absent.

Named after the entries in Apache's changelog since 2.4.50 that touch the core
and the modules built here.
"""

import os
import shutil
import subprocess

import pytest

from pinion_server import PREFIX, wait_until

HERE = os.path.dirname(__file__)


@pytest.fixture(scope="session")
def hostile(tmp_path_factory):
    """The compiled mod_hostile.so."""
    folder = tmp_path_factory.mktemp("hostile")
    shutil.copy(os.path.join(HERE, "mod_hostile.c"), folder)
    apxs = os.environ.get("APXS") or os.path.join(PREFIX, "bin", "pinion-apxs")
    subprocess.run([apxs, "-c", "mod_hostile.c"], cwd=folder, check=True, capture_output=True)
    return next(os.path.join(base, "mod_hostile.so") for base, _, names in os.walk(folder)
                if "mod_hostile.so" in names)


CONF = """
LoadModule hostile_module {root}/conf/mod_hostile.so
LoadModule php_module {debian}/libphp8.2.so
AddType application/x-httpd-php .php
DirectoryIndex index.php
<Location "/hostile">
    SetHandler hostile
</Location>
Alias "/cgi" "{root}/htdocs/cgi"
"""
FILES = {"htdocs/index.php": "<?php echo 'ru', 'n';", "htdocs/secret.txt": "<?php echo 'ru', 'n';",
         "htdocs/error.php": "<?php echo 'ru', 'n';"}


@pytest.fixture(scope="module")
def site(server, hostile):
    def make(conf="", **options):
        with open(hostile, "rb") as file:
            return server(CONF + conf, files={**FILES, "conf/mod_hostile.so": file.read()}, **options)
    return make


def lines_of(server, path, extra=""):
    with server.connect() as conn:
        conn.send(f"GET {path} HTTP/1.1\r\nHost: t\r\n{extra}Connection: close\r\n\r\n")
        return conn.read_all().split(b"\r\n\r\n")[0].split(b"\r\n")


@pytest.mark.parametrize("query", [
    "type=text/html%0d%0aX-Injected:%201", "type=text/html%0aX-Injected:%201",
    "header=X-A:a%0d%0aX-Injected:%201", "header=X-A:a%0aX-Injected:%201", "header=X%20A:b%0d%0aX-Injected:1",
    "status_line=200%20OK%0d%0aX-Injected:%201", "status_line=200%20OK%0aX-Injected:%201",
    "location=/x%0d%0aX-Injected:%201", "interim=103%20Hints%0d%0aX-Injected:%201",
], ids=["CVE-2023-38709", "CVE-2024-42516", "CVE-2024-24795", "a bare LF", "a bad name", "CVE-2026-33523",
        "a bare LF in the reason", "a Location", "2.4.71: an interim reason"])
def test_an_application_cannot_split_the_response(site, query):
    for line in lines_of(site(), "/hostile?" + query):
        assert not line.lower().startswith(b"x-injected") and b"\n" not in line


def test_a_module_that_defines_a_name_leaves_no_stale_one(site):
    """The name's memory goes with the configuration; the list must not keep it."""
    s = site("IncludeOptional {root}/conf/none*.conf\n")
    defined = s.get("/hostile?defines=").header("X-Defines")
    s.graceful()
    assert s.get("/hostile?defines=").header("X-Defines") == defined == "2", "FOREGROUND and its own"


def test_an_application_cannot_name_a_handler_by_its_type(site):
    """CVE-2024-38476: a type set by an application never runs a local file."""
    res = site().get("/hostile?type=application/x-httpd-php&redirect=/secret.txt")
    assert res.text != "run" and res.text == FILES["htdocs/secret.txt"]


@pytest.mark.parametrize("path", ["/index.php", "/", "/hostile?redirect=/index.php", "/none"],
                         ids=["directly", "as index", "by an internal redirect", "as error document"])
def test_addtype_never_shows_the_source(site, path):
    """CVE-2024-39884, CVE-2024-40725: scripts run, however they are reached."""
    assert site("ErrorDocument 404 /error.php\n").get(path).text == "run"


def test_configured_variables_do_not_override_computed_ones(site):
    """CVE-2025-65082."""
    s = site('<Location "/env.php">\nSetEnv SCRIPT_FILENAME /etc/passwd\nSetEnv REMOTE_ADDR 9.9.9.9\n'
             "SetEnv REQUEST_METHOD PUT\nSetEnv FREE yes\n</Location>\n",
             modules=("authz_core", "mime", "dir", "alias", "env"))
    s.site.write("htdocs/env.php", "<?php foreach (['SCRIPT_FILENAME', 'REMOTE_ADDR', 'REQUEST_METHOD', 'FREE'] "
                                   "as $n) echo $_SERVER[$n], '|';")
    assert s.get("/env.php").text == s.site.path("htdocs/env.php") + "|127.0.0.1|GET|yes|"


@pytest.mark.parametrize("path", [
    "/icons/.%%32%65/%%32%65%%32%65/etc/passwd", "/icons/%%32e%%32e/etc/passwd", "/icons/.%2e/.%2e/.%2e/.%2e/etc/passwd",
    "/icons/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/icons/..%2f..%2f..%2fetc/passwd", "/icons/..%00/etc/passwd",
])
def test_no_way_out_of_an_alias(site, path):
    """CVE-2021-41773, CVE-2021-42013: with an Alias and without 'Require all denied' on /."""
    s = site('Alias "/icons/" "{root}/htdocs/"\n<Directory "/">\nRequire all granted\n</Directory>\n')
    res = s.get(path)
    assert res.status in (400, 403, 404) and "root:" not in res.text


def test_a_failed_discard_closes_the_connection(site):
    """CVE-2022-22720: after an error inside a body nothing more is read as a request."""
    with site().connect() as conn:
        conn.send("POST /none HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
                  "GET /secret.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        assert b"echo" not in conn.read_all()


def test_huge_limits_do_not_wrap(server):
    """CVE-2022-22721: a limit beyond an integer is refused or means what it says."""
    s = server(start=False)
    for value in ("99999999999999999999999", "-1", "4294967296000x"):
        s.write_conf(f"LimitXMLRequestBody {value}\n")
        assert s.run("-t").returncode != 0, value


def test_a_response_with_several_languages(site):
    """CVE-2026-43951: several languages and changed headers."""
    s = site("AddLanguage en .en\nAddLanguage fr .fr\nHeader merge Content-Language de\nHeader set X-A b\n",
             modules=("authz_core", "mime", "dir", "alias", "headers"))
    s.site.write("htdocs/l.en.fr.txt", "x")
    res = s.get("/l.en.fr.txt")
    assert res.status == 200 and "en" in res.header("Content-Language") and "fr" in res.header("Content-Language")


@pytest.mark.parametrize("conf", [
    "<Macro m $a>\n</Macro>\nUse m\n", "<Macro>\n</Macro>\n", "<Macro m $a $a>\n</Macro>\n", "Use\n", "Use none\n",
    "<Macro m \"\">\n</Macro>\n", "<Macro m $a\n</Macro>\n", "UndefMacro none\n",
])
def test_broken_macros_are_refused(server, conf):
    """CVE-2023-31122: mod_macro on odd arguments."""
    s = server(start=False)
    s.write_conf("LoadModule macro_module {debian}/mod_macro.so\n" + conf)
    done = s.run("-t")
    assert done.returncode == 1 and "httpd.conf" in done.stderr


@pytest.mark.parametrize("n", [1, 99, 127, 128, 129, 255, 300])
def test_regular_expressions_with_many_groups(server, n):
    """CVE-2026-44631: names and numbers of groups beyond a char."""
    s = server(start=False)
    groups = "".join(f"(?<g{i}>a)?" for i in range(n))
    s.write_conf(f'RedirectMatch "^/{groups}$" "/x"\n<LocationMatch "^/{groups}">\n</LocationMatch>\n')
    done = s.run("-t")
    assert done.returncode in (0, 1), "it must not crash"


@pytest.mark.parametrize("expression", ["file('/etc/passwd') =~ /root/", "filesize('/etc/passwd') -gt 1"])
def test_htaccess_reads_no_files_by_expressions(server, expression):
    """CVE-2026-44119: who may only write .htaccess reads nothing with the server's rights."""
    s = server('<Directory "{root}/htdocs">\nAllowOverride All\n</Directory>\n')
    s.site.write("htdocs/h/x.txt", "x")
    s.site.write("htdocs/h/.htaccess", f'<If "{expression}">\nRequire all denied\n</If>\n')
    assert s.get("/h/x.txt").status == 500


def test_client_bytes_in_logs_are_escaped(site):
    """CVE-2024-47252: what a client sends is escaped by every log format item."""
    s = site('SetEnvIf X-Evil "(.*)" evil=$1\nLogFormat "%{X-Evil}i|%{evil}e|%U|%q|%r|%u" all\n'
             "CustomLog {root}/logs/access.log all\n",
             modules=("authz_core", "mime", "dir", "alias", "setenvif"))
    s.raw(b'GET /a.txt?\x1b[31m HTTP/1.1\r\nHost: t\r\nX-Evil: \x9b31m"\\\r\nConnection: close\r\n\r\n')
    s.raw(b'GET /a.txt?q HTTP/1.1\r\nHost: t\r\nX-Evil: \x9b31m"\\\r\nConnection: close\r\n\r\n')
    wait_until(lambda: "?q" in s.access_log.text(), 5, "the access line")
    with open(s.site.path("logs/access.log"), "rb") as file:
        data = file.read()
    assert b"\x1b" not in data and b"\x9b" not in data and rb"\x9b31m" in data
