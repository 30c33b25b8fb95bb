"""MediaWiki from Debian's package, on SQLite and mod_php, with short addresses by .htaccess."""

import html
import os
import re
import shutil
import subprocess

import pytest

from applications import PHP, Browser
from pinion_server import Server, Site

pytestmark = pytest.mark.distro

# What MediaWiki's manual tells to write for addresses like /wiki/Main_Page.
HTACCESS = """
RewriteEngine On
RewriteRule ^/?wiki(/.*)?$ %{DOCUMENT_ROOT}/w/index.php [L]
RewriteRule ^/*$ %{DOCUMENT_ROOT}/w/index.php [L]
"""
SETTINGS = """
$wgArticlePath = "/wiki/$1";
$wgUsePathInfo = true;
$wgMainCacheType = CACHE_NONE;
$wgJobRunRate = 0;
"""
LOAD = "".join(f"LoadModule {name}_module {{debian}}/mod_{name}.so\n" for name in ("rewrite", "access_compat"))


@pytest.fixture(scope="module")
def wiki(mpm):
    """A wiki that MediaWiki's own installer made."""
    if mpm != "prefork":
        pytest.skip("mod_php needs prefork")
    site = Site()
    server = Server(PHP + LOAD, site=site, mpm=mpm, start=False)
    shutil.copytree("/usr/share/mediawiki", site.path("htdocs/w"), symlinks=False, ignore_dangling_symlinks=True)
    os.makedirs(site.path("data"))
    try:
        made = subprocess.run(
            ["php", site.path("htdocs/w/maintenance/install.php"), "--dbtype=sqlite", f"--dbpath={site.path('data')}",
             f"--server=http://127.0.0.1:{server.port}", "--scriptpath=/w", "--lang=en", "--pass=correct horse 42",
             "--skins=Vector", "--confpath=" + site.path("htdocs/w"), "A wiki on Pinion", "Admin"],
            capture_output=True, text=True, timeout=300, check=False)
        assert made.returncode == 0, made.stdout + made.stderr
        with open(site.path("htdocs/w/LocalSettings.php"), "a", encoding="utf-8") as file:
            file.write(SETTINGS)
        for folder in ("data", "htdocs/w"):
            subprocess.run(["chown", "-R", "www-data:www-data", site.path(folder)], check=True)
        site.write("htdocs/.htaccess", HTACCESS)
        os.remove(site.path("htdocs/index.html"))
        server.start()
        yield server
        server.stop()
    finally:
        site.remove()


def test_short_addresses(wiki):
    page = wiki.get("/wiki/Main_Page")
    assert page.status == 200 and "MediaWiki has been installed" in html.unescape(page.text)
    assert 'href="/wiki/Special:RecentChanges"' in page.text
    root = wiki.get("/")
    assert root.status in (200, 301) and (root.status == 200 or root.header("Location").endswith("/wiki/Main_Page"))


def test_titles_with_everything_in_them(wiki):
    """Slashes, question marks, ampersands, plus signs and letters beyond ASCII arrive as they were written."""
    for path, title in (("A/B", "A/B"), ("What%3F", "What?"), ("R%26D", "R&D"), ("C%2B%2B", "C++"),
                        ("Caf%C3%A9", "Café"), ("50%25", "50%")):
        page = wiki.get(f"/wiki/{path}")
        found = re.search(r"<title>(.*?) - A wiki on Pinion", html.unescape(page.text))
        assert found and found[1] == title, (path, page.status, page.text[:600])


def test_a_page_is_written_and_shown(wiki):
    browser = Browser(f"http://127.0.0.1:{wiki.port}")
    _, page = browser.get("/w/index.php?title=Special:UserLogin")
    token = html.unescape(re.search(r'name="wpLoginToken"[^>]*value="([^"]+)"|value="([^"]+)" name="wpLoginToken"', page)[1])
    status, page = browser.post("/w/index.php?title=Special:UserLogin", {
        "wpName": "Admin", "wpPassword": "correct horse 42", "wploginattempt": "Log in", "wpLoginToken": token,
        "title": "Special:UserLogin", "authAction": "login", "force": ""})
    assert status == 200 and "Log out" in page, page[:2000]
    _, answer = browser.get("/w/api.php?action=query&meta=tokens&format=json")
    token = re.search(r'"csrftoken":"([^"]+)"', answer)[1].replace("\\\\", "\\")
    status, answer = browser.post("/w/api.php", {
        "action": "edit", "format": "json", "title": "Choice", "text": "Nobody should have to choose.", "token": token})
    assert '"result":"Success"' in answer, answer
    assert "Nobody should have to choose." in wiki.get("/wiki/Choice").text


@pytest.mark.parametrize("path", ["includes/WebStart.php", "maintenance/install.php", "languages/Language.php",
                                  "vendor/autoload.php", "maintenance/archives/"])
def test_folders_that_ship_a_htaccess_stay_closed(wiki, path):
    assert wiki.get("/w/" + path).status == 403


def test_scripts_and_styles(wiki):
    res = wiki.get("/w/load.php?modules=startup&only=scripts&lang=en")
    assert res.status == 200 and "javascript" in res.header("Content-Type")
    assert wiki.get("/w/resources/assets/licenses/public-domain.png").status == 200
