"""The error log: forms of its lines, levels, destinations, and that nothing sent gets out raw."""

import os
import re
import signal
import socket

import pytest

from pinion_server import RUN, Log, wait_until

DENIED = """
<LocationMatch "^/denied">
    Require all denied
</LocationMatch>
"""
LINE = re.compile(r"\[\w{3} \w{3} \d\d \d\d:\d\d:\d\d\.\d{6} \d{4}\] \[(\w*):(\w+)\] "
                  r"\[pid (\d+):tid (\d+)\] (.*)")


def log_of(running, name):
    return Log(running.site.path("logs", name))


def test_the_default_form(server):
    running = server(DENIED)
    running.get("/denied-x", {"Referer": "http://r/\"x"})
    assert running.error_log.has(', referer: http://r/"x')
    lines = [LINE.fullmatch(line) for line in running.error_log.lines()]
    assert all(lines), running.error_log.text()
    denied = [line for line in lines if "/denied-x" in line[5]]
    assert denied[0][1] == "authz_core" and denied[0][2] == "error"
    assert re.search(r"\[client 127\.0\.0\.1:\d+\] ", denied[0][5])
    assert denied[0][3] != str(running.process.pid)


def test_the_start_is_told(server):
    running = server(DENIED)
    assert running.error_log.has("configured -- resuming normal operations")
    assert running.error_log.has("Command line: '")


def test_control_characters_are_escaped(server):
    """Case F07."""
    running = server(DENIED)
    running.raw(b"GET /denied-%1b[31m%0a%c2%9b HTTP/1.1\r\nHost: t\r\n"
                b"Referer: r\xe9\\\r\nConnection: close\r\n\r\n")
    assert running.error_log.has("\\x1b[31m")
    with open(running.error_log.path, "rb") as file:
        raw = file.read()
    assert b"referer: r\\xe9\\\\" in raw
    assert not re.search(rb"[^\n\x20-\x7e]", raw)


FORM = DENIED + """
ErrorLogFormat "M=%m L=%l S=%v [%{Nope}i] UA=%-{User-Agent}i R=%L C=%{c}L K=%k :%M"
ErrorLogFormat connection "conn %{c}L from\\ %a"
ErrorLogFormat request "req %L ua=%+{User-Agent}i"
ErrorLogFormat request "req2 %L ref=%-{Referer}i"
CustomLog "{root}/logs/ids" "%L %{c}L"
"""


def test_a_form_of_ones_own(server):
    running = server(FORM, loglevel="error")
    with running.connect() as conn:
        conn.send(b"GET /denied-1 HTTP/1.1\r\nHost: t\r\nUser-Agent: py\r\n\r\n"
                  b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n"
                  b"GET /denied-2 HTTP/1.1\r\nHost: t\r\n\r\n")
        assert [conn.response().status for _ in range(3)] == [403, 200, 403]
    wait_until(lambda: log_of(running, "ids").count("\n") == 3, what="three requests")
    ids = [line.split() for line in log_of(running, "ids").lines()]
    assert ids[0][0] != "-" and ids[1][0] == "-" and ids[2][0] not in ("-", ids[0][0])
    assert ids[0][1] == ids[1][1] == ids[2][1]
    conn_id = ids[0][1]
    lines = [line for line in running.error_log.lines() if "K=" in line or line.startswith(("conn", "req"))]
    lines = [line for line in lines if "denied" in line or not line.startswith("M=")]
    assert lines[0].startswith(f"conn {conn_id} from 127.0.0.1:")
    assert lines[1:3] == [f"req {ids[0][0]} ua=py", f"req2 {ids[0][0]} ref=-"]
    assert lines[3].startswith(f"M=authz_core L=error S=test UA=py R={ids[0][0]} C={conn_id} K=")
    assert lines[4] == f"req2 {ids[2][0]} ref=-"
    assert " UA=- " in lines[5]
    assert len(lines) == 6


LEVELS = """
LogLevel error authz_core:info
<LocationMatch "^/quiet">
    LogLevel crit
    Require all denied
</LocationMatch>
<LocationMatch "^/loud">
    LogLevel debug
    Require all denied
</LocationMatch>
"""


def test_levels_by_module_and_place(server):
    running = server(LEVELS)
    for path in ("/quiet-x", "/loud-x"):
        assert running.get(path).status == 403
    assert running.error_log.has("/loud-x")
    assert "/quiet-x" not in running.error_log.text()
    assert "authz_core:debug" in running.error_log.text()


