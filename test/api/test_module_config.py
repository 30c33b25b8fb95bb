"""A module of our own: directives of every kind, configurations and merges."""

import pytest

CONF = """
{load}
ApiServer main
ApiEarly outer
ApiText "outer text"
<Location "/x">
    SetHandler api-config
</Location>
<Directory "{root}/htdocs">
    AllowOverride All
    ApiText dir
    ApiNumber 5
</Directory>
<Location "/x/kinds">
    ApiNoArgs
    ApiRaw  any thing "at all"  \\ here
    ApiTake1 "one word"
    ApiTake2 a 'b c'
    ApiTake3 a b c
    ApiTake12 a
    ApiTake12 a b
    ApiTake13 a
    ApiTake13 a b c
    ApiTake23 a b
    ApiTake23 a b c
    ApiTake123 a
    ApiTake123 a b
    ApiTake123 a b c
    ApiIterate a b c
    ApiIterate2 first a b
    ApiFlag on
    ApiFlag OFF
    ApiArgv a "b c" d
    ApiAccess in-a-section
</Location>
<Location "/x/where">
    ApiWhere
</Location>
<Location "/x/slots">
    ApiText MiXed
    ApiLower MiXed
    ApiFile conf/some.file
    ApiNumber 42
    ApiSlotFlag On
    ApiSmallFlag Off
</Location>
<Location "/x/section">
    <ApiSection with words>
        ApiTake1 inside
        <IfModule mod_api_config.c>
            ApiTake1 deeper
        </IfModule>
        <IfModule !mod_api_config.c>
            ApiTake1 never
        </IfModule>
    </ApiSection>
    ApiTake1 after
</Location>
<VirtualHost *:{port}>
    ServerName test
</VirtualHost>
<VirtualHost *:{port}>
    ServerName other
    ApiServer inner
    ApiEarly host
    ApiText host
</VirtualHost>
"""

FILES = {
    "htdocs/x/deep/.htaccess": "ApiText htaccess\nApiTake1 from-htaccess\nApiOptions allowed\n",
    "htdocs/x/deep/f.txt": "x",
    "htdocs/x/bad/.htaccess": "ApiTake2 only-one\n",
    "htdocs/x/bad/f.txt": "x",
    "htdocs/x/server/.htaccess": "ApiServer not-here\n",
    "htdocs/x/server/f.txt": "x",
}


@pytest.fixture
def site(server, build):
    return server(CONF.replace("{load}", build.load("api_config")), files=FILES)


def lines(site, path, host="test"):
    """The handler's facts: one value for each name, a list of the calls."""
    response = site.get(path, {"Host": host})
    assert response.status == 200, response
    pairs = [line.split(": ", 1) for line in response.text.splitlines()]
    return dict(pairs), [value for name, value in pairs if name == "call"]


def test_each_kind_of_directive_gets_its_arguments(site):
    _, calls = lines(site, "/x/kinds")
    assert calls == [
        "ApiNoArgs()",
        'ApiRaw{any thing "at all"  \\ here}',
        "ApiTake1(one word)",
        "ApiTake2(a,b c)",
        "ApiTake3(a,b,c)",
        "ApiTake12(a,-)",
        "ApiTake12(a,b)",
        "ApiTake13(a,-,-)",
        "ApiTake13(a,b,c)",
        "ApiTake23(a,b,-)",
        "ApiTake23(a,b,c)",
        "ApiTake123(a,-,-)",
        "ApiTake123(a,b,-)",
        "ApiTake123(a,b,c)",
        "ApiIterate(a)",
        "ApiIterate(b)",
        "ApiIterate(c)",
        "ApiIterate2(first,a)",
        "ApiIterate2(first,b)",
        "ApiFlag(yes)",
        "ApiFlag(no)",
        "ApiArgv#3,a,b c,d",
        "ApiAccess(in-a-section)",
    ]


def test_a_directive_knows_where_it_stands(site):
    _, calls = lines(site, "/x/where")
    with open(site.conf_path) as file:
        line = file.read().splitlines().index("    ApiWhere") + 1
    assert calls == [f"ApiWhere(path /x/where, line {line}, info told, vhost 0)"]


def test_ready_made_functions_store_values(site):
    facts, _ = lines(site, "/x/slots")
    assert facts["text"] == "MiXed"
    assert facts["lower"] == "mixed"
    assert facts["file"] == f"{site.root}/conf/some.file"
    assert (facts["number"], facts["flag"], facts["small"]) == ("42", "1", "0")


def test_a_module_can_have_sections(site):
    _, calls = lines(site, "/x/section")
    assert calls == ["<ApiSection[with words", "ApiTake1(inside)", "ApiTake1(deeper)", "<ApiSection]", "ApiTake1(after)"]


def test_directories_are_merged_from_outside_in(site):
    facts, calls = lines(site, "/x/deep/f.txt")
    assert facts["dirs"] == f"(server) + {site.root}/htdocs/ + {site.root}/htdocs/x/deep/", \
        "Location /x has no directive of this module: nothing to merge"
    assert facts["text"] == "htaccess"
    assert facts["number"] == "5"
    assert calls == ["ApiTake1(from-htaccess)", "ApiOptions(allowed)"]


def test_what_is_not_set_is_inherited(site):
    facts, calls = lines(site, "/x/none")
    assert facts["text"] == "dir"
    assert calls == []


def test_servers_are_merged_into_hosts(site):
    facts, _ = lines(site, "/x/none")
    assert (facts["server"], facts["value"]) == ("main", "main"), "a host without a directive of this module"
    facts, _ = lines(site, "/x/none", host="other")
    assert (facts["server"], facts["value"]) == ("main + host", "inner")


def test_early_directives_run_while_the_file_is_read(site):
    facts, _ = lines(site, "/x/none")
    assert facts["early"] == "host while reading", "hosts do not exist yet: all go to the main server"


@pytest.mark.parametrize("path, shows", [
    ("/x/bad/f.txt", "too few arguments"),
    ("/x/server/f.txt", "a directive that .htaccess must not have"),
])
def test_a_wrong_htaccess_is_an_error(site, path, shows):
    assert site.get(path).status == 500, shows


@pytest.mark.parametrize("line, words", [
    ("ApiTake2 a", "two words"),
    ("ApiTake2 a b c", "two words"),
    ("ApiTake13 a b", "one or three words"),
    ("ApiTake123", "one to three words"),
    ("ApiIterate2 a", "a word and words"),
    ("ApiFlag maybe", "ApiFlag must be On or Off"),
    ("ApiServer bad", "this value is refused"),
    ("ApiNumber x", "ApiNumber"),
    ("<Location /a>\nApiServer x\n</Location>", "ApiServer not allowed"),
    ("ApiAccess x", "ApiAccess not allowed"),
    ("ApiNobody x", "ApiNobody"),
    ("<ApiSection a>\n", "ApiSection"),
])
def test_what_is_wrong_stops_the_start_with_a_sentence(fresh_server, build, line, words):
    server = fresh_server(build.load("api_config") + line + "\n", start=False)
    done = server.run("-t")
    assert done.returncode != 0
    assert words in done.stdout + done.stderr
    assert server.conf_path in done.stdout + done.stderr, "and where"


def test_what_follows_a_directive_without_arguments_is_not_looked_at(fresh_server, build):
    done = fresh_server(build.load("api_config") + "ApiNoArgs a\n", start=False).run("-t")
    assert done.returncode == 0, "as with Apache"
