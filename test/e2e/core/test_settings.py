"""The core's directives at work: default, set, inherited, overridden."""

import os

import pytest

from pinion_server import RUN

ONLY_APACHE = RUN == "apache"

FILES = {
    "htdocs/d/a.txt": "0123456789",
    "htdocs/d/sub/a.txt": "0123456789",
    "htdocs/d/sub/b.bin": "x",
    "htdocs/p.html": "<p>page</p>\n",
    "htdocs/err.html": "the error page\n",
    "htdocs/o/a.txt": "x",
}


def get(running, path, **headers):
    return running.get(path, {k.replace("_", "-"): v for k, v in headers.items()})


# --- ServerTokens, ServerProduct, ServerSignature ---------------------------


@pytest.mark.skipif(ONLY_APACHE, reason="Apache has another name")
@pytest.mark.parametrize(
    "conf, header",
    [
        ("", "Pinion/0.1.0 (Unix)"),
        ("ServerTokens Prod", "Pinion"),
        ("ServerTokens ProductOnly", "Pinion"),
        ("ServerTokens Major", "Pinion/0"),
        ("ServerTokens Minor", "Pinion/0.1"),
        ("ServerTokens Min", "Pinion/0.1.0"),
        ("ServerTokens OS", "Pinion/0.1.0 (Unix)"),
        ("ServerTokens full", "Pinion/0.1.0 (Unix)"),
        ("ServerProduct Apache\nServerTokens Prod", "Apache"),
        ("ServerProduct Apache\nServerTokens Min", "Apache/2.4.71"),
        ('ServerProduct "My Server/3"\nServerTokens OS', "My Server/3 (Unix)"),
    ],
)
def test_server_header(server, conf, header):
    assert get(server(conf), "/").header("Server") == header


@pytest.mark.parametrize(
    "conf, words, shows",
    [
        ("", None, "no signature unless it is asked for"),
        ("ServerSignature On", " Server at test Port ", "On: name and port"),
        ("ServerAdmin me@here\nServerSignature EMail", '<a href="mailto:me@here">', "EMail: a link"),
        ("ServerAdmin http://here/\nServerSignature EMail", '<a href="http://here/">', "an admin may be a URL"),
        ("ServerSignature On\n<Location /x>\nServerSignature Off\n</Location>", None, "inner Off wins"),
    ],
)
def test_signature(server, conf, words, shows):
    text = get(server(conf), "/x/nope").text
    if words is None:
        assert "<address>" not in text, shows
    else:
        assert words in text, shows


# --- ErrorDocument ----------------------------------------------------------

ERRORS = """
ErrorDocument 404 "plain %{REQUEST_URI}"
ErrorDocument 403 /err.html
<Directory "{docroot}/d">
    ErrorDocument 404 /err.html
</Directory>
<Directory "{docroot}/d/sub">
    ErrorDocument 404 default
</Directory>
<Location /away>
    ErrorDocument 404 http://away.example/%{REQUEST_STATUS}
</Location>
<Location /secret>
    Require all denied
</Location>
<Location /auth>
    ErrorDocument 401 http://away.example/
</Location>
<Location /lost>
    ErrorDocument 404 /nowhere.html
</Location>
"""


@pytest.mark.parametrize(
    "path, status, words, shows",
    [
        ("/nope", 404, "plain /nope", "a text with an expression"),
        ("/secret", 403, "the error page", "a local page keeps the status"),
        ("/d/nope", 404, "the error page", "an inner section overrides"),
        ("/d/sub/nope", 404, "<title>404 Not Found</title>", "default hides the outer one"),
        ("/lost/x", 404, "Additionally, a 404 Not Found", "a page that is missing itself"),
    ],
)
def test_error_document(server, path, status, words, shows):
    answer = get(server(ERRORS, files=FILES), path)
    assert (answer.status, words in answer.text) == (status, True), (shows, answer)


def test_error_document_elsewhere_redirects(server):
    answer = get(server(ERRORS, files=FILES), "/away/x")
    assert answer.status == 302
    assert answer.header("Location").startswith("http://away.example/")


def test_full_url_for_401_is_ignored(server):
    assert server(ERRORS, files=FILES).error_log.has("401")


