"""The distribution's interpreters, as binaries: mod_php, mod_perl, mod_wsgi."""

import hashlib
import json
import os
import time

import pytest

pytestmark = pytest.mark.distro

PHP = """
LoadModule php_module {debian}/libphp8.2.so
<FilesMatch "\\.php$">
    SetHandler application/x-httpd-php
</FilesMatch>
php_admin_value upload_max_filesize 80M
php_admin_value post_max_size 90M
php_admin_value session.save_path {root}/run
php_value memory_limit 256M
"""
PHP_FILES = {
    "htdocs/upload.php": "<?php $f = $_FILES['f']; echo json_encode([$f['name'], $f['size'], $f['error'],"
                         " md5_file($f['tmp_name']), $_POST['note']]);",
    "htdocs/session.php": "<?php session_start(); echo ++$_SESSION['n'];",
    "htdocs/headers.php": "<?php header('X-A: 1'); header('X-A: 2', false); setcookie('a', 'b'); setcookie('c', 'd');"
                          " http_response_code(202); header('Content-Type: text/x-own'); echo 'done';",
    "htdocs/get.php": "<?php echo $_GET['a'], '|', $_SERVER['REQUEST_METHOD'];",
    "htdocs/post.php": "<?php echo $_POST['a'], '|', strlen(file_get_contents('php://input'));",
    "htdocs/abort.php": "<?php ignore_user_abort(false); register_shutdown_function(function () {"
                        " file_put_contents($_GET['to'], connection_aborted()); });"
                        " for ($i = 0; $i < 200; $i++) { echo str_repeat('x', 20000); flush(); usleep(20000); }",
    "htdocs/fatal.php": "<?php undefined_function();",
    "htdocs/big.php": "<?php for ($i = 0; $i < 500; $i++) echo str_repeat(chr(65 + $i % 26), 10000);",
    "htdocs/auth.php": "<?php echo $_SERVER['PHP_AUTH_USER'] ?? '-', ':', $_SERVER['PHP_AUTH_PW'] ?? '-';",
    "htdocs/virtual.php": "<?php echo 'before|'; virtual('/a.txt'); echo '|after';",
    "htdocs/lookup.php": "<?php $i = apache_lookup_uri('/a.txt'); echo $i->uri, '|', $i->status, '|',"
                         " basename($i->filename);",
    "htdocs/env.php": "<?php apache_setenv('X_SET', 'yes'); apache_note('n', 'noted'); echo apache_getenv('X_SET'),"
                      " '|', apache_note('n'), '|', count(apache_get_modules()) > 5, '|',"
                      " implode(',', array_keys(apache_response_headers()));",
    "htdocs/version.php": "<?php echo apache_get_version();",
}


@pytest.fixture
def php(server):
    s = server(PHP, files=PHP_FILES)
    os.chmod(s.site.path("run"), 0o777)
    return s


def test_php_get_and_post(php):
    assert php.get("/get.php?a=b%20c").text == "b c|GET"
    res = php.post("/post.php", "a=hello+there", {"Content-Type": "application/x-www-form-urlencoded"})
    assert res.text == "hello there|13"


def test_php_takes_an_upload_of_50_mb(php):
    data = os.urandom(1 << 20) * 50
    head = (b'--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nhi\r\n--b\r\nContent-Disposition: form-data;'
            b' name="f"; filename="big.bin"\r\nContent-Type: application/octet-stream\r\n\r\n')
    res = php.post("/upload.php", head + data + b"\r\n--b--\r\n",
                   {"Content-Type": "multipart/form-data; boundary=b"}, timeout=60)
    assert json.loads(res.body) == ["big.bin", len(data), 0, hashlib.md5(data).hexdigest(), "hi"]


def test_php_sessions(php):
    first = php.get("/session.php")
    cookie = first.header("Set-Cookie").split(";")[0]
    assert first.text == "1"
    assert [php.get("/session.php", {"Cookie": cookie}).text for _ in range(3)] == ["2", "3", "4"]


def test_php_headers(php):
    res = php.get("/headers.php")
    assert res.status == 202 and res.text == "done"
    assert res.headers("X-A") == ["1", "2"] and len(res.headers("Set-Cookie")) == 2
    assert res.header("Content-Type").startswith("text/x-own")


def test_php_client_abort(php):
    mark = php.site.path("run", "aborted")
    os.chmod(php.site.path("run"), 0o777)
    conn = php.connect()
    conn.send(f"GET /abort.php?to={mark} HTTP/1.1\r\nHost: t\r\n\r\n")
    conn.sock.recv(1000)
    conn.close()
    end = time.monotonic() + 10
    while not os.path.exists(mark) and time.monotonic() < end:
        time.sleep(0.05)
    with open(mark, encoding="ascii") as file:
        assert file.read() == "1"


def test_php_a_fatal_error_is_a_500_and_a_log_line(php):
    assert php.get("/fatal.php").status == 500
    assert php.error_log.has("undefined_function")


def test_php_a_large_answer_arrives_whole(php):
    res = php.get("/big.php")
    assert len(res.body) == 5_000_000 and res.body[:10000] == b"A" * 10000


