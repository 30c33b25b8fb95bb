"""phpMyAdmin from Debian's package, with the configuration that the package brings, on MariaDB and mod_php."""

import html
import os
import re
import shutil
import subprocess

import pytest

from applications import PHP, Browser, Database
from pinion_server import Server, Site

pytestmark = pytest.mark.distro

PACKAGE = "/etc/phpmyadmin/apache.conf"
CONFIG = """<?php
$cfg['blowfish_secret'] = '0123456789abcdef0123456789abcdef';
$cfg['Servers'][1]['auth_type'] = 'cookie';
$cfg['Servers'][1]['socket'] = '%s';
$cfg['Servers'][1]['host'] = 'localhost';
$cfg['TempDir'] = '%s';
$cfg['VersionCheck'] = false;
"""


def adapted(site):
    """The package's configuration with the site's folder for the package's."""
    with open(PACKAGE, encoding="utf-8") as file:
        text = file.read()
    text = text.replace("/usr/share/phpmyadmin", site.path("pma"))
    return re.sub(r"(?m)^(\s*php_admin_value open_basedir) .*$", rf"\1 {site.root}/:/usr/share/php/:/usr/share/javascript/", text)


@pytest.fixture(scope="module")
def admin(mpm):
    if mpm != "prefork":
        pytest.skip("mod_php needs prefork")
    site = Site()
    shutil.copytree("/usr/share/phpmyadmin", site.path("pma"), symlinks=False, ignore_dangling_symlinks=True)
    database = Database(site, "shop")
    os.makedirs(site.path("pma/tmp"))
    site.write("pma/config.inc.php", CONFIG % (database.socket, site.path("pma/tmp")))
    with open(site.path("pma/libraries/vendor_config.php"), encoding="utf-8") as file:
        vendor = file.read()
    site.write("pma/libraries/vendor_config.php",
               re.sub(r"'configFile' => .*", f"'configFile' => '{site.path('pma/config.inc.php')}',",
                      re.sub(r"'tempDir' => .*", f"'tempDir' => '{site.path('pma/tmp')}/',", vendor)))
    subprocess.run(["chown", "-R", "www-data:www-data", site.path("pma")], check=True)
    conf = PHP + adapted(site) + f'<Directory "{site.path("pma")}">\nRequire all granted\nAllowOverride All\n</Directory>\n'
    server = Server(conf, site=site, mpm=mpm)
    yield server
    try:
        server.stop()
    finally:
        database.stop()
        site.remove()


def test_the_form_is_shown(admin):
    assert admin.get("/phpmyadmin").header("Location").endswith("/phpmyadmin/")
    page = admin.get("/phpmyadmin/")
    assert page.status == 200 and 'name="pma_username"' in page.text, page.text[:1000]


def test_login_and_a_query(admin):
    browser = Browser(f"http://127.0.0.1:{admin.port}/phpmyadmin")
    _, page = browser.get("/index.php")
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
    fields = {name: html.unescape(value) for name, value in fields.items()}
    status, page = browser.post("/index.php?route=/", {**fields, "pma_username": "shop", "pma_password": "secret", "server": "1"})
    assert status == 200 and "pma_password" not in page, page[:3000]
    token = re.search(r'token:"([^"]+)"|name="token" value="([^"]+)"', page)
    status, answer = browser.post("/index.php?route=/sql", {
        "token": html.unescape(token[1] or token[2]), "db": "shop", "sql_query": "SELECT 6*7 AS answer", "server": "1",
        "ajax_request": "1"})
    assert status == 200 and "42" in answer, answer[:2000]


@pytest.mark.parametrize("path", ["libraries/vendor_config.php", "templates/base.twig"])
def test_closed_folders(admin, path):
    assert admin.get("/phpmyadmin/" + path).status == 403


def test_static_parts(admin):
    res = admin.get("/phpmyadmin/favicon.ico")
    assert res.status == 200
    assert admin.get("/phpmyadmin/themes/pmahomme/css/theme.css").header("Content-Type") == "text/css"
