"""LoadModule: built-in modules first, files otherwise, and what is shown."""

import glob
import os
import re

import pytest

from pinion_server import DEBIAN_MODULES


def listed(server):
    return dict(re.findall(r"^ (\S+) \((static|shared)\)$", server.run("-M").stdout, re.M))


def test_a_built_in_module_serves_whatever_the_path(fresh_server):
    s = fresh_server("LoadModule info_module /no/such/file.so\nLoadModule proxy_module {debian}/mod_proxy.so\n",
                     start=False)
    modules = listed(s)
    assert modules["info_module"] == "static" and modules["proxy_module"] == "shared"
    assert modules["core_module"] == "static"


def test_a_module_that_nobody_names_sleeps(fresh_server):
    s = fresh_server("<IfModule info_module>\nError \"awake\"\n</IfModule>\n", start=False)
    assert "info_module" not in listed(s)


@pytest.mark.parametrize("conf, args", [
    ("ForeignModules On\n", ()),
    ("ForeignModules info_module\n", ()),
    ("ForeignModules other info\n", ()),
    ("", ("-D", "ForeignModules")),
])
def test_the_file_can_be_taken_instead(fresh_server, conf, args):
    s = fresh_server(conf + "LoadModule info_module {debian}/mod_info.so\n", args=args, modules=("authz_core",),
                     start=False)
    assert listed(s)["info_module"] == "shared"


def test_foreign_modules_can_be_switched_off_again(fresh_server):
    s = fresh_server("ForeignModules On\nForeignModules Off\nLoadModule info_module {debian}/mod_info.so\n",
                     start=False)
    assert listed(s)["info_module"] == "static"


def test_naming_a_module_twice_or_one_that_is_always_on_is_harmless(fresh_server):
    s = fresh_server("LoadModule proxy_module {debian}/mod_proxy.so\nLoadModule proxy_module {debian}/mod_proxy.so\n"
                     "LoadModule log_config_module modules/mod_log_config.so\nLoadModule unixd_module x.so\n",
                     start=False)
    done = s.run("-t")
    assert done.returncode == 0
    assert "proxy_module is already loaded, skipping" in done.stderr


def test_the_distributions_tree_loads_unmodified(fresh_server):
    if not os.path.exists("/etc/apache2/apache2.conf"):
        pytest.skip("needs Debian's apache2")
    s = fresh_server(start=False)
    env = dict(s.env, APACHE_RUN_USER="www-data", APACHE_RUN_GROUP="www-data", APACHE_RUN_DIR=s.site.path("run"),
               APACHE_LOCK_DIR=s.site.path("run"), APACHE_LOG_DIR=s.site.path("logs"), APACHE_PID_FILE=s.site.path("pid"))
    import subprocess
    done = subprocess.run([s.binary, "-f", "/etc/apache2/apache2.conf", "-t"], env=env, capture_output=True, text=True)
    if "process models" in done.stderr:
        pytest.skip("this machine's Apache uses another process model")
    assert done.returncode == 0 and done.stderr.endswith("Syntax OK\n"), done.stderr


def dependencies(name):
    """name and what its .load file says it needs, in order."""
    found = []

    def add(mod):
        if mod in found:
            return
        path = f"/etc/apache2/mods-available/{mod}.load"
        text = open(path).read() if os.path.exists(path) else ""
        for dep in re.findall(r"^# Depends: (.*)$", text, re.M):
            for each in dep.split():
                add(each)
        found.append(mod)
    for each in ("mpm_prefork", "authz_core", "authz_host", name):
        add(each)
    return found


AVAILABLE = sorted(os.path.basename(p)[:-5] for p in glob.glob("/etc/apache2/mods-available/*.load"))
# mod_dav_lock needs mod_dav and does not say so; Apache refuses it alone, too.
REFUSED = {"mpm_event", "mpm_worker", "dav_lock"}


@pytest.mark.parametrize("foreign", [False, True], ids=["own", "foreign"])
def test_each_of_the_distributions_modules_loads_with_its_configuration(fresh_server, foreign):
    if not AVAILABLE:
        pytest.skip("needs Debian's apache2")
    s = fresh_server(start=False, modules=(), base="""
ServerRoot /etc/apache2
PidFile "{root}/logs/httpd.pid"
DefaultRuntimeDir "{root}/run"
ErrorLog "{root}/logs/error.log"
ServerName test
Listen 127.0.0.1:{port}
""", args=("-D", "ForeignModules") if foreign else ())
    s.env.update(APACHE_RUN_DIR=s.site.path("run"), APACHE_LOG_DIR=s.site.path("logs"))
    failed = {}
    for name in AVAILABLE:
        mods = dependencies(name)
        if name.startswith("mpm_"):
            mods = [m for m in mods if m != "mpm_prefork" or name == "mpm_prefork"]
        s.write_conf("".join(f"Include mods-available/{m}.load\n" for m in mods)
                     + "".join(f"IncludeOptional mods-available/{m}.conf\n" for m in mods))
        done = s.run("-t")
        if done.returncode != 0:
            failed[name] = done.stderr
    assert set(failed) <= REFUSED, {k: v for k, v in failed.items() if k not in REFUSED}
    assert DEBIAN_MODULES
