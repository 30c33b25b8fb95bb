"""mod_env: variables that are set, passed on, taken away."""

import pytest

CONF = """
SetEnv A outer
SetEnv B
PassEnv PN_TEST_PASSED PN_TEST_MISSING
<Directory "{docroot}">
    AllowOverride FileInfo
</Directory>
<Location /inner>
    SetEnv A inner
    SetEnv C "two words"
    UnsetEnv B
</Location>
<Location /inner/again>
    SetEnv B back
</Location>
Header set A "%{A}e"
Header set B "%{B}e"
Header set C "%{C}e"
Header set P "%{PN_TEST_PASSED}e"
"""
FILES = {
    "htdocs/inner/a": "", "htdocs/inner/again/a": "",
    "htdocs/ht/a": "", "htdocs/ht/.htaccess": "SetEnv A ht\nUnsetEnv PN_TEST_PASSED\n",
}
MODULES = ("authz_core", "authz_host", "mime", "dir", "env", "headers")


@pytest.mark.parametrize(
    "path, values, shows",
    [
        ("/a.txt", ("outer", "", "(null)", "yes"), "the server's"),
        ("/inner/a", ("inner", "(null)", "two words", "yes"), "a section overrides and removes"),
        ("/inner/again/a", ("inner", "back", "two words", "yes"), "what was removed can come back"),
        ("/ht/a", ("ht", "", "(null)", "(null)"), "in .htaccess"),
    ],
)
def test_env(server, path, values, shows):
    running = server(CONF, files=FILES, modules=MODULES, env={"PN_TEST_PASSED": "yes"})
    answer = running.get(path)
    assert tuple(answer.header(n) for n in "ABCP") == values, shows


def test_a_variable_that_is_missing_is_told(server):
    running = server(CONF, files=FILES, modules=MODULES, env={"PN_TEST_PASSED": "yes"})
    with open(running.site.path("logs/stderr"), errors="replace") as file:
        assert "PN_TEST_MISSING" in file.read() + running.error_log.text()


@pytest.mark.parametrize("conf", ["SetEnv", "SetEnv a b c", "PassEnv", "UnsetEnv"])
def test_refuses(server, conf):
    probe = server("", start=False, modules=MODULES)
    probe.write_conf(conf + "\n")
    done = probe.run("-t")
    assert done.returncode != 0 and conf.split()[0] in done.stdout + done.stderr, done
