"""mod_dir: indexes, the slash at the end, the fallback for what is missing."""

import pytest

CONF = """
<Directory "{docroot}">
    AllowOverride Indexes
</Directory>
<Directory "{docroot}/two">
    DirectoryIndex none.html b.html
    DirectoryIndex c.html
</Directory>
<Directory "{docroot}/disabled">
    DirectoryIndex disabled
</Directory>
<Directory "{docroot}/redirect">
    DirectoryIndexRedirect on
</Directory>
<Directory "{docroot}/permanent">
    DirectoryIndexRedirect permanent
</Directory>
<Directory "{docroot}/code">
    DirectoryIndexRedirect 307
</Directory>
<Directory "{docroot}/noslash">
    DirectorySlash Off
</Directory>
<Directory "{docroot}/elsewhere">
    DirectoryIndex none.html /a.txt
</Directory>
<Directory "{docroot}/refused">
    DirectoryIndex secret.html
    <Files secret.html>
        Require all denied
    </Files>
</Directory>
<Directory "{docroot}/php">
    DirectoryIndex index.php index.html
    <FilesMatch "\\.php$">
        SetHandler "proxy:unix:/run/none.sock|fcgi://localhost"
    </FilesMatch>
</Directory>
<Location /fallback>
    FallbackResource /fb.html
</Location>
<Location /fallback/not>
    FallbackResource disabled
</Location>
<Location /checked>
    SetHandler default-handler
    DirectoryCheckHandler On
</Location>
<Location /unchecked>
    SetHandler default-handler
</Location>
"""
FILES = {
    "htdocs/d/index.html": "index",
    "htdocs/php/index.html": "no index.php here",
    "htdocs/two/b.html": "b",
    "htdocs/two/c.html": "c",
    "htdocs/disabled/index.html": "index",
    "htdocs/disabled/ht/.htaccess": "DirectoryIndex x.txt\n",
    "htdocs/disabled/ht/x.txt": "from .htaccess",
    "htdocs/redirect/index.html": "index",
    "htdocs/permanent/index.html": "index",
    "htdocs/code/index.html": "index",
    "htdocs/noslash/index.html": "index",
    "htdocs/elsewhere/x": "",
    "htdocs/refused/secret.html": "secret",
    "htdocs/fallback/real.txt": "real",
    "htdocs/fb.html": "fallback",
    "htdocs/checked/index.html": "index",
    "htdocs/unchecked/index.html": "index",
    "htdocs/empty/x": "",
}


@pytest.mark.parametrize(
    "path, status, text, shows",
    [
        ("/d/", 200, "index", "index.html by default"),
        ("/two/", 200, "b", "the first that exists; directives add up"),
        ("/disabled/", 404, None, "disabled"),
        ("/disabled/ht/", 200, "from .htaccess", ".htaccess sets others"),
        ("/php/", 200, "no index.php here", "a script that is missing is no index, whoever would run it"),
        ("/elsewhere/", 200, "0123456789", "a URL of its own"),
        ("/refused/", 403, None, "a refused index is no listing"),
        ("/noslash", 404, None, "DirectorySlash Off"),
        ("/empty/", 404, None, "nothing to show"),
        ("/fallback/nope/x", 200, "fallback", "what does not exist"),
        ("/fallback/real.txt", 200, "real", "what exists"),
        ("/fallback/", 200, "fallback", "a directory without an index"),
        ("/fallback/not/x", 404, None, "disabled in an inner section"),
        ("/unchecked/", 200, "index", "another handler does not matter"),
        ("/checked/", 404, None, "unless it is asked for"),
    ],
)
def test_shows(server, path, status, text, shows):
    answer = server(CONF, files=FILES).get(path)
    assert answer.status == status, (shows, answer)
    assert text is None or answer.text == text, shows


@pytest.mark.parametrize(
    "path, status, location, shows",
    [
        ("/d", 301, "/d/", "the slash"),
        ("/d?a=b%20c", 301, "/d/?a=b%20c", "the query is kept"),
        ("/d?%0d%0aX:1", 301, "/d/?%0d%0aX:1", "and stays encoded"),
        ("/redirect/", 302, "/redirect/index.html", "on"),
        ("/permanent/", 301, "/permanent/index.html", "permanent"),
        ("/code/", 307, "/code/index.html", "a number"),
    ],
)
def test_redirects(server, path, status, location, shows):
    running = server(CONF, files=FILES)
    answer = running.get(path, {"Host": f"h:{running.port}"})
    assert (answer.status, answer.header("Location")) == (status, f"http://h:{running.port}{location}"), shows


@pytest.mark.parametrize("method, status", [("POST", 301), ("PUT", 301), ("HEAD", 301)])
def test_any_method_is_sent_to_the_slash(server, method, status):
    assert server(CONF, files=FILES).request(method, "/d", body=None).status == status


@pytest.mark.parametrize("method, status", [("HEAD", 200), ("POST", 200), ("OPTIONS", 200), ("PUT", 405), ("DELETE", 405)])
def test_methods_on_an_index(server, method, status):
    assert server(CONF, files=FILES).request(method, "/d/").status == status


@pytest.mark.differs("apache", "foreign", reason="a fallback that is missing is a 404, it does not go round")
def test_a_missing_fallback_is_a_404(server):
    running = server("<Location /x>\nFallbackResource /x/none.html\n</Location>")
    assert running.get("/x/y").status == 404
    assert running.error_log.has("/x/none.html")


@pytest.mark.parametrize(
    "conf",
    ["DirectoryIndexRedirect 404", "DirectoryIndexRedirect foo", "DirectorySlash x", "DirectoryCheckHandler x",
     "FallbackResource", "FallbackResource a b"],
)
def test_refuses(server, conf):
    probe = server("", start=False)
    probe.write_conf(conf + "\n")
    done = probe.run("-t")
    assert done.returncode != 0 and conf.split()[0] in done.stdout + done.stderr, done
