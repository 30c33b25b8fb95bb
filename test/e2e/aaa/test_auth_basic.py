"""Logins by the Basic scheme: passwords of all forms, users, groups, owners, providers, what is refused."""

import base64
import subprocess

import pytest

from pinion_server import RUN

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "authn_core", "auth_basic", "authn_file", "authz_user",
           "authz_groupfile", "authz_owner", "headers", "env", "include")
LOGIN = 'AuthType Basic\nAuthName "The board"\nAuthUserFile {root}/conf/people\n'
CONF = """
<Directory "{docroot}">
    AllowOverride All
</Directory>
"""


def htpasswd(option, user, password):
    return subprocess.run(["htpasswd", *option, "-nb", user, password], capture_output=True, text=True, check=True).stdout.strip()


PEOPLE = "\n".join([
    "# people", htpasswd(["-B", "-C", "5"], "bea", "secret b"), htpasswd(["-m"], "max", "secret m"), htpasswd(["-s"], "sue", "secret s"),
    htpasswd(["-5", "-r", "1000"], "sha", "secret 5"), htpasswd(["-2", "-r", "1000"], "sh2", "secret 2"), htpasswd(["-m"], "root", "secret r"),
    "empty:", "nocolon", htpasswd(["-m"], "colon", "a:b:c"), "", "x" * 3000 + ":y"]) + "\n"
GROUPS = "# groups\nstaff: max bea\nroot: root sue\nodd:bea\n" + "big: " + " ".join(f"u{n}" for n in range(20000)) + " sue\n"
FILES = {"conf/people": PEOPLE, "conf/groups": GROUPS, "htdocs/p/a.txt": "minutes", "htdocs/p/show.html": '<!--#echo var="REMOTE_USER" -->'
         ' <!--#echo var="AUTH_TYPE" -->'}


