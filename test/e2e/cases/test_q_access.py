"""Cases Q and H that need no .htaccess: Require, Limit, client addresses, If."""

import base64
import json

import pytest

AUTH = ("authz_core", "authz_host", "authz_user", "authn_core", "authn_file", "auth_basic", "mime", "dir", "alias",
        "headers", "remoteip", "access_compat")


def basic(user="user", password="secret"):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


@pytest.fixture(scope="module")
def password_file():
    import subprocess
    return subprocess.run(["htpasswd", "-nbs", "user", "secret"], capture_output=True, text=True, check=True).stdout


Q01 = """
<Directory "{root}/htdocs">
    AuthType Basic
    AuthName "closed"
    AuthUserFile "{root}/conf/passwords"
</Directory>
<Location "/any">
    Require valid-user
    Require ip 127.0.0.1
</Location>
<Location "/all">
    <RequireAll>
        Require valid-user
        Require ip 127.0.0.1
    </RequireAll>
</Location>
<Location "/not">
    <RequireAll>
        Require all granted
        Require not ip 127.0.0.1
    </RequireAll>
</Location>
<Location "/notother">
    <RequireAll>
        Require all granted
        Require not ip 10.1.2.3
    </RequireAll>
</Location>
<Location "/none">
    <RequireAll>
        Require all granted
        <RequireNone>
            Require ip 127.0.0.0/8
        </RequireNone>
    </RequireAll>
</Location>
<Location "/method">
    Require method GET
</Location>
<Location "/env">
    Require env LETMEIN
</Location>
<Location "/local">
    Require local
</Location>
"""


@pytest.mark.parametrize("path, headers, status, shows", [
    ("/any", {}, 200, "any of them is enough, no password is asked"),
    ("/all", {}, 401, "all of them: a password is missing"),
    ("/all", basic(), 200, "all of them are there"),
    ("/all", basic(password="wrong"), 401, "a wrong password"),
    ("/all", basic(user="nobody"), 401, "an unknown user"),
    ("/not", {}, 403, "not ip"),
    ("/notother", {}, 200, "not another ip"),
    ("/none", {}, 403, "RequireNone"),
    ("/method", {}, 200, "Require method"),
    ("/env", {}, 403, "Require env without the variable"),
    ("/local", {}, 200, "Require local"),
])
def test_q01_require(server, password_file, path, headers, status, shows):
    names = ("any", "all", "not", "notother", "none", "method", "env", "local")
    s = server(Q01, modules=AUTH,
               files={"conf/passwords": password_file, **{f"htdocs/{name}/x": "x" for name in names}})
    res = s.get(path + "/x", headers)
    assert res.status == status, shows
    assert (res.header("WWW-Authenticate") == 'Basic realm="closed"') == (status == 401)


def test_q01_post_is_not_get(server, password_file):
    names = ("any", "all", "not", "notother", "none", "method", "env", "local")
    s = server(Q01, modules=AUTH,
               files={"conf/passwords": password_file, **{f"htdocs/{name}/x": "x" for name in names}})
    assert s.post("/method/x", "").status == 403


def test_q01_a_lone_negation_is_refused_at_start(server):
    s = server(start=False, modules=AUTH)
    s.write_conf('<Location "/x">\nRequire not ip 10.0.0.1\n</Location>\n')
    done = s.run("-t")
    assert done.returncode != 0
    assert "negative" in done.stderr.lower() and "RequireAny" in done.stderr


LIMIT = """
<Location "/limit">
    <Limit GET>
        Require all denied
    </Limit>
</Location>
<Location "/except">
    <LimitExcept GET POST>
        Require all denied
    </LimitExcept>
</Location>
"""