# --- FileETag ---------------------------------------------------------------

ETAGS = """
<Directory "{docroot}/d">
    FileETag INode MTime Size
</Directory>
<Directory "{docroot}/d/sub">
    FileETag -INode -MTime
</Directory>
<Directory "{docroot}/o">
    FileETag None
</Directory>
<Files b.bin>
    FileETag Digest
</Files>
"""


@pytest.mark.parametrize(
    "path, parts, shows",
    [
        ("/a.txt", 2, "by default size and time"),
        ("/d/a.txt", 3, "all three"),
        ("/d/sub/a.txt", 1, "two taken away"),
        ("/o/a.txt", 0, "none"),
    ],
)
def test_etag(server, path, parts, shows):
    tag = get(server(ETAGS, files=FILES), path).header("ETag")
    assert (len(tag.strip('"').split("-")) if tag else 0) == parts, (shows, tag)


def test_etag_of_a_digest_is_that_of_the_content(server):
    tag = get(server(ETAGS, files=FILES), "/d/sub/b.bin").header("ETag")
    assert tag and "-" not in tag and len(tag) > 20


# --- types, charsets, handlers ----------------------------------------------

TYPES = """
AddDefaultCharset Off
<Directory "{docroot}/d">
    ForceType image/GIF
    AddDefaultCharset utf-8
</Directory>
<Directory "{docroot}/d/sub">
    ForceType None
</Directory>
<Location /o>
    AddDefaultCharset On
    ContentDigest On
    EnableMMAP Off
    EnableSendfile On
</Location>
<Location /handler>
    SetHandler default-handler
</Location>
"""


@pytest.mark.parametrize(
    "path, content_type, shows",
    [
        ("/a.txt", "text/plain", "no charset"),
        ("/d/a.txt", "image/gif", "forced, in lower case"),
        ("/d/sub/a.txt", "text/plain; charset=utf-8", "None ends it; the charset is inherited"),
        ("/o/a.txt", "text/plain; charset=iso-8859-1", "On is iso-8859-1"),
    ],
)
def test_content_type(server, path, content_type, shows):
    assert get(server(TYPES, files=FILES), path).header("Content-Type") == content_type, shows


def test_content_digest(server):
    running = server(TYPES, files=FILES)
    assert get(running, "/o/a.txt").header("Content-MD5") == "nd1Eq0iahkpdLQsH3iTj8Q==" \
        or len(get(running, "/o/a.txt").header("Content-MD5")) == 24
    assert get(running, "/a.txt").header("Content-MD5") is None


# --- AcceptPathInfo, AllowEncodedSlashes, MergeSlashes ----------------------

PATHS = """
<Location /p.html>
    AcceptPathInfo On
</Location>
<Location /d>
    AcceptPathInfo Off
</Location>
"""


@pytest.mark.parametrize(
    "path, status, shows",
    [
        ("/a.txt/more", 404, "files take no path info by default"),
        ("/p.html/more", 200, "On lets them"),
        ("/d/a.txt/more", 404, "Off"),
        ("/p.html%2fmore", 404, "encoded slashes are refused by default"),
        ("//d///a.txt", 200, "slashes are merged"),
    ],
)
def test_paths(server, path, status, shows):
    assert get(server(PATHS, files=FILES), path).status == status, shows


@pytest.mark.parametrize(
    "conf, host, path, status, shows",
    [
        ("AllowEncodedSlashes On", "test", "/d%2fa.txt", 200, "On decodes"),
        ("AllowEncodedSlashes NoDecode", "test", "/d%2fa.txt", 404, "NoDecode keeps it in the name"),
        ("AllowEncodedSlashes On\n<VirtualHost *>\nServerName test\n</VirtualHost>", "test", "/d%2fa.txt", 404,
         "a virtual host does not take it over"),
        ("MergeSlashes Off\n<LocationMatch ^/d/a>\nRequire all denied\n</LocationMatch>", "test", "/d//a.txt", 200,
         "Off: the URL is matched as it is"),
        ("<LocationMatch ^/d/a>\nRequire all denied\n</LocationMatch>", "test", "/d//a.txt", 403,
         "On: merged before it is matched"),
    ],
)
def test_slashes(server, conf, host, path, status, shows):
    assert get(server(conf, files=FILES), path, Host=host).status == status, shows


