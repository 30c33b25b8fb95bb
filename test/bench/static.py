#!/usr/bin/python3
"""Instructions, system calls and idle memory of a static keep-alive request.

Each server runs alone (-X) with the same configuration; one client sends N
requests on one connection. Instructions come from callgrind, as the
difference between a long and a short run, so that start-up cancels out.

    test/bench/static.py [--json FILE] [--requests N]
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))

from pinion_server import Server, wait_until  # noqa: E402

PAGE = "<!DOCTYPE html>\n<title>Bench</title>\n<p>" + "x" * 134 + "\n"
CONF = """
KeepAlive On
MaxKeepAliveRequests 0
KeepAliveTimeout 5
LogFormat "%h %l %u %t \\"%r\\" %>s %b" common
CustomLog "{root}/logs/access.log" common
AddType text/html .html
<Directory "/">
    AllowOverride None
</Directory>
"""
BINARIES = {"apache": "/usr/sbin/apache2", "pinion": None}
REQUEST = b"GET /page.html HTTP/1.1\r\nHost: test\r\nUser-Agent: bench/1.0\r\nAccept: */*\r\n\r\n"


def make(kind, **options):
    return Server(CONF, binary=BINARIES[kind], files={"htdocs/page.html": PAGE}, loglevel="warn",
                  user=False, **options)


def send(server, n):
    """n requests on one connection; each answer is read whole."""
    with server.connect(60) as conn:
        for _ in range(n):
            conn.send(REQUEST)
            res = conn.response()
            assert res.status == 200 and len(res.body) == len(PAGE), res
            assert res.header("Connection", "").lower() != "close", "the connection is not kept"


def under(kind, tool, n):
    """Runs the server in the foreground below a tool, sends n requests, stops it."""
    server = make(kind, start=False)
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
        wait_until(up, 120, f"{kind} under {tool[0]}")
        time.sleep(0.5)
        send(server, n)
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


def instructions(kind, n):
    def total(count):
        text = under(kind, ["valgrind", "--tool=callgrind", "--callgrind-out-file=OUT"], count)
        return int(re.search(r"^(?:summary|totals): (\d+)", text, re.M)[1])
    return (total(n + 200) - total(200)) / n


def system_calls(kind, n):
    def table(count):
        text = under(kind, ["strace", "-f", "-c", "-o", "OUT"], count)
        found = {}
        for line in text.splitlines():
            words = line.split()
            if len(words) >= 5 and words[0][0].isdigit() and words[-1] != "total":
                found[words[-1]] = int(words[3])
        return found
    small, large = table(100), table(100 + n)
    per = {name: (count - small.get(name, 0)) / n for name, count in large.items()}
    return {name: round(value, 2) for name, value in sorted(per.items()) if value >= 0.05}


def send_to_all(server, n):
    """A request to each of n children: all connections are open at once, and a child has one."""
    conns = [server.connect(60) for _ in range(n)]
    for _ in range(5):
        for conn in conns:
            conn.send(REQUEST)
            assert conn.response().status == 200
    for conn in conns:
        conn.close()


def idle_private_kb(kind):
    """Private memory of one idle child that has served requests, in kB."""
    n = 4
    server = make(kind, mpm_conf=f"StartServers {n}\nMinSpareServers 1\nMaxSpareServers {n}\n"
                                 f"MaxRequestWorkers {n}\n")
    try:
        wait_until(lambda: len(server.children()) == n, 20, "all children")
        send_to_all(server, n)
        time.sleep(1)
        sizes = []
        for pid in server.children():
            with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                sizes.append(sum(int(n) for n in re.findall(r"^Private_\w+: +(\d+)", file.read(), re.M)))
        return min(sizes)
    finally:
        server.stop()
        server.site.remove()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--requests", type=int, default=1000)
    args = parser.parse_args()
    figures = {}
    for kind in BINARIES:
        calls = system_calls(kind, 200)
        figures[kind] = {
            "instructions": round(instructions(kind, args.requests)),
            "system_calls": round(sum(calls.values()), 1), "calls": calls,
            "idle_private_kb": idle_private_kb(kind),
        }
    print(f"{'':24}{'Apache':>12}{'Pinion':>12}{'ratio':>8}{'limit':>8}")
    for name, limit in (("instructions", 0.6), ("system_calls", None), ("idle_private_kb", 0.5)):
        theirs, ours = (figures[kind][name] for kind in ("apache", "pinion"))
        print(f"{name:24}{theirs:12}{ours:12}{ours / theirs:8.2f}{limit or '':>8}")
    print("system calls of Pinion:", figures["pinion"]["calls"])
    print("system calls of Apache:", figures["apache"]["calls"])
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main()
