"""Graceful restarts under load lose no request and leave nothing behind."""

import os
import signal
import sys
import time

from pinion_server import wait_until

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "bench"))

from graceful import load_and_restart  # noqa: E402


def test_thirty_restarts_under_load(fresh_server):
    s = fresh_server("KeepAliveTimeout 5\nMaxKeepAliveRequests 0\n", loglevel="notice")
    assert s.get("/a.txt").status == 200
    requests, failures, growth = load_and_restart(s, 30)
    assert not failures, failures[:5]
    assert requests > 30
    assert growth["descriptors"] <= 0
    if not s.is_sanitized:  # the address sanitizer keeps freed memory for a while
        assert growth["kilobytes"] < 3000
    wait_until(lambda: len(s.children()) <= 6, 20, "the end of the old generations")


def test_restarts_in_a_row_keep_within_the_limit(fresh_server):
    """Children of generations that have not left yet are not counted as capacity to be replaced."""
    s = fresh_server(mpm_conf="StartServers 3\nMinSpareServers 1\nMaxSpareServers 6\nMaxRequestWorkers 6\n")
    end = time.monotonic() + 3
    while time.monotonic() < end:
        s.signal(signal.SIGUSR1)
        assert s.get("/a.txt").status == 200
    wait_until(lambda: len(s.children()) <= 6, 2, "no more children than MaxRequestWorkers")
