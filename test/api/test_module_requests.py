"""A module of our own: subrequests, internal redirects, errors, notes."""

import pytest

CONF = """
{load}
<Location "/do">
    SetHandler api-requests
</Location>
<Location "/shown">
    SetHandler api-requests
</Location>
<Location "/denied">
    Require all denied
</Location>
Alias "/aliased" "{root}/htdocs/sub"
ErrorDocument 403 "configured text
ErrorDocument 404 /missing.html
ErrorDocument 410 /shown?show=
"""
FILES = {
    "htdocs/f.txt": "text\n",
    "htdocs/sub/g.html": "<p>\n",
    "htdocs/missing.html": "not here\n",
    "htdocs/do": "a file for the handler\n",
    "htdocs/denied/f.txt": "secret\n",
}


@pytest.fixture
def site(server, build):
    return server(CONF.replace("{load}", build.load("api_requests")), files=FILES)


def found(site, query):
    response = site.get("/do?" + query)
    assert response.status == 200, response
    return dict(line.split(" ", 1) for line in response.text.splitlines())


@pytest.mark.parametrize("query, want, shows", [
    ("uri=/f.txt", {"status": "200", "uri": "/f.txt", "file": "f.txt", "type": "text/plain", "filetype": "1"}, "a URI"),
    ("uri=f.txt", {"status": "200", "uri": "/f.txt"}, "relative to the request's"),
    ("uri=/aliased/g.html", {"file": "sub/g.html", "type": "text/html"}, "aliases count"),
    ("uri=/none", {"status": "200", "filetype": "0"}, "a missing file is no error of the look-up"),
    ("uri=/denied/f.txt", {"status": "403"}, "access counts"),
    ("put=/f.txt", {"method": "PUT", "status": "200"}, "another method"),
    ("file=f.txt", {"status": "200", "file": "f.txt", "type": "text/plain", "filetype": "1"}, "a file"),
    ("file=sub/g.html", {"status": "200", "file": "sub/g.html", "type": "text/html"}, "a file further down"),
    ("dirent=f.txt", {"status": "200", "file": "f.txt", "filetype": "1", "uri": "/f.txt"}, "a directory's entry"),
])
def test_subrequests_find_out_what_something_is(site, query, want, shows):
    facts = found(site, query)
    assert {name: facts[name] for name in want} == want, shows
    assert (facts["main"], facts["initial"]) == ("1", "0")


@pytest.mark.parametrize("query, want, shows", [
    ("include=/f.txt", "[text\n] 0", "its body in ours"),
    ("include=/none", "[] 404", "a handler's error is what running it returns"),
    ("include=/denied/f.txt", "[lookup 403]", "it may not be run"),
])
def test_a_subrequest_runs_in_the_middle_of_an_answer(site, query, want, shows):
    response = site.get("/do?" + query)
    assert (response.status, response.text) == (200, want), shows


def test_a_subrequest_has_notes_of_its_own_and_knows_its_parent(site):
    text = site.get("/do?include=/shown").text
    assert "main /do\n" in text
    assert "api-given=by the parent\n" in text
    assert "api-post-read" not in text, "post_read_request is for initial requests"


def test_an_internal_redirect_answers_with_another_uri(site):
    response = site.get("/do?go=/f.txt")
    assert (response.status, response.text) == (200, "text\n")
    assert response.header("Content-Type").startswith("text/plain")
    assert site.get("/do?go=/none").status == 404


def test_environment_is_renamed_by_internal_redirects(site):
    text = site.get("/do?go=/shown").text
    assert "prev /do\n" in text
    assert "REDIRECT_API_SET=before\n" in text
    assert "REDIRECT_API_PHASE=post_read_request\n" in text
    assert "REDIRECT_STATUS=200\n" in text
    assert "\nAPI_SET" not in text


def test_an_internal_redirect_from_a_handler_answers_too(site):
    response = site.get("/do?handle=/f.txt")
    assert (response.status, response.text) == (200, "text\n")


def test_a_fast_redirect_makes_the_request_another(site):
    response = site.get("/do?fast=/f.txt")
    assert (response.status, response.text) == (200, "text\n")
    assert site.get("/do?fast=/denied/f.txt").status == 403


@pytest.mark.parametrize("how", ["status", "die"])
@pytest.mark.parametrize("status, body", [
    (403, "configured text"),
    (404, "not here\n"),
    (499, "Internal Server Error"),
    (503, None),
])
def test_errors_are_answered_with_their_documents(site, how, status, body):
    response = site.get(f"/do?{how}={status}")
    assert response.status == (status if status != 499 else 500), "a status that nobody knows is an error"
    if body is not None:
        assert body in response.text


def test_an_error_document_knows_what_happened(site):
    response = site.get("/do?status=410")
    assert response.status == 410
    assert "REDIRECT_STATUS=410\n" in response.text
    assert "REDIRECT_REQUEST_METHOD=GET\n" in response.text
    assert "prev /do\n" in response.text


def test_a_module_sets_the_text_of_an_error(site):
    response = site.get("/do?custom=409")
    assert (response.status, response.text) == (409, "a text for this request only")
    assert "this request only" not in site.get("/do?status=409").text


def test_head_has_no_body(site):
    for query in ("show=", "go=/f.txt", "include=/f.txt"):
        response = site.request("HEAD", "/do?" + query)
        assert (response.status, response.body) == (200, b"")
