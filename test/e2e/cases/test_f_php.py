"""Cases F that mod_php shows by itself."""

import hashlib
import json
import os
import time

import pytest

from pinion_server import wait_until

FILES = {
    "htdocs/s.php": "<?php echo json_encode($_SERVER, JSON_INVALID_UTF8_SUBSTITUTE);",
    "htdocs/sub/index.php": "<?php echo json_encode($_SERVER);",
    "htdocs/stream.php": """<?php
header('Content-Type: text/event-stream');
for ($i = 0; $i < 3; $i++) { echo "data: $i\\n\\n"; if (ob_get_level()) ob_flush(); flush(); usleep(400000); }
""",
    "htdocs/answer.php": """<?php
http_response_code((int)$_GET['status']);
foreach ($_GET['h'] ?? [] as $h) header($h, false);
echo str_repeat('x', (int)($_GET['n'] ?? 4));
""",
    "htdocs/reason.php": "<?php header('HTTP/1.1 418 I am a teapot'); echo 'short';",
    "htdocs/log.php": "<?php error_log(\"esc\\x1b[31m <b> line1\\nline2 \" . str_repeat('k', 20000)); echo 'ok';",
    "htdocs/length.php": "<?php header('Content-Length: 2'); echo 'ok';",
}


def test_f01_the_variables(php):
    s = php(files=FILES)
    seen = json.loads(s.get("/s.php/foo/bar?x=1").body)
    root = s.site.path("htdocs")
    expected = {
        "SCRIPT_NAME": "/s.php", "PATH_INFO": "/foo/bar", "PATH_TRANSLATED": root + "/foo/bar",
        "PHP_SELF": "/s.php/foo/bar", "SCRIPT_FILENAME": root + "/s.php", "REQUEST_URI": "/s.php/foo/bar?x=1",
        "QUERY_STRING": "x=1", "DOCUMENT_ROOT": root, "CONTEXT_DOCUMENT_ROOT": root, "REQUEST_SCHEME": "http",
        "REQUEST_METHOD": "GET", "SERVER_PROTOCOL": "HTTP/1.1", "GATEWAY_INTERFACE": "CGI/1.1",
        "REMOTE_ADDR": "127.0.0.1", "SERVER_NAME": "test", "SERVER_ADDR": "127.0.0.1",
    }
    assert {name: seen.get(name) for name in expected} == expected
    assert seen["REMOTE_PORT"].isdigit() and "HTTPS" not in seen


def test_f01_an_encoded_path_info(php):
    seen = json.loads(php(files=FILES).get("/s.php/f%20o/%C3%A9").body)
    assert seen["PATH_INFO"] == "/f o/é" and seen["REQUEST_URI"] == "/s.php/f%20o/%C3%A9"


def test_f01_the_index_of_a_folder(php):
    seen = json.loads(php("DirectoryIndex index.php\n", files=FILES).get("/sub/").body)
    assert seen["SCRIPT_NAME"] == "/sub/index.php" and "PATH_INFO" not in seen
    assert seen["REQUEST_URI"] == "/sub/"


@pytest.mark.parametrize("size", [0, 1, 60_000, 100_000, 1_000_000])
@pytest.mark.parametrize("coding", ["chunked", "Chunked"])
def test_f03_a_chunked_upload_arrives_whole(php, size, coding):
    data = os.urandom(size)
    body = b"".join(b"%x\r\n%s\r\n" % (len(data[i:i + 7001]), data[i:i + 7001]) for i in range(0, size, 7001))
    s = php(files=FILES)
    res = s.raw(f"POST /echo.php HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: {coding}\r\nConnection: close\r\n\r\n"
                .encode() + body + b"0\r\n\r\n")
    seen = json.loads(res.body)
    assert (seen["length"], seen["md5"]) == (size, hashlib.md5(data).hexdigest())


def test_f03_a_cut_off_upload_runs_no_further_than_the_cut(php):
    """The script sees an error or nothing, the server lives on."""
    s = php(files=FILES)
    with s.connect() as conn:
        conn.send(b"POST /echo.php HTTP/1.1\r\nHost: t\r\nContent-Length: 1000\r\n\r\nabc")
    assert s.get("/echo.php").status == 200


def test_f05_the_applications_content_length(php):
    res = php(files=FILES).get("/length.php")
    assert (res.header("Content-Length"), res.text) == ("2", "ok")


