"""mod_rewrite: what rules know of TLS, with the distribution's mod_ssl."""

import ssl
import subprocess

import pytest
from pinion_server import Connection, free_port

MODULES = ("authz_core", "authz_host", "mime", "dir", "socache_shmcb", "ssl", "rewrite")
RULES = """
    RewriteEngine On
    RewriteRule ^/is$ /got?https=%{HTTPS}&scheme=%{REQUEST_SCHEME}&protocol=%{SSL:SSL_PROTOCOL}&none=%{SSL:NONE} [R,L]
    RewriteCond %{HTTPS} !=on
    RewriteRule ^/(.*) https://%{SERVER_NAME}/$1 [R=301,L]
"""


class Secure(Connection):
    """A Connection over TLS."""

    def __init__(self, port):
        super().__init__(("127.0.0.1", port))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.sock = context.wrap_socket(self.sock)


@pytest.fixture(scope="module")
def site(server):
    s = server("", start=False, modules=MODULES)
    cert = s.site.path("conf", "test.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", cert, "-out", cert + ".crt", "-days", "2",
                    "-subj", "/CN=test"], check=True, capture_output=True)
    s.tls_port = free_port()
    s.write_conf(RULES + f"Listen 127.0.0.1:{s.tls_port}\n<VirtualHost *:{s.tls_port}>\nServerName test\nSSLEngine on\n"
                 f"SSLCertificateFile {cert}.crt\nSSLCertificateKeyFile {cert}\n{RULES}</VirtualHost>\n")
    return s.start()


def secure(site, path):
    with Secure(site.tls_port) as conn:
        conn.send(f"GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        return conn.response()


def test_variables_of_tls(site):
    got = secure(site, "/is").header("Location").rpartition("?")[2]
    assert got == "https=on&scheme=https&protocol=TLSv1.3&none="


def test_variables_without_tls(site):
    assert site.get("/is").header("Location").rpartition("?")[2] == "https=off&scheme=http&protocol=&none="


def test_a_redirect_to_https_and_no_further(site):
    assert site.get("/a.txt?x=%20").header("Location") == "https://test/a.txt?x=%20"
    assert secure(site, "/a.txt").status == 200