# --- names and ports --------------------------------------------------------

NAMES = """
UseCanonicalName Off
<Location /on>
    UseCanonicalName On
</Location>
<Location /on/off>
    UseCanonicalName Off
</Location>
"""
DIRS = {"htdocs/on/off/x": "", "htdocs/off/x": ""}


@pytest.mark.parametrize(
    "path, host, location, shows",
    [
        ("/off", "h:99", "http://h:99/off/", "the client's name and port"),
        ("/off", "h", "http://h:{port}/off/", "the client's name, our port"),
        ("/on", "h:99", "http://test:{port}/on/", "ServerName"),
        ("/on/off", "h:99", "http://h:99/on/off/", "an inner section overrides"),
    ],
)
def test_self_reference(server, path, host, location, shows):
    running = server(NAMES, files=DIRS)
    assert get(running, path, Host=host).header("Location") == location.replace("{port}", str(running.port)), shows


def test_scheme_of_server_name(server):
    running = server("ServerName https://secure.example\nUseCanonicalName On", files=DIRS)
    assert get(running, "/off").header("Location").startswith("https://secure.example")


VHOSTS = """
<VirtualHost *:{port}>
    ServerName first
    DocumentRoot {docroot}/d
</VirtualHost>
<VirtualHost *:{port}>
    ServerName second
    ServerAlias also *.wild w?ld
    ServerPath /second
    DocumentRoot {docroot}/o
</VirtualHost>
"""


@pytest.mark.parametrize(
    "host, path, status",
    [
        ("first", "/sub/a.txt", 200),
        ("unknown", "/sub/a.txt", 200),
        ("second", "/sub/a.txt", 404),
        ("second", "/a.txt", 200),
        ("SECOND", "/sub/a.txt", 404),
        ("also", "/sub/a.txt", 404),
        ("a.b.wild", "/sub/a.txt", 404),
        ("wxld", "/sub/a.txt", 404),
    ],
)
def test_virtual_host(server, host, path, status):
    assert get(server(VHOSTS, files=FILES), path, Host=host).status == status


def test_server_path_for_clients_without_host(server):
    running = server(VHOSTS, files=FILES)
    assert running.raw("GET /second/a.txt HTTP/1.0\r\n\r\n").body == b"x"


# --- sections ---------------------------------------------------------------

SECTIONS = """
<Directory "{docroot}">
    ErrorDocument 404 "root"
</Directory>
<DirectoryMatch "/d/su[b]">
    ErrorDocument 404 "regex"
</DirectoryMatch>
<Directory "{docroot}/d">
    ErrorDocument 404 "d"
</Directory>
<Directory "{docroot}/*/sub">
    ErrorDocument 404 "wildcard"
</Directory>
<Files "*.fil">
    ErrorDocument 404 "files"
</Files>
<FilesMatch "\\.fi[mn]$">
    ErrorDocument 404 "filesmatch"
</FilesMatch>
<Location "/loc">
    ErrorDocument 404 "location"
</Location>
<LocationMatch "^/loc/m">
    ErrorDocument 404 "locationmatch"
</LocationMatch>
<If "%{QUERY_STRING} == 'if'">
    ErrorDocument 404 "if"
</If>
<ElseIf "%{QUERY_STRING} == 'elseif'">
    ErrorDocument 404 "elseif"
</ElseIf>
<Else>
    <Files "else*">
        ErrorDocument 404 "else"
    </Files>
</Else>
"""


@pytest.mark.parametrize(
    "path, text, shows",
    [
        ("/x", "root", "<Directory>"),
        ("/d/x", "d", "a deeper path comes later, whatever the order of lines"),
        ("/o/sub/x", "root", "a wildcard needs the directory"),
        ("/d/sub/x", "regex", "regular expressions come after paths"),
        ("/x.fil", "files", "<Files> after <Directory>"),
        ("/x.fim", "filesmatch", "<FilesMatch>"),
        ("/loc/x.fil", "location", "<Location> after <Files>"),
        ("/location", "root", "whole segments only"),
        ("/loc/mx", "locationmatch", "<LocationMatch> in the order of lines"),
        ("/loc/x?if", "if", "<If> comes last"),
        ("/loc/x?elseif", "elseif", "<ElseIf>"),
    ],
)
def test_section(server, path, text, shows):
    answer = get(server(SECTIONS, files=FILES), path)
    assert (answer.status, answer.text) == (404, text), shows


