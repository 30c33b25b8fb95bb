"""WordPress from Debian's packages, on MariaDB and mod_php: the main job.

Installed through its own web form, a post written through its own editor API
(the session of the browser), shown, and then a bad day: 100 visitors at once.
"""

import html
import os
import re
import shutil
import subprocess
import urllib.request

import pytest

from applications import PHP, PROCESSES, Browser, Database
from pinion_server import Server, Site

pytestmark = pytest.mark.distro

CONF = PHP + "\nLoadModule rewrite_module {debian}/mod_rewrite.so\n"
CONFIG = """<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', 'secret');
define('DB_HOST', 'localhost:%(socket)s');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_AUTO_UPDATE_CORE', false);
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT',
          'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) define($name, 'for tests: ' . $name);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""


@pytest.fixture(scope="module")
def wordpress(mpm):
    if mpm != "prefork":
        pytest.skip("mod_php needs prefork")
    site = Site()
    shutil.rmtree(site.path("htdocs"))
    subprocess.run(["cp", "-rL", "/usr/share/wordpress", site.path("htdocs")], check=True)
    subprocess.run(["cp", "-rLn", "/var/lib/wordpress/wp-content", site.path("htdocs")], check=True)
    if os.path.exists(site.path("htdocs/.htaccess")):
        os.remove(site.path("htdocs/.htaccess"))
    subprocess.run(["chown", "-R", "www-data:www-data", site.path("htdocs")], check=True)
    database = Database(site, "wordpress")
    site.write("htdocs/wp-config.php", CONFIG % {"socket": database.socket})
    server = Server(CONF, site=site, mpm=mpm, mpm_conf=PROCESSES)
    yield server
    try:
        server.stop()
    finally:
        database.stop()
        site.remove()


@pytest.fixture(scope="module")
def installed(wordpress):
    """A browser that has filled in the installation form and logged in."""
    browser = Browser(f"http://127.0.0.1:{wordpress.port}")
    status, page = browser.get("/wp-admin/install.php")
    assert status == 200 and 'name="weblog_title"' in page
    status, page = browser.post("/wp-admin/install.php?step=2", {
        "weblog_title": "A site on Pinion", "user_name": "admin", "admin_password": "correct horse",
        "admin_password2": "correct horse", "pw_weak": "on", "admin_email": "admin@example.org", "blog_public": "0",
        "language": "", "Submit": "Install WordPress",
    })
    assert status == 200 and "Success!" in page, page[-2000:]
    browser.get("/wp-login.php")
    status, page = browser.post("/wp-login.php", {
        "log": "admin", "pwd": "correct horse", "wp-submit": "Log In", "redirect_to": "/wp-admin/", "testcookie": "1"})
    assert status == 200 and "Dashboard" in page
    # Plain links: the address of a post is /?p=N.
    status, page = browser.get("/wp-admin/options-permalink.php")
    nonce = re.search(r'name="_wpnonce" value="([0-9a-f]+)"', page)[1]
    status, page = browser.post("/wp-admin/options-permalink.php", {
        "_wpnonce": nonce, "_wp_http_referer": "/wp-admin/options-permalink.php", "selection": "",
        "permalink_structure": "", "category_base": "", "tag_base": "", "submit": "Save Changes"})
    assert status == 200 and "Permalink structure updated" in page
    return browser


@pytest.fixture(scope="module")
def post(installed):
    """The number of a published post, written through the editor."""
    status, page = installed.get("/wp-admin/post-new.php")
    assert status == 200
    nonce = re.search(r'createNonceMiddleware\(\s*"([0-9a-f]+)"', page)[1]
    status, answer = installed.post("/index.php?rest_route=/wp/v2/posts", {
        "title": "Hello, visitors", "content": "<p>" + "Nobody should have to choose. " * 40 + "</p>",
        "status": "publish"}, {"X-WP-Nonce": nonce})
    assert status == 201, answer
    return int(re.search(r'"id":(\d+)', answer)[1])


def test_the_post_is_shown(wordpress, post):
    page = wordpress.get(f"/?p={post}", {"Host": f"127.0.0.1:{wordpress.port}"})
    assert page.status == 200
    assert "Hello, visitors" in html.unescape(page.text) and "Nobody should have to choose." in page.text


def test_static_parts_come_with_their_types(wordpress, installed):
    res = wordpress.get("/wp-includes/css/buttons.min.css")
    assert res.status == 200 and res.header("Content-Type") == "text/css"


def test_a_missing_post_is_wordpress_own_404(wordpress, post):
    res = wordpress.get("/?p=99999", {"Host": f"127.0.0.1:{wordpress.port}"})
    assert res.status == 404 and "wp-" in res.text


def test_an_upload_arrives(installed):
    boundary = "frontier"
    status, page = installed.get("/wp-admin/media-new.php")
    nonce = re.search(r'name="_wpnonce" value="([0-9a-f]+)"', page)[1]
    png = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
                        "0000000c4944415408d763f8ffff3f0005fe02fea735819b0000000049454e44ae426082")
    body = b"".join(
        b'--%s\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (boundary.encode(), n, v)
        for n, v in ((b"_wpnonce", nonce.encode()), (b"action", b"upload-attachment")))
    body += (b'--%s\r\nContent-Disposition: form-data; name="async-upload"; filename="dot.png"\r\n'
             b"Content-Type: image/png\r\n\r\n%s\r\n--%s--\r\n" % (boundary.encode(), png, boundary.encode()))
    request = urllib.request.Request(installed.base + "/wp-admin/async-upload.php", body,
                                     {"Content-Type": f"multipart/form-data; boundary={boundary}"})
    with installed.opener.open(request, timeout=60) as res:
        assert res.status == 200 and b'"success":true' in res.read()


def test_a_hundred_visitors_at_once(wordpress, post):
    """1000 requests, 100 at a time, 25 processes: every one is answered with 200."""
    wordpress.get(f"/?p={post}", {"Host": f"127.0.0.1:{wordpress.port}"})
    done = subprocess.run(["ab", "-q", "-n", "1000", "-c", "100", "-s", "120",
                           f"http://127.0.0.1:{wordpress.port}/?p={post}"],
                          capture_output=True, text=True, timeout=600, check=False)
    assert re.search(r"Complete requests:\s+1000\b", done.stdout), done.stdout + done.stderr
    assert re.search(r"Failed requests:\s+0\b", done.stdout), done.stdout
    assert "Non-2xx" not in done.stdout, done.stdout
    assert len(wordpress.children()) <= 25


@pytest.fixture(scope="module")
def pretty(installed, wordpress):
    """Permalinks switched on in the settings: WordPress writes its own .htaccess."""
    status, page = installed.get("/wp-admin/options-permalink.php")
    nonce = re.search(r'name="_wpnonce" value="([0-9a-f]+)"', page)[1]
    status, page = installed.post("/wp-admin/options-permalink.php", {
        "_wpnonce": nonce, "_wp_http_referer": "/wp-admin/options-permalink.php", "selection": "/%postname%/",
        "permalink_structure": "/%postname%/", "category_base": "", "tag_base": "", "submit": "Save Changes"})
    assert status == 200 and "Permalink structure updated" in page
    with open(wordpress.site.path("htdocs/.htaccess"), encoding="utf-8") as file:
        rules = file.read()
    assert "# BEGIN WordPress" in rules and "RewriteBase /" in rules
    return rules


def test_permalinks_work_with_the_rules_that_wordpress_writes(wordpress, post, pretty):
    host = {"Host": f"127.0.0.1:{wordpress.port}"}
    page = wordpress.get("/hello-visitors/?from=a%20link", host)
    assert page.status == 200 and "Hello, visitors" in html.unescape(page.text)
    moved = wordpress.get(f"/?p={post}", host)
    assert moved.status == 301 and moved.header("Location").endswith("/hello-visitors/")
    missing = wordpress.get("/no-such-page/", host)
    assert missing.status == 404 and "wp-" in missing.text


def test_rest_and_feeds_have_their_links(wordpress, post, pretty):
    host = {"Host": f"127.0.0.1:{wordpress.port}"}
    assert wordpress.get(f"/wp-json/wp/v2/posts/{post}", host).status == 200
    feed = wordpress.get("/feed/", host)
    assert feed.status == 200 and "<rss" in feed.text


def test_files_that_exist_are_not_wordpress_business(wordpress, pretty):
    res = wordpress.get("/wp-includes/css/buttons.min.css")
    assert res.status == 200 and res.header("Content-Type") == "text/css"
    assert wordpress.get("/wp-includes").header("Location").endswith("/wp-includes/")


def test_a_hundred_visitors_at_once_by_permalink(wordpress, post, pretty):
    done = subprocess.run(["ab", "-q", "-n", "500", "-c", "100", "-s", "120",
                           f"http://127.0.0.1:{wordpress.port}/hello-visitors/"],
                          capture_output=True, text=True, timeout=600, check=False)
    assert re.search(r"Complete requests:\s+500\b", done.stdout), done.stdout + done.stderr
    assert re.search(r"Failed requests:\s+0\b", done.stdout), done.stdout
    assert "Non-2xx" not in done.stdout, done.stdout
