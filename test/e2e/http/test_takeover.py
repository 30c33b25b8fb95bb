"""Which connections a module takes over, and which the engine goes on to read itself.

What a child sleeps on between two requests tells who reads: the engine's loop
polls the connection together with the orders to leave, blocking reads poll the
connection alone.
"""

import platform

import pytest

from pinion_server import DEFAULT_MODULES, wait_until

ONE_CHILD = "StartServers 1\nMinSpareServers 1\nMaxSpareServers 1\nMaxRequestWorkers 1\n"
POLL = {"x86_64": 7}.get(platform.machine())
KEEP = b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n"

pytestmark = pytest.mark.skipif(POLL is None, reason="numbers of system calls are known for x86_64 only")


def descriptors_polled(pid):
    """How many descriptors the sleeping process polls; None when it does something else."""
    try:
        with open(f"/proc/{pid}/syscall", encoding="ascii") as file:
            words = file.read().split()
    except PermissionError:
        pytest.skip("the kernel does not show system calls of other processes")
    return int(words[2], 16) if words[0] == str(POLL) else None


def while_idle(s):
    """The number of descriptors of the child that has one idle connection."""
    with s.connect() as conn:
        for _ in range(2):
            conn.send(KEEP)
            assert conn.response().status == 200
        (pid,) = s.children()
        return wait_until(lambda: descriptors_polled(pid), 5, "a sleeping child")


def load(name, file):
    return f"LoadModule {name}_module /usr/lib/apache2/modules/{file}\nKeepAliveTimeout 30\n"


def test_without_modules_the_engine_reads(server, mpm):
    if mpm != "prefork":
        pytest.skip("one child has one connection under prefork")
    assert while_idle(server("KeepAliveTimeout 30\n", mpm_conf=ONE_CHILD)) == 3


@pytest.mark.distro
@pytest.mark.parametrize("name, file", [
    ("rewrite", "mod_rewrite.so"), ("wsgi", "mod_wsgi.so"), ("php", "libphp8.2.so"),
    ("ssl", "mod_ssl.so"), ("perl", "mod_perl.so"),
])
def test_modules_that_decline_leave_it_to_the_engine(server, mpm, name, file):
    if mpm != "prefork":
        pytest.skip("one child has one connection under prefork")
    assert while_idle(server(load(name, file), mpm_conf=ONE_CHILD, modules=DEFAULT_MODULES)) == 3


@pytest.mark.distro
def test_a_filter_of_the_connection_sees_all_bytes(server, mpm):
    if mpm != "prefork":
        pytest.skip("one child has one connection under prefork")
    s = server(load("dumpio", "mod_dumpio.so") + "DumpIOInput On\nLogLevel dumpio:trace7\n", mpm_conf=ONE_CHILD)
    assert while_idle(s) == 1
    assert s.error_log.count("GET /a.txt HTTP/1.1") >= 2


@pytest.mark.distro
def test_a_module_that_wants_the_connection_gets_it(server):
    s = server(load("echo", "mod_echo.so") + "ProtocolEcho On\n", mpm_conf=ONE_CHILD)
    with s.connect() as conn:
        conn.send(b"neither a request\n")
        conn.sock.settimeout(5)
        assert conn.sock.recv(100) == b"neither a request\n"
