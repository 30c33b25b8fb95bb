"""mod_remoteip: who the client is, by a field of the request and by the PROXY protocol."""

import struct

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "remoteip", "headers")
SHOW = ("Header always set X-Client %{REMOTE_ADDR}x\n".replace("%{REMOTE_ADDR}x", '"expr=%{REMOTE_ADDR}"')
        + 'Header always set X-Peer "expr=%{CONN_REMOTE_ADDR}"\nHeader always set X-Rest "expr=%{HTTP:X-Forwarded-For}"\n'
        + 'Header always set X-By "expr=%{HTTP:X-By}"\nHeader always set X-List "expr=%{note:remoteip-proxy-ip-list}"\n')
XFF = "X-Forwarded-For"


def who(res):
    return res.header("X-Client"), res.header("X-Rest") or ""


# Q05 and its neighbours: the proxy is internal
@pytest.mark.parametrize("field, client, rest", [
    ("9.9.9.9", "9.9.9.9", ""), ("evil, 9.9.9.9", "9.9.9.9", "evil"), ("1.1.1.1, 127.0.0.1", "1.1.1.1", ""),
    ("garbage", "127.0.0.1", "garbage"), ("9.9.9.9, 10.0.0.5", "10.0.0.5", "9.9.9.9"), (None, "127.0.0.1", ""), ("", "127.0.0.1", ""),
    (" 9.9.9.9 ", "9.9.9.9", ""), ("2001:db8::1", "2001:db8::1", ""), ("8.8.8.8,127.0.0.1,127.0.0.1", "8.8.8.8", ""),
    ("::ffff:9.9.9.9", "9.9.9.9", ""), ("999.9.9.9", "127.0.0.1", "999.9.9.9"),
    pytest.param("localhost", "127.0.0.1", "localhost", marks=pytest.mark.differs("apache", "foreign", reason="what a client says is "
                 "never looked up as a name")),
])
def test_an_internal_proxy_is_believed(server, field, client, rest):
    s = server(SHOW + f"RemoteIPHeader {XFF}\nRemoteIPInternalProxy 127.0.0.1\n", modules=MODULES)
    res = s.get("/a.txt", {XFF: field} if field is not None else {})
    assert who(res) == (client, rest) and res.header("X-Peer") == "127.0.0.1"


@pytest.mark.parametrize("conf, field, client, rest", [
    ("RemoteIPTrustedProxy 127.0.0.1", "9.9.9.9", "9.9.9.9", ""), ("RemoteIPTrustedProxy 127.0.0.1", "10.0.0.5", "127.0.0.1", "10.0.0.5"),
    ("RemoteIPTrustedProxy 127.0.0.1", "192.168.1.1", "127.0.0.1", "192.168.1.1"),
    ("RemoteIPTrustedProxy 127.0.0.1", "fe80::1", "127.0.0.1", "fe80::1"),
    ("RemoteIPTrustedProxy 127.0.0.0/8 9.9.9.0/24", "1.1.1.1, 9.9.9.9", "1.1.1.1", ""),
    ("RemoteIPTrustedProxy 10.0.0.1", "9.9.9.9", "127.0.0.1", "9.9.9.9"), ("", "9.9.9.9", "9.9.9.9", ""),
    ("", "1.1.1.1, 9.9.9.9", "1.1.1.1", ""), ("", "10.0.0.1", "127.0.0.1", "10.0.0.1"),
    ("RemoteIPInternalProxyList conf/list", "10.1.1.1", "10.1.1.1", ""),
    ("RemoteIPTrustedProxyList conf/list", "9.9.9.9", "9.9.9.9", ""),
])
def test_who_is_believed(server, conf, field, client, rest):
    s = server(SHOW + f"RemoteIPHeader {XFF}\n{conf}\n", modules=MODULES, files={"conf/list": "# ours\n10.2.0.0/16 # those\n127.0.0.1\n"})
    assert who(s.get("/a.txt", {XFF: field})) == (client, rest)


def test_the_list_of_proxies(server):
    s = server(SHOW + f"RemoteIPHeader {XFF}\nRemoteIPTrustedProxy 127.0.0.1 9.9.9.9\nRemoteIPProxiesHeader X-By\n", modules=MODULES)
    res = s.get("/a.txt", {XFF: "1.1.1.1, 9.9.9.9"})
    assert res.header("X-By") == "127.0.0.1, 9.9.9.9" and res.header("X-List") == "127.0.0.1, 9.9.9.9"


def test_access_follows(server):
    s = server(f"RemoteIPHeader {XFF}\nRemoteIPInternalProxy 127.0.0.1\n<Location />\nRequire not ip 9.9.9.9\nRequire all granted\n"
               "</Location>\n".replace("Require not ip 9.9.9.9\nRequire all granted", "<RequireAll>\nRequire all granted\n"
                                       "Require not ip 9.9.9.9\n</RequireAll>"), modules=MODULES)
    assert s.get("/a.txt").status == 200 and s.get("/a.txt", {XFF: "9.9.9.9"}).status == 403


def test_each_request_of_a_connection_has_its_own(server):
    s = server(SHOW + f"RemoteIPHeader {XFF}\n", modules=MODULES)
    with s.connect() as conn:
        for field, client in (("1.1.1.1", "1.1.1.1"), (None, "127.0.0.1"), ("2.2.2.2", "2.2.2.2")):
            conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\n" + (f"{XFF}: {field}\r\n" if field else "") + "\r\n")
            assert conn.response().header("X-Client") == client


