"""mod_rewrite: RewriteMap, each of its types."""

import os
import signal
import subprocess

import pytest
from pinion_server import wait_until

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "rewrite")
TEXT = """# a comment
one    1
two    2  # said behind
three\t3
tail   4|5
one    again
spaces a b c
empty
novalue #x
under_score /a.txt
"""
PROGRAM = """#!/bin/sh
while read -r line; do
    case $line in
    none) echo NULL;;
    null) echo nUlL;;
    long) head -c 20000 /dev/zero | tr '\\0' y; echo;;
    end) exit 0;;
    who) id -un;;
    *) echo "got:$line";;
    esac
done
"""
# The value of a map is what a redirect leads to.
ASK = """
RewriteEngine On
RewriteRule ^/{map}/(.*)$ /is/[${{map}:$1}] [R,NE,L]
RewriteRule ^/d/{map}/(.*)$ /is/[${{map}:$1|default}] [R,NE,L]
"""


def ask(server, path):
    """What the map of the rules ASK says."""
    res = server.get(path)
    assert res.status == 302, res
    return res.header("Location").rpartition("/is/")[2]


def conf(name, source):
    return f"RewriteMap {name} {source}\n" + ASK.replace("{map}", name)


@pytest.mark.parametrize("key, value, default", [
    ("one", "[1]", "[1]"),
    ("two", "[2]", "[2]"),
    ("three", "[3]", "[3]"),
    ("spaces", "[a]", "[a]"),
    ("empty", "[]", "[default]"),
    ("nothing", "[]", "[default]"),
    ("", "[]", "[default]"),
    ("#", "[]", "[default]"),
    ("ONE", "[]", "[default]"),
    ("tail", "[4|5]", "[4|5]"),
])
def test_text(server, key, value, default):
    s = server(conf("txt", "txt:{root}/map.txt"), files={"map.txt": TEXT}, modules=MODULES)
    key = key.replace("#", "%23")
    assert ask(s, "/txt/" + key) == value
    assert ask(s, "/d/txt/" + key) == default


def test_a_path_alone_is_a_text_map(server):
    s = server(conf("plain", "map.txt"), files={"map.txt": TEXT}, modules=MODULES)
    assert ask(s, "/plain/one") == "[1]"


def test_an_edit_is_seen(fresh_server):
    s = fresh_server(conf("txt", "txt:{root}/map.txt"), files={"map.txt": "k old\n"}, modules=MODULES)
    assert ask(s, "/txt/k") == "[old]"
    s.site.write("map.txt", "k new!\n", mtime=1000000000)
    assert ask(s, "/txt/k") == "[new!]"
    os.remove(s.site.path("map.txt"))
    assert ask(s, "/txt/k") == "[]"
    s.site.write("map.txt", "k back\n", mtime=1100000000)
    assert ask(s, "/txt/k") == "[back]"


def test_random(server):
    s = server(conf("rnd", "rnd:{root}/map.txt"), files={"map.txt": TEXT}, modules=MODULES)
    seen = {ask(s, "/rnd/tail") for _ in range(60)}
    assert seen == {"[4]", "[5]"}
    assert ask(s, "/rnd/one") == "[1]"
    assert ask(s, "/d/rnd/none") == "[default]"


@pytest.mark.parametrize("function, key, value", [
    ("toupper", "aB1", "[AB1]"),
    ("tolower", "aB1", "[ab1]"),
    ("escape", "a%20b%25/c", "[a%20b%25/c]"),
    ("unescape", "a%2541b", "[aAb]"),
])
def test_internal(server, function, key, value):
    s = server("".join(conf(name, f"int:{name}") for name in ("toupper", "tolower", "escape", "unescape")), modules=MODULES)
    assert ask(s, f"/{function}/{key}") == value


@pytest.fixture(scope="module")
def dbm(server):
    s = server("", start=False, files={"map.txt": TEXT}, modules=MODULES)
    for kind in ("sdbm", "db"):
        subprocess.run(["httxt2dbm", "-f", kind.upper(), "-i", s.site.path("map.txt"), "-o", s.site.path(f"map.{kind}")],
                       check=True, capture_output=True)
    s.write_conf(conf("sdbm", "dbm=sdbm:{root}/map.sdbm") + conf("db", "dbm=db:map.db"))
    return s.start()


@pytest.mark.parametrize("kind", ["sdbm", "db"])
def test_dbm(dbm, kind):
    assert ask(dbm, f"/{kind}/two") == "[2]"
    assert ask(dbm, f"/{kind}/three") == "[3]"
    assert ask(dbm, f"/d/{kind}/none") == "[default]"


def test_nested_keys_and_defaults(server):
    s = server("RewriteMap up int:toupper\nRewriteMap low int:tolower\nRewriteMap t txt:{root}/map.txt\nRewriteEngine On\n"
               "RewriteRule ^/n/(.*)$ /is/[${t:${low:$1}|${up:${low:$1}x}}] [R,NE,L]\n"
               "RewriteRule ^/v/(.*)$ /is/[${up:%{REQUEST_METHOD}:$1|d}] [R,NE,L]\n"
               "RewriteCond ${t:$1|none} ^([0-9])$\nRewriteRule ^/c/(.*)$ /is/[%1] [R,NE,L]\n"
               "RewriteRule ^/c/(.*)$ /is/[no] [R,NE,L]\n", files={"map.txt": TEXT}, modules=MODULES)
    assert ask(s, "/n/ONE") == "[1]"
    assert ask(s, "/n/Zz") == "[ZZX]"
    assert ask(s, "/v/x") == "[GET:X]"
    assert ask(s, "/c/two") == "[2]"
    assert ask(s, "/c/zz") == "[no]"


