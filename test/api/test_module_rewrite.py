"""A module of our own: a function for mod_rewrite's maps."""

from pinion_server import DEBIAN_MODULES

REWRITE = f"LoadModule rewrite_module {DEBIAN_MODULES}/mod_rewrite.so\n"
RULES = """
RewriteEngine On
RewriteMap back int:reverse
RewriteRule ^/r/(.*)$ /is/${back:$1|default} [R,L]
"""


def test_a_function_becomes_a_map(server, build):
    s = server(REWRITE + build.load("api_rewrite") + RULES)
    assert s.get("/r/abc").header("Location").endswith("/is/cba")
    assert s.get("/r/none").header("Location").endswith("/is/default")


def test_the_order_of_loading_does_not_matter(server, build):
    s = server(build.load("api_rewrite") + REWRITE + RULES)
    assert s.get("/r/abc").header("Location").endswith("/is/cba")


def test_the_module_does_without_mod_rewrite(server, build):
    assert server(build.load("api_rewrite")).get("/a.txt").status == 200