# --- Options and AllowOverride ----------------------------------------------

OVERRIDES = """
<Directory "{docroot}/none">
    AllowOverride None
</Directory>
<Directory "{docroot}/fi">
    AllowOverride FileInfo
</Directory>
<Directory "{docroot}/list">
    AllowOverride None
    AllowOverrideList ErrorDocument
</Directory>
<Directory "{docroot}/nonfatal">
    AllowOverride FileInfo Nonfatal=All
</Directory>
<Directory "{docroot}/opt">
    AllowOverride Options=Indexes,MultiViews
</Directory>
<Directory "{docroot}/links">
    Options -FollowSymLinks
</Directory>
"""
HT = {
    "htdocs/none/.htaccess": "Garbage\n",
    "htdocs/none/a": "x",
    "htdocs/unset/.htaccess": "Garbage\n",
    "htdocs/unset/a": "x",
    "htdocs/fi/.htaccess": "ErrorDocument 404 ht\n",
    "htdocs/fi/bad/.htaccess": "Options +Indexes\n",
    "htdocs/list/.htaccess": "ErrorDocument 404 listed\n",
    "htdocs/list/bad/.htaccess": "ForceType text/html\n",
    "htdocs/nonfatal/.htaccess": "Options +Indexes\nGarbage\nErrorDocument 404 nf\n",
    "htdocs/opt/ok/.htaccess": "Options -Indexes\n",
    "htdocs/opt/bad/.htaccess": "Options +FollowSymLinks\n",
    "htdocs/opt/mixed/.htaccess": "Options Indexes +MultiViews\n",
    "htdocs/links/real": "x",
}


@pytest.fixture(scope="module")
def overrides(server):
    running = server(OVERRIDES, files=HT)
    link = running.site.path("htdocs/links/link")
    if not os.path.lexists(link):
        os.symlink(running.site.path("htdocs/a.txt"), link)
        os.symlink(running.site.path("htdocs/a.txt"), running.site.path("htdocs/link"))
    return running


@pytest.mark.parametrize(
    "path, status, words, shows",
    [
        ("/none/a", 200, "x", "None: the file is not read"),
        ("/unset/a", 500, "", "unset: whatever is in the file is refused"),
        ("/fi/x", 404, "ht", "an allowed kind"),
        ("/fi/bad/x", 500, "", "another kind"),
        ("/list/x", 404, "listed", "a listed directive"),
        ("/list/bad/x", 500, "", "one that is not listed"),
        ("/nonfatal/x", 404, "nf", "Nonfatal goes on"),
        ("/opt/ok/x", 404, "", "an allowed option"),
        ("/opt/bad/x", 500, "", "another option"),
        ("/opt/mixed/x", 500, "", "signed and unsigned words mixed"),
        ("/link", 200, "0123456789", "links are followed by default"),
        ("/links/link", 403, "", "-FollowSymLinks"),
        ("/links/real", 200, "x", "files are no links"),
    ],
)
def test_override(overrides, path, status, words, shows):
    answer = get(overrides, path)
    assert answer.status == status and words in answer.text, (shows, answer)


@pytest.mark.parametrize(
    "path, words",
    [
        ("/fi/bad/x", "Options not allowed here"),
        ("/opt/bad/x", "Option FollowSymLinks not allowed here"),
        ("/opt/mixed/x", "Either all Options must start with + or -, or no Option may"),
    ],
)
def test_override_refusals_are_logged(overrides, path, words):
    get(overrides, path)
    assert overrides.error_log.has(words)


def test_access_file_name(server):
    conf = """
    AccessFileName .other .second
    <Directory "{docroot}">
        AllowOverride All
    </Directory>
    """
    running = server(conf, files={"htdocs/.htaccess": "Garbage\n", "htdocs/x/.second": "ErrorDocument 404 second\n"})
    assert get(running, "/x/nope").text == "second"
    assert get(running, "/a.txt").status == 200


