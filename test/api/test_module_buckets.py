"""A module of our own: bodies made of every type of bucket."""

import pytest

CONF = """
{load}
<Location "/b">
    SetHandler api-buckets
</Location>
"""
FILES = {"htdocs/b": "file;"}
TEXTS = {
    "immortal": "immortal;", "heap": "heap;", "pool": "pool;", "number": "4711", "empty": "", "flush": "",
    "split": "split;", "file": "file;", "mmap": "file;", "pipe": "pipe;", "transient": "transient;",
}


@pytest.fixture
def site(server, build):
    return server(CONF.replace("{load}", build.load("api_buckets")), files=FILES)


@pytest.mark.parametrize("types", [*TEXTS, "file,pipe,heap", "number,flush,number", "transient,heap,transient,pipe",
                                   "empty,empty", "heap,flush,flush,pool", "mmap,mmap,mmap"])
@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_body_is_what_its_buckets_say(site, types, version):
    response = site.get("/b?" + types, version=version)
    assert response.text == "".join(TEXTS[each] for each in types.split(","))
    assert response.status == 200


def test_a_body_of_all_types(site):
    want = "immortal;heap;pool;4711file;file;pipe;"
    assert site.get("/b").text == want


def test_head_sends_none_of_them(site):
    for types in TEXTS:
        assert site.request("HEAD", "/b?" + types).body == b""


def test_ranges_cut_buckets(site):
    response = site.get("/b?heap,file,pool", {"Range": "bytes=3-11"})
    assert (response.status, response.text) == (206, "heap;file;pool;"[3:12])


def test_a_connection_stays_usable_after_each_type(site):
    with site.connect() as conn:
        for types, text in TEXTS.items():
            conn.send(f"GET /b?{types} HTTP/1.1\r\nHost: test\r\n\r\n")
            assert conn.response().text == text, types
