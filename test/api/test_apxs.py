"""pinion-apxs: queries, compiling, installing, editing the configuration."""

import os
import shutil
import subprocess

import pytest
from api_facts import APXS, OURS
from pinion_server import PREFIX

SOURCE = """
#include "httpd.h"
#include "http_config.h"
AP_DECLARE_MODULE({name}) = {{ STANDARD20_MODULE_STUFF }};
"""


def apxs(*args, cwd=None, env=None):
    return subprocess.run([APXS, *args], cwd=cwd, capture_output=True, text=True, check=False,
                          env=dict(os.environ, **(env or {})))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mod_one.c").write_text(SOURCE.format(name="one"))
    (tmp_path / "more.c").write_text("int more(void);\nint more(void)\n{\n    return VALUE;\n}\n")
    for name in ("etc", "modules"):
        (tmp_path / name).mkdir()
    (tmp_path / "etc" / "httpd.conf").write_text("# first\n#LoadModule x_module m/x.so\nLoadModule y_module m/y.so\nListen 80\n")
    return tmp_path


@pytest.fixture
def settings(folder):
    return ["-S", f"LIBEXECDIR={folder}/modules", "-S", f"SYSCONFDIR={folder}/etc"]


@pytest.mark.parametrize("words, want", [
    (["LIBEXECDIR"], f"{PREFIX}/lib/pinion/modules"),
    (["exp_libexecdir"], f"{PREFIX}/lib/pinion/modules"),
    (["INCLUDEDIR"], str(OURS)),
    (["PREFIX", "SBINDIR"], f"{PREFIX};;{PREFIX}/sbin"),
    (["TARGET"], "pinion"),
    (["progname", "TARGET"], "pinion;;pinion"),
    (["-S", "CC=other", "CC"], "other"),
    (["-S", "LIBEXECDIR=/x", "libexecdir", "exp_libexecdir"], f"{PREFIX}/lib/pinion/modules;;/x"),
    (["LIBS"], ""),
])
def test_a_query_answers_with_values(words, want):
    done = apxs("-q", *words)
    assert (done.stdout, done.returncode) == (want + "\n", 0)


def test_a_query_knows_what_apache_knows():
    if not shutil.which("apxs"):
        pytest.skip("apache2-dev is not installed")
    theirs = subprocess.run(["apxs", "-q"], capture_output=True, text=True, check=True).stdout
    ours = apxs("-q").stdout
    names = {line.split("=")[0] for line in theirs.splitlines()}
    lacking = names - {line.split("=")[0] for line in ours.splitlines()}
    # What only Apache's own build uses.
    private = {"ab_CFLAGS", "ab_LIBS", "AP_BUILD_SRCLIB_DIRS", "AP_CLEAN_SRCLIB_DIRS", "BUILTIN_LIBS", "DTRACE",
               "DSO_MODULES", "ENABLED_DSO_MODULES", "ENABLED_MPM_MODULE", "HTTPD_LDFLAGS", "HTTPD_VERSION",
               "INSTALL_SUEXEC", "LOAD_ALL_MODULES", "MPM_MODULES", "MPM_SUBDIRS", "EXTRA_MPM_SUBDIRS", "MK_IMPLIB",
               "MKINSTALLDIRS", "MKDEP", "MOD_ACTIVATE", "other_targets", "non_build_targets", "GIT", "RSYNC", "EGREP",
               "AWK", "MATH_LIBS", "CRYPT_LIBS", "PCRE_LIBS", "SHARED_CORE", "sysconf", "UTIL_LDFLAGS", "PORT",
               "SSLPORT", "CGI", "nonssl_listen_stmt_1", "nonssl_listen_stmt_2"}
    assert {name for name in lacking - private if name.islower() or name.endswith("FLAGS")} == set(), lacking


def test_a_query_without_words_prints_all():
    lines = apxs("-q").stdout.splitlines()
    assert "progname=pinion" in lines
    assert all("=" in line for line in lines)
    assert any(" = pinion" in line for line in apxs("-q", "-v").stdout.splitlines())


def test_an_unknown_query_is_an_error():
    done = apxs("-q", "NOBODY")
    assert done.returncode == 1
    assert "Invalid query string `NOBODY'" in done.stderr


@pytest.mark.parametrize("libtool", [True, False])
def test_it_compiles_a_module(folder, settings, libtool):
    extra = [] if libtool else ["-S", "LIBTOOL="]
    done = apxs(*settings, *extra, "-c", "mod_one.c", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "mod_one.la").exists()
    out = subprocess.run(["nm", "-D", folder / ".libs" / "mod_one.so"], capture_output=True, text=True, check=True)
    assert " one_module\n" in out.stdout


