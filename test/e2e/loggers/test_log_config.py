"""mod_log_config: what each item logs, which log gets a request, and how logs are opened."""

import contextlib
import json
import os
import re
import signal
import time

import pytest

from pinion_server import RUN, Log, group_members, wait_until

FORMATS = {
    # name: (format, what a GET of /a.txt?x=%22 with these headers logs)
    "clf": (r'%h %l %u %t \"%r\" %>s %b',
            r'127\.0\.0\.1 - - \[\d\d/\w{3}/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] '
            r'"GET /a\.txt\?x=%22 HTTP/1\.1" 200 10'),
    "request": ("%m|%U|%q|%H|%f", r"GET\|/a\.txt\|\?x=%22\|HTTP/1\.1\|.*/htdocs/a\.txt"),
    "addresses": ("%a %{c}a %A %{c}h", r"127\.0\.0\.1 127\.0\.0\.1 127\.0\.0\.1 127\.0\.0\.1"),
    "ports": ("%p %{canonical}p %{local}p %{remote}p %{odd}p", r"(\d+) \1 \1 \d+ odd"),
    "names": ("%v %V", r"test 127\.0\.0\.1"),
    "fields": ("%{User-Agent}i|%{X-Odd}i|%{Nope}i", r'py\|q\\"\\\\\\t\\xe9\|-'),
    "answer": ("%{Content-Type}o|%{content-length}o|%{Nope}o", r"text/plain\|10\|-"),
    "cookies": ("%{a}C|%{b}C|%{c}C|%{d}C", r"1\|two words\|-\|-"),
    "variables": ("%{EV}e|%{Nope}e|%{Nope}n", r'q\\"\\\\\\t\\xe9\|-\|-'),
    "sizes": ("%b %B", "10 10"),
    "status": ("%s %>s %<s", "200 200 200"),
    "times": ("%T %{s}T %{x}T", "0 0 x"),
    "units": ("%D %{us}T %{ms}T", r"(\d+) \1 \d+"),
    "stamp": ("%{sec}t %{msec}t %{usec}t %{msec_frac}t %{usec_frac}t",
              r"(\d+) \1(\d{3}) \1(\d{6}) \2 \3"),
    "stamps": ("%{%Y}t %{begin:%Y}t %{end:%Y}t %{begin}t", r"(\d{4}) \1 \1 \[.*\]"),
    "process": ("%P %{pid}P %{tid}P %{hextid}P", r"(\d+) \1 \d+ [0-9a-f]+"),
    "connection": ("%k %X", r"0 [-+]"),
    "ids": ("%L", r"[A-Za-z0-9+/]{11}|-"),
    "handler": ("%R", "-"),
    "conditions": ("%200,404{User-Agent}i|%404{User-Agent}i|%!200{User-Agent}i|%!404{User-Agent}i",
                   r"py\|-\|-\|py"),
    "literal": (r"%%|\\t|\\n|x", r"%\|\t\|"),
    "bytes": ("%I %O %S", r"\d+ \d+ \d+"),
    "trailers": ("%{T}^ti %{T}^to", "- -"),
}
LOGS = "".join(f'LogFormat "{text}" {name}\nCustomLog "{{root}}/logs/{name}" {name}\n'
               for name, (text, _) in FORMATS.items())
FIELDS = {"User-Agent": "py", "X-Odd": b'q"\\\t\xe9'.decode("latin-1"),
          "Cookie": "xa=0; a=1; b = two words ; c="}
CONF = "SetEnvIf X-Odd (.+) EV=$1\n" + LOGS
MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "setenvif")


def log_of(running, name):
    return Log(running.site.path("logs", name))


def first_line(running, name):
    log = log_of(running, name)
    wait_until(lambda: log.text().endswith("\n"), what=f"a line in {name}")
    return log.lines()[0]


@pytest.fixture(scope="module")
def asked(server):
    running = server(CONF, modules=MODULES)
    head = "GET /a.txt?x=%22 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in FIELDS.items())
    assert running.raw(head.encode("latin-1") + b"\r\n").status == 200
    return running


@pytest.mark.parametrize("name", FORMATS)
def test_items(asked, name):
    assert re.fullmatch(FORMATS[name][1], first_line(asked, name))


def test_bytes_are_those_of_the_wire(asked):
    into, out, both = map(int, first_line(asked, "bytes").split())
    assert into > 100 and out > 100 and both == into + out


REDIRECTED = """
ErrorDocument 404 /a.txt
CustomLog "{root}/logs/two" "%s %>s %U %>U %r"
"""


def test_an_internal_redirect_is_one_line_about_both(server):
    running = server(REDIRECTED)
    running.get("/none")
    assert first_line(running, "two") == "404 404 /none /a.txt GET /none HTTP/1.1"


