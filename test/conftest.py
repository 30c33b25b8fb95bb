"""Fixtures for all tests that run a server. See test/support/pinion_server.py."""

import os
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "support"))

from pinion_server import Server  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--mpm", default="prefork", choices=["prefork", "worker", "event"],
                     help="the process model that the servers of this run use")


@pytest.fixture(scope="session")
def mpm(request):
    return request.config.getoption("--mpm")


@pytest.fixture(scope="module")
def server(mpm):
    """server(CONF, **options) -> Server; the same call in a file gives the same one.

    Options are those of Server. Each is stopped, and checked, at the end of
    the file.
    """
    running = {}

    def make(conf="", **options):
        key = (conf, repr(sorted(options.items(), key=lambda kv: kv[0])))
        if key not in running:
            running[key] = Server(conf, mpm=options.pop("mpm", mpm), **options)
        return running[key]

    yield make
    failures = []
    for each in running.values():
        try:
            each.stop()
        except AssertionError as error:
            failures.append(str(error))
        else:
            each.site.remove()
    assert not failures, "\n".join(failures)


@pytest.fixture
def fresh_server(mpm):
    """Like server, but new for each test: for those that signal, edit or kill."""
    running = []

    def make(conf="", **options):
        running.append(Server(conf, mpm=options.pop("mpm", mpm), **options))
        return running[-1]

    yield make
    for each in running:
        each.stop()
        each.site.remove()
