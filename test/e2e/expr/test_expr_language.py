"""The whole expression language: each variable, function, operator and form of the manual, with its value.

One server holds all rows: each has a Location of its own that shows a condition's truth or a string's value.
"""

import grp
import os
import pwd
import re

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "headers", "env", "setenvif")
REQUEST = {
    "Host": "h.example:8080", "Accept": "text/html, */*;q=0.1", "Cookie": "a=1; b=2", "Referer": "http://r.example/x",
    "User-Agent": "Browser/1.0 (X11)", "Forwarded": "for=9.9.9.9", "Proxy-Connection": "close", "X-Q": "Query 5",
    "X-Empty": "", "X-Num": "12",
}

# string, what it is for /<row>/dir/a.txt?x=1&y=%20z
STRINGS = [
    # variables
    ("%{HTTP_ACCEPT}", "text/html, */*;q=0.1"), ("%{HTTP_COOKIE}", "a=1; b=2"), ("%{HTTP_FORWARDED}", "for=9.9.9.9"),
    ("%{HTTP_HOST}", "h.example:8080"), ("%{HTTP_PROXY_CONNECTION}", "close"), ("%{HTTP_REFERER}", "http://r.example/x"),
    ("%{HTTP_USER_AGENT}", "Browser/1.0 (X11)"), ("%{REQUEST_METHOD}", "GET"), ("%{REQUEST_SCHEME}", "http"),
    ("%{REQUEST_URI}", "{path}"), ("%{DOCUMENT_URI}", "{path}"), ("%{REQUEST_FILENAME}", "{root}/htdocs/dir/a.txt"),
    ("%{SCRIPT_FILENAME}", "{root}/htdocs/dir/a.txt"), ("%{LAST_MODIFIED}", "{mtime}"), ("%{SCRIPT_USER}", "{user}"),
    ("%{SCRIPT_GROUP}", "{group}"), ("%{PATH_INFO}", ""), ("%{QUERY_STRING}", "x=1&y=%20z"), ("%{IS_SUBREQ}", "false"),
    ("%{THE_REQUEST}", "GET {path}?x=1&y=%20z HTTP/1.1"), ("%{REMOTE_ADDR}", "127.0.0.1"), ("%{REMOTE_PORT}", "{client_port}"),
    ("%{REMOTE_HOST}", "127.0.0.1"), ("%{REMOTE_USER}", ""), ("%{SERVER_NAME}", "h.example"), ("%{SERVER_PORT}", "8080"),
    ("%{SERVER_ADMIN}", "me@example.org"), ("%{SERVER_PROTOCOL}", "HTTP/1.1"), ("%{DOCUMENT_ROOT}", "{root}/htdocs"),
    ("%{AUTH_TYPE}", ""), ("%{CONTENT_TYPE}", "text/plain"), ("%{HANDLER}", "text/plain"), ("%{HTTPS}", "off"), ("%{HTTP2}", "off"),
    ("%{IPV6}", "off"), ("%{REQUEST_STATUS}", "200"), ("%{CONN_REMOTE_ADDR}", "127.0.0.1"),
    ("%{CONTEXT_PREFIX}", "{prefix}"), ("%{CONTEXT_DOCUMENT_ROOT}", "{root}/htdocs/"), ("%{API_VERSION}", "20120211"),
    ("%{request_method}", "GET"), ("%{Http_Host}", "h.example:8080"),
    # functions, in both forms
    ("%{req:X-Q}", "Query 5"), ("%{http:X-Q}", "Query 5"), ("%{HTTP:x-q}", "Query 5"), ("%{req_novary:X-Q}", "Query 5"),
    ("%{req:Nope}", ""), ("%{resp:X-Early}", "early"), ("%{reqenv:SEEN}", "yes"), ("%{reqenv:NOPE}", ""), ("%{osenv:NOPE}", ""),
    ("%{osenv:OS_VAR}", "from outside"), ("%{note:nope}", ""), ("%{env:SEEN}", "yes"), ("%{env:OS_VAR}", "from outside"),
    ("%{tolower:AbC}", "abc"), ("%{toupper:AbC-1}", "ABC-1"), ("%{escape:a b&c/d?e%f}", "a%20b&c/d%3fe%25f"),
    ("%{unescape:a%20b%2Fc}", "a b%2Fc"), ("%{unescape:a%00b}", ""), ("%{unescape:a%zz}", ""), ("%{base64:hello}", "aGVsbG8="),
    ("%{unbase64:aGVsbG8=}", "hello"), ("%{md5:foo}", "acbd18db4cc2f85cedef654fccc4a4d8"),
    ("%{sha1:foo}", "0beec7b5ea3f0fdbc95d0dd47f3c5bc275da8a33"), ("%{filesize:{root}/htdocs/dir/a.txt}", "10"),
    ("%{filesize:{root}/none}", "0"), ("%{filesize:{root}/htdocs}", "0"), ("%{file:{root}/htdocs/dir/a.txt}", "0123456789"),
    ("%{tolower:%{REQUEST_METHOD}}", "get"), ("%{ldap:a*b(c)}", "a\\2ab\\28c\\29"),
    # strings made of parts
    ("a%{REQUEST_METHOD}b", "aGETb"), ("%{REQUEST_METHOD}%{REQUEST_SCHEME}", "GEThttp"), ("100 % sure", "100 % sure"),
    ("%", "%"), ("$", "$"), ("$x", "$x"),
    ("plain", "plain"), ("it's", "it's"), ("a { b } c", "a { b } c"),
]

