"""mod_deflate the other way: compressed bodies of requests, compressed responses taken apart, bombs."""

import gzip
import random

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "headers", "setenvif", "deflate", "reflector", "cgi")
# Not much smaller when compressed, so that no limit of the ratio counts.
BODY = random.Random(1).randbytes(30_000).hex().encode()
CONF = """
AddEncoding gzip .gz
ScriptAlias /cgi {docroot}/cgi
<Location /cgi>
    SetInputFilter DEFLATE
    SetHandler cgi-script
</Location>
<Location /cgi/limited>
    DeflateInflateLimitRequestBody 1000
</Location>
<Location /cgi/ratio>
    DeflateInflateRatioLimit 10
    DeflateInflateRatioBurst 1
</Location>
<Location /plain>
    SetOutputFilter INFLATE
</Location>
Alias /plain {docroot}
"""
COUNT = "#!/bin/sh\necho Content-Type: text/plain\necho\necho \"$CONTENT_LENGTH/$HTTP_CONTENT_ENCODING/$(wc -c)\"\n"


@pytest.fixture(scope="module")
def site(server):
    s = server(CONF, modules=MODULES, files={"htdocs/t.txt.gz": gzip.compress(BODY), "htdocs/cut.txt.gz": gzip.compress(BODY)[:10000], "htdocs/bad.txt.gz": b"\x1f\x8b\x08\x00nonsense that is no gzip at all", "htdocs/p.txt": "plain"})
    for name in ("all", "limited", "ratio"):
        s.site.write("htdocs/cgi/" + name, COUNT, mode=0o755)
    return s


def test_a_compressed_body_arrives_whole(site):
    res = site.post("/cgi/all", gzip.compress(BODY), {"Content-Encoding": "gzip"})
    assert res.text.strip().endswith("/60000")


def test_chunked_too(site):
    data = gzip.compress(BODY)
    body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (data[:7], data[7:])) + b"0\r\n\r\n"
    res = site.raw(b"POST /cgi/all HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Encoding: x-gzip\r\n"
                   b"Transfer-Encoding: chunked\r\n\r\n" + body)
    assert res.text.strip().endswith("/60000")


def test_what_is_not_compressed_is_left_alone(site):
    assert site.post("/cgi/all", b"x" * 10).text.strip() == "10//10"
    assert site.post("/cgi/all", b"x" * 10, {"Content-Encoding": "br"}).text.strip() == "10/br/10"


def test_a_limit_of_the_body(site):
    assert site.post("/cgi/limited", gzip.compress(BODY[:900]), {"Content-Encoding": "gzip"}).text.strip().endswith("/900")
    res = site.post("/cgi/limited", gzip.compress(BODY), {"Content-Encoding": "gzip"})
    assert res.status in (413, 400, 500) or not res.text.strip().endswith("/60000")


def test_a_bomb_is_given_up(site):
    bomb = gzip.compress(bytes(50_000_000))
    res = site.post("/cgi/ratio", bomb, {"Content-Encoding": "gzip"}, timeout=60)
    assert res.status >= 400 or not res.text.strip().endswith("/50000000")
    assert site.get("/p.txt").text == "plain"


def test_nonsense_is_an_error(site):
    res = site.post("/cgi/all", b"\x1f\x8b\x08\x00" + b"nonsense" * 100, {"Content-Encoding": "gzip"})
    assert res.status >= 400 or not res.text.strip().endswith("/804")
    assert site.get("/p.txt").text == "plain"


def test_responses_are_taken_apart(site):
    res = site.get("/plain/t.txt.gz")
    assert res.status == 200 and res.body == BODY and res.header("Content-Encoding") is None
    assert site.get("/plain/p.txt").text == "plain"


@pytest.mark.parametrize("name", ["cut.txt.gz", "bad.txt.gz"])
def test_broken_responses_hang_nobody(site, name):
    with site.connect() as conn:
        conn.send(f"GET /plain/{name} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
        assert BODY not in conn.read_all()
    assert site.get("/p.txt").text == "plain"
