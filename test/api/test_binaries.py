"""Module binaries of the distribution find in Pinion what they need.

unresolved.txt lists what some of them need and Pinion does not have yet; it
may only shrink.
"""

import pathlib
import re
import subprocess

import pytest
from api_facts import BINARY, HERE, facts
from pinion_server import DEBIAN_MODULES

pytestmark = pytest.mark.distro
UNRESOLVED = HERE / "unresolved.txt"
ROOT = HERE.parent.parent
# Need something that neither they nor any server has: not loadable anywhere.
BROKEN = {"mod_qos.so"}


def files():
    return sorted(pathlib.Path(DEBIAN_MODULES).glob("*.so"))


def symbols(path, which):
    out = subprocess.run(["nm", "-D", which, path], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^\s*(?:[0-9a-f]+ )?([A-Za-z]) ([^@\n]+)", out, re.M)
    return {name for kind, name in found if kind not in "wv"}


@pytest.fixture(scope="module")
def exported():
    return symbols(BINARY, "--defined-only")


def listed():
    return [line for line in UNRESOLVED.read_text().splitlines() if line and not line.startswith("#")]


def server_api():
    """What a server is asked for: the API, and whatever looks like it."""
    return {row["function"] for row in facts("prototypes")} | {row["variable"] for row in facts("data")}


def missing(exported):
    """"module symbol" for each symbol of the server that a module lacks."""
    offered = set(exported)
    for path in files():
        offered |= symbols(path, "--defined-only")
    api = server_api()
    return sorted(f"{path.name} {name}" for path in files() for name in symbols(path, "--undefined-only")
                  if (name in api or re.match(r"ap_|dav_|proxy_|ssl_", name)) and name not in offered)


def test_there_is_something_to_test():
    assert len(files()) > 100


def test_no_module_lacks_more_than_is_listed(exported):
    more = sorted(set(missing(exported)) - set(listed()))
    assert not more, more


def test_the_list_of_what_is_missing_only_shrinks(exported):
    solved = sorted(set(listed()) - set(missing(exported)))
    assert not solved, f"take these out of {UNRESOLVED.name}: {solved}"


def test_modules_open_inside_the_server(fresh_server, build):
    """dlopen() with RTLD_NOW of each file, by a module, in a real server."""
    incomplete = {line.split()[0] for line in listed()} | BROKEN
    # mod_dav's, mod_proxy's and other modules' symbols are there for those after.
    first = ["mod_dav.so", "mod_proxy.so", "mod_session.so", "mod_cache.so", "mod_watchdog.so", "mod_dbd.so"]
    paths = sorted(files(), key=lambda path: (path.name not in first, path.name))
    conf = build.load("api_open") + "".join(f"ApiOpen {path}\n" for path in paths)
    done = fresh_server(conf, start=False).run("-t")
    said = dict(re.findall(r"^open: (\S+): (.*)$", done.stdout, re.M))
    assert set(said) == {str(path) for path in paths}, done.stdout + done.stderr
    wrong = {name: why for name, why in said.items()
             if why != "ok" and pathlib.Path(name).name not in incomplete}
    assert not wrong, wrong


def test_the_export_list_is_what_the_headers_declare():
    done = subprocess.run([ROOT / "tools" / "gen-exports", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_what_is_left_out_is_left_out_everywhere(exported):
    absent = {row["function"] for row in facts("absent")}
    assert not absent & exported
    needed = {name for path in files() for name in symbols(path, "--undefined-only")}
    assert not absent & needed, "somebody needs it after all"


def test_the_server_exports_what_is_listed_and_nothing_else(exported):
    names = set(re.findall(r"^  (\w+);", (ROOT / "server" / "exports.list").read_text(), re.M))
    assert not names - exported, "declared and listed, but not there"
    # What shared libraries refer to (environ, stdout ...) is exported by the linker.
    extra = {name for name in exported - names if re.match(r"(ap|pn|pinion|mpm)_", name)}
    assert not extra, "private, but visible to modules"