# condition, its truth
CONDITIONS = [
    ("true", True), ("false", False), ("!true", False), ("! false", True), ("!!true", True), ("true && false", False),
    ("true || false", True), ("true && true && true", True), ("false || false || true", True), ("(true)", True),
    ("!(true && false)", True), ("true || true && false", True), ("(true || true) && false", False), ("!false && !false", True),
    # comparing text
    ("'a' == 'a'", True), ("'a' = 'a'", True), ("'a' == 'A'", False), ("'a' != 'b'", True), ("'a' < 'b'", True), ("'a' <= 'a'", True),
    ("'b' > 'a'", True), ("'b' >= 'c'", False), ("'10' < '9'", True), ("'' == ''", True), ("'a'=='a'", True),
    ("%{REQUEST_METHOD} == 'GET'", True), ("'GET' == %{REQUEST_METHOD}", True), ("\\\"a\\\" == 'a'", True),
    # comparing numbers
    ("1 -eq 1", True), ("1 eq 1", True), ("1 -ne 2", True), ("1 ne 2", True), ("9 -lt 10", True), ("9 lt 10", True), ("10 -le 10", True),
    ("10 le 9", False), ("10 -gt 9", True), ("10 gt 9", True), ("10 -ge 11", False), ("10 ge 10", True), ("'007' -eq 7", True),
    ("'x' -eq 0", True), ("'12abc' -eq 12", True), ("'-5' -lt 3", True), ("%{HTTP:X-Num} -eq 12", True), ("%{HTTP:X-Num} > 100", True),
    ("%{HTTP:Nope} -eq 0", True), ("filesize('{root}/htdocs/dir/a.txt') -eq 10", True),
    # lists
    ("'a' in { 'a', 'b' }", True), ("'a' -in { 'a', 'b' }", True), ("'c' in { 'a', 'b' }", False), ("'a' in {'a'}", True),
    ("%{REQUEST_METHOD} in { 'GET', 'HEAD' }", True), ("! %{REQUEST_METHOD} in { 'POST' }", True), ("'5' in { 4, 5, 6 }", True),
    ("'GET' in { 'x', %{REQUEST_METHOD} }", True), ("tolower('A') in { 'a' }", True),
    # expressions
    ("'abc' =~ /b/", True), ("'abc' =~ /^b/", False), ("'abc' !~ /x/", True), ("'ABC' =~ /abc/i", True), ("'abc' =~ m#b#", True),
    ("'a/c' =~ m#a/c#", True), ("'ABC' =~ m#b#i", True), ("'abc' =~ m|b|", True), ("'abc' =~ m,b,", True), ("'abc' =~ m!b!", True),
    ("'abc' =~ m;b;", True), ("'abc' =~ m'b'", True), ("'abc' =~ /A/ || 'abc' =~ /a/", True),
("%{HTTP:X-Q} =~ /^Query ([0-9])$/ && $1 -eq 5", True),
    ("%{HTTP:X-Q} =~ /^(Q)uery ([0-9])$/ && '$1$2' == 'Q5'", True), ("'ab' =~ /(a)(b)/ && $0 == 'ab'", True),
    ("'ab' =~ /(a)(b)/ && $2 . $1 == 'ba'", True), ("'ab' =~ /(a)/ && 'xy' =~ /(y)/ && $1 == 'y'", True),
    ("'ab' =~ /(a)/ && ! 'xy' =~ /(z)/ && $1 == 'a'", False), ("'ab' =~ /(a)/ && $5 == ''", True), ("'abc' =~ /b/ && true", True),
    # concatenation
    ("'a' . 'b' == 'ab'", True), ("%{REQUEST_METHOD} . '!' == 'GET!'", True), ("tolower('A') . toupper('b') == 'aB'", True),
    ("1 . 2 == '12'", True), ("md5('foo') == 'acbd18db4cc2f85cedef654fccc4a4d8'", True), ("md5('fo' . 'o') =~ /^acbd/", True),
    ("toupper(tolower('Ab')) == 'AB'", True), ("toupper(%{REQUEST_SCHEME}) == 'HTTP'", True), ("unbase64(base64('x y')) == 'x y'", True),
    ("TOLOWER('A') == 'a'", True), ("req('X-Q') == 'Query 5'", True), ("reqenv('SEEN') == 'yes'", True),
    # unary operators
    ("-d '{root}/htdocs'", True), ("-d '{root}/htdocs/dir/a.txt'", False), ("-e '{root}/htdocs'", True), ("-e '{root}/none'", False),
    ("-f '{root}/htdocs/dir/a.txt'", True), ("-f '{root}/htdocs'", False), ("-s '{root}/htdocs/dir/a.txt'", True),
    ("-s '{root}/htdocs/dir/empty'", False), ("-L '{root}/htdocs/link'", True), ("-h '{root}/htdocs/link'", True),
    ("-L '{root}/htdocs/dir/a.txt'", False), ("-f '{root}/htdocs/link'", True), ("-F '{root}/htdocs/dir/a.txt'", True),
    ("-F '{root}/none'", False), ("-U '/dir/a.txt'", True), ("-A '/dir/a.txt'", True), ("-U '/closed/x'", False), ("-A '/closed/x'", False),
    ("-n 'x'", True), ("-n ''", False), ("-z ''", True), ("-z 'x'", False), ("-n %{HTTP:X-Q}", True), ("-z %{HTTP:Nope}", True),
    ("-T '1'", True), ("-T 'yes'", True), ("-T ''", False), ("-T '0'", False), ("-T 'off'", False), ("-T 'OFF'", False),
    ("-T 'false'", False), ("-T 'No'", False), ("-T 'none'", True), ("-T '00'", True), ("-R '127.0.0.0/8'", True), ("-R '127.0.0.1'", True),
    ("-R '10.0.0.0/8'", False), ("-R '127.0.0.0/255.0.0.0'", True), ("! -R '10.0.0.0/8'", True), ("-R '::1'", False),
    ("-n osenv('OS_VAR')", True), ("! -n osenv('NOPE')", True), ("-f '%{REQUEST_FILENAME}'", True), ("-f %{REQUEST_FILENAME}", True),
    ("-d '%{DOCUMENT_ROOT}/dir'", True), ("-z %{PATH_INFO} && -n %{QUERY_STRING}", True),
    # binary operators
    ("'127.0.0.1' -ipmatch '127.0.0.0/8'", True), ("%{REMOTE_ADDR} -ipmatch '127.0.0.0/8'", True), ("'10.1.2.3' -ipmatch '10.1.0.0/16'", True),
    ("'10.2.2.3' -ipmatch '10.1.0.0/16'", False), ("'::1' -ipmatch '::1'", True), ("'fe80::1' -ipmatch 'fe80::/10'", True),
    ("'abc' -strmatch 'a*'", True), ("'abc' -strmatch 'a?c'", True), ("'abc' -strmatch 'A*'", False), ("'abc' -strcmatch 'A*'", True),
    ("'a/b' -strmatch 'a*'", True), ("'a/b' -fnmatch 'a*'", False), ("'a/b' -fnmatch 'a/*'", True), ("'abc' -strmatch '[a-c]bc'", True),
    ("'abc' -STRMATCH 'a*'", True), ("'x.php' -fnmatch '*.php'", True), ("%{REQUEST_URI} -strmatch '*/dir/*.txt'", True),
    # time
    ("%{TIME_YEAR} -ge 2024", True), ("%{TIME_MON} =~ /^(0[1-9]|1[0-2])$/", True), ("%{TIME_DAY} =~ /^[0-3][0-9]$/", True),
    ("%{TIME_HOUR} =~ /^[0-2][0-9]$/", True), ("%{TIME_MIN} =~ /^[0-5][0-9]$/", True), ("%{TIME_SEC} =~ /^[0-6][0-9]$/", True),
    ("%{TIME_WDAY} =~ /^[0-6]$/", True), ("%{TIME} =~ /^20[0-9]{12}$/", True), ("-n %{SERVER_SOFTWARE}", True),
    ("-n %{REQUEST_LOG_ID} || -z %{REQUEST_LOG_ID}", True), ("-n %{CONN_LOG_ID} || -z %{CONN_LOG_ID}", True),
    # layout
    ("  true  ", True), ("true&&true", True), ("('a'=='a')||false", True), ("'a' in{'a','b'}", True), ("!('a' in { 'b' })", True),
    ("not true", False), ("true and true", True), ("true or false", True), ("(((((true)))))", True),
]

