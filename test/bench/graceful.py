#!/usr/bin/python3
"""Graceful restarts while clients load the server: what fails, what is left.

    test/bench/graceful.py [--restarts N] [--clients N]

Half of the clients keep their connections and half open a new one for each
request. Prints the requests, the failed ones, and what the master has more
after the last restart than after the third: descriptors, kilobytes, children.
"""

import argparse
import os
import re
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))

from pinion_server import Server, wait_until  # noqa: E402

REQUEST = b"GET /a.txt HTTP/1.1\r\nHost: t\r\n\r\n"


class Client(threading.Thread):
    """Sends requests until told to stop; any that is not answered whole is kept."""

    def __init__(self, server, keeps):
        super().__init__(daemon=True)
        self.server, self.keeps = server, keeps
        self.is_over = threading.Event()
        self.requests = 0
        self.failures = []

    def run(self):
        while not self.is_over.is_set():
            try:
                with self.server.connect(20) as conn:
                    while not self.is_over.is_set():
                        conn.send(REQUEST)
                        res = conn.response()
                        self.requests += 1
                        assert res.status == 200 and res.body == b"0123456789", repr(res)
                        # A server may end a connection; it has to say so.
                        if not self.keeps or res.header("Connection") == "close":
                            break
            except (OSError, AssertionError) as error:
                self.failures.append(repr(error))


def state(server):
    pid = server.process.pid
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        memory = int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])
    return {"descriptors": len(os.listdir(f"/proc/{pid}/fd")), "kilobytes": memory}


def load_and_restart(server, restarts, clients=4):
    """Returns (requests, failures, growth) of restarts under load."""
    crowd = [Client(server, i % 2 == 0) for i in range(clients)]
    for client in crowd:
        client.start()
    before = None
    for n in range(restarts):
        server.graceful()
        if n == 2:
            before = state(server)
    for client in crowd:
        client.is_over.set()
    for client in crowd:
        client.join(30)
    after = state(server)
    growth = {name: after[name] - before[name] for name in after} if before else {}
    return sum(c.requests for c in crowd), [f for c in crowd for f in c.failures], growth


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--restarts", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=4)
    args = parser.parse_args()
    server = Server("KeepAliveTimeout 5\nMaxKeepAliveRequests 0\n", loglevel="notice")
    assert server.get("/a.txt").status == 200
    requests, failures, growth = load_and_restart(server, args.restarts, args.clients)
    wait_until(lambda: len(server.children()) <= 6, 30, "the end of the old generations")
    children = len(server.children())
    server.stop()
    server.site.remove()
    print(f"{args.restarts} restarts, {requests} requests, {len(failures)} failed; grown by "
          + ", ".join(f"{n} {name}" for name, n in growth.items()) + f"; {children} children left")
    for failure in failures[:10]:
        print(" ", failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