def test_maps_serve_htaccess_files_too(server):
    s = server('RewriteMap low int:tolower\n<Directory "{docroot}">\nAllowOverride All\nOptions FollowSymLinks\n</Directory>\n', modules=MODULES,
               files={"htdocs/h/.htaccess": "RewriteEngine On\nRewriteRule ^([A-Z]+\\.TXT)$ ${low:$1}\n", "htdocs/h/a.txt": "found"})
    assert s.get("/h/A.TXT").text == "found"


def test_a_map_that_is_not_there_finds_nothing(server):
    s = server(ASK.replace("{map}", "missing"), modules=MODULES)
    assert ask(s, "/missing/x") == "[]"
    assert ask(s, "/d/missing/x") == "[default]"


# --- programs -------------------------------------------------------------------

@pytest.fixture
def program(fresh_server):
    def make(more="", option="", **options):
        s = fresh_server("", start=False, modules=MODULES, **options)
        s.site.write("map.sh", PROGRAM, mode=0o755)
        s.write_conf(conf("prg", '"prg:{root}/map.sh -x" ' + option) + more)
        return s.start()
    return make


def test_program(program):
    s = program()
    assert ask(s, "/prg/a") == "[got:a]"
    assert ask(s, "/prg/b%20c") == "[got:b c]"
    assert ask(s, "/d/prg/none") == "[default]"
    assert ask(s, "/d/prg/null") == "[default]"
    assert ask(s, "/d/prg/a%0Ab") == "[default]"
    assert ask(s, "/prg/a") == "[got:a]"


def test_one_program_for_all_processes(program):
    s = program()
    assert {ask(s, f"/prg/{i}") for i in range(40)} == {f"[got:{i}]" for i in range(40)}


@pytest.mark.differs("apache", "foreign", reason="the default of a map counts also when its program has ended")
def test_a_program_that_ended_finds_nothing(program):
    s = program()
    assert ask(s, "/d/prg/end") == "[default]"
    assert ask(s, "/d/prg/a") == "[default]"


def test_a_program_is_started_again_by_a_restart(program):
    s = program()
    assert ask(s, "/prg/end") == "[]"
    s.signal(signal.SIGUSR1)
    wait_until(lambda: ask(s, "/prg/a") == "[got:a]", 20, "the new program")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")
def test_a_program_runs_as_its_user(program):
    assert ask(program(option="nobody:nogroup"), "/prg/who") == "[nobody]"
    assert ask(program(), "/prg/who") == "[root]"


def test_no_program_is_started_without_the_engine(fresh_server):
    s = fresh_server("", start=False, modules=MODULES)
    s.site.write("map.sh", "#!/bin/sh\ntouch \"$0.ran\"\ncat\n", mode=0o755)
    s.write_conf("RewriteMap prg prg:{root}/map.sh\n")
    s.start()
    assert s.get("/a.txt").status == 200
    assert not os.path.exists(s.site.path("map.sh.ran"))


def test_the_lock_of_programs_can_be_chosen(program):
    assert ask(program(more="Mutex flock:{root}/run rewrite-map\n"), "/prg/a") == "[got:a]"


@pytest.mark.differs("apache", "foreign", reason="an owner that is not user:group is refused")
def test_refuses_an_owner_without_a_group(server):
    server("", start=False, modules=MODULES).refuses("RewriteMap m prg:/bin/cat nobody", "user:group")


# --- databases ------------------------------------------------------------------

DBD = """
LoadModule dbd_module {debian}/mod_dbd.so
DBDriver sqlite3
DBDParams {root}/db/map.db
"""


@pytest.fixture(scope="module")
def dbd(server):
    import sqlite3

    s = server("", start=False, modules=MODULES)
    os.mkdir(s.site.path("db"))
    with sqlite3.connect(s.site.path("db/map.db")) as base:
        base.execute("CREATE TABLE map (k TEXT, v TEXT)")
        base.executemany("INSERT INTO map VALUES (?, ?)", [("one", "1"), ("many", "a"), ("many", "b"), ("void", None)])
    base.close()
    os.chmod(s.site.path("db"), 0o777)
    os.chmod(s.site.path("db/map.db"), 0o666)
    s.write_conf(DBD + conf("dbd", '"dbd:SELECT v FROM map WHERE k = %s"') + conf("fast", '"fastdbd:SELECT v FROM map WHERE k = %s"'))
    return s.start()


@pytest.mark.parametrize("name", ["dbd", "fast"])
def test_dbd(dbd, name):
    assert ask(dbd, f"/{name}/one") == "[1]"
    assert ask(dbd, f"/d/{name}/none") == "[default]"
    assert ask(dbd, f"/d/{name}/%27%20or%201=1--") == "[default]"
    assert ask(dbd, f"/{name}/many") in ("[a]", "[b]")
