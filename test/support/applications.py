"""What tests with whole applications share: a database, a browser, PHP."""

import http.cookiejar
import os
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request

from pinion_server import wait_until

PHP = """
LoadModule php_module {debian}/libphp8.2.so
DirectoryIndex index.php index.html
<FilesMatch "\\.php$">
    SetHandler application/x-httpd-php
</FilesMatch>
<Directory "{root}/htdocs">
    AllowOverride All
    Options FollowSymLinks
</Directory>
CustomLog "{root}/logs/access.log" "%h %>s %b \\"%r\\""
"""
PROCESSES = "StartServers 5\nMinSpareServers 5\nMaxSpareServers 10\nServerLimit 25\nMaxRequestWorkers 25\n"


class Database:
    """A MariaDB of its own: socket only, data in the site's folder."""

    def __init__(self, site, name):
        self.folder = site.path("db")
        os.mkdir(self.folder)
        shutil.chown(self.folder, "mysql", "mysql")
        self.socket = os.path.join(self.folder, "s")
        common = ["--no-defaults", f"--datadir={self.folder}/data", "--user=mysql"]
        subprocess.run(["mariadb-install-db", *common, "--auth-root-authentication-method=normal",
                        "--skip-test-db"], check=True, capture_output=True)
        self.process = subprocess.Popen(
            ["mariadbd", *common, f"--socket={self.socket}", "--skip-networking", "--max-connections=60",
             "--innodb-buffer-pool-size=64M", f"--log-error={self.folder}/log"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        wait_until(lambda: os.path.exists(self.socket) and self.sql("SELECT 1") is not None, 60, "the database")
        self.sql(f"CREATE DATABASE {name}; CREATE USER {name}@localhost IDENTIFIED BY 'secret';"
                 f"GRANT ALL ON {name}.* TO {name}@localhost")

    def sql(self, text):
        done = subprocess.run(["mariadb", "--no-defaults", "-u", "root", f"--socket={self.socket}", "-N", "-e", text],
                              capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


class Browser:
    """Keeps cookies, follows redirects, fills in forms. An answer is (status, text, URL)."""

    def __init__(self, base):
        self.base = base
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def open(self, request, timeout=120):
        try:
            with self.opener.open(request, timeout=timeout) as res:
                return res.status, res.read().decode("utf-8", "replace"), res.url
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode("utf-8", "replace"), error.url

    def get(self, path):
        return self.open(self.base + path)[:2]

    def post(self, path, fields, headers=None):
        data = urllib.parse.urlencode(fields).encode()
        return self.open(urllib.request.Request(self.base + path, data, headers or {}))[:2]
