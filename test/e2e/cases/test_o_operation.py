"""Cases O: slow clients, signals, redirects of folders, JSON logs."""

import json
import os
import signal
import socket
import time

import pytest

from pinion_server import wait_until

SLOW = """
Timeout 20
KeepAliveTimeout 3
LoadModule reqtimeout_module {debian}/mod_reqtimeout.so
RequestReadTimeout header=2-4,MinRate=500 body=2,MinRate=500
"""
MANY = "StartServers 3\nMinSpareServers 2\nMaxSpareServers 5\nMaxRequestWorkers 40\n"


@pytest.mark.parametrize("data", [
    b"GET /a.txt HT",
    b"POST /a.txt HTTP/1.1\r\nHost: t\r\nContent-Length: 100\r\n\r\nabc",
], ids=["half a request line", "half a body"])
def test_o01_a_slow_sender_gets_408(server, data):
    with server(SLOW).connect() as conn:
        began = time.monotonic()
        conn.send(data)
        res = conn.response("GET")
        assert res.status in (408, 405) and time.monotonic() - began < 10
        assert conn.is_closed(10)


def test_o01_a_drip_of_bytes_does_not_hold_a_child_for_ever(server):
    with server(SLOW).connect(20) as conn:
        began = time.monotonic()
        try:
            for byte in b"GET /a.txt HTTP/1.1\r\nHost: test\r\nX-A: " + b"a" * 200:
                conn.send(bytes([byte]))
                if conn.sock in __import__("select").select([conn.sock], [], [], 0.2)[0]:
                    break
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert time.monotonic() - began < 12


def test_o01_half_open_connections_leave_room(server):
    s = server(SLOW, mpm_conf=MANY)
    held = [s.connect() for _ in range(30)]
    try:
        for conn in held:
            conn.send(b"GET /a.t")
        assert s.get("/a.txt").status == 200
    finally:
        for conn in held:
            conn.close()


