"""Fixtures for all tests that run a server. See test/support/pinion_server.py.

PINION_RUN=own|foreign|apache says whose modules serve. A test that is marked
differs("apache", reason=...) is expected to fail there, strictly: a
difference that is gone is an error too.
"""

import os
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "support"))

from differences import add_differences  # noqa: E402
from pinion_server import RUN, Server  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--differences", metavar="FILE", help="write the list of differences that marks give, run nothing")
    parser.addoption("--mpm", default="prefork", choices=["prefork", "worker", "event"],
                     help="the process model that the servers of this run use")


def pytest_collection_modifyitems(config, items):
    wanted = config.getoption("--differences")
    if wanted:
        add_differences(items, wanted)
        items.clear()
        return
    for item in items:
        own = item.get_closest_marker("own")
        if own and RUN != "own":
            item.add_marker(pytest.mark.skip(reason="only Pinion's own: " + own.args[0]))
        for mark in item.iter_markers("differs"):
            if RUN in mark.args:
                item.add_marker(pytest.mark.xfail(reason=mark.kwargs["reason"], strict=True,
                                                  run=mark.kwargs.get("run", True)))


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