@pytest.mark.parametrize("libtool", [True, False])
def test_options_reach_compiler_and_linker(folder, settings, libtool):
    extra = [] if libtool else ["-S", "LIBTOOL="]
    done = apxs(*settings, *extra, "-c", "-o", "mod_all.so", "-DVALUE=7", "-I", "/somewhere", "-L/elsewhere", "-lm",
                "-Wc,-O0 -Wall", "-Wl,-Wl,-z,now", "mod_one.c", "more.c", cwd=folder)
    assert done.returncode == 0, done.stderr
    said = done.stdout + done.stderr
    for each in ("-DVALUE=7", "-I/somewhere", "-L/elsewhere", "-lm", "-O0 -Wall", "-Wl,-z,now"):
        assert each in said, each
    assert (folder / "mod_all.la").exists()
    out = subprocess.run(["nm", "-D", folder / ".libs" / "mod_all.so"], capture_output=True, text=True, check=True)
    assert " more\n" in out.stdout, "both files are in it"


def test_options_may_follow_files(folder, settings):
    assert apxs(*settings, "-c", "more.c", "-DVALUE=1", "mod_one.c", cwd=folder).returncode == 0
    assert (folder / "more.la").exists(), "named after the first"


def test_an_error_of_the_compiler_is_one_of_ours(folder, settings):
    (folder / "mod_bad.c").write_text("no C\n")
    done = apxs(*settings, "-c", "mod_bad.c", cwd=folder)
    assert done.returncode == 1
    assert "pinion-apxs:Error: Command failed with rc=" in done.stderr


@pytest.mark.parametrize("name", ["mod_one.la", ".libs/mod_one.so"])
def test_it_installs(folder, settings, name):
    assert apxs(*settings, "-c", "mod_one.c", cwd=folder).returncode == 0
    done = apxs(*settings, "-i", name, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "modules" / "mod_one.so").stat().st_mode & 0o777 == 0o644
    assert "one" not in (folder / "etc" / "httpd.conf").read_text()


def load_lines(folder):
    return [line.split() for line in (folder / "etc" / "httpd.conf").read_text().splitlines() if "LoadModule" in line]


def test_it_activates_and_prepares(folder, settings):
    path = f"{folder}/modules/mod_one.so"
    done = apxs(*settings, "-c", "-i", "-a", "mod_one.c", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert f"[activating module `one' in {folder}/etc/httpd.conf]" in done.stdout
    old = [["#LoadModule", "x_module", "m/x.so"], ["LoadModule", "y_module", "m/y.so"]]
    assert load_lines(folder) == [*old, ["LoadModule", "one_module", path]]
    assert apxs(*settings, "-e", "-A", "mod_one.la", cwd=folder).returncode == 0
    assert load_lines(folder) == [*old, ["#LoadModule", "one_module", path]], "not a second line"
    assert apxs(*settings, "-e", "-a", "-n", "x", "mod_one.la", cwd=folder).returncode == 0
    assert load_lines(folder)[0] == ["LoadModule", "x_module", path], "a commented line is taken"
    text = (folder / "etc" / "httpd.conf").read_text()
    assert text.startswith("# first\n") and text.endswith("Listen 80\n")
    assert (folder / "etc" / "httpd.conf.bak").exists()


def test_without_a_configuration_it_cannot_activate(folder, settings):
    (folder / "etc" / "httpd.conf").unlink()
    assert apxs(*settings, "-c", "-i", "-a", "mod_one.c", cwd=folder).returncode == 1


def test_a_generated_module_compiles_and_answers(tmp_path, fresh_server, build):
    done = apxs("-g", "-n", "sample", cwd=build.folder)
    assert done.stdout.splitlines() == ["Creating [DIR]  sample", "Creating [FILE] sample/Makefile",
                                        "Creating [FILE] sample/mod_sample.c"]
    assert apxs("-g", "-n", "sample", cwd=build.folder).returncode == 1, "not twice"
    home = build.folder / "sample"
    make = subprocess.run(["make"], cwd=home, capture_output=True, text=True, check=False)
    assert make.returncode == 0, make.stdout + make.stderr
    server = fresh_server(f'LoadModule sample_module {home}/.libs/mod_sample.so\n'
                          '<Location "/sample">\nSetHandler sample\n</Location>\n')
    assert server.get("/sample").text == "This is mod_sample.\n"
    assert server.post("/sample", "x").status == 405
    assert server.request("HEAD", "/sample").body == b""
    assert subprocess.run(["make", "clean"], cwd=home, capture_output=True, check=False).returncode == 0
    assert sorted(path.name for path in home.iterdir()) == ["Makefile", "mod_sample.c"]


@pytest.mark.parametrize("args", [[], ["-c"], ["-i"], ["-g"], ["-x"], ["-S", "nonsense", "-q"], ["-W", "x", "-c", "a.c"]])
def test_wrong_use_is_explained(args):
    done = apxs(*args)
    assert done.returncode == 1
    assert done.stderr.startswith("Usage: ") or "Usage: pinion-apxs" in done.stderr