def test_a_refused_request_line_is_logged_escaped(server):
    running = server('CustomLog "{root}/logs/bad" "%>s \\"%r\\""')
    running.raw(b"GET /\x1b\x01\" HTTP/1.1\r\nHost: t\r\n\r\n")
    line = first_line(running, "bad")
    assert line.startswith("400 ") and "\x1b" not in line


CHOOSING = """
SetEnvIf Request_URI "a\\.txt$" is_a
CustomLog "{root}/logs/with" "%U" env=is_a
CustomLog "{root}/logs/without" "%U" env=!is_a
CustomLog "{root}/logs/expr" "%U" "expr=%{REQUEST_URI} =~ /index/"
CustomLog "{root}/logs/later" named
LogFormat "named %U" named
LogFormat "default %U"
TransferLog "{root}/logs/transfer"
"""


@pytest.mark.parametrize(
    "name, lines, shows",
    [
        ("with", ["/a.txt"], "env= wants the variable"),
        ("without", ["/b", "/index.html"], "env=! wants it unset"),
        ("expr", ["/index.html"], "an expression decides"),
        ("later", ["named /a.txt", "named /b", "named /index.html"], "a name may be given later"),
        ("transfer", ["default /a.txt", "default /b", "default /index.html"], "the unnamed format"),
    ],
)
def test_which_requests_are_logged(server, name, lines, shows):
    running = server(CHOOSING, modules=MODULES)
    if not log_of(running, "later").text():
        for path in ("/a.txt", "/b", "/"):  # mod_dir makes it /index.html in the log too
            running.get(path)
    wait_until(lambda: log_of(running, "later").count("\n") == 3, what="three lines")
    # Sorted: several children write.
    assert sorted(log_of(running, name).lines()) == lines, shows


VHOSTS = """
LogFormat "main %v" m
CustomLog "{root}/logs/main" m
GlobalLog "{root}/logs/global" "global %v"
<VirtualHost *:{port}>
    ServerName plain
</VirtualHost>
<VirtualHost *:{port}>
    ServerName own
    CustomLog "{root}/logs/own" m
</VirtualHost>
"""


def test_virtual_hosts_inherit_logs_they_do_not_replace(server):
    running = server(VHOSTS)
    for name in ("plain", "own"):
        running.request("GET", "/a.txt", {"Host": name})
    wait_until(lambda: log_of(running, "global").count("\n") == 2, what="both requests")
    assert sorted(log_of(running, "global").lines()) == ["global own", "global plain"]
    assert log_of(running, "main").lines() == ["main plain"]
    assert log_of(running, "own").lines() == ["main own"]


# --- JSON (case O11) ---------------------------------------------------------------------

JSON = """
LogFormat '{"ip":"%a","r":"%r","ua":"%{User-Agent}i","ref":"%{Referer}i","s":%>s,"b":%b,"x":"%m %{No}i"}' \\
    json format=json
CustomLog "{root}/logs/json" json
"""


@pytest.mark.own("JSON lines are Pinion's own")
def test_json_lines_are_json_whatever_is_sent(server):
    running = server(JSON)
    running.raw(b"GET /a.txt?q=%22 HTTP/1.1\r\nHost: t\r\nConnection: close\r\n"
                b"User-Agent: q\"b\\t\t\xe9 \xc3\xa9\r\n\r\n")
    line = json.loads(first_line(running, "json"))
    assert line == {"ip": "127.0.0.1", "r": "GET /a.txt?q=%22 HTTP/1.1", "ua": "q\"b\\t\t\xe9 \xe9",
                    "ref": None, "s": 200, "b": 10, "x": "GET -"}


# --- programs, buffers -------------------------------------------------------------------

PIPED = """
CustomLog "|/usr/bin/tee -a {root}/logs/direct" "d %U"
CustomLog "||/usr/bin/tee -a {root}/logs/double" "dd %U"
CustomLog "|$exec cat >> {root}/logs/shell" "s %U"
"""


def test_piped_logs(fresh_server):
    running = fresh_server(PIPED)
    running.get("/a.txt")
    for name, word in (("direct", "d"), ("double", "dd"), ("shell", "s")):
        assert first_line(running, name) == f"{word} /a.txt"


def program_pids(running, name):
    needle = f"{running.root}/logs/{name}".encode()
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"tee") and needle in words:
            found.append(int(pid))
    return found


def one_program(running, name):
    """The program's only process; while it is being replaced: nothing."""
    pids = program_pids(running, name)
    return pids if len(pids) == 1 else None


