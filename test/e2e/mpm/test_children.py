"""Children: how many there are, who they are, and what happens when one dies."""

import os
import pwd
import signal
import socket
import threading

import pytest

from pinion_server import wait_until

COUNTS = "StartServers 3\nMinSpareServers 2\nMaxSpareServers 4\nServerLimit 8\nMaxRequestWorkers 8\n"


def test_start_servers(server):
    s = server("KeepAliveTimeout 30\n", mpm_conf=COUNTS)
    wait_until(lambda: len(s.children()) == 3, 5, "StartServers")


def hold(s, n):
    """n connections that keep n children busy."""
    held = []
    for _ in range(n):
        conn = s.connect()
        conn.send(b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n")
        assert conn.response().status == 200
        held.append(conn)
    return held


def test_children_come_and_go_with_the_load(fresh_server):
    s = fresh_server("KeepAliveTimeout 60\n", mpm_conf=COUNTS)
    held = hold(s, 3)
    wait_until(lambda: len(s.children()) >= 5, 8, "spare children")
    held += hold(s, 5)
    wait_until(lambda: s.error_log.has("server reached MaxRequestWorkers", 0.1), 8, "the word that it is full")
    assert len(s.children()) == 8, "never more than MaxRequestWorkers"
    for conn in held:
        conn.close()
    wait_until(lambda: len(s.children()) <= 4, 20, "the end of what is spare")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV], ids=["KILL", "SEGV"])
def test_a_killed_child_is_one_line_and_one_respawn(fresh_server, number):
    # the sanitizer would take the sent signal for a fault
    s = fresh_server(mpm_conf=COUNTS, env={"ASAN_OPTIONS": "detect_leaks=0:handle_segv=0"})
    s.may_crash = True
    wait_until(lambda: len(s.children()) == 3, 5, "the children")
    stop = threading.Event()
    failures = []

    def load():
        while not stop.is_set():
            try:
                # Only the connection of the killed child may suffer: none here,
                # the killed one is idle.
                assert s.get("/a.txt").status == 200
            except (OSError, AssertionError) as error:
                failures.append(repr(error))
    thread = threading.Thread(target=load)
    thread.start()
    victim = s.children()[-1]
    os.kill(victim, number)
    wait_until(lambda: s.error_log.has(f"child pid {victim} exit signal", 0.1), 5, "the line in the log")
    wait_until(lambda: victim not in s.children() and len(s.children()) >= 3, 5, "the respawn")
    stop.set()
    thread.join()
    assert s.error_log.count(f"child pid {victim} exit signal") == 1
    assert len(failures) <= 1, failures  # the one whose child it was


def test_max_connections_per_child(fresh_server):
    s = fresh_server("MaxConnectionsPerChild 2\n", mpm_conf="StartServers 1\nMinSpareServers 1\nMaxSpareServers 2\n")
    seen = set()
    for _ in range(12):
        seen.update(s.children())
        assert s.get("/a.txt").status == 200
    assert len(seen) >= 4


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can change the user")
def test_children_are_somebody_else(server):
    s = server("KeepAliveTimeout 30\n", mpm_conf=COUNTS)
    entry = pwd.getpwnam("www-data")

    def ids(pid):
        with open(f"/proc/{pid}/status") as file:
            fields = dict(line.split(":", 1) for line in file)
        return set(fields["Uid"].split()), set(fields["Gid"].split()), set(fields["Groups"].split())
    # a child is briefly root, until it has dropped its privileges
    wait_until(lambda: all(ids(pid)[0] == {str(entry.pw_uid)} for pid in s.children()), 5, "the change of user")
    for pid in s.children():
        uid, gid, groups = ids(pid)
        assert gid == {str(entry.pw_gid)} and "0" not in groups


