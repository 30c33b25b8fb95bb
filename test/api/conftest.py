"""Paths and facts for the tests of the module API."""

import csv
import os
import pathlib
import shutil
import subprocess

import pytest
from pinion_server import PREFIX

HERE = pathlib.Path(__file__).parent
OURS = pathlib.Path(PREFIX) / "include" / "pinion"
DEBIAN_HEADERS = pathlib.Path("/usr/include/apache2")
BINARY = pathlib.Path(PREFIX) / "sbin" / "pinion"
APXS = pathlib.Path(PREFIX) / "bin" / "pinion-apxs"


def facts(name):
    """The rows of a table in facts/, as dictionaries."""
    with open(HERE / "facts" / f"{name}.tsv", encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def apr_flags():
    words = []
    for tool in ("apr-1-config", "apu-1-config"):
        words += subprocess.run([tool, "--includes"], capture_output=True, text=True, check=True).stdout.split()
    words += subprocess.run(["apr-1-config", "--cppflags"], capture_output=True, text=True, check=True).stdout.split()
    words.append("-I/usr/include/libxml2")
    return [word.replace("-I", "-isystem", 1) if word.startswith("-I") else word for word in dict.fromkeys(words)]


def compile_c(source, *flags, folder, compiler="cc", suffix=".c"):
    """Compiles text; returns what the compiler said, "" for success."""
    path = folder / f"check{suffix}"
    path.write_text(source)
    done = subprocess.run([compiler, "-w", *apr_flags(), *flags, str(path)],
                          capture_output=True, text=True, check=False, cwd=folder)
    return "" if done.returncode == 0 else done.stderr or "failed without a word"


@pytest.fixture(scope="session", params=["pinion", "debian"])
def tree(request):
    """The folder of public headers: ours, and Debian's as the reference."""
    path = OURS if request.param == "pinion" else DEBIAN_HEADERS
    if not path.is_dir():
        pytest.skip("apache2-dev is not installed")
    return path


@pytest.fixture(scope="session")
def compilers():
    return [each for each in ("gcc", "clang") if shutil.which(each)] or [os.environ.get("CC", "cc")]


class Builder:
    """Compiles modules of modules/ with pinion-apxs, each once."""

    def __init__(self, folder):
        self.folder = folder
        self.apxs = os.environ.get("PINION_APXS") or str(APXS)
        for source in (HERE / "modules").iterdir():
            shutil.copy(source, folder)
        self.built = {}

    def path(self, name, *options, source=None):
        """The shared object of mod_<name>, from mod_<name>.c or a copy of source."""
        key = (name, options)
        if key not in self.built:
            if source:
                shutil.copy(self.folder / source, self.folder / f"mod_{name}.c")
            done = subprocess.run([self.apxs, "-c", "-Wc,-Wall -Werror", *options, f"mod_{name}.c"],
                                  cwd=self.folder, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            self.built[key] = self.folder / ".libs" / f"mod_{name}.so"
        return self.built[key]

    def load(self, *names):
        """LoadModule lines for modules."""
        return "".join(f"LoadModule {name}_module {self.path(name)}\n" for name in names)


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    folder = tmp_path_factory.mktemp("modules")
    for each in (folder, *folder.parents[:3]):
        if os.stat(each).st_uid == os.getuid() and str(each) != "/tmp":
            os.chmod(each, 0o755)  # the server's user loads them too
    return Builder(folder)
