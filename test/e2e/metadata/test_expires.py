"""mod_expires: which time counts for which type, when it stays silent, both ways to write a time."""

import email.utils
import os

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "expires", "headers")
DAY = 24 * 3600
CONF = """
AddType application/x-own .own
ExpiresActive On
ExpiresDefault "access plus 1 hour"
ExpiresByType text/css A60
ExpiresByType text/* A30
ExpiresByType text/html M604800
ExpiresByType application/x-own "modification plus 2 weeks 1 day"
ExpiresByType image/png A10
ExpiresByType image/png "now plus 1 month"
AddType "text/css; charset=utf-8" .utf
<Directory "{docroot}">
    AllowOverride Indexes
</Directory>
<Directory "{docroot}/off">
    ExpiresActive Off
</Directory>
<Directory "{docroot}/inner">
    ExpiresByType text/css A5
</Directory>
<Directory "{docroot}/only">
    ExpiresDefault A7
</Directory>
<Location /cc>
    Header set Cache-Control max-age=5
</Location>
<Location /early>
    Header set Expires "Thu, 01 Jan 1970 00:00:00 GMT" early
</Location>
Alias /cc {docroot}
Redirect /moved /a.txt
"""
FILES = {f"htdocs/{name}": "x" for name in (
    "a.css", "a.utf", "old.html", "new.html", "a.own", "a.png", "noext", "off/a.css", "inner/a.css", "inner/a.png", "only/a.css",
    "only/b", "ht/a.css", "ht/b.css", "no/a.css")}
FILES["htdocs/ht/.htaccess"] = 'ExpiresByType text/css "access plus 10 years"\n<Files b.css>\nExpiresActive Off\n</Files>\n'
FILES["htdocs/no/.htaccess"] = "ExpiresActive Off\n"


@pytest.fixture(scope="module")
def site(server):
    s = server(CONF + "<Directory {docroot}/no>\nAllowOverride FileInfo\n</Directory>\n", modules=MODULES, files=FILES)
    os.utime(s.site.path("htdocs/old.html"), (1e9, 1e9))
    return s


def seconds(res):
    """What Expires is after Date, which must be what max-age says."""
    if res.header("Expires") is None:
        return None
    at = [email.utils.parsedate_to_datetime(res.header(name)).timestamp() for name in ("Date", "Expires")]
    after = at[1] - at[0]
    assert res.header("Cache-Control") in (f"max-age={after:.0f}", f"max-age={after - 1:.0f}", f"max-age={after + 1:.0f}")
    return after


@pytest.mark.parametrize("path, after", [
    ("/a.css", 60), ("/a.utf", 60), ("/a.txt", 30), ("/a.png", 30 * DAY), ("/noext", 3600), ("/old.html", 0), ("/off/a.css", None),
    ("/inner/a.css", 5), ("/inner/a.png", 30 * DAY), ("/only/a.css", 60), ("/only/b", 7), ("/ht/a.css", 3650 * DAY),
    ("/ht/b.css", None), ("/none", None), ("/moved", None), ("/off", None),
])
def test_time_for_a_type(site, path, after):
    assert seconds(site.get(path)) == after


@pytest.mark.parametrize("path, after", [("/new.html", 7 * DAY), ("/a.own", 15 * DAY)])
def test_time_from_the_file(site, path, after):
    os.utime(site.site.path("htdocs" + path))
    assert abs(seconds(site.get(path)) - after) <= 5


def test_other_modules_have_the_last_word(site):
    res = site.get("/cc/a.css")
    assert res.header("Cache-Control") == "max-age=5" and res.header("Expires")


def test_304_and_head(site):
    whole = site.get("/a.css")
    res = site.get("/a.css", {"If-None-Match": whole.header("ETag").removeprefix("W/"), "If-Modified-Since": whole.header("Last-Modified")})
    assert res.status == 304 and seconds(res) == 60
    assert seconds(site.request("HEAD", "/a.css")) == 60


def test_htaccess_needs_indexes(site):
    assert site.get("/no/a.css").status == 500


def test_an_application_that_says_so_itself(server):
    s = server("""LoadModule cgi_module {debian}/mod_cgi.so
ExpiresActive On
ExpiresDefault A60
ScriptAlias /cgi {docroot}/cgi
""", modules=MODULES)
    for name, line in (("own", "Expires: Thu, 01 Jan 2026 00:00:00 GMT"), ("none", "X-A: 1"), ("error", "Status: 404 Gone")):
        s.site.write(f"htdocs/cgi/{name}", f"#!/bin/sh\necho '{line}'\necho Content-Type: text/html\necho\necho x\n", mode=0o755)
    res = s.get("/cgi/own")
    assert res.headers("Expires") == ["Thu, 01 Jan 2026 00:00:00 GMT"] and res.header("Cache-Control") is None
    assert seconds(s.get("/cgi/none")) == 60


LOOSE = pytest.mark.differs("apache", "foreign", reason="a time with something that is none in it is refused, not half read")


@pytest.mark.parametrize("time", ["A60", "M60", "a60", "A-60", "A+60", "access", "access plus", "access 1 day", "now plus 1 month 2 weeks",
                                  "modification plus 1 years", "access plus 1 min", "ACCESS PLUS 1 DAY", "access plus 99999 years"])
def test_times(server, time):
    probe = server("", modules=MODULES, start=False)
    probe.write_conf(f'ExpiresDefault "{time}"\nExpiresByType text/css "{time}"\n')
    done = probe.run("-t")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line, words", [
    ("ExpiresDefault 60", "'60'"), ('ExpiresDefault "access plus 1"', "unit"), ('ExpiresDefault "access plus 1 fortnight"', "fortnight"),
    ('ExpiresDefault "foo plus 1 day"', "'foo'"), ('ExpiresDefault "access plus x day"', "'x'"),
    ('ExpiresDefault "access plus 1 day 3"', "unit"), ('ExpiresDefault "access minus 1 day"', "'minus'"),
    pytest.param("ExpiresDefault A60x", "'A60x'", marks=LOOSE), pytest.param("ExpiresDefault A", "'A'", marks=LOOSE),
    pytest.param('ExpiresDefault "access plus 1 dayz"', "'dayz'", marks=LOOSE),
    pytest.param("ExpiresDefault A99999999999", "A3600", marks=LOOSE),
    ("ExpiresByType text A60", "slash"), ("ExpiresByType text/html", "ExpiresByType"), ("ExpiresActive maybe", "On or Off"),
])
def test_refused(server, line, words):
    server("", modules=MODULES, start=False).refuses(line, words)
