"""Cases S: HTTP/1 parsing and smuggling, in front of a PHP script."""

import json

import pytest

NEXT = "GET /a.txt HTTP/1.1\r\nHost: test\r\nX-Next: 1\r\nConnection: close\r\n\r\n"


def exchange(server, data, timeout=8):
    """Sends data and reads answers until the server closes; all must come."""
    with server.connect(timeout) as conn:
        conn.send(data)
        answers = []
        while not (conn.buffer == b"" and not conn._more()):
            answers.append(conn.response())
        return answers


def post(fields, body, path="/echo.php"):
    return f"POST {path} HTTP/1.1\r\nHost: test\r\n{fields}\r\n\r\n{body}{NEXT}"


REFUSED = [
    # S01: two readings of one message
    ("S01 both lengths", "Content-Length: 3\r\nTransfer-Encoding: chunked", "0\r\n\r\n", 400),
    ("S01 both, the other order", "Transfer-Encoding: chunked\r\nContent-Length: 3", "0\r\n\r\n", 400),
    ("S01 two different lengths", "Content-Length: 3\r\nContent-Length: 4", "abcd", 400),
    ("S01 a list of different lengths", "Content-Length: 3, 4", "abcd", 400),
    ("S01 chunked is not last", "Transfer-Encoding: chunked, identity", "0\r\n\r\n", 400),
    ("S01 gzip alone", "Transfer-Encoding: gzip", "abc", 400),
    ("S01 chunked twice", "Transfer-Encoding: chunked, chunked", "0\r\n\r\n", 400),
    ("S01 negative length", "Content-Length: -3", "abc", 400),
    ("S01 signed length", "Content-Length: +3", "abc", 400),
    ("S01 hexadecimal length", "Content-Length: 0x3", "abc", 400),
    ("S01 length with a tail", "Content-Length: 3 4", "abc", 400),
    ("S01 length beyond 64 bits", "Content-Length: 99999999999999999999", "abc", 400),
    # S03: white space where there is none
    ("S03 blank before the colon", "Content-Length : 3", "abc", 400),
    ("S03 blank before the colon of TE", "Transfer-Encoding : chunked", "0\r\n\r\n", 400),
    ("S03 folded line that looks like TE", "X-A: b\r\n Transfer-Encoding: chunked", "", 400),
    ("S03 TE value on a folded line", "Transfer-Encoding:\r\n chunked", "0\r\n\r\n", 400),
    # S05: chunk lines
    ("S05 0x", "Transfer-Encoding: chunked", "0x3\r\nabc\r\n0\r\n\r\n", 400),
    ("S05 plus", "Transfer-Encoding: chunked", "+3\r\nabc\r\n0\r\n\r\n", 400),
    ("S05 minus", "Transfer-Encoding: chunked", "-3\r\nabc\r\n0\r\n\r\n", 400),
    ("S05 blank first", "Transfer-Encoding: chunked", " 3\r\nabc\r\n0\r\n\r\n", 400),
    ("S05 17 digits", "Transfer-Encoding: chunked", "F" * 17 + "\r\nabc\r\n0\r\n\r\n", 413),
    ("S05 sign bit", "Transfer-Encoding: chunked", "8000000000000000\r\nabc\r\n0\r\n\r\n", 413),
    ("S05 empty size", "Transfer-Encoding: chunked", "\r\nabc\r\n0\r\n\r\n", 400),
    ("S05 a letter", "Transfer-Encoding: chunked", "g\r\nabc\r\n0\r\n\r\n", 400),
    ("S05 data without CRLF", "Transfer-Encoding: chunked", "3\r\nabcd\r\n0\r\n\r\n", 400),
    ("S05 bare LF", "Transfer-Encoding: chunked", "3\nabc\n0\n\n", 400),
    ("S05 LF in an extension", "Transfer-Encoding: chunked", "3;a\nb\r\nabc\r\n0\r\n\r\n", 400),
    ("S05 NUL in the size line", "Transfer-Encoding: chunked", "3\0\r\nabc\r\n0\r\n\r\n", 400),
]