@pytest.mark.own("Apache loses lines there, or says otherwise when it is done")
def test_a_killed_log_program_is_replaced_and_no_line_lost(fresh_server):
    running = fresh_server(PIPED)
    log = log_of(running, "direct")
    for n in range(1, 4):
        old = wait_until(lambda: one_program(running, "direct"), what="the program")
        os.kill(old[0], signal.SIGKILL)
        wait_until(lambda: program_pids(running, "direct") not in ([], old), what="a new program")
        running.get(f"/{n}")
        wait_until(lambda: log.count("\n") == n, what=f"line {n}")
    assert log.lines() == ["d /1", "d /2", "d /3"]
    assert running.error_log.has("is started again")


@pytest.mark.own("Apache loses lines there, or says otherwise when it is done")
def test_a_graceful_restart_loses_no_line_of_a_piped_log(fresh_server):
    running = fresh_server(PIPED)
    log = log_of(running, "direct")
    n = 0
    for _ in range(5):
        for _ in range(20):
            running.get(f"/{n}")
            n += 1
        running.graceful()
    wait_until(lambda: log.count("\n") == n, what=f"{n} lines")
    assert sorted(log.lines()) == sorted(f"d /{i}" for i in range(n))
    wait_until(lambda: len(program_pids(running, "direct")) == 1, what="one program only")


@pytest.mark.own("Apache loses lines there, or says otherwise when it is done")
def test_a_program_that_does_not_end_with_its_input_is_told_to(fresh_server):
    running = fresh_server('CustomLog "|/bin/sleep 4711" "%U"\n')
    group = running.process.pid
    running.get("/a.txt")
    running.graceful()

    def names():
        found = []
        for pid in group_members(group):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
                found.append(file.read().split(b"\0")[0])
        return found

    assert b"/bin/sleep" in names()
    running.stop()
    assert not names()


@pytest.mark.own("Apache loses lines there, or says otherwise when it is done")
def test_buffered_logs_are_written_when_a_child_ends(fresh_server):
    running = fresh_server('BufferedLogs On\nCustomLog "{root}/logs/buffered" "%U"',
                           mpm_conf="StartServers 1\nMaxConnectionsPerChild 0\n")
    log = log_of(running, "buffered")
    for n in range(10):
        running.get(f"/{n}")
    assert log.text() == ""
    running.graceful()
    wait_until(lambda: log.count("\n") == 10, what="ten lines")
    assert sorted(log.lines()) == [f"/{n}" for n in range(10)]


@pytest.mark.own("Apache loses lines there, or says otherwise when it is done")
def test_a_log_that_is_moved_away_is_opened_anew(fresh_server):
    running = fresh_server('CustomLog "{root}/logs/rotated" "%U"')
    running.get("/1")
    wait_until(lambda: log_of(running, "rotated").text() == "/1\n", what="a line")
    os.rename(running.site.path("logs/rotated"), running.site.path("logs/old"))
    running.graceful()

    def new_generation_answers():  # the first answers may still be the old one's
        running.get("/2")
        return "/2\n" in log_of(running, "rotated").text()

    wait_until(new_generation_answers, what="a line in the new log")
    assert log_of(running, "old").text().startswith("/1\n")


# --- mistakes ------------------------------------------------------------------------------

@pytest.mark.parametrize(
    "conf, words",
    [
        ('LogFormat "%Z"', "%Z"),
        ('LogFormat "%{x"', "}"),
        ('CustomLog logs/x "%400"', "ends within"),
        ('CustomLog logs/x "%h" nonsense', "nonsense"),
        ('CustomLog logs/x "%h" "expr=%{"', "condition"),
        ('CustomLog logs/x "%h" env=', "env="),
        ('CustomLog "|" "%h"', "no name"),
        ('LogFormat "%h" name yaml', "format=json"),
        ("<Directory />\nCustomLog logs/x %h\n</Directory>", "CustomLog"),
        ('<VirtualHost *:1>\nGlobalLog logs/x "%h"\n</VirtualHost>', "GlobalLog"),
        ("<VirtualHost *:1>\nBufferedLogs On\n</VirtualHost>", "BufferedLogs"),
    ],
)
@pytest.mark.own("Apache takes some of it in silence")
def test_mistakes_are_refused_at_start(fresh_server, conf, words):
    running = fresh_server(conf, start=False)
    done = running.run("-t")
    assert done.returncode != 0
    assert RUN != "own" or words in done.stderr


def test_a_log_that_cannot_be_opened_stops_the_start(fresh_server):
    running = fresh_server('CustomLog /no/such/dir/x "%h"', start=False)
    done = running.run("-DFOREGROUND")
    assert done.returncode != 0
    assert "/no/such/dir/x" in done.stderr + running.error_log.text()


def test_time_to_first_byte(server):
    running = server('LogIOTrackTTFB On\nCustomLog "{root}/logs/ttfb" "%^FB %D"')
    start = time.monotonic()
    running.get("/a.txt")
    took_us = (time.monotonic() - start) * 1e6
    first, whole = map(int, first_line(running, "ttfb").split())
    assert 0 < first <= whole + 1000 and first < took_us
