"""How messages begin and end on a connection: lengths, chunks, HEAD, keep-alive."""

import re

import pytest

CONF = """
Alias /cgi "{root}/cgi"
<Directory "{root}/cgi">
    Require all granted
    Options +ExecCGI
    SetHandler cgi-script
</Directory>
<IfModule mod_headers.c>
    <Location "/split.txt">
        Header set X-Bad "a\\x0d\\x0aX-Injected: 1"
    </Location>
</IfModule>
"""
MODULES = ("authz_core", "mime", "dir", "alias", "cgi", "headers")
SCRIPT = "#!/bin/sh\n"
ECHO = SCRIPT + ("t=$(mktemp); cat > $t; printf 'Content-Type: text/plain\\r\\n\\r\\n'; cat $t; rm $t\n")
STREAM = SCRIPT + "printf 'Content-Type: text/plain\\r\\n\\r\\n'; echo one; sleep 0.3; echo two\n"
STATUS = SCRIPT + "printf \"Status: ${QUERY_STRING}\\r\\nContent-Type: text/plain\\r\\n\\r\\nbody\"\n"
FIELDS = SCRIPT + ("printf 'Content-Type: text/plain\\r\\nContent-Length: 2\\r\\nTransfer-Encoding: chunked\\r\\n"
                   "Set-Cookie: a=1\\r\\nSet-Cookie: b=2\\r\\nLast-Modified: garbage\\r\\n\\r\\nlonger'\n")
TAGGED = SCRIPT + "printf 'Content-Type: text/plain\\r\\nETag: \"t\"\\r\\n\\r\\nbody'\n"


@pytest.fixture
def site(server):
    s = server(CONF, modules=MODULES)
    for name, text in (("echo", ECHO), ("stream", STREAM), ("status", STATUS), ("fields", FIELDS),
                       ("tagged", TAGGED)):
        s.site.write("cgi/" + name, text, mode=0o755)
    return s


def statuses(conn, n):
    return [conn.response().status for _ in range(n)]


# --- the end of a response

def test_a_static_file_has_a_length(site):
    res = site.get("/a.txt")
    assert res.header("Content-Length") == "10" and res.header("Transfer-Encoding") is None
    assert res.header("Accept-Ranges") == "bytes"


def test_head_has_the_same_fields_and_no_body(site):
    get, head = site.get("/a.txt"), site.request("HEAD", "/a.txt")
    assert [f for f in head.fields if f[0] != "Date"] == [f for f in get.fields if f[0] != "Date"]
    with site.connect() as conn:
        conn.send("HEAD /a.txt HTTP/1.1\r\nHost: t\r\n\r\nGET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        assert conn.response("HEAD").status == 200
        assert conn.response().body == b"0123456789"


def test_a_short_script_gets_a_length_and_a_long_one_chunks(site):
    res = site.post("/cgi/echo", "hello")
    assert res.body == b"hello"
    res = site.get("/cgi/stream")
    assert res.header("Transfer-Encoding") == "chunked" and res.header("Content-Length") is None
    assert res.body == b"one\ntwo\n"


def test_http_1_0_never_gets_chunks(site):
    res = site.request("GET", "/cgi/stream", version="1.0")
    assert res.header("Transfer-Encoding") is None and res.body == b"one\ntwo\n"
    assert res.header("Connection") == "close"


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_no_body_where_none_can_be(site, status):
    with site.connect() as conn:
        conn.send(f"GET /cgi/status?{status.replace(' ', '%20')} HTTP/1.1\r\nHost: t\r\n\r\n"
                  .replace("%20No%20Content", "").replace("%20Not%20Modified", ""))
        conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        res = conn.response()
        assert str(res.status) == status[:3] and res.header("Content-Length") is None
        assert conn.response().body == b"0123456789"


def test_what_a_script_may_not_decide(site):
    res = site.get("/cgi/fields")
    assert res.body == b"longer"
    assert res.headers("Set-Cookie") == ["a=1", "b=2"]
    assert res.header("Last-Modified") is None


def test_conditions_apply_to_scripts(site):
    assert site.get("/cgi/tagged").header("ETag") == '"t"'
    assert site.get("/cgi/tagged", {"If-None-Match": '"t"'}).status == 304


# --- bodies of requests

@pytest.mark.parametrize("size", [1, 100, 8192, 60000, 1000000])
def test_a_body_of_known_length_arrives_whole(site, size):
    body = bytes(i % 251 for i in range(size))
    assert site.post("/cgi/echo", body).body == body


@pytest.mark.parametrize("size, step", [(5, 1), (1000, 7), (60000, 8192), (1000000, 65536)])
def test_a_chunked_body_arrives_whole(site, size, step):
    body = bytes(i % 251 for i in range(size))
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(body[i:i + step]), body[i:i + step]) for i in range(0, size, step))
    res = site.post("/cgi/echo", chunks + b"0\r\n\r\n", {"Transfer-Encoding": "chunked"})
    assert res.body == body


def test_an_unread_body_is_skipped_before_the_next_request(site):
    with site.connect() as conn:
        for fields, body in (("Content-Length: 30000", "x" * 30000),
                             ("Transfer-Encoding: chunked", "7530\r\n" + "x" * 30000 + "\r\n0\r\n\r\n")):
            conn.send(f"POST /none HTTP/1.1\r\nHost: t\r\n{fields}\r\n\r\n{body}")
            assert conn.response().status == 404
        conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        assert conn.response().body == b"0123456789"


def test_a_body_that_is_cut_off_ends_the_connection(site):
    with site.connect() as conn:
        conn.send("POST /a.txt HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nshort").shutdown()
        assert conn.read_all().count(b"HTTP/1.1 ") <= 1