# --- limits -----------------------------------------------------------------

LIMITS = """
LimitRequestLine 200
LimitRequestFieldSize 100
LimitRequestFields 5
LimitRequestBody 10
RegisterHttpMethod FROB
<Location /more>
    LimitRequestBody 20
</Location>
"""


@pytest.mark.parametrize(
    "method, path, headers, body, status, shows",
    [
        ("GET", "/" + "x" * 250, {}, None, 414, "the request line"),
        ("GET", "/", {"X": "y" * 150}, None, 400, "a field"),
        ("GET", "/", {f"X{i}": "y" for i in range(9)}, None, 400, "the number of fields"),
        ("POST", "/a.txt", {}, "x" * 11, 413, "the body"),
        ("POST", "/a.txt", {}, "x" * 10, 200, "the body at its limit"),
        ("POST", "/more", {}, "x" * 15, 404, "more in a section"),
        ("POST", "/more", {}, "x" * 21, 413, "but not any"),
    ],
)
def test_limit(server, method, path, headers, body, status, shows):
    answer = server(LIMITS).request(method, path, headers, body)
    assert answer.status == status or (status == 400 and answer.status == 431), (shows, answer)


# --- methods and protocols --------------------------------------------------


@pytest.mark.parametrize(
    "conf, request_head, status, shows",
    [
        ("", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 200, "TRACE is answered by default"),
        ("TraceEnable Off", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "Off"),
        ("", "TRACE / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 413, "TRACE takes no body"),
        ("TraceEnable extended", "TRACE / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 200, "extended does"),
        ("", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 200, "about the server"),
        ("", "OPTIONS / HTTP/1.1\r\nHost: a\r\n\r\n", 200, "about a file"),
        ("", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "an unknown method"),
        ("", "PUT /a.txt HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 405, "a method that no handler has"),
        ("RegisterHttpMethod FOO", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "a registered method"),
        ("HttpProtocolOptions RegisteredMethods", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 501, "refused early"),
        ("HttpProtocolOptions Require1.0", "GET /\r\n", 400, "no HTTP/0.9"),
        ("HttpProtocolOptions Unsafe", "GET / HTTP/1.0\n\n", 200, "bare LF"),
        ("", "GET / HTTP/1.0\n\n", 400, "strict by default"),
    ],
)
def test_method(server, conf, request_head, status, shows):
    assert server(conf).raw(request_head).status == status, shows


def test_options_lists_what_a_file_allows(server):
    allow = server("").request("OPTIONS", "/a.txt").header("Allow")
    assert {m.strip() for m in allow.split(",")} >= {"GET", "HEAD", "POST", "OPTIONS"}


def test_keep_alive(server):
    running = server("KeepAlive Off")
    assert running.raw("GET / HTTP/1.1\r\nHost: a\r\n\r\n").header("Connection") == "close"
    running = server("MaxKeepAliveRequests 2\nKeepAliveTimeout 3")
    with running.connect() as conn:
        conn.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 3)
        assert conn.response().header("Connection") != "close"
        assert conn.response().header("Connection") != "close"
        assert conn.response().header("Connection") == "close"
        assert conn.is_closed()


# --- logging ----------------------------------------------------------------


def test_log_level_of_a_section_and_a_module(server):
    conf = """
    LogLevel warn
    <Location /talk>
        LogLevel core:info
    </Location>
    """
    running = server(conf)
    get(running, "/quiet/x/y")
    get(running, "/talk/x/y")
    assert running.error_log.has("/talk/x" if not ONLY_APACHE else "talk")
    assert "quiet" not in running.error_log.text()


def test_error_log_format(server):
    conf = """
    ErrorLogFormat "<%l> <%{X-Id}i> %M"
    LogLevel info
    """
    running = server(conf)
    get(running, "/nope", X_Id="77")
    assert running.error_log.has("<info> <77> ")


# --- redirects and recursion ------------------------------------------------


def test_internal_recursion_is_limited(server):
    running = server("ErrorDocument 404 /again\nLimitInternalRecursion 3")
    assert get(running, "/x").status == 404