@pytest.mark.parametrize("addresses, connect_to", [
    (["127.0.0.1:{a}", "127.0.0.2:{b}"], [("127.0.0.1", "a"), ("127.0.0.2", "b")]),
    (["[::1]:{a}", "127.0.0.1:{b}"], [("::1", "a"), ("127.0.0.1", "b")]),
    (["{a}"], [("127.0.0.1", "a"), ("::1", "a")]),
    (["0.0.0.0:{a}", "[::]:{a}"], [("127.0.0.1", "a"), ("::1", "a")]),
], ids=["two addresses", "IPv6 and IPv4", "a port alone takes both", "both, each by its own"])
def test_listen(fresh_server, addresses, connect_to):
    ports = {}
    held = []
    for name in "ab":
        sock = socket.socket()
        sock.bind(("127.0.0.1", 0))
        ports[name] = sock.getsockname()[1]
        held.append(sock)
    for sock in held:
        sock.close()
    s = fresh_server("".join("Listen " + address.format(**ports) + "\n" for address in addresses))
    for host, name in connect_to:
        with socket.create_connection((host, ports[name]), 5) as sock:
            sock.sendall(b"GET /a.txt HTTP/1.0\r\n\r\n")
            assert b"200 OK" in sock.recv(4096)


def test_listeners_in_buckets(fresh_server):
    s = fresh_server("ListenCoresBucketsRatio 1\n")
    assert all(s.get("/a.txt").status == 200 for _ in range(20))
    s.graceful()
    assert all(s.get("/a.txt").status == 200 for _ in range(20))


def test_inherited_sockets(fresh_server):
    import subprocess

    s = fresh_server(start=False)
    sock = socket.socket()
    sock.bind((s.host, s.port))
    sock.listen()
    env = dict(s.env, LISTEN_FDS="1")
    command = ["/bin/sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", *s.command("-DFOREGROUND")]
    s.stderr = open(s.site.path("logs/stderr"), "ab")
    with socket.create_connection((s.host, s.port), 5) as early:  # before there is a server
        early.sendall(b"GET /a.txt HTTP/1.0\r\n\r\n")
        s.process = subprocess.Popen(command, env=env, pass_fds=[3], stderr=s.stderr, stdout=s.stderr,
                                     stdin=subprocess.DEVNULL, start_new_session=True,
                                     preexec_fn=lambda: os.dup2(sock.fileno(), 3))
        sock.close()
        assert b"200 OK" in early.recv(4096)


def test_a_crash_loop_is_slowed_down_and_explained(fresh_server, tmp_path):
    """A program that is no module of ours dies in child_init: here, a limit does it."""
    s = fresh_server('ChrootDir "{root}"\nUser www-data\n' if os.geteuid() else "", start=False)
    if os.geteuid() != 0:
        pytest.skip("needs root")
    source = tmp_path / "mod_crash.c"
    source.write_text(
        "#include <signal.h>\n#include <unistd.h>\n#include \"httpd.h\"\n#include \"http_config.h\"\n"
        "static void die(apr_pool_t *p, server_rec *s) { kill(getpid(), SIGKILL); pause(); }\n"
        "static void hooks(apr_pool_t *p) { ap_hook_child_init(die, 0, 0, APR_HOOK_MIDDLE); }\n"
        "AP_DECLARE_MODULE(crash) = { STANDARD20_MODULE_STUFF, 0, 0, 0, 0, 0, hooks };\n")
    compile_module(source, s.site.path("mod_crash.so"))
    s.write_conf("LoadModule crash_module {root}/mod_crash.so\n")
    s.may_crash = True
    s.start()
    assert s.error_log.has("died while they started", 10)
    lines = s.error_log.count("exit signal Killed")
    import time
    time.sleep(3)
    assert s.error_log.count("exit signal Killed") - lines < 40, "it would be hundreds"


def compile_module(source, target):
    import subprocess
    from pinion_server import PREFIX

    flags = subprocess.run(["pkg-config", "--cflags", "apr-1"], capture_output=True, text=True, check=True).stdout.split()
    subprocess.run(["cc", "-shared", "-fPIC", "-I", os.path.join(PREFIX, "include/pinion"), *flags,
                    str(source), "-o", target], check=True)
