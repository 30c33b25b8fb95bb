"""Fixtures for the tests of the module API."""

import os
import shutil
import subprocess

import pytest
from api_facts import APXS, DEBIAN_HEADERS, HERE, OURS


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
