"""The language of the files: variables, conditions, includes, macros, lines."""

import pytest


def header_of(server, conf, **kw):
    """What the configuration sets as ServerAdmin, seen in an error page."""
    s = server("ServerSignature EMail\n" + conf, **kw)
    text = s.get("/none").text
    return text.split("mailto:")[1].split('"')[0] if "mailto:" in text else None


@pytest.mark.parametrize("conf, admin, shows", [
    ("Define NAME one\nServerAdmin ${NAME}@x\n", "one@x", "a defined variable"),
    ("ServerAdmin ${PN_TEST}@x\n", "env@x", "a variable of the environment"),
    ("ServerAdmin a@x\n<IfDefine !NOT>\nServerAdmin b@x\n</IfDefine>\n", "b@x", "IfDefine with !"),
    ("ServerAdmin a@x\n<IfDefine NOT>\nServerAdmin b@x\n</IfDefine>\n", "a@x", "IfDefine"),
    ("ServerAdmin a@x\n<IfModule mod_so.c>\nServerAdmin b@x\n</IfModule>\n", "b@x", "IfModule by file"),
    ("ServerAdmin a@x\n<IfModule so_module>\nServerAdmin b@x\n</IfModule>\n", "b@x", "IfModule by symbol"),
    ("ServerAdmin a@x\n<IfModule mod_none.c>\nServerAdmin b@x\nBogus line\n</IfModule>\n", "a@x",
     "what is excluded is not looked at"),
    ("ServerAdmin a@x\n<IfFile conf/httpd.conf>\nServerAdmin b@x\n</IfFile>\n", "b@x", "IfFile"),
    ("ServerAdmin a@x\n<IfDirective Bogus>\nServerAdmin b@x\n</IfDirective>\n", "a@x", "IfDirective"),
    ("ServerAdmin a@x\n<IfSection VirtualHost>\nServerAdmin b@x\n</IfSection>\n", "b@x", "IfSection"),
    ("ServerAdmin a@x\n<IfVersion >= 2.4>\nServerAdmin b@x\n</IfVersion>\n", "b@x", "IfVersion"),
    ("ServerAdmin \\\n  long@x\n", "long@x", "a continued line"),
    ("ServerAdmin crlf@x\r\nTimeout 60\r\n", "crlf@x", "Windows line ends"),
    ("# comment \\\nServerAdmin b@x\n", None, "a continued comment takes the next line along"),
    ("Include conf/[a].d/*.conf\n", "two@x", "patterns in folders and names, in order"),
    ("IncludeOptional conf/none/*.conf\nServerAdmin c@x\n", "c@x", "IncludeOptional of nothing"),
    ("LoadModule macro_module {debian}/mod_macro.so\n<Macro A $who>\nServerAdmin $who@x\n</Macro>\nUse A me\n",
     "me@x", "a macro"),
])
def test_the_language(fresh_server, conf, admin, shows):
    files = {"conf/a.d/1.conf": "ServerAdmin one@x\n", "conf/a.d/2.conf": "ServerAdmin two@x\n"}
    got = header_of(fresh_server, conf, files=files, env={"PN_TEST": "env"})
    if admin is None:
        assert got in (None, "[no address given]", "[no%20address%20given]"), shows
    else:
        assert got == admin, shows


@pytest.mark.parametrize("line, warns", [
    ('ServerAdmin "a@x', True),
    ("ServerAdmin 'a@x", True),
    ('ServerAdmin "a\\"@x"', False),
    ('ServerAdmin a"@x', False),
    ('LogFormat "a b" \'e\'', False),
    ('LogFormat "a b" "c d', True),
])
def test_a_quote_that_is_not_closed_warns(fresh_server, line, warns):
    s = fresh_server(line + "\n", start=False)
    done = s.run("-t")
    assert done.returncode == 0
    assert ("a quote is opened and not closed: " + line in done.stderr) == warns


def test_an_undefined_variable_stays_and_warns(fresh_server):
    s = fresh_server("ServerAdmin ${NOT_THERE}@x\n", start=False)
    done = s.run("-t")
    assert done.returncode == 0
    assert "${NOT_THERE}" in done.stderr and "not defined" in done.stderr


def test_definitions_of_one_pass_do_not_reach_the_next(fresh_server):
    s = fresh_server("<IfDefine ONCE>\nError \"still there\"\n</IfDefine>\nDefine ONCE\n")
    assert s.get("/a.txt").status == 200, "a start makes two passes"


def test_the_configuration_can_be_shown(fresh_server):
    s = fresh_server("<Location /x>\nRequire all denied\n</Location>\n", start=False)
    out = s.run("-t", "-D", "DUMP_CONFIG")
    lines = out.stdout.splitlines()
    assert out.returncode == 0
    assert lines[0] == f"# In file: {s.conf_path}"
    at = lines.index("<Location /x>")
    assert lines[at + 2] == "  Require all denied" and lines[at + 3] == "</Location>"
    assert lines[at - 1].startswith("# ") and lines[at - 1].endswith(":")
