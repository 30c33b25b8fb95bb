"""The core's directives that scripts and filters see: handlers, limits, variables."""

import os

import pytest

ENV_SH = "#!/bin/sh\necho Content-Type: text/plain\necho\nenv\nulimit -t\nulimit -n >/dev/null\n"
MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "cgi", "include", "headers")
CONF = """
ScriptAlias /cgi {root}/cgi
<Directory "{root}/cgi">
    Require all granted
</Directory>
<Location /cgi/auth>
    CGIPassAuth On
</Location>
<Location /cgi/limit>
    RLimitCPU 7 9
</Location>
<Location /cgi/names>
    HostnameLookups On
</Location>
ErrorDocument 404 /cgi/env.sh/error
<Location /full>
    ErrorDocument 404 /cgi/full/env.sh/error
</Location>
<Location /cgi/full>
    QualifyRedirectURL On
</Location>
<Location /var>
    CGIVar REQUEST_URI current-uri
</Location>
<Directory "{docroot}/ssi">
    Options +Includes
    SetOutputFilter INCLUDES
</Directory>
<Directory "{docroot}/ssi/off">
    SetOutputFilter NONESUCH-IS-IGNORED
</Directory>
<Location /byexpr>
    SetHandler "%{env:CHOSEN}"
</Location>
<Location /bycgi>
    SetHandler cgi-script
    Options +ExecCGI
</Location>
<Location /bycgi/none>
    SetHandler None
</Location>
<LocationMatch "^/m/(?<word>[a-z]+)">
    Header set Word "%{MATCH_WORD}e"
</LocationMatch>
<Directory "{docroot}/lim">
    <Limit GET>
        Require all denied
    </Limit>
</Directory>
<Directory "{docroot}/except">
    <LimitExcept GET POST>
        Require all denied
    </LimitExcept>
</Directory>
MaxRanges 2
<Location /m>
    MaxRanges none
</Location>
"""
FILES = {
    "htdocs/ssi/a.html": '<!--#echo var="REQUEST_URI" -->', "htdocs/ssi/off/a.html": '<!--#echo var="X" -->',
    "htdocs/m/abc": "0123456789", "htdocs/lim/a": "x", "htdocs/except/a": "x",
}


@pytest.fixture(scope="module")
def running(server):
    started = server(CONF, files=FILES, modules=MODULES)
    for name in ("cgi/env.sh", "cgi/auth.sh", "cgi/limit.sh", "cgi/names.sh", "htdocs/bycgi/x", "htdocs/bycgi/none/x"):
        started.site.write(name, ENV_SH, mode=0o755)
    for name in ("cgi/auth", "cgi/limit", "cgi/names", "cgi/full"):
        started.site.write(name + "/env.sh", ENV_SH, mode=0o755)
    return started


def env(answer):
    lines = answer.text.splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line), lines[-1]


@pytest.mark.parametrize("path, value", [("/cgi/env.sh", None), ("/cgi/auth/env.sh", "Basic abc")])
def test_authorization(running, path, value):
    assert env(running.get(path, {"Authorization": "Basic abc"}))[0].get("HTTP_AUTHORIZATION") == value


def test_limits_of_a_script(running):
    assert env(running.get("/cgi/limit/env.sh"))[1] == "7"
    assert env(running.get("/cgi/env.sh"))[1] == "unlimited"


def test_names_of_clients(running):
    assert env(running.get("/cgi/names/env.sh"))[0].get("REMOTE_HOST") == "localhost"
    assert "REMOTE_HOST" not in env(running.get("/cgi/env.sh"))[0]


@pytest.mark.parametrize(
    "path, redirect, uri",
    [
        ("/nope?x", "/nope", "/nope?x"),
        ("/full/nope", "http://test:{port}/full/nope", "/full/nope"),
    ],
)
def test_variables_of_an_error_document(running, path, redirect, uri):
    answer = running.get(path, {"Host": f"test:{running.port}"})
    seen = env(answer)[0]
    assert answer.status == 404
    assert seen["REDIRECT_URL"] == redirect.replace("{port}", str(running.port))
    assert (seen["REQUEST_URI"], seen["REDIRECT_STATUS"], seen["PATH_INFO"]) == (uri, "404", "/error")


@pytest.mark.parametrize(
    "path, text, shows",
    [
        ("/ssi/a.html", "/ssi/a.html", "SetOutputFilter"),
        ("/bycgi/none/x", ENV_SH, "SetHandler None ends an outer one"),
    ],
)
def test_content(running, path, text, shows):
    assert running.get(path).text == text, shows


def test_handler(running):
    assert "SCRIPT_NAME=/bycgi/x" in running.get("/bycgi/x").text


def test_named_groups(running):
    assert running.get("/m/abc").header("Word") == "abc"


@pytest.mark.parametrize(
    "method, path, status",
    [
        ("GET", "/lim/a", 403), ("HEAD", "/lim/a", 403), ("POST", "/lim/a", 200),
        ("GET", "/except/a", 200), ("HEAD", "/except/a", 200), ("DELETE", "/except/a", 403), ("PUT", "/except/a", 403),
    ],
)
def test_methods_of_limit(running, method, path, status):
    assert running.request(method, path).status == status


@pytest.mark.parametrize(
    "path, ranges, status",
    [("/a.txt", "0-1,4-5", 206), ("/a.txt", "0-0,2-2,4-4", 200), ("/m/abc", "0-1", 200)],
)
def test_number_of_ranges(running, path, ranges, status):
    assert running.get(path, {"Range": "bytes=" + ranges}).status == status


def test_strict_host_check(server):
    running = server("StrictHostCheck On\n<VirtualHost *:{port}>\nServerName known\n</VirtualHost>")
    assert running.get("/", {"Host": "known"}).status == 200
    assert running.get("/", {"Host": "unknown"}).status == 400


def test_physical_port(server):
    running = server("ServerName named\nUseCanonicalName On\nUseCanonicalPhysicalPort On", files={"htdocs/d/x": ""})
    assert running.get("/d").header("Location") == f"http://named:{running.port}/d/"
    running = server("ServerName named\nUseCanonicalName On", files={"htdocs/d/x": ""})
    assert running.get("/d").header("Location") == "http://named/d/"


def test_runtime_directories_may_be_relative(server):
    running = server("DefaultRuntimeDir run\nErrorLog logs/own.log\nLogLevel info")
    running.get("/x")
    assert os.path.exists(running.site.path("logs/own.log"))


def test_scripts_learn_that_apaches_ways_count_here(running):
    """WordPress and others write a .htaccess only for a server whose name has "Apache" in it."""
    assert "Apache" in env(running.get("/cgi/env.sh"))[0]["SERVER_SOFTWARE"]