def test_php_sees_credentials(php):
    assert php.get("/auth.php", {"Authorization": "Basic dTpw"}).text == "u:p"


def test_php_subrequests(php):
    assert php.get("/virtual.php").text == "before|0123456789|after"
    assert php.get("/lookup.php").text == "/a.txt|200|a.txt"


def test_php_apache_functions(php):
    text = php.get("/env.php").text
    assert text.startswith("yes|noted|1|")


def test_php_keeps_a_connection(php):
    with php.connect() as conn:
        for n in range(20):
            conn.send(f"GET /get.php?a={n} HTTP/1.1\r\nHost: t\r\n\r\n")
            assert conn.response().text == f"{n}|GET"


PERL = """
LoadModule perl_module {debian}/mod_perl.so
PerlSwitches -I{root}/perl
PerlModule Hello
<Location "/perl">
    SetHandler modperl
    PerlResponseHandler Hello
</Location>
<Location "/upper">
    PerlOutputFilterHandler Upper
</Location>
<Location "/closed">
    PerlAccessHandler Hello::closed
</Location>
PerlModule Upper
Alias "/upper" "{root}/htdocs"
Alias "/closed" "{root}/htdocs"
"""
PERL_FILES = {
    "perl/Hello.pm": """package Hello;
use strict;
use warnings;
use Apache2::RequestRec ();
use Apache2::RequestIO ();
use Apache2::Connection ();
use APR::Table ();
use Apache2::Const -compile => qw(OK FORBIDDEN);
sub handler {
    my $r = shift;
    $r->content_type('text/plain');
    $r->headers_out->set('X-Perl' => 'yes');
    my $body = '';
    if ($r->method eq 'POST') { $r->read($body, $r->headers_in->get('Content-Length')); }
    $r->print(join '|', $r->method, $r->uri, $r->args // '', $r->headers_in->get('X-In') // '', $body,
              $r->connection->client_ip);
    return Apache2::Const::OK;
}
sub closed { return Apache2::Const::FORBIDDEN; }
1;
""",
    "perl/Upper.pm": """package Upper;
use strict;
use warnings;
use base qw(Apache2::Filter);
use Apache2::Const -compile => qw(OK);
sub handler {
    my $f = shift;
    while ($f->read(my $buffer, 1024)) { $f->print(uc $buffer); }
    return Apache2::Const::OK;
}
1;
""",
    "htdocs/lower.txt": "some words\n",
}


@pytest.fixture
def perl(server):
    return server(PERL, files=PERL_FILES)


def test_perl_handler(perl):
    res = perl.get("/perl/x?y=1", {"X-In": "z"})
    assert (res.status, res.text, res.header("X-Perl")) == (200, "GET|/perl/x|y=1|z||127.0.0.1", "yes")
    assert perl.post("/perl/p", "body here").text == "POST|/perl/p|||body here|127.0.0.1"


def test_perl_filter(perl):
    assert perl.get("/upper/lower.txt").text == "SOME WORDS\n"


def test_perl_access_handler(perl):
    assert perl.get("/closed/lower.txt").status == 403


WSGI = """
LoadModule wsgi_module {debian}/mod_wsgi.so
WSGIScriptAlias /app {root}/wsgi/app.py
<Directory "{root}/wsgi">
    Require all granted
</Directory>
"""
WSGI_APP = """import hashlib

def application(environ, start_response):
    body = environ['wsgi.input'].read()
    if environ.get('QUERY_STRING') == 'stream':
        start_response('200 OK', [('Content-Type', 'text/plain')])
        return (b'%d\\n' % n for n in range(1000))
    text = '|'.join([environ['REQUEST_METHOD'], environ['SCRIPT_NAME'], environ['PATH_INFO'],
                     environ['QUERY_STRING'], hashlib.md5(body).hexdigest(), str(len(body))])
    start_response('201 Made', [('Content-Type', 'text/plain'), ('X-Wsgi', 'yes'), ('Set-Cookie', 'a=b'),
                                ('Set-Cookie', 'c=d')])
    return [text.encode()]
"""


@pytest.fixture
def wsgi(server):
    return server(WSGI, files={"wsgi/app.py": WSGI_APP})


def test_wsgi_embedded(wsgi):
    res = wsgi.get("/app/some/where?q=1")
    empty = hashlib.md5(b"").hexdigest()
    assert (res.status, res.reason, res.text) == (201, "Made", f"GET|/app|/some/where|q=1|{empty}|0")
    assert res.header("X-Wsgi") == "yes" and len(res.headers("Set-Cookie")) == 2


def test_wsgi_body_and_stream(wsgi):
    data = os.urandom(300_000)
    assert wsgi.post("/app", data).text.endswith(f"{hashlib.md5(data).hexdigest()}|300000")
    assert wsgi.get("/app?stream").text == "".join(f"{n}\n" for n in range(1000))


def test_wsgi_daemon_processes(server):
    s = server(WSGI + "WSGIDaemonProcess d processes=1 threads=2\nWSGIProcessGroup d\n",
               files={"wsgi/app.py": WSGI_APP})
    assert s.get("/app/x").status == 201
    data = os.urandom(100_000)
    assert s.post("/app", data).text.endswith(f"{hashlib.md5(data).hexdigest()}|100000")
