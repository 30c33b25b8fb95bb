"""Virtual hosts: by name, by address, by path."""

import pytest

CONF = """
Listen 127.0.0.2:{port}
<VirtualHost *:{port}>
    ServerName first.test
    DocumentRoot {root}/htdocs/first
</VirtualHost>
<VirtualHost *:{port}>
    ServerName second.test
    ServerAlias alias.test *.wild.test under_score.test
    ServerPath /second
    DocumentRoot {root}/htdocs/second
</VirtualHost>
<VirtualHost *:{port}>
    ServerName exact.wild.test
    DocumentRoot {root}/htdocs/third
</VirtualHost>
<VirtualHost 127.0.0.2:{port}>
    ServerName address.test
    DocumentRoot {root}/htdocs/address
</VirtualHost>
"""
FILES = {f"htdocs/{name}/name": name for name in ("first", "second", "third", "address")}


@pytest.mark.parametrize("host, name, shows", [
    ("first.test", "first", "by ServerName"),
    ("second.test", "second", "by ServerName"),
    ("SECOND.Test", "second", "case does not matter"),
    ("second.test.", "second", "the root of the DNS"),
    ("second.test:99", "second", "the port of the field does not matter"),
    ("alias.test", "second", "by ServerAlias"),
    ("under_score.test", "second", "underscores are common"),
    ("a.wild.test", "second", "by a pattern"),
    ("a.b.wild.test", "second", "a pattern spans dots"),
    ("exact.wild.test", "second", "the first in the file wins, a pattern or not"),
    ("unknown.test", "first", "the first one answers for unknown names"),
    ("127.0.0.1", "first", "an address is an unknown name"),
    ("[::1]", "first", "so is one of IPv6"),
])
def test_the_name_chooses(server, host, name, shows):
    res = server(CONF, files=FILES).get("/name", {"Host": host})
    assert res.status == 200 and res.text == name, shows


def test_the_address_chooses_first(server):
    s = server(CONF, files=FILES)
    from pinion_server import Connection
    with Connection(("127.0.0.2", s.port)) as conn:
        res = conn.send("GET /name HTTP/1.1\r\nHost: second.test\r\nConnection: close\r\n\r\n").response()
    assert res.text == "address"


def test_the_path_chooses_without_a_name(server):
    s = server(CONF, files=FILES)
    assert s.raw("GET /second/name HTTP/1.0\r\n\r\n").text == "second", "and is cut off"
    assert s.raw("GET /name HTTP/1.0\r\n\r\n").text == "first"
    assert s.raw("GET /secondary HTTP/1.0\r\n\r\n").status == 404


@pytest.mark.parametrize("host", [
    "a/b", "u@a", "a b", ":abc", "a:0", "a:99999999", "a, b", "\xe9", "a%2eb", "..", "a..b", "a:", "[::1", "[::1]x",
])
def test_a_malformed_name_is_refused(server, host):
    assert server(CONF, files=FILES).get("/name", {"Host": host}).status == 400


def test_the_target_counts_before_the_field(server):
    s = server(CONF, files=FILES)
    res = s.raw("GET http://second.test/name HTTP/1.1\r\nHost: first.test\r\nConnection: close\r\n\r\n")
    assert res.text == "second"


def test_strict_host_check_refuses_unknown_names(fresh_server):
    s = fresh_server("StrictHostCheck On\n" + CONF, files=FILES)
    assert s.get("/name", {"Host": "second.test"}).text == "second"
    assert s.get("/name", {"Host": "unknown.test"}).status == 400


def test_thousands_of_names(fresh_server):
    hosts = "".join(f"<VirtualHost *:{{port}}>\nServerName h{i}.test\nDocumentRoot {{root}}/htdocs\n</VirtualHost>\n"
                    for i in range(2000))
    s = fresh_server(hosts + CONF, files=FILES)
    assert s.get("/name", {"Host": "alias.test"}).text == "second"


def test_names_are_shown(server):
    out = server(CONF, files=FILES).run("-t", "-D", "DUMP_VHOSTS").stdout
    assert "VirtualHost configuration:\n" in out
    s = server(CONF, files=FILES)
    where = s.conf_path
    assert f"{f'127.0.0.2:{s.port}':<22} address.test ({where}:" in out
    assert f"         port {s.port} namevhost second.test ({where}:" in out
    assert "                 alias alias.test\n" in out
    assert "                 wild alias *.wild.test\n" in out
