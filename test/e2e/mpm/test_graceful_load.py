"""Graceful restarts under load lose no request and leave nothing behind."""

import os
import sys

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
