"""Paths and facts that the tests of the module API share."""

import csv
import pathlib
import subprocess

from pinion_server import PREFIX

HERE = pathlib.Path(__file__).parent.parent / "api"
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
