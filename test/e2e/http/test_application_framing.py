"""What an application says about its response must not leave two readings of the connection.

Each request is followed by another one on the same connection: either that
is answered in its place, or the connection has ended.
"""

import pytest

from pinion_server import Truncated

CONF = """
LoadModule php_module {debian}/libphp8.2.so
<FilesMatch "\\.php$">
    SetHandler application/x-httpd-php
</FilesMatch>
"""
FILES = {
    # A length is announced and sent, then this many bytes follow in two parts.
    "htdocs/length.php": "<?php header('Content-Length: ' . $_GET['length']); echo 'abc'; flush();"
                         "echo str_repeat('x', (int)$_GET['more']);",
    "htdocs/status.php": "<?php http_response_code((int)$_GET['status']); echo 'body';",
    "htdocs/line.php": "<?php header('HTTP/1.1 ' . $_GET['line']); echo 'body';",
    "htdocs/coding.php": "<?php header('Transfer-Encoding: chunked'); header('Content-Length: 3');"
                         "echo \"5\\r\\nhello\\r\\n0\\r\\n\\r\\n\";",
}
SECOND = "GET /a.txt HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n"


@pytest.fixture
def site(server):
    return server(CONF, files=FILES)


def two(site, path, method="GET"):
    conn = site.connect()
    conn.send(f"{method} {path} HTTP/1.1\r\nHost: t\r\n\r\n{SECOND}")
    return conn


def test_a_body_that_is_too_short_ends_the_connection(site):
    with two(site, "/length.php?length=1000&more=100") as conn, pytest.raises(Truncated):
        conn.response()
    assert site.error_log.has("897 bytes shorter than the Content-Length")


@pytest.mark.parametrize("length, body", [(1, b"a"), (3, b"abc"), (50, b"abc" + b"x" * 47)])
def test_a_body_that_is_too_long_is_sent_as_far_as_announced(site, length, body):
    with two(site, f"/length.php?length={length}&more=100000") as conn:
        assert conn.response().body == body
        assert conn.response().text == "0123456789" and conn.is_closed()
    assert site.error_log.has("the body is longer than the Content-Length")


def test_a_body_of_the_right_length_leaves_the_connection_as_it_is(site):
    with two(site, "/length.php?length=103&more=100") as conn:
        assert len(conn.response().body) == 103
        assert conn.response().text == "0123456789"


@pytest.mark.parametrize("length", ["-1", "abc", "5,5", "%2B5"])
def test_a_length_that_is_no_number_is_not_sent(site, length):
    """PHP makes a number of some of them: then that one counts."""
    with two(site, f"/length.php?length={length}&more=2") as conn:
        res = conn.response()
        assert b"abcxx".startswith(res.body) and res.header("Content-Length", "0").isdigit()
        assert conn.response().text == "0123456789"


@pytest.mark.parametrize("path", [
    "/status.php?status=100", "/status.php?status=102", "/status.php?status=199", "/line.php?line=100",
    "/line.php?line=000%20x", "/line.php?line=150%20x",
])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_status_that_is_no_answer_becomes_500(site, path, method):
    with two(site, path, method) as conn:
        assert conn.response(method, interim=True).status == 500
    assert site.error_log.has("which is no response")


def test_after_switching_protocols_nothing_is_read_as_http(site):
    with two(site, "/status.php?status=101") as conn:
        assert b"0123456789" not in conn.read_all()


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_coding_of_the_applications_own_ends_with_the_connection(site, method):
    with two(site, "/coding.php", method) as conn:
        res = conn.response(method)
        assert res.header("Content-Length") is None and res.header("Connection") == "close"
        assert res.body == (b"" if method == "HEAD" else b"hello")
        assert conn.is_closed()
