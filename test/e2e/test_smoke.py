"""The server starts, serves a file, and stops."""

import pytest


@pytest.mark.parametrize(
    "path, status, body, shows",
    [
        ("/a.txt", 200, b"0123456789", "a file is served whole"),
        ("/none", 404, None, "a missing file is a 404"),
    ],
)
def test_static(server, path, status, body, shows):
    res = server().get(path)
    assert res.status == status, shows
    if body is not None:
        assert res.body == body, shows


def test_keep_alive_and_pipelining(server):
    with server().connect() as conn:
        conn.send(b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n" * 3)
        assert [conn.response().status for _ in range(3)] == [200, 200, 200]
