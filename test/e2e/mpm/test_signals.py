"""Signals, restarts and stops: what ends, what stays, what is said."""

import os
import re
import signal
import socket
import time

import pytest

from pinion_server import wait_until

BROKEN = 'NoSuchDirective "x"\n'


@pytest.fixture
def up_server(fresh_server):
    """A server that has read its configuration to the end: the port opens before."""
    def make(*args, **options):
        s = fresh_server(*args, **options)
        assert s.get("/a.txt").status == 200
        return s
    return make


def generation_starts(s):
    return s.error_log.count("resuming normal operations")


def open_files(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


# --- a broken configuration -------------------------------------------------

@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGUSR1], ids=["HUP", "USR1"])
def test_a_broken_configuration_stops_nothing(up_server, number):
    s = up_server()
    children = set(s.children())
    with s.connect() as idle:
        idle.send(b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        assert idle.response().status == 200
        s.write_conf(BROKEN)
        s.signal(number)
        assert s.error_log.has("new configuration is broken", 10)
        log = s.error_log.text()
        assert re.search(r"Syntax error on line \d+ of \S+httpd\.conf", log), "file and line are named"
        assert "NoSuchDirective" in log
        idle.send(b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        res = idle.response()
        assert res.status == 200 and res.header("Connection") != "close", "not even a connection notices"
    assert children <= set(s.children()) and s.get("/a.txt").status == 200
    assert generation_starts(s) == 1


def test_a_repaired_configuration_is_taken_over(up_server):
    s = up_server(BROKEN.replace("NoSuchDirective", "#"))
    s.write_conf(BROKEN)
    s.signal(signal.SIGUSR1)
    assert s.error_log.has("new configuration is broken", 10)
    s.write_conf('Alias /new "{root}/htdocs/a.txt"\n')
    s.graceful()
    assert s.get("/new").body == b"0123456789"


@pytest.mark.parametrize("conf, words", [
    ("Listen {host}:1x\n", "1x"),
    ("LoadModule none_module {root}/none.so\n", "none.so"),
    ('ErrorLog "{root}/no/such/folder/error.log"\n', "no/such/folder"),
    ("Include {root}/conf/none.conf\n", "none.conf"),
    ("<Directory />\n", "Directory"),
], ids=["bad port", "missing module", "log that cannot be opened", "missing include", "open section"])
def test_every_kind_of_fault_is_found_before(up_server, conf, words):
    s = up_server()
    s.write_conf(conf)
    s.signal(signal.SIGUSR1)
    assert s.error_log.has("new configuration is broken", 10)
    assert words in s.error_log.text()
    assert s.get("/a.txt").status == 200


def test_a_port_that_is_taken_stops_nothing(up_server):
    s = up_server()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        s.write_conf(f"Listen 127.0.0.1:{other.getsockname()[1]}\n")
        s.signal(signal.SIGHUP)
        assert s.error_log.has("new configuration is broken", 10)
        assert s.error_log.has("could not bind to address")
    assert s.get("/a.txt").status == 200


# --- graceful restart -------------------------------------------------------

def test_idle_connections_are_told_before_they_are_closed(up_server):
    s = up_server("KeepAliveTimeout 10\n")
    with s.connect() as idle:
        idle.send(b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        assert idle.response().header("Connection") != "close"
        s.graceful()
        time.sleep(0.3)
        idle.send(b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        res = idle.response()
        assert res.status == 200 and res.body == b"0123456789"
        assert res.header("Connection") == "close"
        assert idle.is_closed()


def test_a_new_port_is_opened_and_an_old_one_closed(up_server):
    s = up_server()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    s.write_conf(f"Listen 127.0.0.1:{port}\n")
    s.graceful()
    socket.create_connection(("127.0.0.1", port), 2).close()
    s.write_conf("")
    s.graceful()

    def is_closed():
        try:
            socket.create_connection(("127.0.0.1", port), 2).close()
            return False
        except ConnectionRefusedError:
            return True
    wait_until(is_closed, 10, "the end of the old listener")
    assert s.get("/a.txt").status == 200


def test_restarts_leave_nothing_behind(up_server):
    s = up_server("KeepAliveTimeout 1\n")
    for _ in range(3):
        s.graceful()
    wait_until(lambda: len(s.children()) <= 4, 15, "the end of the old children")
    files, memory = open_files(s.process.pid), resident(s.process.pid)
    for _ in range(30):
        s.graceful()
        assert s.get("/a.txt").status == 200
    assert open_files(s.process.pid) <= files
    if not s.is_sanitized:  # the address sanitizer keeps freed memory for a while
        assert resident(s.process.pid) < memory + 3000, "kilobytes"
    wait_until(lambda: len(s.children()) <= 6, 15, "the end of the old children")


def resident(pid):
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


def test_the_generation_shows_in_the_scoreboard(up_server):
    s = up_server("LoadModule status_module {debian}/mod_status.so\n<Location /s>\nSetHandler server-status\n</Location>\n")
    assert "ParentServerConfigGeneration: 1" in s.get("/s?auto").text
    s.graceful()
    wait_until(lambda: "ParentServerConfigGeneration: 2" in s.get("/s?auto").text, 5, "generation 2")


# --- ends -------------------------------------------------------------------

@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["TERM", "INT"])
def test_stop(up_server, number):
    s = up_server()
    s.signal(number)
    assert s.process.wait(10) == 0
    assert not os.path.exists(s.site.path("logs/httpd.pid"))
    assert s.error_log.has("shutting down")
    s.process = None


# With the lowest threshold the child waits inside the handler, not between its steps.
@pytest.mark.parametrize("conf", ["", "FlushMaxThreshold 1\n"], ids=["queued", "blocked"])
def test_a_graceful_stop_answers_what_was_asked(up_server, conf):
    s = up_server(conf, files={"htdocs/big.bin": b"x" * 8_000_000})
    with s.connect() as conn:
        conn.send(b"GET /big.bin HTTP/1.1\r\nHost: t\r\n\r\n")
        time.sleep(0.3)
        s.signal(signal.SIGWINCH)
        assert s.error_log.has("shutting down gracefully")
        with pytest.raises(OSError):
            for _ in range(50):
                s.connect(1).close()
                time.sleep(0.05)
        assert len(conn.response().body) == 8_000_000
    assert s.process.wait(15) == 0
    assert not s.error_log.count("accepting on"), "idle children leave without a complaint"
    s.process = None


def test_graceful_shutdown_timeout_ends_the_patience(up_server):
    s = up_server("GracefulShutdownTimeout 1\nTimeout 60\n", files={"htdocs/big.bin": b"x" * 8_000_000})
    with s.connect() as conn:
        conn.send(b"GET /big.bin HTTP/1.1\r\nHost: t\r\n\r\n")
        time.sleep(0.3)
        began = time.monotonic()
        s.signal(signal.SIGWINCH)
        assert s.process.wait(15) == 0
        assert time.monotonic() - began < 8
    s.process = None


def test_a_master_that_is_killed_takes_its_children_along(up_server):
    s = up_server()
    pid = s.process.pid
    children = s.children()
    os.kill(pid, signal.SIGKILL)
    s.process.wait()
    s.process = None
    wait_until(lambda: not [c for c in children if os.path.exists(f"/proc/{c}")], 10, "the end of the orphans")