BROKEN = [
    "", "'a' ==", "== 'a'", "'a' 'b'", "'a", "(true", "true)", "true &&", "&& true", "%{NOPE} == 'a'", "%{nope:x} == 'a'", "nope('a') == 'a'",
    "-q 'a'", "'a' -nope 'b'", "'a' in 'b'", "'a' in { }", "'a' in { 'b'", "'a' =~ 'b'", "'a' =~ /(/", "'a' =~ /b", "%{HTTP_HOST", "$1 =~",
    "-R 'nonsense'", "'a' -ipmatch 'b'", "a == 'a'", "tolower 'a' == 'a'", "tolower() == ''", "tolower('a', 'b') == 'a'", "m#a# =~ 'a'",
    "true false", "!", "'a' === 'a'", "1 -EQ 1", "v('SEEN') == 'yes'",
]


def directives(n, line):
    return f'Alias /{n}/ "{{root}}/htdocs/"\n<Location /{n}/>\n{line}\n</Location>\n'


def quoted(text):
    return text if "\\" in text else text.replace('"', '\\"')


CONF = """
ServerAdmin me@example.org
SetEnvIf User-Agent "^B" SEEN=yes
Header set X-Early early
<Location /closed>
    Require all denied
</Location>
""" + "".join(directives(f"s{n}", f'Header set X-Is "expr=[{quoted(text)}]"') for n, (text, _) in enumerate(STRINGS)) \
    + "".join(directives(f"c{n}", f'Header set X-Is yes "expr={quoted(text)}"')
              for n, (text, _) in enumerate(CONDITIONS))
