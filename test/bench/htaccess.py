#!/usr/bin/python3
"""What a .htaccess costs: WordPress's at the root and one more in the fourth folder down, a static page there.

    test/bench/htaccess.py [--json FILE] [--requests N] [--folders N] [--edits N]

Instructions and system calls for a keep-alive request with an access log, beside the same with AllowOverride None, for
Pinion and Debian's Apache; the memory of a child that visits many folders with a .htaccess each, and of one whose
.htaccess is edited again and again.
"""

import argparse
import functools
import json
import os
import re
import time

from measure import instructions, system_calls
from pinion_server import Server

PAGE = "<!DOCTYPE html>\n<title>Bench</title>\n<p>" + "x" * 134 + "\n"
PATH = "/one/two/three/four/page.html"
WORDPRESS = """# BEGIN WordPress
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]
RewriteBase /
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
</IfModule>
# END WordPress
"""
MORE = "AddDefaultCharset utf-8\nOptions -Indexes\n"
MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "rewrite")
CONF = """
KeepAlive On
MaxKeepAliveRequests 0
KeepAliveTimeout 5
LogFormat "%h %l %u %t \\"%r\\" %>s %b" common
CustomLog "{root}/logs/access.log" common
AddType text/html .html
<Directory "{root}/htdocs">
    AllowOverride OVERRIDE
    Options FollowSymLinks
</Directory>
"""
BINARIES = {"apache": "/usr/sbin/apache2", "pinion": None}
LOOKS = ("open", "openat", "stat", "lstat", "newfstatat", "statx", "access", "readlink")


def make(kind, override, conf="", **options):
    files = {"htdocs" + PATH: PAGE, "htdocs/.htaccess": WORDPRESS, "htdocs" + os.path.dirname(PATH) + "/.htaccess": MORE}
    server = Server(CONF.replace("OVERRIDE", override) + conf, binary=BINARIES[kind], files=files, loglevel="warn",
                    modules=MODULES, user=False, start=False)
    os.utime(server.site.path("htdocs" + PATH), (1700000000, 1700000000))
    return server if options.get("start") is False else server.start()


def private_kb(pid):
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        return sum(int(n) for n in re.findall(r"^Private_\w+: +(\d+)", file.read(), re.M))


ONE_CHILD = "StartServers 1\nMinSpareServers 1\nMaxSpareServers 1\nMaxRequestWorkers 1\n"


def one_child(files=None, conf=""):
    server = Server(CONF.replace("OVERRIDE", "All") + conf, files=files or {}, loglevel="crit", modules=MODULES,
                    mpm_conf=ONE_CHILD)
    return server, server.children()[0]


def many_folders(n, memory="4M"):
    """Private memory, in kB, of a child that has visited n folders with a .htaccess each: (before, after)."""
    server, child = one_child(conf=f"PathCacheMemory {memory}\n")
    try:
        for i in range(n):
            folder = server.site.path("htdocs", f"{i // 1000}", f"{i % 1000}")
            os.makedirs(folder)
            with open(folder + "/.htaccess", "w", encoding="ascii") as file:
                file.write(MORE)
            with open(folder + "/x.txt", "w", encoding="ascii") as file:
                file.write("x")
        with server.connect(60) as conn:
            before = 0
            for i in range(n):
                conn.send(f"GET /{i // 1000}/{i % 1000}/x.txt HTTP/1.1\r\nHost: t\r\n\r\n")
                assert conn.response().status == 200
                if i == 0:
                    before = private_kb(child)
        return before, private_kb(child)
    finally:
        server.stop()
        server.site.remove()


def many_edits(n):
    """Private memory, in kB, of a child after a tenth of n edits of a .htaccess, and after all."""
    server, child = one_child(files={"htdocs/a/x.txt": "x"})
    path = server.site.path("htdocs/a/.htaccess")
    sizes = []
    try:
        with server.connect(60) as conn:
            for i in range(n):
                with open(path, "w", encoding="ascii") as file:
                    file.write(f"AddDefaultCharset iso-8859-{i}\n")
                conn.send("GET /a/x.txt HTTP/1.1\r\nHost: t\r\n\r\n")
                assert conn.response().header("Content-Type") == f"text/plain; charset=iso-8859-{i}"
                if i + 1 in (max(n // 10, 1), n):
                    sizes.append(private_kb(child))
        return sizes[0], sizes[-1]
    finally:
        server.stop()
        server.site.remove()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--folders", type=int, default=100_000)
    parser.add_argument("--edits", type=int, default=1_000_000)
    args = parser.parse_args()
    figures = {}
    for kind in BINARIES:
        for override in ("None", "All"):
            start = functools.partial(make, kind, override)
            calls = system_calls(start, PATH, 2000)
            figures[f"{kind} {override}"] = {
                "instructions": round(instructions(start, PATH, args.requests)), "system_calls": round(sum(calls.values()), 1),
                "looks": round(sum(calls.get(name, 0) for name in LOOKS) * 2000), "calls": calls}
    print(f"{'':10}{'AllowOverride':>16}{'instructions':>14}{'system calls':>14}{'open and stat in 2000':>24}")
    for name, row in figures.items():
        kind, override = name.split()
        print(f"{kind:10}{override:>16}{row['instructions']:14}{row['system_calls']:14}{row['looks']:24}")
    for kind in BINARIES:
        ratio = figures[f"{kind} All"]["instructions"] / figures[f"{kind} None"]["instructions"]
        print(f"{kind}: with .htaccess {ratio:.2f} times the instructions (wanted of Pinion: 1.25)")
    began = time.monotonic()
    figures["folders"] = many_folders(args.folders)
    print(f"a child after 1 and after {args.folders} folders: {figures['folders']} kB ({time.monotonic() - began:.0f} s)")
    began = time.monotonic()
    figures["edits"] = many_edits(args.edits)
    print(f"a child after {args.edits // 10} and {args.edits} edits: {figures['edits']} kB ({time.monotonic() - began:.0f} s)")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)


if __name__ == "__main__":
    main()