@pytest.mark.parametrize("fields, body, status", [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
@pytest.mark.parametrize("path", ["/echo.php", "/none"])
def test_is_refused_and_nothing_follows(php, fields, body, status, path):
    """One answer, the connection closes, the request behind it is never served."""
    answers = exchange(php(), post(fields, body, path))
    assert len(answers) == 1
    if path == "/echo.php" or answers[0].status != 404:
        assert answers[0].status == status
    assert "0123456789" not in answers[-1].text


ACCEPTED = [
    ("S05 trailing blank", "Transfer-Encoding: chunked", "3 \r\nabc\r\n0\r\n\r\n", 3),
    ("S05 leading zeros", "Transfer-Encoding: chunked", "0" * 17 + "3\r\nabc\r\n0\r\n\r\n", 3),
    ("S05 extension", "Transfer-Encoding: chunked", '3;a="b c"\r\nabc\r\n0\r\n\r\n', 3),
    ("S05 upper case", "Transfer-Encoding: Chunked", "A\r\n0123456789\r\n0\r\n\r\n", 10),
    ("S01 the same length twice", "Content-Length: 3\r\nX-A: b", "abc", 3),
    ("S07 trailer", "Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n", 3),
    ("S07 trailer Content-Length", "Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\nContent-Length: 99\r\n\r\n", 3),
    ("S07 trailer Host", "Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\nHost: evil\r\n\r\n", 3),
    ("S07 trailer TE", "Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n", 3),
]


@pytest.mark.parametrize("fields, body, length", [row[1:] for row in ACCEPTED], ids=[row[0] for row in ACCEPTED])
def test_is_read_whole_and_the_next_is_served(php, fields, body, length):
    answers = exchange(php(), post(fields, body))
    assert [a.status for a in answers] == [200, 200]
    seen = json.loads(answers[0].body)
    assert seen["length"] == length
    assert "X-T" not in seen["headers"] and seen["server"]["HTTP_HOST"] == "test"
    assert answers[1].text == "0123456789"


@pytest.mark.parametrize("head", [
    "GET /a.txt HTTP/1.1\r\n Host: test\r\n\r\n",
], ids=["S03 blank before the first field"])
def test_head_is_refused(php, head):
    answers = exchange(php(), head + NEXT)
    assert [a.status for a in answers] == [400]


CONTENT = [
    ("no colon", "NoColon", 400), ("empty name", ": x", 400), ("blank in name", "A b: x", 400),
    ("parenthesis in name", "A(b: x", 400), ("NUL", "X-A: a\0b", 400), ("control", "X-A: a\x01b", 400),
    ("bare CR", "X-A: a\rb", 400), ("bare LF", "X-A: a\nX-B: b", 400), ("8-bit", "X-A: \xe4", 200),
    ("empty value", "X-A:", 200),
]


@pytest.mark.parametrize("field, status", [row[1:] for row in CONTENT], ids=["S15 " + row[0] for row in CONTENT])
def test_field_content(php, field, status):
    res = php().raw(f"GET /a.txt HTTP/1.1\r\nHost: test\r\n{field}\r\nConnection: close\r\n\r\n")
    assert res.status == status


def test_s15_a_request_with_bare_lf(php):
    assert php().raw("GET /a.txt HTTP/1.1\nHost: test\n\n").status == 400


# --- S09: Expect

def test_s09_100_comes_before_the_body_is_sent(php):
    with php().connect() as conn:
        conn.send("POST /echo.php HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n"
                  "Connection: close\r\n\r\n")
        assert conn.response(interim=True).status == 100
        conn.send("hello")
        res = conn.response()
        assert res.status == 200 and json.loads(res.body)["length"] == 5


def test_s09_a_missing_file_is_told_without_waiting(php):
    with php().connect() as conn:
        conn.send("POST /none HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        assert conn.response(interim=True).status == 404


@pytest.mark.parametrize("value", ["foo", "100-continue, foo"])
def test_s09_an_unknown_expectation(php, value):
    res = php().raw(f"POST /echo.php HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\nExpect: {value}\r\n"
                    "Connection: close\r\n\r\n")
    assert res.status == 417


@pytest.mark.parametrize("head", [
    "POST /echo.php HTTP/1.0\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nab",
    "GET /echo.php HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
], ids=["HTTP/1.0", "no body"])
def test_s09_is_ignored(php, head):
    with php().connect() as conn:
        conn.send(head)
        assert conn.response(interim=True).status == 200


# --- S11: Host

BAD_HOSTS = ["", "a/b", "u@a", "a b", ":abc", "test:0", "test:99999999", "a, b", "\xc3\xa4", "a%2eb", ".."]
VHOSTS = """
<VirtualHost *:{port}>
    ServerName first.example
    Header always set X-Vhost first
</VirtualHost>
<VirtualHost *:{port}>
    ServerName second.example
    ServerAlias *.wild under_score.example
    Header always set X-Vhost second
</VirtualHost>
"""
HEADERS = ("authz_core", "mime", "dir", "alias", "headers")


@pytest.mark.parametrize("host", BAD_HOSTS)
def test_s11_a_bad_host_is_refused(php, host):
    assert php().raw(f"GET /a.txt HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").status == 400


@pytest.mark.parametrize("fields", ["", "Host: test\r\nHost: test\r\n", "Host: test\r\nHost: other\r\n"],
                         ids=["none", "twice the same", "two"])
def test_s11_one_host_is_needed(php, fields):
    assert php().raw(f"GET /a.txt HTTP/1.1\r\n{fields}Connection: close\r\n\r\n").status == 400


@pytest.mark.parametrize("host, vhost", [
    ("second.example", "second"), ("second.example:8080", "second"), ("SECOND.example", "second"),
    ("second.example.", "second"), ("under_score.example", "second"), ("a.b.wild", "second"),
    ("unknown.example", "first"), ("wild", "first"), ("first.example", "first"),
])
def test_s11_the_right_vhost(server, host, vhost):
    s = server(VHOSTS, modules=HEADERS)
    assert s.raw(f"GET /a.txt HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").header("X-Vhost") == vhost


def test_s11_http10_without_host_gets_the_first_vhost(server):
    assert server(VHOSTS, modules=HEADERS).raw("GET /a.txt HTTP/1.0\r\n\r\n").header("X-Vhost") == "first"


# --- S13: sizes

@pytest.mark.parametrize("head, statuses", [
    ("GET /" + "a" * 8100 + " HTTP/1.1\r\nHost: t\r\n\r\n", (403, 404)),
    ("GET /" + "a" * 8200 + " HTTP/1.1\r\nHost: t\r\n\r\n", (414,)),
    ("GET /" + "a" * 300 + " HTTP/1.1\r\nHost: t\r\n\r\n", (403, 404)),
    ("GET /a.txt HTTP/1.1\r\nHost: t\r\nCookie: " + "c" * 9000 + "\r\n\r\n", (400, 431)),
    ("GET /a.txt HTTP/1.1\r\nHost: t\r\n" + "".join(f"X-{n}: b\r\n" for n in range(110)) + "\r\n", (400, 431)),
    ("GET /a.txt HTTP/1.1\r\nHost: t\r\n" + "Cookie: a=b\r\n" * 90 + "\r\n", (200,)),
    ("GET /" + "a" * 65536 + " HTTP/1.1\r\nHost: t\r\n\r\n", (414,)),
], ids=["long target", "too long target", "long name", "9000 byte field", "110 fields", "90 cookies", "64 KB target"])
def test_s13_sizes(php, head, statuses):
    assert php().raw(head).status in statuses


def test_s13_larger_limits_work(server):
    s = server("LimitRequestLine 100000\nLimitRequestFieldSize 100000\nLimitRequestFields 300\n")
    assert s.raw("GET /a.txt?" + "q" * 70000 + " HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n").status == 200
    assert s.get("/a.txt", {"Cookie": "c" * 70000}).status == 200
    assert s.get("/a.txt", {f"X-{n}": "b" for n in range(200)}).status == 200