FILES = {"htdocs/dir/a.txt": "0123456789", "htdocs/dir/empty": "", "htdocs/closed/x": "x"}


@pytest.fixture(scope="module")
def site(server):
    started = server(CONF, modules=MODULES, files=FILES, env={"OS_VAR": "from outside", "TZ": "UTC"}, start=False)
    os.symlink("dir/a.txt", started.site.path("htdocs/link"))
    os.utime(started.site.path("htdocs/dir/a.txt"), (1700000000, 1700000000))
    return started.start()


def ask(site, name):
    """The answer for a row, and the client's port."""
    path = f"/{name}/dir/a.txt"
    fields = "".join(f"{key}: {value}\r\n" for key, value in REQUEST.items())
    with site.connect() as conn:
        conn.send(f"GET {path}?x=1&y=%20z HTTP/1.1\r\n{fields}Connection: close\r\n\r\n")
        res = conn.response()
        return res, path, conn.sock.getsockname()[1]


@pytest.mark.parametrize("n", range(len(STRINGS)), ids=[text for text, _ in STRINGS])
def test_string(site, n):
    res, path, client_port = ask(site, f"s{n}")
    values = {"path": path, "root": site.root, "mtime": "20231114221320", "client_port": client_port,
              "prefix": f"/s{n}/", "user": pwd.getpwuid(os.getuid()).pw_name, "group": grp.getgrgid(os.getgid()).gr_name}
    wanted = re.sub(r"\{(path|root|mtime|client_port|prefix|user|group)\}", lambda m: str(values[m[1]]), STRINGS[n][1])
    assert res.status == 200 and res.header("X-Is") == f"[{wanted}]"


@pytest.mark.parametrize("n", range(len(CONDITIONS)),
                         ids=[text for text, truth in CONDITIONS])
def test_condition(site, n):
    res, _, _ = ask(site, f"c{n}")
    assert res.status == 200 and (res.header("X-Is") == "yes") == CONDITIONS[n][1]


@pytest.mark.parametrize("text", BROKEN)
def test_broken(server, text):
    probe = server("", modules=MODULES, start=False)
    probe.refuses(f'<Location />\nRequire expr "{quoted(text)}"\n</Location>', "expr")


@pytest.mark.parametrize("text, fields", [
    ("%{HTTP_USER_AGENT} == 'x'", ["User-Agent"]), ("%{HTTP:X-Q} == 'x'", ["X-Q"]), ("req('X-Q') == 'x'", ["X-Q"]),
    ("req_novary('X-Q') == 'x'", []), ("%{HTTP_HOST} == 'x'", []), ("%{HTTP_COOKIE} == 'x' || %{HTTP:X-Num} == '1'", ["Cookie", "X-Num"]),
])
def test_vary_names_what_was_asked(server, text, fields):
    s = server(f'<If "{text}">\nHeader set X-Never 1\n</If>', modules=MODULES)
    vary = s.get("/a.txt").header("Vary") or ""
    assert [name.strip() for name in vary.split(",") if name.strip()] == fields
