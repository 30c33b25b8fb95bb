"""mod_rewrite: the flag P, with the distribution's mod_proxy and mod_proxy_http."""

import socket
import threading

import pytest
from pinion_server import RUN

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "proxy", "proxy_http", "rewrite")


class Backend:
    """Answers each request with the head that it got."""

    def __init__(self):
        self.sock = socket.create_server(("127.0.0.1", 0))
        self.port = self.sock.getsockname()[1]
        self.heads = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                conn, _ = self.sock.accept()
            except OSError:
                return
            with conn:
                data = b""
                while b"\r\n\r\n" not in data:
                    more = conn.recv(65536)
                    if not more:
                        break
                    data += more
                self.heads.append(data)
                line = data.split(b"\r\n", 1)[0]
                conn.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(line), line))


@pytest.fixture(scope="module")
def backend():
    made = Backend()
    yield made
    made.sock.close()


@pytest.fixture(scope="module")
def running(server, backend):
    url = f"http://127.0.0.1:{backend.port}"
    conf = f"""
RewriteEngine On
RewriteRule ^/p/(.*)$ {url}/to/$1 [P]
RewriteRule ^/q/(.*)$ {url}/to?$1 [P]
RewriteRule ^/qb/(.*)$ {url}/to?$1 [P,B]
RewriteRule ^/qsa/(.*)$ {url}/to?x=$1 [P,QSA]
RewriteRule ^/ne/(.*)$ {url}/to/$1 [P,NE]
RewriteRule ^/last/(.*)$ {url}/one/$1 [P]
RewriteRule ^/last {url}/two [P]
RewriteRule ^/bal/(.*)$ balancer://none/$1 [P]
<Directory "{{docroot}}">
    AllowOverride All
    Options FollowSymLinks
</Directory>
<Directory "{{docroot}}/dir">
    RewriteEngine On
    RewriteRule ^p/(.*)$ {url}/dir/$1 [P]
</Directory>
"""
    files = {"htdocs/ht/.htaccess": f"RewriteEngine On\nRewriteRule ^p/(.*)$ {url}/ht/$1 [P]\n"
                                    f"RewriteCond %{{REQUEST_FILENAME}} !-f\nRewriteRule ^ {url}/all%{{REQUEST_URI}} [P,L]\n",
             "htdocs/ht/here": "a file", "htdocs/dir/here": ""}
    return server(conf, files=files, modules=MODULES)


@pytest.mark.parametrize("path, line, shows", [
    ("/p/a", "GET /to/a", "a path"),
    ("/p/a?b=c", "GET /to/a?b=c", "with its query string"),
    ("/p/a%20b", "GET /to/a%20b", "what was decoded is escaped again"),
    ("/p/%C3%A9", "GET /to/%c3%a9", "bytes too"),
    ("/qsa/a?y=2", "GET /to?x=a&y=2", "QSA"),
    ("/qb/a%20b%26", "GET /to?a+b%26", "B"),
    ("/last/x", "GET /one/x", "P is L too"),
    ("/ht/p/x?q", "GET /ht/x?q", "from a .htaccess"),
    ("/ht/other", "GET /all/ht/other", "what is no file"),
    ("/dir/p/x", "GET /dir/x", "from a section"),
    ("/ne/a?b=c", "GET /to/a?b=c", "NE, with its query string"),
    ("/ne/a%2541", "GET /to/a%41", "NE: as it is"),
    ("/p/a%2541", "GET /to/a%2541", "without NE: escaped"),
    ("/p/a;b=c:d@e", "GET /to/a;b=c:d@e", "what may stand in a path"),
])
def test_proxies(running, path, line, shows):
    res = running.get(path)
    assert res.status == 200, shows
    assert res.text.lower() == line.lower() + " http/1.1", shows


def test_a_file_is_not_proxied(running):
    assert running.get("/ht/here").text == "a file"


def test_a_body_goes_along(running, backend):
    assert running.post("/p/form", "a=b").text == "POST /to/form HTTP/1.1"


@pytest.mark.parametrize("path", ["/q/a%20HTTP/1.1%0d%0aX:%20y%0d%0a", "/q/a%20b", "/q/a%0ab", "/ne/a%20HTTP/1.1%0d%0aX:%20y"])
def test_nothing_of_a_request_splits_the_one_to_the_backend(running, backend, path):
    """CVE-2023-25690."""
    before = len(backend.heads)
    res = running.get(path)
    assert res.status in (400, 403)
    assert len(backend.heads) == before


def test_without_mod_proxy_it_is_refused(server):
    s = server("RewriteEngine On\nRewriteRule ^/p http://127.0.0.1:1/ [P]\n", modules=("authz_core", "authz_host", "mime", "dir", "rewrite"))
    assert s.get("/p").status in (403, 404)
    assert RUN != "own" or s.error_log.has("the flag P needs mod_proxy")
