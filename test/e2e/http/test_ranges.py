"""Range: which bytes come, what is refused, what is served whole."""

import os
import re

import pytest

CONF = """
<Location "/none.txt">
    MaxRanges none
</Location>
<Location "/two.txt">
    MaxRanges 2
</Location>
"""
FILES = {"htdocs/none.txt": "0123456789", "htdocs/two.txt": "0123456789"}


@pytest.fixture
def site(server):
    return server(CONF, files=FILES)


@pytest.mark.parametrize("value, content_range, body", [
    ("bytes=0-3", "bytes 0-3/10", b"0123"),
    ("bytes=-3", "bytes 7-9/10", b"789"),
    ("bytes=5-", "bytes 5-9/10", b"56789"),
    ("bytes=0-3,20-30", "bytes 0-3/10", b"0123"),
    ("bytes=0-5,3-8", "bytes 0-8/10", b"012345678"),
    ("bytes=0-", "bytes 0-9/10", b"0123456789"),
])
def test_one_range(site, value, content_range, body):
    res = site.get("/a.txt", {"Range": value})
    assert (res.status, res.header("Content-Range"), res.body) == (206, content_range, body)
    assert res.header("Content-Type") == "text/plain"
    assert res.headers("Content-Length") == [str(len(body))]


@pytest.mark.parametrize("value", [
    "bytes=3-1", "items=0-3", "bytes=abc", "bytes= 0-3", "bytes=-0", "bytes=0-99999999999999999999", "bytes=",
])
def test_a_malformed_field_is_no_field(site, value):
    res = site.get("/a.txt", {"Range": value})
    assert (res.status, res.body, res.header("Content-Range")) == (200, b"0123456789", None)


def test_nothing_of_it_is_there(site):
    res = site.get("/a.txt", {"Range": "bytes=20-30"})
    assert (res.status, res.header("Content-Range")) == (416, "bytes */10")


def test_a_416_leaves_the_connection_in_order(site):
    with site.connect() as conn:
        conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\nRange: bytes=20-\r\n\r\n" * 2)
        assert [conn.response().status for _ in range(2)] == [416, 416]


@pytest.mark.parametrize("value, parts", [
    ("bytes=8-9,0-1", [("8-9", b"89"), ("0-1", b"01")]),
    ("bytes=0-0,2-3", [("0-0", b"0"), ("2-3", b"23")]),
])
def test_several_ranges_come_in_the_order_asked_for(site, value, parts):
    res = site.get("/a.txt", {"Range": value})
    assert res.status == 206
    boundary = re.fullmatch(r"multipart/byteranges; boundary=(\w+)", res.header("Content-Type"))[1].encode()
    pieces = res.body.split(b"\r\n--" + boundary)
    assert pieces[0] == b"" and pieces[-1] == b"--\r\n"
    for piece, (where, body) in zip(pieces[1:-1], parts, strict=True):
        head, _, content = piece.partition(b"\r\n\r\n")
        assert content == body
        assert f"Content-range: bytes {where}/10".encode() in head
        assert b"Content-type: text/plain" in head


def test_post_has_no_ranges(site):
    res = site.post("/a.txt", "x", {"Range": "bytes=0-3"})
    assert (res.status, res.body) == (200, b"0123456789")


def test_head_tells_the_same_without_a_body(site):
    res = site.request("HEAD", "/a.txt", {"Range": "bytes=0-3"})
    assert res.status in (200, 206)


@pytest.mark.parametrize("path, value, status, accepts", [
    ("/none.txt", "bytes=0-3", 200, "none"),
    ("/two.txt", "bytes=0-0,2-2", 206, "bytes"),
    ("/two.txt", "bytes=0-0,2-2,4-4", 200, "bytes"),
])
def test_max_ranges(site, path, value, status, accepts):
    res = site.get(path, {"Range": value})
    assert (res.status, res.header("Accept-Ranges")) == (status, accepts)


def test_if_range(site):
    first = site.get("/a.txt")
    tag = first.header("ETag")
    assert site.get("/a.txt", {"Range": "bytes=0-3", "If-Range": '"other"'}).status == 200
    if not tag.startswith("W/"):
        assert site.get("/a.txt", {"Range": "bytes=0-3", "If-Range": tag}).status == 206


def test_a_range_above_four_gigabytes(site):
    path = site.site.path("htdocs/huge.bin")
    with open(path, "wb") as file:
        file.seek(5 * 1024**3)
        file.write(b"here")
        file.truncate(6 * 1024**3)
    try:
        res = site.get("/huge.bin", {"Range": f"bytes={5 * 1024**3}-{5 * 1024**3 + 3}"})
        assert (res.status, res.body) == (206, b"here")
        assert res.header("Content-Range") == f"bytes {5 * 1024**3}-{5 * 1024**3 + 3}/{6 * 1024**3}"
    finally:
        os.unlink(path)
