"""A module of our own: what it lives through, and when pools are cleared."""

import re

import pytest
from pinion_server import wait_until

CONF = """
{load}
<Location "/life">
    SetHandler api-life
</Location>
<Location "/private">
    SetHandler api-life
    AuthType Basic
    AuthName "private"
    AuthBasicProvider file
    AuthUserFile "{root}/conf/users"
    Require valid-user
</Location>
"""
AUTH = ("authz_core", "authz_host", "mime", "dir", "alias", "auth_basic", "authn_core", "authn_file", "authz_user")
FILES = {"htdocs/life/index.html": "x", "conf/users": "u:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n"}  # password


def conf(build):
    return CONF.replace("{load}", build.load("api_life"))


def steps(server):
    """Every "life:" line so far, of the terminal and the log."""
    with open(server.site.path("logs/stderr"), errors="replace") as file:
        text = file.read() + server.error_log.text()
    return re.findall(r"life: (.*)", text)


def names(server):
    return [re.sub(r" \(.*", "", step) for step in steps(server)]


def test_the_configuration_is_read_twice_with_fresh_variables(fresh_server, build):
    server = fresh_server(conf(build), modules=AUTH)
    wait_until(lambda: "child_init" in names(server), what="child_init")
    mains = [step for step in steps(server) if not step.startswith(("child", "request", "connection"))]
    first = [step for step in mains if "state 1" in step or "state 2" in step]
    second = [step for step in mains if "state 4" in step]
    order = ["pre_config", "check_config", "open_logs", "post_config"]
    assert [re.sub(r" \(.*", "", step) for step in first if "cleared" not in step] == order
    assert [re.sub(r" \(.*", "", step) for step in second if "cleared" not in step] == order
    assert all("loads 1" in step for step in mains), "the file was unloaded between the passes"


def test_pools_of_the_configuration_are_cleared_between_the_passes(fresh_server, build):
    server = fresh_server(conf(build), modules=AUTH)
    wait_until(lambda: "child_init" in names(server), what="child_init")
    seen = names(server)
    again = len(seen) - 1 - seen[::-1].index("pre_config")
    assert seen[:again].count("pconf cleared") == 1
    assert seen[:again].count("ptemp cleared") == 1
    assert "plog cleared" in seen[:again]


def test_a_graceful_restart_reads_it_once_more(fresh_server, build):
    server = fresh_server(conf(build), modules=AUTH)
    wait_until(lambda: "child_init" in names(server), what="child_init")
    before = names(server)
    server.graceful()
    wait_until(lambda: "child_init" in names(server)[len(before):], what="new children")
    # A trial of the new configuration in a process of its own is in state 2.
    after = [step.split(" (")[0] for step in steps(server)[len(before):] if "state 2" not in step]
    assert after.count("pre_config") == 1
    assert after.count("post_config") == 1
    assert after.index("pconf cleared") < after.index("pre_config")
    wait_until(lambda: any(name.startswith("child_stopping") for name in names(server)), what="old children to stop")


def test_children_say_goodbye(fresh_server, build):
    server = fresh_server(conf(build), modules=AUTH)
    wait_until(lambda: "child_init" in names(server), what="child_init")
    server.stop()
    seen = names(server)
    assert "pchild cleared" in seen
    assert seen.index("child_init") < seen.index("pchild cleared")


@pytest.fixture
def site(server, build):
    return server(conf(build), modules=AUTH, files=FILES)


@pytest.mark.parametrize("path, fields, want, shows", [
    ("/life/x", None,
     "post_read_request pre_translate_name translate_name map_to_storage post_perdir_config header_parser "
     "access_checker access_checker_ex type_checker fixups insert_filter",
     "an open page: no authentication"),
    ("/private", {"Authorization": "Basic dTpwYXNzd29yZA=="},
     "post_read_request pre_translate_name translate_name map_to_storage post_perdir_config header_parser "
     "access_checker access_checker_ex check_user_id auth_checker type_checker fixups insert_filter",
     "a private one: who, and whether"),
])
def test_phases_run_in_order(site, path, fields, want, shows):
    response = site.get(path, fields)
    assert response.status == 200
    assert response.text == want, shows


def test_a_request_is_logged_and_then_its_pool_cleared(site):
    site.get("/life/logged")
    assert site.error_log.has("life: request /life/logged cleared")
    seen = [step for step in steps(site) if "/life/logged" in step]
    assert seen == ["log_transaction /life/logged", "request /life/logged cleared"]


def test_a_connection_outlives_its_requests(site):
    with site.connect() as conn:
        for i in range(3):
            conn.send(f"GET /life/c{i} HTTP/1.1\r\nHost: test\r\n\r\n")
            assert conn.response().status == 200
        assert site.error_log.has("request /life/c1 cleared")
        assert "connection cleared after 3 requests" not in site.error_log.text()
    assert site.error_log.has("connection cleared after 3 requests", seconds=10)
