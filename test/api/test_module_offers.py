"""Two modules of our own: what modules offer each other."""

import pytest

CONF = """
{load}
ErrorLogFormat "%M %L %{{c}}L"
<Location "/offers">
    SetHandler api-offers
</Location>
<Location "/takes">
    SetHandler api-takes
</Location>
"""


def conf(load):
    return CONF.replace("{load}", load).replace("{{", "{").replace("}}", "}")


@pytest.fixture(params=["api_offers api_takes", "api_takes api_offers"])
def site(request, server, build):
    """Both modules, in both orders."""
    return server(conf(build.load(*request.param.split())))


def test_optional_functions_are_found(site):
    assert "shout HELLO!\n" in site.get("/takes").text


def test_providers_are_found_by_group_name_and_version(site):
    text = site.get("/takes").text
    assert "plain plain\nnewer plain, version 1\nmissing -\n" in text
    assert "name fancy\nname plain\n" in text


def test_an_optional_hook_runs_all_in_order(site):
    assert "told 0 first,second\n" in site.get("/offers").text


def test_a_hook_that_nobody_uses_declines(site):
    assert "colour -\n" in site.get("/offers").text


def test_the_error_log_hook_sees_messages_and_ids_are_made_once(site):
    text = site.get("/offers").text
    assert "messages 1\n" in text
    assert "log id request-id connection-id\n" in text
    assert site.error_log.has("count me request-id connection-id")


def test_what_nobody_offers_is_null(server, build):
    text = server(conf(build.load("api_takes"))).get("/takes").text
    assert "shout -\nplain -\nnewer -\n" in text
    assert "name" not in text.split("missing -\n")[1]


def test_an_offer_without_takers_is_fine(server, build):
    text = server(conf(build.load("api_offers"))).get("/offers").text
    assert "told 0 \n" in text
