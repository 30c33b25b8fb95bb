"""Whatever changes on the way to a file is seen by the next request: each kind, many times, and with every child asked."""

import os
import shutil

import pytest

from pinion_server import wait_until

pytestmark = pytest.mark.own("Apache looks at everything for each request")

TIMES = 200
MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "headers")
CONF = """
MaxKeepAliveRequests 0
KeepAliveTimeout 30
<Directory "{root}/htdocs">
    AllowOverride All
    Options FollowSymLinks
</Directory>
<Directory "{root}/htdocs/owner">
    Options -FollowSymLinks +SymLinksIfOwnerMatch
</Directory>
"""
FILES = {"htdocs/a/b/c/d/x.txt": "first", "htdocs/owner/b/x.txt": "first", "other/x.txt": "other", "third/x.txt": "third"}
X = "/a/b/c/d/x.txt"


class Visitor:
    """Keep-alive connections, each with a child of its own; an answer counts when all give it."""

    def __init__(self, server, n):
        self.server = server
        self.conns = [server.connect() for _ in range(n)]

    def ask(self, path):
        seen = set()
        for i, conn in enumerate(self.conns):
            conn.send(f"GET {path} HTTP/1.1\r\nHost: t\r\n\r\n")
            res = conn.response()
            seen.add((res.status, res.header("X-Say"), res.text if res.status == 200 else None))
            if res.header("Connection") == "close":
                conn.close()
                self.conns[i] = self.server.connect()
        assert len(seen) == 1, seen
        return seen.pop()

    def close(self):
        for conn in self.conns:
            conn.close()


@pytest.fixture(scope="module", params=[1, 3], ids=["one connection", "three connections"])
def visitor(request, server):
    s = server(CONF, files=FILES, modules=MODULES, loglevel="crit")
    v = Visitor(s, request.param)
    yield v
    v.close()


@pytest.fixture
def site(visitor):
    """The same state for each test."""
    s = visitor.server.site
    for name in ("a", "owner", "way"):
        path = s.path("htdocs", name)
        if os.path.islink(path):
            os.unlink(path)
        shutil.rmtree(path, ignore_errors=True)
    for name in (".htaccess", "a.old"):
        if os.path.lexists(s.path("htdocs", name)):
            (shutil.rmtree if os.path.isdir(s.path("htdocs", name)) else os.unlink)(s.path("htdocs", name))
    for name, content in FILES.items():
        s.write(name, content)
    return s


def say(word):
    return f"Header set X-Say {word}\n"


