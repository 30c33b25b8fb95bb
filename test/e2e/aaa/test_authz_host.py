"""mod_authz_host: who is behind which address or name."""

import pytest

from rules import ask, place, start


@pytest.mark.parametrize(
    "rule, status, shows",
    [
        ("ip 127.0.0.1", 200, "an address"),
        ("ip 127", 200, "the first byte"),
        ("ip 127.", 200, "the first byte, with a dot"),
        ("ip 127.0", 200, "two bytes"),
        ("ip 10.", 403, "another network"),
        ("ip 10 127", 200, "one of two"),
        ("ip 127.0.0.0/8", 200, "a prefix length"),
        ("ip 127.0.0.0/255.0.0.0", 200, "a mask"),
        ("ip ::1", 403, "another family"),
        ("host localhost", 200, "the name that the address leads to"),
        ("host LOCALHOST", 200, "whatever the case"),
        ("host .localhost", 403, "below a domain only"),
        ("host ocalhost", 403, "whole labels only"),
        ("host example.org", 403, "another name"),
        ("host", 403, "no name at all"),
        ("host %{HTTP_HOST} localhost", 200, "an expression gives names"),
        ("forward-dns localhost", 200, "a name that leads to the address"),
        ("forward-dns nonesuch.invalid localhost", 200, "one of two"),
        ("forward-dns nonesuch.invalid", 403, "a name that leads nowhere"),
        ("forward-dns", 403, "no name at all"),
        ("local", 200, "loopback"),
    ],
)
def test_rules(server, rule, status, shows):
    running = start(server)
    assert ask(running, place(running, "Require " + rule)) == status, shows


def test_expressions_are_evaluated_for_each_request(server):
    running = start(server)
    path = place(running, "Require forward-dns %{HTTP_HOST}")
    assert ask(running, path, Host="localhost") == 200
    assert ask(running, path, Host="nonesuch.invalid") == 403


@pytest.mark.parametrize(
    "rule", ["ip", "ip 127/8", "ip 300", "ip foo", "ip 127.0.0.1/33", "ip 127.0.0.1,10",
             "ip 127.0.0.1/", "ip 10#x 127", "host %{", "forward-dns %{"])
def test_refused_configuration(server, rule):
    running = start(server)
    assert ask(running, place(running, "Require " + rule)) == 500
