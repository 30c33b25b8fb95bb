"""A module of our own: filters of every type, and changing what passes."""

import pytest

CONF = """
{load}
<Location "/echo">
    SetHandler api-echo
</Location>
<Location "/upper">
    SetHandler api-echo
    SetOutputFilter API-UPPER
</Location>
<Location "/letters">
    SetHandler api-echo
    SetInputFilter API-LETTERS
</Location>
<Location "/both">
    SetHandler api-echo
    SetInputFilter API-LETTERS
    SetOutputFilter API-GATHER;API-UPPER
</Location>
<Location "/gather">
    SetOutputFilter API-GATHER
</Location>
<Location "/leave">
    SetOutputFilter API-LEAVE
</Location>
<Location "/fail">
    SetOutputFilter API-FAIL
</Location>
<Location "/nobody">
    SetOutputFilter API-NOBODY
</Location>
<Directory "{root}/htdocs">
    AllowOverride FileInfo
</Directory>
"""
FILES = {name: "some text 123\n" for name in (
    "htdocs/gather/f.txt", "htdocs/leave/f.txt", "htdocs/fail/f.txt", "htdocs/nobody/f.txt", "htdocs/sub/f.txt")}
FILES["htdocs/sub/.htaccess"] = "SetOutputFilter API-UPPER\n"


@pytest.fixture
def site(server, build):
    return server(CONF.replace("{load}", build.load("api_filters")), files=FILES)


def test_types_put_filters_in_order_in_both_directions(site):
    response = site.post("/echo?trace", "body")
    assert response.text == "body|4"
    wanted = ("filters: out api-resource, api-content, api-protocol, api-transcode, api-connection; "
              "in api-in-connection, api-in-resource, api-in-content, api-in-protocol, api-in-transcode")
    assert site.error_log.has("filters: out")
    line = next(line for line in site.error_log.lines() if "filters: out" in line)
    assert wanted in line.lower(), "the connection's input filter ran first: it reads the head"


@pytest.mark.parametrize("body, fields, want", [
    ("", None, "|0"),
    ("hello", None, "hello|5"),
    ("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", {"Transfer-Encoding": "chunked"}, "hello world|11"),
    ("x" * 100000, None, "x" * 100000 + "|100000"),
])
def test_a_handler_reads_the_body(site, body, fields, want):
    assert site.post("/echo", body, fields).text == want


def test_an_output_filter_changes_the_body(site):
    response = site.post("/upper", "abc 123")
    assert response.text == "ABC 123|7"
    assert response.header("X-Filter-Init") == "api-echo", "its init function ran before the handler"


def test_an_input_filter_changes_the_body(site):
    assert site.post("/letters", "abc 123").text == "abc bcd|7"


def test_filters_of_both_directions_and_several_work_together(site):
    response = site.post("/both", "abc 123")
    assert response.text == "ABC BCD|7"
    assert response.header("X-Gathered") == "9"


def test_a_filter_may_keep_data_until_the_end(site):
    response = site.get("/gather/f.txt")
    assert response.text == "some text 123\n"
    assert response.header("X-Gathered") == "14"


def test_a_filter_may_leave_the_chain(site):
    response = site.get("/leave/f.txt")
    assert (response.text, response.headers("X-Left")) == ("some text 123\n", ["once"])


def test_a_filter_may_fail_with_an_error_bucket(site):
    assert site.get("/fail/f.txt").status == 503


def test_an_unknown_filter_is_an_error(site):
    response = site.get("/nobody/f.txt")
    assert site.error_log.has("API-NOBODY")
    assert response.status == 200, "the request goes on without it"


def test_htaccess_adds_filters(site):
    assert site.get("/sub/f.txt").text == "SOME TEXT 123\n"


def test_filters_see_each_request_of_a_connection(site):
    with site.connect() as conn:
        for word in ("one", "two", "three"):
            conn.send(f"POST /upper HTTP/1.1\r\nHost: test\r\nContent-Length: {len(word)}\r\n\r\n{word}")
            assert conn.response("POST").text == f"{word.upper()}|{len(word)}"
