"""Conditional requests on a file with a strong tag and a date (RFC 9110 13)."""

import email.utils
import time

import pytest

MTIME = 1756720800  # long ago: the tag is strong
FORMS = {
    "rfc850": "Monday, 01-Sep-25 10:00:00 GMT",
    "asctime": "Mon Sep  1 10:00:00 2025",
}


def date(offset=0):
    return email.utils.formatdate(MTIME + offset, usegmt=True)


@pytest.fixture
def site(server):
    s = server()
    s.site.write("htdocs/old.txt", "0123456789", mtime=MTIME)
    return s


def ask(site, method, fields):
    tag = site.get("/old.txt").header("ETag")
    fields = {name: value.replace("E", tag) if value in ("E", "W/E", "x, E") else value
              for name, value in fields.items()}
    return site.request(method, "/old.txt", fields)


@pytest.mark.parametrize("method, fields, status", [
    ("GET", {"If-None-Match": "E"}, 304),
    ("HEAD", {"If-None-Match": "E"}, 304),
    ("GET", {"If-None-Match": "W/E"}, 304),
    ("GET", {"If-None-Match": "*"}, 304),
    ("GET", {"If-None-Match": '"other"'}, 200),
    ("GET", {"If-None-Match": '"other"', "If-Modified-Since": date()}, 200),
    ("GET", {"If-None-Match": "E", "If-Modified-Since": date(-3600)}, 304),
    ("GET", {"If-Modified-Since": date()}, 304),
    ("GET", {"If-Modified-Since": date(3600)}, 304),
    ("GET", {"If-Modified-Since": FORMS["rfc850"]}, 304),
    ("GET", {"If-Modified-Since": FORMS["asctime"]}, 304),
    ("GET", {"If-Modified-Since": date(-1)}, 200),
    ("GET", {"If-Modified-Since": email.utils.formatdate(time.time() + 86400, usegmt=True)}, 200),
    ("GET", {"If-Modified-Since": "garbage"}, 200),
    ("GET", {"If-Match": "E"}, 200),
    ("GET", {"If-Match": "*"}, 200),
    ("GET", {"If-Match": "W/E"}, 412),
    ("GET", {"If-Match": '"other"'}, 412),
    ("GET", {"If-Unmodified-Since": date(-1)}, 412),
    ("GET", {"If-Match": "E", "If-Unmodified-Since": date(-1)}, 200),
    ("GET", {"If-Match": '"other"', "If-None-Match": "E"}, 412),
    ("POST", {"If-None-Match": "E", "Content-Length": "0"}, 412),
])
def test_precedence(site, method, fields, status):
    assert ask(site, method, fields).status == status


def test_a_304_says_nothing_about_a_body(site):
    res = ask(site, "GET", {"If-None-Match": "*"})
    assert res.header("ETag") and res.header("Date")
    for name in ("Content-Length", "Content-Type", "Transfer-Encoding"):
        assert res.header(name) is None, name


def test_the_tag_is_that_of_apache(site):
    res = site.get("/old.txt")
    assert res.header("ETag") == f'"a-{MTIME * 1000000:x}"'
    assert res.header("Last-Modified") == date()


@pytest.mark.parametrize("components, parts", [("MTIME", 1), ("INODE MTIME SIZE", 3), ("None", 0), ("All", 3)])
def test_file_etag(server, components, parts):
    s = server(f'FileETag {components}\n')
    s.site.write("htdocs/old.txt", "0123456789", mtime=MTIME)
    tag = s.get("/old.txt").header("ETag")
    assert (len(tag.strip('"').split("-")) if tag else 0) == parts


def test_a_digest_is_the_content(server):
    s = server("FileETag Digest\n")
    s.site.write("htdocs/old.txt", "0123456789", mtime=MTIME)
    assert s.get("/old.txt").header("ETag") == '"h6zsF82dzSCnFsws9nQXtxyKcBY="'
