"""The command line: output that scripts parse, and exit codes."""

import re
import time

import pytest


def test_v_names_the_server_and_what_it_is_compatible_with(server):
    done = server().run("-v")
    assert done.returncode == 0
    first, second = done.stdout.splitlines()
    assert re.fullmatch(r"Server version: Pinion/\d+\.\d+\.\d+ Apache/2\.4\.\d+-compatible \(Unix\)", first)
    assert re.match(r"Server built:   \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$", second)


def test_capital_v_has_the_settings(server):
    out = server().run("-V")
    assert out.returncode == 0
    text = out.stdout
    assert re.search(r"^Server's Module Magic Number: 20120211:142$", text, re.M)
    assert re.search(r"^Architecture:   64-bit$", text, re.M)
    assert re.search(r"^Server MPM:     prefork$", text, re.M)
    assert re.search(r"^  threaded:     no$", text, re.M)
    assert re.search(r"^    forked:     yes \(variable process count\)$", text, re.M)
    for name in ("HTTPD_ROOT", "SERVER_CONFIG_FILE", "DEFAULT_PIDLOG", "DEFAULT_ERRORLOG", "SUEXEC_BIN"):
        assert re.search(rf'^ -D {name}="[^"]+"$', text, re.M), name
    assert " -D APR_HAS_MMAP\n" in text


def test_l_lists_one_module_a_line(server):
    out = server().run("-l")
    lines = out.stdout.splitlines()
    assert out.returncode == 0 and lines[0] == "Compiled in modules:"
    assert all(re.fullmatch(r"  \w+\.c", line) for line in lines[1:])
    assert "  core.c" in lines and "  mod_so.c" in lines


def test_capital_l_lists_the_directives_of_what_is_loaded(server):
    out = server().run("-L")
    assert out.returncode == 0
    assert re.search(r"^DocumentRoot \(core\.c\)$", out.stdout, re.M)
    assert re.search(r"^StartServers \(prefork\.c\)$", out.stdout, re.M)


@pytest.mark.parametrize("option", ["-v", "-V", "-l"])
def test_answers_come_at_once(server, option):
    s = server()
    began = time.monotonic()
    for _ in range(5):
        s.run(option)
    assert time.monotonic() - began < 2.5, "five in half a second each would be far too slow"


def test_t_says_syntax_ok_on_standard_error(server):
    out = server().run("-t")
    assert (out.returncode, out.stdout, out.stderr) == (0, "", "Syntax OK\n")


def test_t_with_a_fault_names_file_line_and_reason(fresh_server):
    s = fresh_server(start=False)
    s.write_conf("Listen\nServerName x\n")
    out = s.run("-t")
    assert out.returncode == 1 and "Syntax OK" not in out.stderr
    assert re.search(r"Syntax error on line \d+ of \S+/conf/httpd\.conf", out.stderr)


def test_a_missing_configuration_file(server):
    out = server().run("-f", "/none/httpd.conf", "-t")
    assert out.returncode == 1 and "/none/httpd.conf" in out.stderr


def test_s_shows_virtual_hosts_and_settings(fresh_server):
    s = fresh_server("<VirtualHost *:{port}>\nServerName one.test\nServerAlias uno.test\n</VirtualHost>\n"
                     "<VirtualHost *:{port}>\nServerName two.test\n</VirtualHost>\n", start=False)
    out = s.run("-S")
    assert out.returncode == 0 and "Syntax OK" not in out.stderr
    text = out.stdout
    assert text.startswith("VirtualHost configuration:\n")
    assert re.search(rf"^\*:{s.port}\s+is a NameVirtualHost$", text, re.M)
    assert re.search(r"^\s+default server one\.test \(\S+/httpd\.conf:\d+\)$", text, re.M)
    assert re.search(rf"^\s+port {s.port} namevhost two\.test \(\S+/httpd\.conf:\d+\)$", text, re.M)
    assert re.search(r"^\s+alias uno\.test$", text, re.M)
    assert f'ServerRoot: "{s.root}"' in text
    assert f'Main DocumentRoot: "{s.root}/htdocs"' in text
    assert f'PidFile: "{s.root}/logs/httpd.pid"' in text
    assert "Define: DUMP_VHOSTS\nDefine: DUMP_RUN_CFG\n" in text
    assert re.search(r'^User: name="[^"]+" id=\d+', text, re.M)


@pytest.mark.parametrize("args", [("-M",), ("-t", "-D", "DUMP_MODULES"), ("-D", "DUMP_MODULES")])
def test_m_shows_the_modules(server, args):
    out = server().run(*args)
    assert out.returncode == 0
    lines = out.stdout.splitlines()
    assert lines[0] == "Loaded Modules:"
    assert " core_module (static)" in lines
    assert any(line.startswith(" mpm_prefork_module (") for line in lines)


def test_dump_includes(fresh_server):
    s = fresh_server('Include "{root}/conf/more.conf"\n', files={"conf/more.conf": "ServerName more.test\n"},
                     start=False)
    out = s.run("-t", "-D", "DUMP_INCLUDES")
    assert out.returncode == 0
    assert out.stdout.startswith("Included configuration files:\n")
    assert f"  (*) {s.conf_path}\n" in out.stdout
    assert re.search(rf"^ +\(\d+\) {re.escape(s.root)}/conf/more\.conf$", out.stdout, re.M)


@pytest.mark.parametrize("args", [("-Z",), ("-D",), ("-t", "word"), ("-k",), ("-h",)])
def test_what_makes_no_sense_gets_the_usage(server, args):
    out = server().run(*args)
    assert out.returncode == 1
    assert re.search(r"^Usage: \S+ \[-D name\]", out.stderr, re.M)


def test_an_unknown_order_is_named(server):
    out = server().run("-k", "dance")
    assert out.returncode == 1
    assert "-k takes start, restart, graceful, graceful-stop or stop, not 'dance'" in out.stderr


def test_define_before_and_after(fresh_server):
    conf = ("<IfDefine SPECIAL>\nAlias /special {root}/htdocs/a.txt\n</IfDefine>\n"
            "<IfDefine EARLY>\nAlias /early {root}/htdocs/a.txt\n</IfDefine>\n")
    s = fresh_server(conf, args=["-D", "SPECIAL", "-C", "Define EARLY", "-c",
                                 "Redirect gone /late"])
    assert s.get("/special").status == 200
    assert s.get("/early").status == 200
    assert s.get("/late").status == 410


def test_e_and_capital_e(fresh_server):
    s = fresh_server(start=False)
    s.write_conf("NoSuchThing\n")
    target = s.site.path("logs/startup")
    out = s.run("-E", target, "-t")
    assert out.returncode == 1 and out.stderr == ""
    with open(target) as file:
        assert "NoSuchThing" in file.read()
    assert s.run("-e", "nonsense", "-t").returncode == 1
    assert s.run("-e", "debug", "-v").returncode == 0
