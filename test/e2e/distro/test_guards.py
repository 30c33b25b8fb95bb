"""mod_security with the core rule set, mod_evasive, mod_xsendfile, as binaries."""

import os

import pytest

from pinion_server import wait_until

pytestmark = pytest.mark.distro

SECURITY = """
LoadFile libxml2.so.2
LoadModule unique_id_module {debian}/mod_unique_id.so
LoadModule security2_module {debian}/mod_security2.so
SecRuleEngine On
SecRequestBodyAccess On
SecResponseBodyAccess On
SecResponseBodyMimeType text/plain
SecDataDir {root}/run
SecTmpDir {root}/run
SecAuditEngine RelevantOnly
SecAuditLogRelevantStatus "^(?:5|4)"
SecAuditLogParts ABHZ
SecAuditLog {root}/logs/audit.log
Include /etc/modsecurity/crs/crs-setup.conf
Include /usr/share/modsecurity-crs/rules/*.conf
SecRule RESPONSE_BODY "leaked-secret" "id:900001,phase:4,deny,status:502,msg:'leak'"
"""
FILES = {"htdocs/leak.txt": "a leaked-secret is here", "htdocs/plain.txt": "nothing special"}


@pytest.fixture(scope="module")
def guarded(server):
    s = server(SECURITY, files=FILES)
    os.chmod(s.site.path("run"), 0o777)
    return s


@pytest.mark.parametrize("path, status", [
    ("/plain.txt", 200),
    ("/plain.txt?id=1%27%20OR%20%271%27=%271", 403),
    ("/plain.txt?x=%3Cscript%3Ealert(1)%3C/script%3E", 403),
    ("/plain.txt?f=../../../../etc/passwd", 403),
    ("/leak.txt", 502),
])
def test_security2_with_the_core_rule_set(guarded, path, status):
    assert guarded.get(path, {"User-Agent": "browser", "Accept": "*/*"}).status == status


def test_security2_looks_into_bodies(guarded):
    res = guarded.post("/plain.txt", "a=1' UNION SELECT password FROM users--",
                       {"User-Agent": "browser", "Accept": "*/*", "Content-Type": "application/x-www-form-urlencoded"})
    assert res.status == 403


def test_security2_logs_the_rule(guarded):
    guarded.get("/plain.txt?id=1%27%20OR%20%271%27=%271", {"User-Agent": "browser", "Accept": "*/*"})
    assert guarded.error_log.has("ModSecurity") and guarded.error_log.has("SQL Injection")
    wait_until(lambda: os.path.getsize(guarded.site.path("logs/audit.log")) > 0, 5, "the audit log")


EVASIVE = """
LoadModule evasive20_module {debian}/mod_evasive20.so
DOSHashTableSize 3097
DOSPageCount 5
DOSSiteCount 100
DOSPageInterval 2
DOSSiteInterval 1
DOSBlockingPeriod 2
DOSLogDir "{root}/run"
KeepAlive On
"""


def test_evasive_blocks_a_flood(server):
    s = server(EVASIVE)
    with s.connect() as conn:
        seen = []
        for _ in range(15):
            conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
            seen.append(conn.response().status)
    assert seen[0] == 200 and seen[-1] == 403


XSENDFILE = """
LoadModule php_module {debian}/libphp8.2.so
LoadModule xsendfile_module {debian}/mod_xsendfile.so
AddHandler application/x-httpd-php .php
XSendFile On
XSendFilePath "{root}/files"
"""
XFILES = {
    "files/inside.bin": "0123456789", "outside.bin": "secret",
    "htdocs/send.php": "<?php header('X-Sendfile: ' . $_GET['f']); header('Content-Type: text/plain');"
                       " if (isset($_GET['n'])) header('Content-Length: ' . $_GET['n']); echo 'body of the script';",
}


@pytest.fixture
def sender(server):
    return server(XSENDFILE, files=XFILES)


def test_xsendfile_inside(sender):
    res = sender.get(f"/send.php?f={sender.root}/files/inside.bin")
    assert (res.status, res.text, res.header("X-Sendfile")) == (200, "0123456789", None)


def test_xsendfile_outside(sender):
    res = sender.get(f"/send.php?f={sender.root}/outside.bin")
    assert res.status in (403, 404) and "secret" not in res.text and res.header("X-Sendfile") is None


def test_xsendfile_range_and_head(sender):
    res = sender.get(f"/send.php?f={sender.root}/files/inside.bin", {"Range": "bytes=2-4"})
    assert (res.status, res.text) == (206, "234")
    res = sender.request("HEAD", f"/send.php?f={sender.root}/files/inside.bin")
    assert res.status == 200 and res.body == b""


def test_xsendfile_drops_a_wrong_length(sender):
    res = sender.get(f"/send.php?f={sender.root}/files/inside.bin&n=3")
    assert res.text == "0123456789"


def test_xsendfile_empty_path(sender):
    assert sender.get("/send.php?f=").status in (200, 404)
    assert sender.get("/a.txt").status == 200
