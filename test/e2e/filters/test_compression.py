"""Compressed responses: gzip, br and zstd, with tags, 304, Vary and ranges that are right."""

import gzip
import subprocess
import zlib

import pytest

from pinion_server import RUN, wait_until

TEXT = "".join(f"line {n} of a text that can be compressed\n" for n in range(2000))
FILTERS = {"gzip": "DEFLATE", "br": "BROTLI_COMPRESS", "zstd": "ZSTD_COMPRESS"}
NAMES = {"gzip": "Deflate", "br": "Brotli", "zstd": "Zstd"}
MODULE = {"gzip": "deflate", "br": "brotli", "zstd": "zstd"}
BASIC = ("authz_core", "authz_host", "mime", "dir", "alias", "headers", "setenvif", "filter")
CODINGS = [pytest.param("gzip"), pytest.param("br"),
           pytest.param("zstd", marks=pytest.mark.own("zstd is Pinion's own"))]
BETTER = pytest.mark.differs("apache", "foreign", reason="Apache's tag of what it compressed never revalidates")
RANGES = pytest.mark.differs("apache", "foreign", reason="a range of a file is not compressed: two codings are never mixed")
FILES = {"htdocs/t.html": TEXT, "htdocs/t.txt": TEXT, "htdocs/small.html": "x", "htdocs/empty.html": "", "htdocs/t.png": TEXT,
         "htdocs/done.html": TEXT, "htdocs/fixed.html": TEXT, "htdocs/off.html": TEXT}
CONF = """
AddType text/html .html
SetEnvIf Request_URI ^/off no-{variable}=1
SetEnvIf User-Agent Old gzip-only-text/html
AddOutputFilterByType {filter} text/html text/plain
LogFormat "%{{ratio}}n %{{in}}n %{{out}}n" notes
CustomLog {{root}}/logs/access.log notes
{name}FilterNote ratio
{name}FilterNote Input in
{name}FilterNote Output out
<Location /done.html>
    Header set Content-Encoding x-done early
</Location>
<Location /fixed.html>
    Header set Cache-Control no-transform
</Location>
"""


def conf(coding):
    return CONF.format(filter=FILTERS[coding], variable={"gzip": "gzip", "br": "brotli", "zstd": "zstd"}[coding], name=NAMES[coding])


def load(coding):
    where = "{modules}" if coding == "zstd" else "{debian}"
    return f"LoadModule {MODULE[coding]}_module {where}/mod_{MODULE[coding]}.so\n"


@pytest.fixture(params=CODINGS)
def coding(request):
    return request.param


@pytest.fixture
def site(server, coding):
    return server(load(coding) + conf(coding), modules=BASIC, files=FILES)


def plain(coding, body):
    if coding == "gzip":
        return gzip.decompress(body)
    tool = ["brotli", "-dc"] if coding == "br" else ["zstd", "-dcq"]
    return subprocess.run(tool, input=body, capture_output=True, check=True).stdout


def test_a_page_is_compressed(site, coding):
    res = site.get("/t.html", {"Accept-Encoding": coding})
    assert res.status == 200 and res.headers("Content-Encoding") == [coding]
    assert plain(coding, res.body).decode() == TEXT and len(res.body) < len(TEXT) / 4
    assert res.header("Vary") == "Accept-Encoding" and res.header("ETag").endswith(f'-{coding}"')
    wait_until(lambda: any(is_noted(line.split(), res) for line in site.access_log.lines()), 5, "notes")


def is_noted(words, res):
    """Ratio, input, output; who counts the output may leave out its frame."""
    return len(words) == 3 and words[1] == str(len(TEXT)) and words[2].isdigit() and 0 <= len(res.body) - int(words[2]) < 20


@pytest.mark.parametrize("accept", ["{c};q=1.0", "identity, {c}", "deflate, {c};q=0.5", "x, {c} ;q=0.1"])
def test_who_is_taken_to_accept(site, coding, accept):
    res = site.get("/t.html", {"Accept-Encoding": accept.format(c=coding)})
    assert res.header("Content-Encoding") == coding


@pytest.mark.parametrize("accept", [None, "", "identity", "{c};q=0", "x{c}", "{c}x", "identity;q=0"])
def test_who_is_not(site, coding, accept):
    fields = {} if accept is None else {"Accept-Encoding": accept.format(c=coding)}
    res = site.get("/t.html", fields)
    assert res.header("Content-Encoding") is None and res.text == TEXT
    assert res.header("Vary") == "Accept-Encoding" and not res.header("ETag").endswith(f'-{coding}"')


def test_what_is_empty_stays_empty(site, coding):
    res = site.get("/empty.html", {"Accept-Encoding": coding})
    assert res.status == 200 and (res.body == b"" or (RUN != "own" and coding == "br"))


