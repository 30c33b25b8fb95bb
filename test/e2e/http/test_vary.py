"""Vary in answers: one field, each name once."""

import pytest

CONF = """
Header append Vary "A, B"
Header append Vary b
<Location /more>
    Header add Vary C
    Header add Vary A
</Location>
<Location /alone>
    Header set Vary A-Long-Name
</Location>
"""
MODULES = ("authz_core", "authz_host", "mime", "dir", "headers")


@pytest.mark.parametrize("path, vary", [("/a.txt", "A,B"), ("/more", "A,B,C"), ("/alone", "A-Long-Name")])
def test_names_once(server, path, vary):
    got = server(CONF, modules=MODULES, files={"htdocs/more": "", "htdocs/alone": ""}).get(path)
    assert got.headers("Vary") == [vary]