@pytest.mark.parametrize("fields, body, status", [
    ("Content-Length: 11", "x" * 11, 413),
    ("Content-Length: 10", "x" * 10, 200),
    ("Transfer-Encoding: chunked", "b\r\n" + "x" * 11 + "\r\n0\r\n\r\n", 413),
    ("Transfer-Encoding: chunked", "5\r\nxxxxx\r\n5\r\nxxxxx\r\n0\r\n\r\n", 200),
])
def test_limit_request_body(server, fields, body, status):
    s = server(CONF + "LimitRequestBody 10\n", modules=MODULES)
    s.site.write("cgi/echo", ECHO, mode=0o755)
    res = s.raw(f"POST /cgi/echo HTTP/1.1\r\nHost: t\r\nConnection: close\r\n{fields}\r\n\r\n{body}")
    assert res.status == status


# --- the connection

def test_pipelined_requests_are_answered_in_order(site):
    with site.connect() as conn:
        conn.send("".join(f"GET {path} HTTP/1.1\r\nHost: t\r\n\r\n" for path in
                          ("/a.txt", "/none", "/cgi/stream", "/a.txt")))
        assert statuses(conn, 4) == [200, 404, 200, 200]


def test_one_byte_at_a_time(site):
    with site.connect() as conn:
        for byte in b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n":
            conn.send(bytes([byte]))
        assert conn.response().body == b"0123456789"


@pytest.mark.parametrize("head, fields", [
    ("GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n", {}),
    ("GET /a.txt HTTP/1.1\r\nHost: t\r\nConnection: keep-alive\r\n\r\n",
     {"Connection": "Keep-Alive", "Keep-Alive": "timeout=5, max=100"}),
    ("GET /a.txt HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
     {"Connection": "Keep-Alive", "Keep-Alive": "timeout=5, max=100"}),
    ("GET /a.txt HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n", {"Connection": "close"}),
    ("GET /a.txt HTTP/1.0\r\n\r\n", {"Connection": "close"}),
])
def test_what_is_said_about_keep_alive(site, head, fields):
    res = site.raw(head)
    assert {n: v for n, v in res.fields if n in ("Connection", "Keep-Alive")} == fields


def test_keep_alive_limits(server):
    s = server("MaxKeepAliveRequests 3\nKeepAliveTimeout 1\n")
    with s.connect() as conn:
        conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n" * 4)
        said = [conn.response().header("Connection") for _ in range(4)]
        assert said == [None, None, None, "close"]
        assert conn.is_closed()
    with s.connect() as conn:
        conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        assert conn.response().status == 200
        assert conn.is_closed(4)


def test_keep_alive_off(server):
    with server("KeepAlive Off\n").connect() as conn:
        conn.send("GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        assert conn.response().header("Connection") == "close"
        assert conn.is_closed()


def test_a_head_that_does_not_come_is_given_up(server):
    s = server("RequestReadTimeout header=1\n", modules=MODULES + ("reqtimeout",))
    with s.connect() as conn:
        conn.send("GET /a.txt HT")
        assert conn.response().status == 408
        assert conn.is_closed()


# --- methods of the protocol itself

def test_options_of_the_server(site):
    res = site.request("OPTIONS", "*")
    assert res.status == 200 and res.body == b""


def test_options_of_a_file(site):
    res = site.request("OPTIONS", "/a.txt")
    assert res.status == 200 and {"GET", "HEAD", "OPTIONS"} <= set(res.header("Allow").replace(" ", "").split(","))


def test_trace(site):
    res = site.request("TRACE", "/a.txt", {"X-A": "b"})
    assert res.status == 200 and res.header("Content-Type") == "message/http"
    assert res.text.startswith("TRACE /a.txt HTTP/1.1\r\n") and "X-A: b\r\n" in res.text


def test_trace_can_be_off(server):
    res = server("TraceEnable off\n").request("TRACE", "/a.txt")
    assert res.status == 405 and "TRACE" not in res.header("Allow")


@pytest.mark.parametrize("method, status", [("DELETE", 405), ("BREW", 501), ("CONNECT", 400)])
def test_methods_that_a_file_does_not_have(site, method, status):
    res = site.request(method, "/a.txt")
    assert res.status == status
    if status != 400:
        assert "GET" in res.header("Allow")


def test_absolute_form(site):
    assert site.request("GET", f"http://test:{site.port}/a.txt").body == b"0123456789"


@pytest.mark.parametrize("target", ["a.txt", "*", "test:80", "?q", "http:///a.txt"])
def test_a_target_of_the_wrong_form(site, target):
    assert site.request("GET", target).status == 400


def test_http_0_9(site):
    with site.connect() as conn:
        conn.send("GET /a.txt\r\n")
        assert conn.read_all() == b"0123456789"


# --- errors

def test_an_error_page_has_the_known_form(site):
    res = site.get("/none<b>")
    assert res.status in (400, 404)
    assert res.header("Content-Type") == "text/html; charset=iso-8859-1"
    assert re.search(r"<title>(404 Not Found|400 Bad Request)</title>\n</head><body>\n<h1>", res.text)
    assert "none<b>" not in res.text


def test_a_bad_request_is_answered_and_logged(site):
    res = site.raw("GET / HTTP/1.1\r\n\r\n")
    assert res.status == 400 and res.header("Connection") == "close"
    assert site.error_log.has("without a Host")


def test_a_field_that_would_split_the_response_is_not_sent(site):
    site.site.write("cgi/split", SCRIPT + "printf 'Content-Type: text/plain\\r\\nX-A: a\\001b\\r\\n\\r\\nbody'\n",
                    mode=0o755)
    res = site.get("/cgi/split")
    assert res.status == 500 and res.header("X-A") is None