@pytest.mark.parametrize("path", ["/t.png", "/off.html", "/none.png"])
def test_what_is_not_compressed(site, coding, path):
    assert site.get(path, {"Accept-Encoding": coding}).header("Content-Encoding") is None


@pytest.mark.differs("apache", "foreign", reason="Cache-Control: no-transform is obeyed (RFC 9111, 5.2.2.6)")
def test_no_transform(server):
    s = server(load("gzip") + "SetOutputFilter DEFLATE\nHeader set Cache-Control no-transform early\n", modules=BASIC, files=FILES)
    assert s.get("/t.html", {"Accept-Encoding": "gzip"}).text == TEXT


def test_head_says_what_get_would(site, coding):
    get = site.get("/t.html", {"Accept-Encoding": coding})
    head = site.request("HEAD", "/t.html", {"Accept-Encoding": coding})
    assert head.status == 200 and head.body == b""
    for name in ("Content-Encoding", "ETag", "Vary", "Content-Type"):
        assert head.header(name) == get.header(name)
    assert head.header("Content-Length") in (None, get.header("Content-Length"))


@BETTER
def test_304_for_the_tag_that_was_given(site, coding):
    tag = strong_tag(site, coding)
    res = site.get("/t.html", {"Accept-Encoding": coding, "If-None-Match": tag})
    assert res.status == 304 and res.header("ETag") == tag and "Accept-Encoding" in res.header("Vary")
    res = site.get("/t.html", {"Accept-Encoding": coding, "If-None-Match": f'"other", {tag}'})
    assert res.status == 304


def strong_tag(site, coding):
    return site.get("/t.html", {"Accept-Encoding": coding}).header("ETag")


def test_304_for_the_files_own_tag(site, coding):
    tag = site.get("/t.html").header("ETag")
    assert site.get("/t.html", {"If-None-Match": tag}).status == 304
    assert site.get("/t.html", {"If-None-Match": '"x"', "Accept-Encoding": coding}).status == 200


def test_the_tag_of_another_coding_is_another_tag(site, coding):
    tag = strong_tag(site, coding)
    res = site.get("/t.html", {"If-None-Match": tag})
    assert res.status == 200 and res.text == TEXT


@RANGES
def test_a_range_is_of_the_file(site, coding):
    res = site.get("/t.html", {"Accept-Encoding": coding, "Range": "bytes=0-3"})
    assert res.status == 206 and res.text == TEXT[:4] and res.header("Content-Encoding") is None
    assert not res.header("ETag").endswith(f'-{coding}"')


@pytest.mark.own("Apache's answer depends on the coding and on the chain")
def test_who_goes_on_with_the_compressed_form_gets_all_of_it(site, coding):
    tag = strong_tag(site, coding).removeprefix("W/")
    res = site.get("/t.html", {"Accept-Encoding": coding, "Range": "bytes=10-", "If-Range": tag})
    assert res.status == 200 and plain(coding, res.body).decode() == TEXT


def test_gzip_only_for_html(server):
    s = server(load("gzip") + conf("gzip"), modules=BASIC, files=FILES)
    fields = {"Accept-Encoding": "gzip", "User-Agent": "Old"}
    assert s.get("/t.html", fields).header("Content-Encoding") == "gzip"
    assert s.get("/t.txt", fields).header("Content-Encoding") in (None, "gzip")


def test_force_gzip(server):
    s = server(load("gzip") + "SetEnvIf Request_URI . force-gzip\nSetOutputFilter DEFLATE\n", modules=BASIC, files=FILES)
    res = s.get("/t.html")
    assert res.header("Content-Encoding") == "gzip" and gzip.decompress(res.body).decode() == TEXT


@pytest.mark.parametrize("word, end", [("AddSuffix", '-gzip"'), ("NoChange", '"'), ("Remove", None)])
def test_what_becomes_of_the_tag(server, word, end):
    s = server(load("gzip") + f"SetOutputFilter DEFLATE\nDeflateAlterETag {word}\n", modules=BASIC, files=FILES)
    tag = s.get("/t.html", {"Accept-Encoding": "gzip"}).header("ETag")
    own = s.get("/t.html").header("ETag")
    assert tag is None if end is None else tag == own[:-1] + end


