"""mod_status: the facts, for programs and for people."""

import re

import pytest

from pinion_server import wait_until

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "status")
CONF = """
<Location "/server-status">
    SetHandler server-status
</Location>
"""
AUTO = [
    "ServerVersion", "ServerMPM", "Server Built", "CurrentTime", "RestartTime",
    "ParentServerConfigGeneration", "ParentServerMPMGeneration", "ServerUptimeSeconds",
    "ServerUptime", "Load1", "Load5", "Load15", "Total Accesses", "Total kBytes", "Total Duration",
    "CPUUser", "CPUSystem", "CPUChildrenUser", "CPUChildrenSystem", "Uptime", "BytesPerReq",
    "DurationPerReq", "BusyWorkers", "GracefulWorkers", "IdleWorkers", "Scoreboard",
]
# Not in every answer: with an uptime of a second, and with an event-driven MPM.
AUTO_NOW_AND_THEN = {
    "CPULoad", "ReqPerSec", "BytesPerSec", "Processes", "Stopping", "ConnsTotal",
    "ConnsAsyncWaitIO", "ConnsAsyncWriting", "ConnsAsyncKeepAlive", "ConnsAsyncClosing",
}


def start(server, more=""):
    return server(CONF + more, modules=MODULES)


def auto(running, query="auto"):
    res = running.get("/server-status?" + query)
    assert res.status == 200
    assert res.header("Content-Type").startswith("text/plain")
    name, *lines = res.text.splitlines()
    assert name == "test"
    return [tuple(line.split(":", 1)) for line in lines]


def test_names_for_programs(server):
    running = start(server)
    # A request is counted after its answer has left.
    wait_until(lambda: int(dict(auto(running))["Total Accesses"]) > 0)
    names = [name for name, _ in auto(running)]
    assert [name for name in names if name not in AUTO_NOW_AND_THEN] == AUTO


def test_requests_are_counted(server):
    running = start(server)

    def accesses():
        return int(dict(auto(running))["Total Accesses"])

    before = accesses()
    for _ in range(50):
        running.get("/a.txt")
    wait_until(lambda: accesses() > before + 50)
    assert accesses() < before + 500


def test_scoreboard_shows_who_is_at_work(server):
    running = start(server)
    with running.connect() as idle:
        idle.send("GET /a.txt HTTP/1.1\r\nHost: test\r\n\r\n")
        assert idle.response().status == 200
        facts = dict(auto(running))
    board = facts["Scoreboard"].strip()
    assert "W" in board
    assert re.fullmatch(r"[._SRWKLDCGI]+", board)
    assert int(facts["BusyWorkers"]) == sum(board.count(letter) for letter in "RWKLDC")


def test_page_for_people(server):
    running = start(server)
    res = running.get("/server-status")
    assert res.header("Content-Type").startswith("text/html")
    for words in ("Server Version:", "Server MPM:", "Total accesses:", "CPU Usage:", "idle workers",
                  "<pre>", "Scoreboard Key", "<th>Srv</th>", "GET /server-status HTTP/1.1"):
        assert words in res.text, words


@pytest.mark.parametrize(
    "query, value, shows",
    [
        ("", None, "not asked for"),
        ("?refresh=5", "5", "seconds"),
        ("?refresh", "10", "a default"),
        ("?refresh=0", "10", "not at all is not a number of seconds"),
        ("?refresh=x", "10", "no number"),
        ("?refresh=99999999999999999999", "10", "too large a number"),
        ("?auto&refresh=7", "7", "with another option"),
    ],
)
@pytest.mark.own("a number that is too large is taken for the largest")
def test_refresh(server, query, value, shows):
    assert start(server).get("/server-status" + query).header("Refresh") == value, shows


def test_lines_instead_of_a_table(server):
    text = start(server).get("/server-status?notable").text
    assert "Server Details" in text
    assert "<th>Srv</th>" not in text


def test_request_lines_are_escaped(server):
    running = start(server)
    running.raw("GET /a.txt?<script>&%22 HTTP/1.0\r\n\r\n")
    text = running.get("/server-status").text
    assert "<script>" not in text


def test_without_extended_status(server):
    running = start(server, "ExtendedStatus Off\n")
    names = [name for name, _ in auto(running)]
    assert "BusyWorkers" in names and "Total Accesses" not in names
    assert "ExtendedStatus On" in running.get("/server-status").text


def test_methods(server):
    running = start(server)
    head = running.request("HEAD", "/server-status")
    assert (head.status, head.body) == (200, b"")
    assert running.post("/server-status", "x").status == 404, "there is no such file"