@pytest.mark.parametrize("method, path, statuses", [
    ("GET", "/limit/x", (403,)), ("HEAD", "/limit/x", (403,)), ("POST", "/limit/x", (200, 405)),
    ("GET", "/except/x", (200,)), ("HEAD", "/except/x", (200,)), ("DELETE", "/except/x", (403,)),
    ("FOO", "/except/x", (403,)),
])
def test_q03_limit(server, method, path, statuses):
    s = server(LIMIT, files={"htdocs/limit/x": "x", "htdocs/except/x": "x"})
    assert s.request(method, path).status in statuses


def test_q03_options_shows_no_stray_bytes(server):
    s = server(LIMIT, files={"htdocs/limit/x": "x", "htdocs/except/x": "x"})
    allow = s.request("OPTIONS", "/a.txt").header("Allow")
    assert set(allow.replace(" ", "").split(",")) <= {"GET", "HEAD", "POST", "OPTIONS", "TRACE"}


REMOTEIP = """
RemoteIPHeader X-Forwarded-For
RemoteIPInternalProxy 127.0.0.1
LogFormat "%a %{c}a %h" addr
CustomLog {root}/logs/access.log addr
"""


@pytest.mark.parametrize("forwarded, address, left", [
    ("9.9.9.9", "9.9.9.9", None), ("evil, 9.9.9.9", "9.9.9.9", "evil"), ("1.1.1.1, 127.0.0.1", "1.1.1.1", None),
    ("garbage", "127.0.0.1", "garbage"), ("9.9.9.9, 10.0.0.5", "10.0.0.5", "9.9.9.9"),
])
def test_q05_client_address_behind_a_proxy(php, forwarded, address, left):
    s = php(REMOTEIP, modules=AUTH)
    seen = json.loads(s.get("/echo.php", {"X-Forwarded-For": forwarded}).body)
    assert seen["server"]["REMOTE_ADDR"] == address
    assert seen["server"].get("HTTP_X_FORWARDED_FOR") == left


H13 = """
<If "%{HTTP_HOST} == 'test' && %{REQUEST_METHOD} in { 'GET', 'HEAD' } && -R '127.0.0.0/8' && req('X-Q') == 'go'">
    Header set X-Branch if
</If>
<ElseIf "%{QUERY_STRING} =~ /^n=[0-9]+$/">
    Header set X-Branch elseif
</ElseIf>
<Else>
    Header set X-Branch else
</Else>
<Location "/">
    Header set X-Last location
</Location>
<Files "a.txt">
    Header set X-Last files
</Files>
<If "true">
    Header set X-Last if
</If>
"""


@pytest.mark.parametrize("path, headers, branch", [
    ("/a.txt", {"X-Q": "go"}, "if"), ("/a.txt?n=12", {"X-Q": "go"}, "if"), ("/a.txt?n=12", {}, "elseif"),
    ("/a.txt?n=x", {}, "else"), ("/a.txt", {"Host": "other", "X-Q": "go"}, "else"),
])
def test_h13_exactly_one_branch(server, path, headers, branch):
    s = server(H13, modules=AUTH)
    res = s.get(path, headers)
    assert res.headers("X-Branch") == [branch]
    assert res.headers("X-Last") == ["if"], "If sections merge last"


@pytest.mark.parametrize("expression", ["%{HTTP_HOST} ==", "(true", "foo(", "%{X", "'a' === 'b'", "1 -foo 2"])
def test_h13_a_bad_expression_is_refused(server, expression):
    s = server(start=False)
    s.write_conf(f'<If "{expression}">\n</If>\n')
    done = s.run("-t")
    assert done.returncode != 0 and "httpd.conf" in done.stderr, done.stderr


@pytest.mark.parametrize("conf, words", [
    ('<Directory "/">\nOptions Indexes +FollowSymLinks\n</Directory>\n', ["Options", "+"]),
    ('<Directory "/">\nOptions Nonsense\n</Directory>\n', ["Nonsense"]),
], ids=["H03 mixed signs", "H03 unknown option"])
def test_h03_options(server, conf, words):
    s = server(start=False)
    s.write_conf(conf)
    done = s.run("-t")
    assert done.returncode != 0
    assert all(word in done.stderr for word in words), done.stderr