VHOSTS = DENIED + """
<VirtualHost *:{port}>
    ServerName one
    ErrorLog "{root}/logs/one"
</VirtualHost>
<VirtualHost *:{port}>
    ServerName same
    ErrorLog "{root}/logs/one"
</VirtualHost>
<VirtualHost *:{port}>
    ServerName main
</VirtualHost>
<VirtualHost *:{port}>
    ServerName piped
    ErrorLog "|/usr/bin/tee -a {root}/logs/piped"
</VirtualHost>
"""


def test_each_virtual_host_has_its_log(server):
    running = server(VHOSTS)
    for name in ("one", "same", "main", "piped"):
        running.request("GET", f"/denied-{name}", {"Host": name})
    assert log_of(running, "piped").has("/denied-piped")
    assert running.error_log.has("/denied-main")
    assert log_of(running, "one").count("/denied-one") == 1
    assert log_of(running, "one").count("/denied-same") == 1
    assert "/denied-one" not in running.error_log.text()


def tee_pids(running):
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"tee") and f"{running.root}/logs/main".encode() in words:
            found.append(int(pid))
    return found


@pytest.mark.own("Apache's own log program is not started again without loss")
def test_the_main_log_may_be_a_program_and_survives_it(fresh_server):
    running = fresh_server(DENIED + 'ErrorLog "|/usr/bin/tee -a {root}/logs/main"')
    log = log_of(running, "main")
    running.get("/denied-1")
    assert log.has("/denied-1")
    wait_until(lambda: len(tee_pids(running)) == 1, what="the program")
    old = tee_pids(running)
    os.kill(old[0], signal.SIGKILL)
    wait_until(lambda: tee_pids(running) not in ([], old), what="a new program")
    running.get("/denied-2")
    assert log.has("/denied-2")
    running.signal(signal.SIGUSR1)
    wait_until(lambda: log.count("resuming normal operations") == 2, what="the restart")
    running.get("/denied-3")
    assert log.has("/denied-3")
    wait_until(lambda: len(tee_pids(running)) == 1, what="one program only")


def test_stderr_of_the_server_goes_to_the_main_log(server):
    running = server(DENIED)
    target = os.readlink(f"/proc/{running.process.pid}/fd/2")
    assert target == running.error_log.path


def test_dev_stdout_and_dev_stderr_are_logs(fresh_server):
    running = fresh_server(DENIED + 'ErrorLog /dev/stderr\nCustomLog /dev/stdout "line %U"')
    running.get("/denied-x")
    out = log_of(running, "stderr")  # of the fixture: both streams
    assert out.has("line /denied-x")
    assert out.has("client denied") or out.has("/denied-x")


@pytest.mark.parametrize(
    "conf, words",
    [
        ("ErrorLog syslog:nonsense", "nonsense"),
        ('ErrorLog "|"', "program"),
        ('ErrorLogFormat "no message"', "%M"),
        ('ErrorLogFormat request "%M"', "%M"),
        ('ErrorLogFormat "%M %Q"', "%Q"),
        ('ErrorLogFormat nonsense "%M"', "nonsense"),
        ("LogLevel nonsense", "nonsense"),
        ("LogLevel nonsense:debug", "nonsense"),
        ("ErrorLog /no/such/dir/log", "/no/such/dir"),
    ],
)
@pytest.mark.own("Apache takes some of it in silence")
def test_mistakes_are_refused_at_start(fresh_server, conf, words):
    running = fresh_server(conf, start=False)
    done = running.run("-t")
    assert done.returncode != 0
    assert RUN != "own" or words in done.stderr


@pytest.mark.skipif(os.geteuid() != 0 or os.path.exists("/dev/log"),
                    reason="takes the place of a syslog daemon, where there is none")
def test_syslog(fresh_server):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as daemon:
        daemon.bind("/dev/log")
        try:
            os.chmod("/dev/log", 0o666)
            daemon.settimeout(10)
            running = fresh_server(DENIED + "ErrorLog syslog:user:pn-test", loglevel="warn")
            running.get("/denied-x")
            line = daemon.recv(9000).decode()
            while "/denied-x" not in line:
                assert "notice" not in line, "below the level, and syslog is no file"
                line = daemon.recv(9000).decode()
        finally:
            os.unlink("/dev/log")
    # user.err; the daemon adds the time itself
    assert re.fullmatch(r"<11>\w{3} [ \d]\d [\d:]{8} pn-test\[\d+\]: \[authz_core:error\] "
                        r"\[pid \d+:tid \d+\] \[client 127\.0\.0\.1:\d+\] .*/denied-x", line)
