"""mod_reqtimeout: how long a client may take for its head and its body."""

import time

import pytest

from pinion_server import RUN

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "reqtimeout", "cgi", "env")
SCRIPT = "#!/bin/sh\necho Content-Type: text/plain\necho\nwc -c\n"
CGI = """
ScriptAlias "/cgi/" "{root}/cgi/"
<Directory "{root}/cgi">
    Require all granted
</Directory>
"""


def start(server, line):
    running = server(CGI + line, modules=MODULES)
    running.site.write("cgi/count", SCRIPT, mode=0o755)
    return running


def seconds_until_closed(conn):
    begin = time.monotonic()
    data = conn.read_all()
    return time.monotonic() - begin, data


@pytest.mark.parametrize(
    "line, least, most, shows",
    [
        ("RequestReadTimeout header=1", 0.8, 3, "a fixed time"),
        ("RequestReadTimeout header=1-3,MinRate=10", 1.8, 4.5, "20 bytes gain two seconds, at most"),
        ("RequestReadTimeout HEADER=1,minrate=10000", 0.8, 3, "whatever the case; bytes gain little"),
    ],
)
def test_slow_head(server, line, least, most, shows):
    running = start(server, line)
    with running.connect() as conn:
        conn.send("GET /a.txt HTTP/1.1\r\n")
        time.sleep(0.2)
        conn.send("Host: test\r\nX-Slow: ")
        spent, data = seconds_until_closed(conn)
    assert data.startswith(b"HTTP/1.1 408 "), shows
    assert least <= spent <= most, shows


def test_a_fast_head_is_in_time(server):
    running = start(server, "RequestReadTimeout header=1")
    assert running.get("/a.txt").status == 200


@pytest.mark.differs("apache", reason="each head of a connection has its own time, not only the first")
def test_every_head_has_its_own_time(server):
    running = start(server, "KeepAliveTimeout 10\nRequestReadTimeout header=1")
    with running.connect() as conn:
        for _ in range(3):
            conn.send("GET /a.txt HTTP/1.1\r\nHost: test\r\n\r\n")
            assert conn.response().status == 200
            time.sleep(0.7)
        conn.send("GET")
        spent, data = seconds_until_closed(conn)
    assert data.startswith(b"HTTP/1.1 408 ")
    assert spent < 3


@pytest.mark.differs("foreign", reason="gap: Debian's module as a binary does not time bodies here; ours does")
def test_slow_body(server):
    running = start(server, "RequestReadTimeout header=0 body=1")
    with running.connect() as conn:
        conn.send("POST /cgi/count HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n123")
        spent, data = seconds_until_closed(conn)
    assert data.startswith(b"HTTP/1.1 408 ")
    assert 0.8 <= spent <= 4


def test_bytes_gain_time_for_a_body(server):
    running = start(server, "RequestReadTimeout body=1,MinRate=2")
    with running.connect() as conn:
        conn.send("POST /cgi/count HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: 10\r\n\r\n")
        for _ in range(10):
            time.sleep(0.25)
            conn.send("x")
        res = conn.response("POST")
    assert (res.status, res.text.strip()) == (200, "10")


@pytest.mark.differs("foreign", reason="gap: Debian's module as a binary does not time bodies here; ours does")
def test_virtual_hosts_have_their_own_body_time(server):
    running = start(server, """
RequestReadTimeout body=20
<VirtualHost *:{port}>
    ServerName test
    DocumentRoot "{docroot}"
</VirtualHost>
<VirtualHost *:{port}>
    ServerName fast
    RequestReadTimeout body=1
    ScriptAlias "/cgi/" "{root}/cgi/"
</VirtualHost>
""")
    with running.connect() as conn:
        conn.send("POST /cgi/count HTTP/1.1\r\nHost: fast\r\nContent-Length: 10\r\n\r\n123")
        spent, data = seconds_until_closed(conn)
    assert data.startswith(b"HTTP/1.1 408 ")
    assert spent <= 4


def test_nothing_is_closed_when_turned_off(server):
    running = start(server, "RequestReadTimeout handshake=0 header=0 body=0")
    with running.connect() as conn:
        conn.send("GET /a.txt HT")
        time.sleep(2)
        conn.send("TP/1.1\r\nHost: test\r\n\r\n")
        assert conn.response().status == 200


@pytest.mark.parametrize(
    "line, words",
    [
        ("", "header="),
        ("foo=1", "foo=1"),
        ("header", "header"),
        ("header=", "header="),
        ("header=x", "header="),
        ("header=-1", "header="),
        ("header=20-10,MinRate=500", "maximum"),
        ("header=20-40", "MinRate"),
        ("header=20,MinRate=0", "MinRate"),
        ("header=20,MinRate=x", "MinRate"),
        ("header=20,Rate=5", "Rate=5"),
        ("body=99999999999", "body="),
    ],
)
@pytest.mark.own("Apache takes some of it in silence")
def test_refused_configuration(server, line, words):
    running = start(server, "RequestReadTimeout header=1")
    running.site.write("conf/bad.conf", open(running.conf_path).read() + f"\nRequestReadTimeout {line}\n")
    done = running.run("-t", "-f", running.site.path("conf/bad.conf"))
    assert done.returncode != 0
    assert RUN != "own" or words in done.stderr