def test_o01_a_slow_reader_gets_every_byte(server):
    size = 5_000_000
    s = server(SLOW, files={"htdocs/big.bin": os.urandom(size)})
    conn = s.connect(30)
    conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
    conn.send(b"GET /big.bin HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
    time.sleep(1.5)
    res = conn.response()
    conn.close()
    assert len(res.body) == size
    with open(s.site.path("htdocs/big.bin"), "rb") as file:
        assert res.body == file.read()


# --- O03

SLEEPER = "<?php usleep((int)$_GET['ms'] * 1000); echo 'slept';"


def test_o03_a_graceful_restart_lets_a_running_script_end(fresh_server):
    s = fresh_server("LoadModule php_module {debian}/libphp8.2.so\nAddHandler application/x-httpd-php .php\n",
                     files={"htdocs/sleep.php": SLEEPER})
    with s.connect(20) as conn:
        conn.send(b"GET /sleep.php?ms=2500 HTTP/1.1\r\nHost: t\r\n\r\n")
        time.sleep(0.3)
        s.graceful()
        assert all(s.get("/a.txt").status == 200 for _ in range(20))
        assert conn.response().text == "slept"


def test_o03_many_reloads_lose_nothing_and_leave_nothing(fresh_server):
    s = fresh_server("KeepAliveTimeout 1\n")
    for _ in range(10):
        s.graceful()
        assert s.get("/a.txt").status == 200
    wait_until(lambda: len(s.children()) <= 5, 15, "the end of old generations")


# --- O05

def test_o05_winch_on_a_terminal_does_not_stop_the_server(fresh_server):
    import fcntl
    import pty
    import struct
    import subprocess
    import termios

    s = fresh_server(start=False)
    master, slave = pty.openpty()
    s.process = subprocess.Popen(s.command("-DFOREGROUND"), stdin=slave, stdout=slave, stderr=slave,
                                 env=s.env, start_new_session=True,
                                 preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    s.stderr = open(s.site.path("logs/stderr"), "ab")
    os.close(slave)

    def up():
        try:
            return s.get("/a.txt").status == 200
        except OSError:
            return False
    wait_until(up, 10, "the start on a terminal")
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    time.sleep(0.5)
    assert s.process.poll() is None and s.get("/a.txt").status == 200
    s.stop()
    os.close(master)


def test_o05_winch_without_a_terminal_is_a_graceful_stop(fresh_server):
    s = fresh_server()
    s.signal(signal.SIGWINCH)
    assert s.process.wait(15) == 0
    s.process = None


@pytest.mark.parametrize("pid", ["999999", "{own}", "garbage", ""], ids=["dead", "foreign", "garbage", "empty"])
def test_o05_a_stale_pid_file_is_no_obstacle(fresh_server, pid):
    pid = pid.replace("{own}", str(os.getpid()))
    s = fresh_server(files={"logs/httpd.pid": pid + "\n"})
    assert s.get("/a.txt").status == 200
    with open(s.site.path("logs/httpd.pid")) as file:
        assert int(file.read()) == s.process.pid


def test_o05_term_ends_while_a_request_runs(fresh_server):
    s = fresh_server("LoadModule php_module {debian}/libphp8.2.so\nAddHandler application/x-httpd-php .php\n",
                     files={"htdocs/sleep.php": SLEEPER})
    with s.connect() as conn:
        conn.send(b"GET /sleep.php?ms=8000 HTTP/1.1\r\nHost: t\r\n\r\n")
        time.sleep(0.3)
        s.signal(signal.SIGTERM)
        assert s.process.wait(15) == 0
    s.process = None


def test_o05_logs_to_standard_output(fresh_server):
    s = fresh_server('LogFormat "%r %>s" short\nCustomLog /dev/stdout short\nErrorLog /dev/stderr\n', user=False)
    s.get("/a.txt")
    wait_until(lambda: "GET /a.txt HTTP/1.1 200" in open(s.site.path("logs/stderr")).read(), 5, "the access line")


# --- O07

O07 = """
<VirtualHost *:{port}>
    ServerName plain.example
    Alias /noslash {root}/htdocs/d
    <Location /noslash>
        DirectorySlash Off
    </Location>
</VirtualHost>
<VirtualHost *:{port}>
    ServerName https://tls.example
    UseCanonicalName On
</VirtualHost>
"""


@pytest.mark.parametrize("request_bytes, status, location", [
    ("GET /d HTTP/1.1\r\nHost: h:9999\r\n", 301, "http://h:9999/d/"),
    ("GET /d HTTP/1.1\r\nHost: h\r\nX-Forwarded-Proto: https\r\n", 301, "http://h/d/"),
    ("GET /d HTTP/1.0\r\n", 301, "http://plain.example/d/"),
    ("GET /d?a=b%20c HTTP/1.1\r\nHost: h\r\n", 301, "http://h/d/?a=b%20c"),
    ("GET /d?%0d%0aX:1 HTTP/1.1\r\nHost: h\r\n", 301, "http://h/d/?%0d%0aX:1"),
    ("POST /d HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n", 301, "http://h/d/"),
    ("GET /noslash HTTP/1.1\r\nHost: h\r\n", 403, None),
    ("GET /d HTTP/1.1\r\nHost: tls.example\r\n", 301, "https://tls.example/d/"),
])
def test_o07_folder_redirects(server, request_bytes, status, location):
    s = server(O07, files={"htdocs/d/file.txt": "x"},
               modules=("authz_core", "dir", "alias", "autoindex"))
    res = s.raw(request_bytes + "Connection: close\r\n\r\n")
    assert res.status == status
    if location:
        assert res.header("Location") == location


# --- O11

def test_o11_the_default_log_escapes_as_apache_does(server):
    s = server('LogFormat "{\\"ua\\":\\"%{User-Agent}i\\",\\"r\\":\\"%r\\"}" js\nCustomLog {root}/logs/access.log js\n')
    s.raw(b'GET /a.txt?"x\\ HTTP/1.1\r\nHost: t\r\nUser-Agent: q" b\\ t\tx \xe9\r\nConnection: close\r\n\r\n')
    wait_until(lambda: s.access_log.lines(), 5, "the access line")
    assert '"ua":"q\\" b\\\\ t\\tx \\xe9"' in s.access_log.text()


# --- O05: in a container, without root

def test_o05_runs_without_root(fresh_server):
    """An ordinary user starts it, with its own folder and a high port."""
    import subprocess
    if os.geteuid() != 0:
        pytest.skip("is an ordinary user already")
    s = fresh_server(start=False, user=False)
    subprocess.run(["chown", "-R", "www-data:www-data", s.root], check=True)
    s.stderr = open(s.site.path("logs/stderr"), "ab")
    s.process = subprocess.Popen(s.command("-DFOREGROUND"), stdin=subprocess.DEVNULL, stdout=s.stderr,
                                 stderr=s.stderr, env=s.env, start_new_session=True, user="www-data",
                                 group="www-data", extra_groups=[])

    def up():
        try:
            return s.get("/a.txt").status == 200
        except OSError:
            return False
    wait_until(up, 10, "the start without root")
    s.graceful()
    assert s.get("/a.txt").status == 200


# --- O09

O09 = """
LoadModule negotiation_module {debian}/mod_negotiation.so
AddLanguage en .en
AddLanguage fr .fr
LanguagePriority en fr
ForceLanguagePriority Prefer Fallback
<Directory "{root}/htdocs">
    Options +MultiViews
</Directory>
<Directory "{root}/htdocs/strict">
    ForceLanguagePriority None
</Directory>
"""
O09_FILES = {"htdocs/p.html.en": "english", "htdocs/p.html.fr": "francais", "htdocs/i.txt": "text",
             "htdocs/i.html": "<p>html", "htdocs/strict/p.html.en": "english", "htdocs/strict/p.html.fr": "francais"}


@pytest.mark.distro
@pytest.mark.parametrize("path, headers, status, text, location", [
    ("/p.html", {"Accept-Language": "fr"}, 200, "francais", "p.html.fr"),
    ("/p.html", {"Accept-Language": "de"}, 200, "english", "p.html.en"),
    ("/p.html", {"Accept-Language": "en;q=0, fr"}, 200, "francais", "p.html.fr"),
    ("/i", {"Accept": "text/plain"}, 200, "text", "i.txt"),
    ("/i", {"Accept": "text/html"}, 200, "<p>html", "i.html"),
    ("/i", {"Accept": "image/png"}, 406, None, None),
    ("/strict/p.html", {"Accept-Language": "de"}, 406, None, None),
])
def test_o09_negotiation(server, path, headers, status, text, location):
    res = server(O09, files=O09_FILES).get(path, headers)
    assert res.status == status
    if status == 200:
        assert (res.text, res.header("Content-Location"), res.header("TCN")) == (text, location, "choice")
        assert res.header("Vary").startswith("negotiate")
    else:
        names = ["i.txt", "i.html"] if path == "/i" else ["p.html.en", "p.html.fr"]
        assert all(name in res.text for name in names), "the alternatives are listed"


def test_o03_fifty_reloads_do_not_cut_a_slow_download(fresh_server):
    size = 3_000_000
    s = fresh_server(files={"htdocs/big.bin": os.urandom(size)})
    conn = s.connect(60)
    conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
    conn.send(b"GET /big.bin HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
    for _ in range(50):
        s.graceful()
        assert s.get("/a.txt").status == 200
    body = conn.response().body
    conn.close()
    with open(s.site.path("htdocs/big.bin"), "rb") as file:
        assert body == file.read()


def test_o05_as_process_one(fresh_server):
    """In a container the server is process 1: children are reaped, TERM ends it."""
    import subprocess
    if os.geteuid() != 0:
        pytest.skip("a process namespace needs root")
    s = fresh_server("MaxConnectionsPerChild 1\n", start=False)
    s.stderr = open(s.site.path("logs/stderr"), "ab")
    outer = subprocess.Popen(["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", *s.command("-DFOREGROUND")],
                             stdin=subprocess.DEVNULL, stdout=s.stderr, stderr=s.stderr, env=s.env)

    def up():
        try:
            return s.get("/a.txt").status == 200
        except OSError:
            return False
    try:
        wait_until(up, 10, "the start as process 1")
        with open(s.site.path("logs/httpd.pid"), encoding="ascii") as file:
            assert file.read() == "1\n"
        for _ in range(10):
            assert s.get("/a.txt").status == 200
        with open(f"/proc/{outer.pid}/task/{outer.pid}/children", encoding="ascii") as file:
            inner = int(file.read())
        os.kill(inner, signal.SIGTERM)
        assert outer.wait(15) == 0
    finally:
        outer.kill()  # and with it, should it still run, the server
        outer.wait()
        s.stderr.close()
