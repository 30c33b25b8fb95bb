"""mod_asis: files with their own header fields."""

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "asis", "headers")
CONF = "AddHandler send-as-is .asis\nAddHandler httpd/send-as-is .as2\n"
FILES = {
    "htdocs/a.asis": "Status: 418 I am a teapot\nContent-Type: text/x-tea\nX-Own: 1\n\nshort and stout\n",
    "htdocs/b.as2": "Content-Type: text/plain\r\n\r\nplain",
    "htdocs/moved.asis": "Status: 301 Now where did I leave that URL\nLocation: http://o.example/foo\nContent-type: text/html\n\n<p>gone</p>",
    "htdocs/inside.asis": "Location: /b.as2\n\n", "htdocs/empty.asis": "", "htdocs/nohead.asis": "just text, no field\n",
    "htdocs/only.asis": "Content-Type: text/plain\n\n",
}


@pytest.fixture(scope="module")
def site(server):
    return server(CONF, modules=MODULES, files=FILES)


def test_fields_and_status_come_from_the_file(site):
    res = site.get("/a.asis")
    assert (res.status, res.reason, res.header("Content-Type"), res.header("X-Own")) == (418, "I am a teapot", "text/x-tea", "1")
    assert res.text == "short and stout\n"
    assert site.get("/b.as2").text == "plain"


def test_redirects(site):
    res = site.get("/moved.asis")
    assert res.status == 301 and res.header("Location") == "http://o.example/foo" and "gone" in res.text
    assert site.get("/inside.asis").text == "plain"


def test_head_and_other_methods(site):
    res = site.request("HEAD", "/a.asis")
    assert res.status == 418 and res.body == b"" and res.header("X-Own") == "1"
    assert site.request("DELETE", "/a.asis").status == 405
    assert site.get("/only.asis").text == ""


EMPTY = pytest.mark.differs("apache", "foreign", reason="a file without a head is an error, not an empty page")


@pytest.mark.parametrize("path, status", [("/none.asis", 404), pytest.param("/empty.asis", 500, marks=EMPTY),
                                          pytest.param("/nohead.asis", 500, marks=EMPTY)])
def test_what_is_no_such_file(site, path, status):
    assert site.get(path).status == status
