"""Files of directories: what they may do, and what a broken one answers."""

import pytest

ROOT = "<Directory {docroot}>\nAllowOverride %s\n</Directory>\n"


@pytest.mark.parametrize("allow, text, status, log", [
    ("All", "ForceType text/x-test\n", 200, None),
    ("None", "Bogus\n", 200, None),
    ("All", "Bogus x\n", 500, ".htaccess:1: Invalid command 'Bogus'"),
    ("All", "\nOptions Sometimes\n", 500, ".htaccess:2: "),
    ("AuthConfig", "ForceType text/x-test\n", 500, ".htaccess:1: ForceType not allowed here"),
    ("All", "Listen 1\n", 500, "Listen not allowed here"),
    ("All", "Include /etc/hostname\n", 500, "Include not allowed here"),
    ("All", "LoadModule x /x\n", 500, "LoadModule not allowed here"),
    ("All", "<Directory />\n</Directory>\n", 500, "<Directory> not allowed here"),
    ("All", "<Files a.txt>\nForceType text/x-test\n", 500, "<Files> was not closed"),
    ("All", "\ufeffForceType text/x-test\n", 500, "byte order mark"),
    ("All", "ForceType \\\r\n text/x-test\r\n", 200, None),
    ("All", "<IfModule mod_none.c>\nphp_value a b\n</IfModule>\nForceType text/x-test\n", 200, None),
    ("All", "php_value a b\n", 500, "Invalid command 'php_value'"),
    ("All", "<IfDefine x>\n" * 500, 500, "nested too deeply"),
])
def test_a_file_of_a_directory(fresh_server, allow, text, status, log):
    s = fresh_server(ROOT % allow, files={"htdocs/d/.htaccess": text, "htdocs/d/a.txt": "x"})
    res = s.get("/d/a.txt")
    assert res.status == status
    if log:
        assert s.error_log.has(log)
        assert s.root not in res.text, "the answer tells nothing of it"
    elif allow != "None":
        assert res.header("Content-Type").startswith("text/x-test")


def test_single_directives_can_be_admitted(fresh_server):
    s = fresh_server("<Directory {docroot}>\nAllowOverride None\nAllowOverrideList ForceType\n</Directory>\n",
                     files={"htdocs/d/.htaccess": "ForceType text/x-test\n", "htdocs/d/a.txt": "x",
                            "htdocs/e/.htaccess": "Options None\n", "htdocs/e/a.txt": "x"})
    assert s.get("/d/a.txt").header("Content-Type").startswith("text/x-test")
    assert s.get("/e/a.txt").status == 500


def test_faults_can_be_skipped_where_that_is_wanted(fresh_server):
    s = fresh_server(ROOT % "FileInfo Nonfatal=All",
                     files={"htdocs/d/.htaccess": "Bogus\nOptions None\nForceType text/x-test\n",
                            "htdocs/d/a.txt": "x"})
    res = s.get("/d/a.txt")
    assert res.status == 200 and res.header("Content-Type").startswith("text/x-test")
    assert s.error_log.has("Bogus") and s.error_log.has("Options ignored")


def test_the_name_of_the_file_can_be_another(fresh_server):
    s = fresh_server("AccessFileName .one .two\n" + ROOT % "All",
                     files={"htdocs/d/.two": "ForceType text/x-test\n", "htdocs/d/a.txt": "x",
                            "htdocs/d/.htaccess": "Bogus\n"})
    assert s.get("/d/a.txt").header("Content-Type").startswith("text/x-test")


def test_a_file_that_cannot_be_read_closes_the_directory(fresh_server):
    import os
    s = fresh_server(ROOT % "All", files={"htdocs/d/.htaccess": "ForceType text/x-test\n", "htdocs/d/a.txt": "x"})
    if os.geteuid() != 0:
        pytest.skip("the server runs as the owner of the file")
    os.chmod(s.site.path("htdocs/d/.htaccess"), 0)
    assert s.get("/d/a.txt").status == 403
    assert s.error_log.has("cannot be read")
    os.remove(s.site.path("htdocs/d/.htaccess"))
    os.mkfifo(s.site.path("htdocs/d/.htaccess"), 0o644)
    assert s.get("/d/a.txt").status == 403, "and a FIFO does not hang the server"


def test_an_edit_counts_at_once(fresh_server):
    import os
    s = fresh_server(ROOT % "All", files={"htdocs/d/a.txt": "x"})
    path = s.site.path("htdocs/d/.htaccess")
    with s.connect() as conn:
        def ask():
            return conn.send("GET /d/a.txt HTTP/1.1\r\nHost: test\r\n\r\n").response().status
        assert ask() == 200
        s.site.write("htdocs/d/.htaccess", "Require all denied\n")
        assert ask() == 403
        os.remove(path)
        assert ask() == 200


def test_macros_of_the_server_and_of_the_file_itself(fresh_server):
    s = fresh_server("LoadModule macro_module {debian}/mod_macro.so\n"
                     "<Macro Type $t>\nForceType text/$t\n</Macro>\n" + ROOT % "All",
                     files={"htdocs/d/.htaccess": "Use Type x-test\n", "htdocs/d/a.txt": "x",
                            "htdocs/e/.htaccess": "<Macro Own>\nForceType text/x-own\n</Macro>\nUse Own\n",
                            "htdocs/e/a.txt": "x",
                            "htdocs/f/.htaccess": "Use Own\n", "htdocs/f/a.txt": "x"})
    for _ in range(5):
        assert s.get("/d/a.txt").header("Content-Type").startswith("text/x-test")
        assert s.get("/e/a.txt").header("Content-Type").startswith("text/x-own")
        assert s.get("/f/a.txt").status == 500, "what one file defines, another does not see"
    assert s.error_log.has("macro 'own' undefined")