def test_hosts_have_their_own_lists(server):
    s = server(SHOW + f"RemoteIPHeader {XFF}\n<VirtualHost *:{{port}}>\nServerName a.x\nRemoteIPInternalProxy 127.0.0.1\n</VirtualHost>\n"
               "<VirtualHost *:{port}>\nServerName b.x\nRemoteIPInternalProxy 10.0.0.1\n</VirtualHost>\n", modules=MODULES)
    assert s.get("/a.txt", {"Host": "a.x", XFF: "9.9.9.9"}).header("X-Client") == "9.9.9.9"
    assert s.get("/a.txt", {"Host": "b.x", XFF: "9.9.9.9"}).header("X-Client") == "127.0.0.1"


# --- the PROXY protocol ------------------------------------------------------

GET = b"GET /a.txt HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n"
SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"


def v2(command, family, data):
    return SIGNATURE + bytes([0x20 | command, family]) + struct.pack("!H", len(data)) + data


V4 = bytes([9, 9, 9, 9, 127, 0, 0, 1]) + struct.pack("!HH", 1234, 80)
V6 = bytes.fromhex("20010db8000000000000000000000001") + bytes(16) + struct.pack("!HH", 1234, 80)


@pytest.fixture
def proxied(server):
    return server(SHOW + "RemoteIPProxyProtocol On\n", modules=MODULES)


@pytest.mark.parametrize("block, client", [
    (b"PROXY TCP4 9.9.9.9 127.0.0.1 1234 80\r\n", "9.9.9.9"), (b"PROXY TCP6 2001:db8::1 ::1 1234 80\r\n", "2001:db8::1"),
    pytest.param(b"PROXY UNKNOWN\r\n", "127.0.0.1", marks=pytest.mark.differs("apache", "foreign", reason="the specification allows "
                 "it without addresses")), (b"PROXY UNKNOWN anything at all\r\n", "127.0.0.1"), (v2(1, 0x11, V4), "9.9.9.9"),
    (v2(1, 0x21, V6), "2001:db8::1"), (v2(0, 0x00, b""), "127.0.0.1"), 
    pytest.param(v2(1, 0x11, V4 + b"\x04" + struct.pack("!H", 500) + bytes(500)), "9.9.9.9", marks=pytest.mark.differs(
        "apache", "foreign", reason="extensions may be as long as the specification allows")),
])
def test_a_block_tells_the_client(proxied, block, client):
    res = proxied.raw(block + GET, "GET")
    assert res.status == 200 and res.text == "0123456789" and res.header("X-Client") == client and res.header("X-Peer") == "127.0.0.1"


@pytest.mark.parametrize("block", [b"PROXY TCP4 9.9.9.9 127.0.0.1 1234 80\r\n", v2(1, 0x11, V4 + bytes(50))])
def test_a_block_that_comes_in_pieces(proxied, block):
    with proxied.connect() as conn:
        for n in range(len(block)):
            conn.send(block[n:n + 1])
        conn.send(GET)
        assert conn.response().header("X-Client") == "9.9.9.9"


def test_all_requests_of_the_connection_are_the_clients(proxied):
    with proxied.connect() as conn:
        conn.send(b"PROXY TCP4 9.9.9.9 127.0.0.1 1234 80\r\n")
        for _ in range(3):
            conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
            assert conn.response().header("X-Client") == "9.9.9.9"


@pytest.mark.parametrize("block", [
    b"", b"PROXY TCP4 9.9.9.9\r\n", b"PROXY TCP4 nonsense 127.0.0.1 1 2\r\n", b"PROXY TCP9 9.9.9.9 1.1.1.1 1 2\r\n", b"PROXY " + b"x" * 200 + b"\r\n",
    pytest.param(b"PROXY TCP4 9.9.9.9 127.0.0.1 99999 80\r\n", marks=pytest.mark.differs("apache", "foreign", reason="no port has that "
                 "number")), SIGNATURE[:-1] + b"X" + bytes(20), v2(5, 0x11, V4), v2(1, 0x11, V4[:4]),
    SIGNATURE + b"\x31\x11\x00\x0c" + V4, b"PROXY TCP4 9.9.9.9\x00 127.0.0.1 1 2\r\n",
])
def test_who_sends_anything_else_is_not_served(proxied, block):
    with proxied.connect() as conn:
        conn.send(block + GET)
        assert b"0123456789" not in conn.read_all()
    assert proxied.raw(b"PROXY UNKNOWN anything\r\n" + GET, "GET").status == 200


def test_exceptions(server):
    s = server(SHOW + "RemoteIPProxyProtocol On\nRemoteIPProxyProtocolExceptions 127.0.0.0/8\n", modules=MODULES)
    assert s.get("/a.txt").header("X-Client") == "127.0.0.1"


@pytest.mark.parametrize("line, words", [
    ("RemoteIPInternalProxy no.such.host.invalid", "no.such.host"), ("RemoteIPTrustedProxy 1.2.3.4/99", "1.2.3.4/99"),
    ("RemoteIPInternalProxyList conf/none", "conf/none"), ("RemoteIPProxyProtocol maybe", "On or Off"),
    ("RemoteIPProxyProtocolExceptions foo", "'foo'"), ("RemoteIPHeader", "RemoteIPHeader"),
])
def test_refused(server, line, words):
    server("", modules=MODULES, start=False).refuses(line, words)