@pytest.mark.parametrize("place", ["htdocs", "htdocs/a/b", "htdocs/a/b/c/d"])
def test_a_htaccess_that_is_made_edited_and_removed(visitor, site, place):
    for n in range(TIMES // 4):
        site.write(place + "/.htaccess", say(f"one{n}"))
        assert visitor.ask(X)[1] == f"one{n}"
        site.write(place + "/.htaccess", say(f"two{n}"))
        assert visitor.ask(X)[1] == f"two{n}"
        site.write(place + "/.htaccess", "Require all denied\n")
        assert visitor.ask(X)[0] == 403
        os.unlink(site.path(place, ".htaccess"))
        assert visitor.ask(X) == (200, None, "first")


def test_a_htaccess_that_is_replaced_by_rename(visitor, site):
    for n in range(TIMES):
        site.write("htdocs/a/.new", say(f"{n:04}"))  # the same size, most often the same second
        os.rename(site.path("htdocs/a/.new"), site.path("htdocs/a/.htaccess"))
        assert visitor.ask(X)[1] == f"{n:04}"


def test_a_htaccess_of_the_same_size_and_time(visitor, site):
    for n in range(TIMES):
        site.write("htdocs/a/b/.htaccess", say(f"{n:04}"), mtime=1700000000)
        assert visitor.ask(X)[1] == f"{n:04}"


def test_a_htaccess_that_may_not_be_read(visitor, site):
    if os.geteuid() != 0:
        pytest.skip("children run as who started the server")
    path = site.write("htdocs/a/.htaccess", say("open"))
    for _ in range(TIMES // 2):
        os.chmod(path, 0)
        assert visitor.ask(X)[0] == 403
        os.chmod(path, 0o644)
        assert visitor.ask(X)[1] == "open"


def test_a_broken_htaccess_that_is_mended(visitor, site):
    for n in range(TIMES // 4):
        site.write("htdocs/a/b/.htaccess", "Nonsense\n")
        assert visitor.ask(X)[0] == 500
        site.write("htdocs/a/b/.htaccess", say(n))
        assert visitor.ask(X)[1] == str(n)


def test_a_htaccess_that_links_to_another_file(visitor, site):
    site.write("other/one", say("one"))
    site.write("other/two", say("two"))
    os.symlink(site.path("other/one"), site.path("htdocs/a/.htaccess"))
    for n in range(TIMES // 2):
        os.symlink(site.path("other", "two" if n % 2 == 0 else "one"), site.path("htdocs/a/.new"))
        os.rename(site.path("htdocs/a/.new"), site.path("htdocs/a/.htaccess"))
        assert visitor.ask(X)[1] == ("two" if n % 2 == 0 else "one")
    for n in range(TIMES // 2):
        site.write("other/two", say(n))
        site.write("other/one", say(n))
        assert visitor.ask(X)[1] == str(n)


def test_a_htaccess_with_a_second_name(visitor, site):
    """A hard link elsewhere: what happens through the other name is not told of."""
    site.write("other/hard", say("x"))
    os.link(site.path("other/hard"), site.path("htdocs/a/.htaccess"))
    for n in range(TIMES):
        site.write("other/hard", say(n))
        assert visitor.ask(X)[1] == str(n)


@pytest.mark.parametrize("folder", ["htdocs/a", "htdocs/a/b/c", "htdocs/a/b/c/d"])
def test_a_folder_that_is_moved_away_and_another_in_its_place(visitor, site, folder):
    rest = X.removeprefix("/" + folder.removeprefix("htdocs/"))
    for n in range(TIMES // 3):
        os.rename(site.path(folder), site.path("htdocs/moved"))
        assert visitor.ask(X)[0] == 404
        site.write(folder + rest, f"new {n}")
        site.write(folder + "/.htaccess", say(n))
        assert visitor.ask(X) == (200, str(n), f"new {n}")
        shutil.rmtree(site.path(folder))
        os.rename(site.path("htdocs/moved"), site.path(folder))
        assert visitor.ask(X) == (200, None, "first")


def test_a_folder_that_is_closed_and_opened(visitor, site):
    if os.geteuid() != 0:
        pytest.skip("children run as who started the server")
    for _ in range(TIMES // 2):
        os.chmod(site.path("htdocs/a/b"), 0o700)
        assert visitor.ask(X)[0] == 403
        os.chmod(site.path("htdocs/a/b"), 0o755)
        assert visitor.ask(X)[0] == 200


def test_a_link_to_a_folder_that_is_turned(visitor, site):
    os.symlink(site.path("other"), site.path("htdocs/way"))
    for n in range(TIMES):
        where = "third" if n % 2 == 0 else "other"
        os.symlink(site.path(where), site.path("htdocs/new"))
        os.rename(site.path("htdocs/new"), site.path("htdocs/way"))
        assert visitor.ask("/way/x.txt")[2] == where


def test_what_a_link_leads_through(visitor, site):
    """releases/1 <- current <- htdocs/way, as sites are deployed: each step of it may change."""
    site.write("releases/1/x.txt", "release 1")
    site.write("releases/2/x.txt", "release 2")
    for path in ("current", "htdocs/way"):
        if os.path.lexists(site.path(path)):
            os.unlink(site.path(path))
    os.symlink("releases/1", site.path("current"))
    os.symlink(site.path("current"), site.path("htdocs/way"))
    for n in range(TIMES // 2):
        which = 2 - n % 2
        os.symlink(f"releases/{which}", site.path("next"))
        os.rename(site.path("next"), site.path("current"))
        assert visitor.ask("/way/x.txt")[2] == f"release {which}"
    for n in range(TIMES // 2):
        os.rename(site.path("releases"), site.path("gone"))
        assert visitor.ask("/way/x.txt")[0] in (403, 404)
        os.rename(site.path("gone"), site.path("releases"))
        assert visitor.ask("/way/x.txt")[0] == 200


def test_a_link_that_changes_its_owner(visitor, site):
    if os.geteuid() != 0:
        pytest.skip("needs files of several owners")
    os.symlink("b", site.path("htdocs/owner/l"))
    for _ in range(TIMES // 2):
        os.lchown(site.path("htdocs/owner/l"), 1, 1)
        assert visitor.ask("/owner/l/x.txt")[0] == 403
        os.lchown(site.path("htdocs/owner/l"), 0, 0)
        assert visitor.ask("/owner/l/x.txt")[0] == 200


def test_the_file_itself(visitor, site):
    path = site.path("htdocs" + X)
    for n in range(TIMES // 2):
        site.write("htdocs" + X, f"say {n:04}", mtime=1700000000)
        assert visitor.ask(X)[2] == f"say {n:04}"
        site.write("htdocs" + X + ".new", f"new {n:04}", mtime=1700000000)
        os.rename(path + ".new", path)
        assert visitor.ask(X)[2] == f"new {n:04}"
        os.unlink(path)
        assert visitor.ask(X)[0] == 404
        site.write("htdocs" + X, "")
        assert visitor.ask(X)[2] == ""
        site.write("htdocs" + X, "0123456789")
        os.truncate(path, 4)
        assert visitor.ask(X)[2] == "0123"
        if os.geteuid() == 0:
            os.chmod(path, 0)
            assert visitor.ask(X)[0] == 403
            os.chmod(path, 0o644)
        with open(path, "r+b") as file:
            file.write(b"abcd")
        assert visitor.ask(X)[2] == "abcd"
        os.unlink(path)
        os.symlink(site.path("other/x.txt"), path)
        assert visitor.ask(X)[2] == "other"
        os.unlink(path)


def test_a_file_with_a_second_name(visitor, site):
    if os.path.exists(site.path("other/hard.txt")):
        os.unlink(site.path("other/hard.txt"))
    os.link(site.path("htdocs" + X), site.path("other/hard.txt"))
    for n in range(TIMES):
        site.write("other/hard.txt", f"hard {n:04}", mtime=1700000000)
        assert visitor.ask(X)[2] == f"hard {n:04}"


def test_a_directory_that_gets_an_index(visitor, site):
    for n in range(TIMES // 2):
        assert visitor.ask("/a/b/")[0] in (403, 404)
        site.write("htdocs/a/b/index.html", f"index {n}")
        assert visitor.ask("/a/b/")[2] == f"index {n}"
        os.unlink(site.path("htdocs/a/b/index.html"))


# --- where the kernel does not tell -----------------------------------------

@pytest.mark.parametrize("change", ["make", "edit", "remove", "rename", "turn the link", "close the folder"])
def test_without_watching_it_is_seen_within_a_second(server, change):
    s = server(CONF + "PathCacheWatch Off\n", files=FILES, modules=MODULES, loglevel="crit")
    lone = Visitor(s, 1)
    there = s.site
    path = "/way/x.txt" if change == "turn the link" else X
    ht = there.path("htdocs/a/.htaccess")
    before = {"make": None, "turn the link": None, "close the folder": None}.get(change, "before")
    if os.path.exists(ht):
        os.unlink(ht)
    if before:
        there.write("htdocs/a/.htaccess", say("before"))
    if change == "turn the link":
        if os.path.lexists(there.path("htdocs/way")):
            os.unlink(there.path("htdocs/way"))
        os.symlink(there.path("other"), there.path("htdocs/way"))
    wait_until(lambda: lone.ask(path)[:2] == (200, before), 3, "the first state")
    if change in ("make", "edit"):
        there.write("htdocs/a/.htaccess", say("after1"))
    elif change == "remove":
        os.unlink(ht)
    elif change == "rename":
        there.write("htdocs/a/.new", say("after1"))
        os.rename(there.path("htdocs/a/.new"), ht)
    elif change == "turn the link":
        os.unlink(there.path("htdocs/way"))
        os.symlink(there.path("third"), there.path("htdocs/way"))
    else:
        os.rename(there.path("htdocs/a/b"), there.path("htdocs/a/away"))
    wanted = {"make": (200, "after1", "first"), "edit": (200, "after1", "first"), "rename": (200, "after1", "first"),
              "remove": (200, None, "first"), "turn the link": (200, None, "third"), "close the folder": (404, None, None)}
    wait_until(lambda: lone.ask(path) == wanted[change], 2, change)
    if change == "close the folder":
        os.rename(there.path("htdocs/a/away"), there.path("htdocs/a/b"))
    lone.close()


def test_nothing_is_kept_when_there_is_no_memory_for_it(server):
    s = server(CONF + "PathCacheMemory 0\n", files=FILES, modules=MODULES, loglevel="crit")
    lone = Visitor(s, 1)
    for n in range(5):
        s.site.write("htdocs/a/.htaccess", say(n))
        assert lone.ask(X)[1] == str(n)
    lone.close()


# --- one line for each state of a file ---------------------------------------

def test_an_error_is_logged_once_for_each_edit(server):
    s = server(CONF + "# for its log\n", files={**FILES, "htdocs/a/.htaccess": "Nonsense here\n"}, modules=MODULES)
    for _ in range(20):
        assert s.get(X).status == 500
    assert s.get("/a.txt").status == 200
    assert s.error_log.has("htdocs/a/.htaccess:1:") and s.error_log.count("Nonsense") == 1
    s.site.write("htdocs/a/.htaccess", "\nNonsense again\n")
    for _ in range(20):
        assert s.get(X).status == 500
    assert s.error_log.has("htdocs/a/.htaccess:2:") and s.error_log.count("Nonsense") == 2


def test_a_file_of_ten_megabytes_is_an_error_with_one_line(server):
    s = server(CONF + "# for its size\n", files={**FILES, "htdocs/a/.htaccess": "# " + "x" * 10_000_000 + "\n"}, modules=MODULES)
    for _ in range(5):
        assert s.get(X).status == 500
    assert s.error_log.has("HtaccessMaxSize") and s.error_log.count("HtaccessMaxSize") == 1


def test_the_size_counts_where_nothing_is_remembered(server):
    s = server(CONF + "PathCacheMemory 0\nHtaccessMaxSize 100\n", files={**FILES, "htdocs/a/.htaccess": "# " + "x" * 200 + "\n"},
               modules=MODULES)
    assert s.get(X).status == 500 and s.error_log.has("HtaccessMaxSize")


def test_no_name_of_many_is_passed_over(server):
    names = " ".join(f".acl{n}" for n in range(40))
    s = server(CONF + f"AccessFileName {names}\n", files={**FILES, "htdocs/a/.acl39": "Require all denied\n"}, modules=MODULES)
    assert s.get(X).status == 403
    os.unlink(s.site.path("htdocs/a/.acl39"))
    wait_until(lambda: s.get(X).status == 200, 3, "the file to be open")


@pytest.mark.parametrize("line, words", [
    ("PathCacheMemory lots", "'lots'"), ("PathCacheMaxFile 1G", "'1G'"), ("HtaccessMaxSize -1", "'-1'"),
    ("PathCacheWatch maybe", "On or Off"),
])
def test_bad_values_are_refused(server, line, words):
    server("", start=False).refuses(line, words)