@pytest.mark.own("zstd is Pinion's own")
def test_the_first_of_several_that_the_client_takes(server):
    s = server("".join(load(name) for name in FILTERS) + "AddOutputFilterByType ZSTD_COMPRESS;BROTLI_COMPRESS;DEFLATE text/html\n",
               modules=BASIC, files=FILES)
    for accept, coding in (("gzip, br, zstd", "zstd"), ("gzip, br", "br"), ("gzip", "gzip"), ("zstd;q=0, gzip", "gzip")):
        res = s.get("/t.html", {"Accept-Encoding": accept})
        assert res.headers("Content-Encoding") == [coding] and plain(coding, res.body).decode() == TEXT
        assert res.header("Vary") == "Accept-Encoding"
        if coding != "zstd" or RUN == "own":
            again = s.get("/t.html", {"Accept-Encoding": accept, "If-None-Match": res.header("ETag")})
            assert again.status == 304 and again.header("ETag") == res.header("ETag")


PHP = """
LoadModule php_module {debian}/libphp8.2.so
AddType application/x-httpd-php .php
SetOutputFilter DEFLATE
"""
SLOW = "<?php while (ob_get_level()) ob_end_flush(); header('Content-Type: text/event-stream'); for ($i = 0; $i < 3; $i++) { echo \"data: $i\\n\\n\"; flush(); usleep(400000); }"


def test_flush_reaches_the_client_at_once(server, mpm):
    if mpm != "prefork":
        pytest.skip("mod_php needs prefork")
    s = server(load("gzip") + PHP, modules=BASIC, files={"htdocs/slow.php": SLOW})
    with s.connect() as conn:
        conn.send("GET /slow.php HTTP/1.1\r\nHost: t\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n")
        raw, arrivals = b"", []
        while True:
            piece = conn.sock.recv(65536)
            if not piece:
                break
            raw += piece
            arrivals.append(len(raw))
    body = raw.split(b"\r\n\r\n", 1)[1]
    stream, out = zlib.decompressobj(31), b""
    while body:
        size, _, body = body.partition(b"\r\n")
        n = int(size, 16)
        out += stream.decompress(body[:n])
        body = body[n + 2:]
    assert out == b"data: 0\n\ndata: 1\n\ndata: 2\n\n" and len(arrivals) >= 3


def test_an_application_that_compressed_itself(server, mpm):
    if mpm != "prefork":
        pytest.skip("mod_php needs prefork")
    s = server(load("gzip") + PHP, modules=BASIC, files={
        "htdocs/z.php": "<?php header('Content-Encoding: gzip'); echo gzencode('mine');"})
    res = s.get("/z.php", {"Accept-Encoding": "gzip"})
    assert res.headers("Content-Encoding") == ["gzip"] and gzip.decompress(res.body) == b"mine"


def test_a_large_file_costs_little_memory(server):
    s = server(load("gzip") + "SetOutputFilter DEFLATE\n", modules=BASIC,
               mpm_conf="StartServers 1\nMinSpareServers 1\nMaxSpareServers 1\nMaxRequestWorkers 1\n")
    with open(s.site.path("htdocs/big.bin"), "wb") as file:
        file.truncate(200 * 1024 * 1024)
    s.get("/a.txt")
    res = s.get("/big.bin", {"Accept-Encoding": "gzip"}, timeout=60)
    assert res.header("Content-Encoding") == "gzip" and zlib.crc32(gzip.decompress(res.body)) == zlib.crc32(bytes(200 * 1024 * 1024))
    with open(f"/proc/{s.children()[0]}/status", encoding="ascii") as file:
        peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
    assert s.is_sanitized or peak < 60_000


@pytest.mark.parametrize("line, words", [
    ("DeflateCompressionLevel 10", "1 to 9"), ("DeflateMemLevel 0", "1 to 9"), ("DeflateWindowSize 16", "1 to 15"),
    ("DeflateBufferSize 0", "'0'"), ("DeflateAlterETag Maybe", "'Maybe'"), ("DeflateFilterNote Foo bar", "'Foo'"),
    ("DeflateInflateLimitRequestBody x", "'x'"), ("DeflateInflateRatioLimit 0", "'0'"), ("DeflateInflateRatioBurst -1", "'-1'"),
    ("BrotliCompressionQuality 12", "0 to 11"), ("BrotliCompressionWindow 9", "10 to 24"),
    ("BrotliCompressionMaxInputBlock 5", "16 to 24"), ("BrotliAlterETag Maybe", "'Maybe'"), ("BrotliFilterNote Foo bar", "'Foo'"),
    pytest.param("ZstdCompressionLevel 20", "1 to 19", marks=pytest.mark.own("zstd is Pinion's own")),
    pytest.param("ZstdWindow 30", "10 to 23", marks=pytest.mark.own("zstd is Pinion's own")),
])
def test_refused(server, line, words):
    loads = load("gzip") + load("br") + (load("zstd") if RUN == "own" else "")
    server("", modules=BASIC, start=False).refuses(loads + line, words)