def test_f07_the_log_is_clean(php):
    s = php(files=FILES)
    s.get("/log.php")
    wait_until(lambda: "kkkk" in s.error_log.text(), 5, "the message")
    line = next(line for line in s.error_log.lines() if "kkkk" in line)
    assert "\x1b" not in s.error_log.text() and "\\x1b[31m" in line and "\\nline2" in line


def test_f07_a_target_with_quotes(php):
    s = php('LogFormat "%r" r\nCustomLog {root}/logs/access.log r\n', files=FILES)
    s.raw(b'GET /none?"\\\x1b HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n')
    s.raw(b'GET /none?"\\ HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n')
    wait_until(lambda: '/none?\\"\\\\ HTTP' in s.access_log.text(), 5, "the line with its quotes escaped")
    assert "\x1b" not in s.access_log.text() and "\x1b" not in s.error_log.text()


def test_f09_flush_reaches_the_client_at_once(php):
    with php(files=FILES).connect() as conn:
        conn.send(b"GET /stream.php HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        times = []
        got = b""
        while data := conn.sock.recv(4096):
            got += data
            for n in range(len(times), got.count(b"data: ")):
                times.append((n, time.monotonic()))
    assert len(times) == 3
    assert times[2][1] - times[0][1] > 0.6, "the lines came in one piece"


@pytest.mark.parametrize("field, name, present", [
    ("Proxy: http://evil", "HTTP_PROXY", False), ("X_A_B: 1", "HTTP_X_A_B", False), ("X-A-B: 1", "HTTP_X_A_B", True),
    ("X-Dot.Y: 1", "HTTP_X_DOT_Y", False), ("Content_Length: 5", "CONTENT_LENGTH", False),
])
def test_f11_what_becomes_a_variable(php, field, name, present):
    res = php(files=FILES).raw(f"GET /s.php HTTP/1.1\r\nHost: t\r\n{field}\r\nConnection: close\r\n\r\n")
    assert (name in json.loads(res.body)) == present


def test_f11_the_dash_form_wins(php):
    res = php(files=FILES).raw("GET /s.php HTTP/1.1\r\nHost: t\r\nX_A: evil\r\nX-A: good\r\nX.A: evil\r\n"
                               "Connection: close\r\n\r\n")
    assert json.loads(res.body)["HTTP_X_A"] == "good"


@pytest.mark.parametrize("query", ["status=304", "status=204", "status=200"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_f13_no_body_where_none_belongs(php, query, method):
    s = php(files=FILES)
    with s.connect() as conn:
        conn.send(f"{method} /answer.php?{query} HTTP/1.1\r\nHost: t\r\n\r\n"
                  "GET /a.txt HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        first = conn.response(method)
        assert first.status == int(query[-3:])
        assert conn.response().text == "0123456789"


def test_f13_304_for_the_scripts_own_tag(php):
    res = php(files=FILES).get('/answer.php?status=200&h[]=ETag:%20%22abc%22', {"If-None-Match": '"abc"'})
    assert res.status in (200, 304) and (res.status == 200 or res.body == b"")


def test_f13_a_bad_date_from_the_script(php):
    s = php(files=FILES)
    assert s.get("/answer.php?status=200&h[]=Last-Modified:%20garbage").status == 200


def test_f13_a_reason_of_its_own(php):
    res = php(files=FILES).get("/reason.php")
    assert (res.status, res.reason, res.text) == (418, "I am a teapot", "short")


def test_h09_php_value(php):
    s = php('<Directory "{root}/htdocs/in">\nphp_value upload_max_filesize 77M\nphp_flag display_errors on\n'
            "php_admin_value memory_limit 99M\n</Directory>\n<Files \"f.php\">\nphp_value upload_max_filesize 55M\n"
            "</Files>\n<If \"%{QUERY_STRING} == 'if'\">\nphp_value upload_max_filesize 44M\n</If>\n",
            files={"htdocs/in/v.php": "<?php echo ini_get('upload_max_filesize'), ini_get('memory_limit');",
                   "htdocs/f.php": "<?php echo ini_get('upload_max_filesize');"})
    assert s.get("/in/v.php").text == "77M99M"
    assert s.get("/f.php").text == "55M"
    assert s.get("/f.php?if").text == "44M"