def basic(user, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


@pytest.fixture
def folder(server):
    """folder(LINES) -> a server whose /p/ has these lines as .htaccess."""
    s = server(CONF, modules=MODULES, files=FILES)

    def make(lines):
        s.site.write("htdocs/p/.htaccess", lines.replace("{root}", s.root))
        return s
    return make


@pytest.mark.parametrize("user, password, status", [
    ("bea", "secret b", 200), ("max", "secret m", 200), ("sue", "secret s", 200), ("sha", "secret 5", 200), ("sh2", "secret 2", 200),
    ("colon", "a:b:c", 200), ("bea", "secret m", 401), ("max", "", 401), ("nobody", "secret m", 401), ("", "", 401), ("empty", "", 401),
    ("nocolon", "", 401), ("MAX", "secret m", 401), ("max", "secret m ", 401), ("#", "people", 401), ("# people", "", 401),
])
def test_passwords(folder, user, password, status):
    s = folder(LOGIN + "Require valid-user\n")
    res = s.get("/p/a.txt", basic(user, password))
    assert res.status == status
    if status == 401:
        assert res.headers("WWW-Authenticate") == ['Basic realm="The board"'] and "minutes" not in res.text


@pytest.mark.parametrize("field", [
    None, "", "Basic", "Basic ", "Basic !!!", "Bearer abc", "Digest username=x", "basic " + base64.b64encode(b"nouser").decode(),
    "Basic " + "A" * 7000, "Basic " + base64.b64encode(b"max\0:secret m").decode(), "Basic " + base64.b64encode(b"a\nb:c").decode(),
])
def test_what_is_no_login(folder, field):
    s = folder(LOGIN + "Require valid-user\n")
    assert s.get("/p/a.txt", {"Authorization": field} if field is not None else {}).status == 401


def test_the_case_of_the_scheme_does_not_matter(folder):
    s = folder(LOGIN.replace("Basic", "basic") + "Require valid-user\n")
    login = basic("max", "secret m")["Authorization"].replace("Basic", "bASIC")
    assert s.get("/p/a.txt", {"Authorization": login}).status == 200


@pytest.mark.parametrize("require, wanted", [
    ("Require user max bea", {"max": 200, "bea": 200, "sue": 401}), ("Require user Max", {"max": 401}),
    ("Require group staff", {"max": 200, "bea": 200, "sue": 401}), ("Require group big", {"sue": 200, "max": 401}),
    ("Require group none staff", {"max": 200, "sue": 401}), ("Require group odd", {"bea": 200, "max": 401}),
    ("Require file-owner", {"root": 200, "max": 401}), ("Require file-group", {"root": 200, "sue": 200, "max": 401}),
    ("<RequireAll>\nRequire group staff\nRequire not user bea\n</RequireAll>", {"max": 200, "bea": 401}),
    ("Require user max\nRequire ip 127.0.0.1", {"sue": 200}),
    ("<RequireAny>\nRequire user sue\nRequire group staff\n</RequireAny>", {"sue": 200, "max": 200, "root": 401}),
    ('Require user "%{tolower:MAX}"', {"max": 200, "bea": 401}),
])
def test_who_may(folder, require, wanted):
    s = folder(LOGIN + "AuthGroupFile {root}/conf/groups\n" + require + "\n")
    secrets = {"max": "secret m", "bea": "secret b", "sue": "secret s", "root": "secret r"}
    assert {user: s.get("/p/a.txt", basic(user, secrets[user])).status for user in wanted} == wanted


def test_scripts_and_pages_learn_the_user(folder):
    s = folder(LOGIN + "Require valid-user\nOptions +Includes\nSetOutputFilter INCLUDES\n")
    assert s.get("/p/show.html", basic("max", "secret m")).text == "max Basic"


@pytest.mark.parametrize("lines, status", [
    ("AuthType Basic\nAuthName x\nRequire valid-user\n", 500), ("AuthType Basic\nAuthUserFile {root}/conf/people\nRequire valid-user\n", 500),
    ("AuthType Basic\nAuthName x\nAuthUserFile {root}/conf/none\nRequire valid-user\n", 500), ("Require valid-user\n", 500),
    ("AuthType None\nRequire all granted\n", 200), (LOGIN + "Require group staff\n", 401),
    (LOGIN + "AuthGroupFile {root}/conf/none\nRequire group staff\n", 401),
])
def test_what_is_missing(folder, lines, status):
    assert folder(lines).get("/p/a.txt", basic("max", "secret m")).status == status


def test_a_changed_file_counts_at_once(folder):
    s = folder(LOGIN.replace("people", "changing") + "Require valid-user\n")
    for user in ("ann", "bob", "ann"):
        s.site.write("conf/changing", htpasswd(["-m"], user, "pw") + "\n")
        assert s.get("/p/a.txt", basic(user, "pw")).status == 200
        assert s.get("/p/a.txt", basic("ann" if user == "bob" else "bob", "pw")).status == 401


def test_names_of_realms(folder):
    s = folder(LOGIN.replace('"The board"', r'"a \"quoted\" name"') + "Require valid-user\n")
    assert s.get("/p/a.txt").header("WWW-Authenticate") == r'Basic realm="a \"quoted\" name"'
    s = folder(LOGIN.replace('"The board"', '"%{tolower:BOARD}"') + "Require valid-user\n")
    assert s.get("/p/a.txt").header("WWW-Authenticate") == 'Basic realm="board"'


def test_log_lines_name_user_and_cause(folder):
    s = folder(LOGIN + "Require user bea\n")
    s.get("/p/a.txt", basic("nobody", "x"))
    assert s.error_log.has("user nobody not found: /p/a.txt")
    s.get("/p/a.txt", basic("max", "x"))
    assert s.error_log.has('user max: authentication failure for "/p/a.txt"')
    s.get("/p/a.txt", basic("max", "secret m"))
    assert s.error_log.has("user 'max' does not meet") or RUN != "own"


@pytest.mark.parametrize("lines, user, status", [
    ("AuthBasicProvider file", "max", 200), ("AuthBasicProvider second", "second", 200), ("AuthBasicProvider second", "max", 401),
    ("AuthBasicProvider file second", "second", 200), ("AuthBasicProvider second file", "max", 200),
    ("AuthBasicProvider file second", "both", 401), ("AuthBasicProvider second file", "both", 200),
])
def test_providers_in_their_order(server, lines, user, status):
    s = server("<AuthnProviderAlias file second>\nAuthUserFile {root}/conf/second\n</AuthnProviderAlias>\n" + CONF, modules=MODULES,
               files={**FILES, "conf/people": PEOPLE + htpasswd(["-m"], "both", "first") + "\n",
                      "conf/second": htpasswd(["-m"], "second", "pw") + "\n" + htpasswd(["-m"], "both", "pw") + "\n"})
    s.site.write("htdocs/p/.htaccess", LOGIN.replace("{root}", s.root) + lines + "\nRequire valid-user\n")
    assert s.get("/p/a.txt", basic(user, "secret m" if user == "max" else "pw")).status == status


def test_passwords_stored_for_digest(server):
    s = server(CONF, modules=MODULES, files=FILES)
    digest = subprocess.run(["openssl", "md5"], input=b"dan:The board:pw", capture_output=True, check=True).stdout.split()[-1].decode()
    s.site.write("conf/digest", f"dan:other:{digest}\ndan:The board:{digest}\n")
    s.site.write("htdocs/p/.htaccess", LOGIN.replace("{root}", s.root).replace("people", "digest")
                 + "AuthBasicUseDigestAlgorithm MD5\nRequire valid-user\n")
    assert s.get("/p/a.txt", basic("dan", "pw")).status == 200
    assert s.get("/p/a.txt", basic("dan", "no")).status == 401


def test_a_login_for_a_server_behind(server):
    s = server(CONF + '<Location /p>\nAuthBasicFake demo "%{REQUEST_METHOD}"\n</Location>\n<Location /p/off>\nAuthBasicFake off\n</Location>\n'
               'Header set X-Login "expr=%{HTTP:Authorization}"\n', modules=MODULES, files={**FILES, "htdocs/p/off/a.txt": "x"})
    s.site.write("htdocs/p/.htaccess", "")
    assert s.get("/p/a.txt").header("X-Login") == basic("demo", "GET")["Authorization"]
    assert not s.get("/p/off/a.txt").header("X-Login")


def test_inner_folders_and_overrides(server):
    s = server("<Directory {docroot}>\nAllowOverride AuthConfig\n</Directory>\n<Directory {docroot}/q>\nAllowOverride FileInfo\n</Directory>\n",
               modules=MODULES, files={**FILES, "htdocs/p/in/a.txt": "in", "htdocs/p/in/.htaccess": "Require user bea\n",
                                       "htdocs/p/open/a.txt": "open", "htdocs/p/open/.htaccess": "AuthType None\nRequire all granted\n",
                                       "htdocs/q/a.txt": "q", "htdocs/q/.htaccess": "AuthType Basic\n"})
    s.site.write("htdocs/p/.htaccess", LOGIN.replace("{root}", s.root) + "Require valid-user\n")
    assert s.get("/p/in/a.txt", basic("max", "secret m")).status == 401
    assert s.get("/p/in/a.txt", basic("bea", "secret b")).text == "in"
    assert s.get("/p/open/a.txt").text == "open"
    assert s.get("/q/a.txt").status == 500


@pytest.mark.parametrize("lines, words", [
    ("<Location />\nAuthBasicProvider none\n</Location>", "none"), ("<Location />\nAuthBasicAuthoritative maybe\n</Location>", "On or Off"),
    ("<Location />\nAuthBasicUseDigestAlgorithm SHA\n</Location>", "'SHA'"), ("<Location />\nAuthType\n</Location>", "AuthType"),
    ("<AuthnProviderAlias nope x>\n</AuthnProviderAlias>", "nope"), ("<AuthnProviderAlias file>\n</AuthnProviderAlias>", "new name"),
    ("<Location />\nAuthUserFile\n</Location>", "AuthUserFile"), ("<Location />\nAuthGroupFile\n</Location>", "AuthGroupFile"),
    ("AuthUserFile x", "AuthUserFile"),
])
def test_refused(server, lines, words):
    server("", modules=MODULES, start=False).refuses(lines, words)
