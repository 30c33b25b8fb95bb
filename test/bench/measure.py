"""Counts what a request costs: instructions (callgrind) and system calls (strace).

Each function takes make(**options), which gives a Server; the client sends N
requests on one connection. Figures are the difference between a long and a
short run, so that the start cancels out.
"""

import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))

from pinion_server import wait_until  # noqa: E402


def request_for(path):
    return f"GET {path} HTTP/1.1\r\nHost: test\r\nUser-Agent: bench/1.0\r\nAccept: */*\r\n\r\n".encode()


def send(server, path, n):
    """n requests on one connection; each answer is read whole."""
    with server.connect(60) as conn:
        for _ in range(n):
            conn.send(request_for(path))
            res = conn.response()
            assert res.status == 200, res
            assert res.header("Connection", "").lower() != "close", "the connection is not kept"


def under(make, path, tool, n):
    """Runs the server in the foreground below a tool, sends n requests, stops it."""
    server = make(start=False)
    # Debug mode runs as whoever starts it: valgrind may not change identity.
    out = server.site.path("logs", "tool.out")
    command = [part.replace("OUT", out) for part in tool] + server.command("-X")
    with open(server.site.path("logs", "stderr"), "wb") as stderr:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stderr, stderr=stderr,
                                   start_new_session=True)
    try:
        def up():
            assert process.poll() is None, server.diagnosis()
            try:
                server.connect().close()
                return True
            except OSError:
                return False
        wait_until(up, 120, f"the server under {tool[0]}")
        time.sleep(0.5)
        send(server, path, n)
        with open(server.site.path("logs/httpd.pid"), encoding="ascii") as file:
            os.kill(int(file.read()), 15)
        process.wait(60)
    finally:
        if process.poll() is None:
            process.kill()
    with open(out, errors="replace", encoding="utf-8") as file:
        text = file.read()
    server.site.remove()
    return text


def instructions(make, path, n):
    """Instructions in user space for a request."""
    def total(count):
        text = under(make, path, ["valgrind", "--tool=callgrind", "--callgrind-out-file=OUT"], count)
        return int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1])
    return (total(n + 200) - total(200)) / n


def system_calls(make, path, n):
    """{name: calls for a request}, rare ones left out."""
    def table(count):
        text = under(make, path, ["strace", "-f", "-c", "-o", "OUT"], count)
        found = {}
        for line in text.splitlines():
            words = line.split()
            if len(words) >= 5 and words[0][0].isdigit() and words[-1] != "total":
                found[words[-1]] = int(words[3])
        return found
    small, large = table(100), table(100 + n)
    per = {name: (count - small.get(name, 0)) / n for name, count in large.items()}
    return {name: round(value, 3) for name, value in sorted(per.items()) if value >= 0.005}
