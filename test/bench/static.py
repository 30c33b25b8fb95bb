#!/usr/bin/python3
"""Instructions, system calls and idle memory of a static keep-alive request.

Each server runs alone (-X) with the same configuration; one client sends N
requests on one connection. Instructions come from callgrind, as the
difference between a long and a short run, so that start-up cancels out.

    test/bench/static.py [--json FILE] [--requests N]
"""

import argparse
import functools
import json
import re
import time

from measure import instructions, request_for, system_calls
from pinion_server import Server, wait_until

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
PATH = "/page.html"


def make(kind, **options):
    return Server(CONF, binary=BINARIES[kind], files={"htdocs/page.html": PAGE}, loglevel="warn",
                  user=False, **options)


def send_to_all(server, n):
    """A request to each of n children: all connections are open at once, and a child has one."""
    conns = [server.connect(60) for _ in range(n)]
    for _ in range(5):
        for conn in conns:
            conn.send(request_for(PATH))
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
        calls = system_calls(functools.partial(make, kind), PATH, 200)
        figures[kind] = {
            "instructions": round(instructions(functools.partial(make, kind), PATH, args.requests)),
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
