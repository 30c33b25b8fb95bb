"""Broken configurations: what is said, with file and line, and exit code 1."""

import re

import pytest

CASES = [
    # (text, line of the fault within it, words of the message)
    ("Foo bar\n", 1, ["Invalid command 'Foo'", "perhaps misspelled"]),
    ("\nDocumentRoto /x\n", 2, ["Invalid command 'DocumentRoto'", "Did you mean 'DocumentRoot'?"]),
    ("RewriteEngine On\n", 1, ["Invalid command 'RewriteEngine'", "rewrite_module", "not loaded"]),
    ("php_value a b\n", 1, ["Invalid command 'php_value'", "libapache2-mod-php"]),
    ("<Directory /x>\nOptions None\n", 1, ["<Directory> was not closed"]),
    ("<Directory /x>\n</Files>\n", 2, ["Expected </Directory> (for <Directory> on line {1})", "saw </Files>"]),
    ("</Files>\n", 1, ["</Files> without matching <Files> section"]),
    ("<IfModule x>\n", 1, ["Expected </IfModule> before end of configuration"]),
    ("<IfModule x>\n<Files y>\n</IfModule>\n", 3, ["Expected </Files>", "line {2}", "line {3}"]),
    ("<IfDefine X\n</IfDefine>\n", 1, ["<IfDefine> directive missing closing '>'"]),
    ("<Directory>\n</Directory>\n", 1, ["<Directory>", "argument"]),
    ("Timeout\n", 1, ["Timeout takes one argument, but none was given", "seconds"]),
    ("Timeout 1 2\n", 1, ["Timeout takes one argument, but 2 were given (1 2)"]),
    ("MaxRanges some\n", 1, ["MaxRanges", "some"]),
    ("KeepAlive maybe\n", 1, ["KeepAlive must be On or Off, not 'maybe'"]),
    ("ErrorDocument 404\n", 1, ["ErrorDocument takes two arguments, but one was given (404)"]),
    ("Define\n", 1, ["Define takes 1-2 arguments, but none was given"]),
    ("Options Sometimes\n", 1, ["Sometimes"]),
    ("Include nope.conf\n", 1, ["Could not open configuration file", "/nope.conf"]),
    ("Include nope/*.conf\n", 1, ["/nope"]),
    ("Include conf/none-*.conf\n", 1, ["none-*.conf"]),
    ("Error \"not today\"\n", 1, ["not today"]),
    ("LoadModule x_module /no/such/file.so\n", 1, ["Cannot load /no/such/file.so into server"]),
    ("LoadModule x_module modules/mod_asis.so\n", 1, ["Cannot load", "(there is /usr/lib/apache2/modules/mod_asis.so)"]),
    ("LoadModule x_module {debian}/mod_asis.so\n", 1,
     ["Can't locate API module structure `x_module'", "undefined symbol: x_module"]),
    ("LoadModule x_module {root}/conf/httpd.conf\n", 1, ["Cannot load", "conf/httpd.conf"]),
    ("LoadModule mpm_event_module {debian}/mod_mpm_event.so\n", 1,
     ["mpm_event_module is not one of this server's process models", "mpm_prefork"]),
    ("LoadFile /no/such/lib.so\n", 1, ["Cannot load /no/such/lib.so into server"]),
    ("Require all granted\n", 1, ["Require not allowed here", "only inside <Directory>"]),
    ("<Files x>\nListen 1\n</Files>\n", 2, ["Listen not allowed here"]),
    ("<VirtualHost *:1>\n<VirtualHost *:2>\n</VirtualHost>\n</VirtualHost>\n", 2,
     ["<VirtualHost> cannot occur within <VirtualHost> section"]),
    ("<VirtualHost 1.2.3.4:80000>\n</VirtualHost>\n", 1, ["The address or port is invalid", "1.2.3.4:80000"]),
    ("Define A " + "x" * 20000 + "\nServerAdmin " + "${A}" * 100 + "\n", 2, ["with the values of its ${NAMES}"]),
    ("<IfVersion >= x>\n</IfVersion>\n", 1, ["'x' is no version"]),
]


@pytest.fixture(scope="module")
def broken(server):
    s = server(start=False)
    before = sum(1 for _ in open(s.conf_path))

    def check(text):
        s.write_conf(text)
        return s.run("-t"), before
    check.site = s
    return check


@pytest.mark.parametrize("text, line, words", CASES, ids=[c[0].split("\n")[0][:40] for c in CASES])
def test_a_fault_is_named_with_its_place(broken, text, line, words):
    done, before = broken(text)
    assert done.returncode == 1
    place = re.search(r"Syntax error on line (\d+) of (\S+?):", done.stderr)
    assert place, done.stderr
    assert place[2] == broken.site.conf_path
    assert int(place[1]) == before + line
    for word in words:
        word = re.sub(r"\{(\d)\}", lambda m: str(before + int(m[1])), word)
        assert word in done.stderr
    assert "Syntax OK" not in done.stderr


def test_a_fault_in_an_included_file_names_both(fresh_server):
    s = fresh_server("Include conf/more.conf\n", files={"conf/more.conf": "\nDefine\n"}, start=False)
    err = s.run("-t").stderr
    assert re.search(rf"Syntax error on line \d+ of {s.conf_path}: Syntax error on line 2 of {s.root}/conf/more.conf: "
                     "Define takes", err)


def test_a_fault_in_a_macro_names_definition_and_use(fresh_server):
    s = fresh_server("LoadModule macro_module {debian}/mod_macro.so\n"
                     "<Macro M $t>\n\nTimeout $t x\n</Macro>\nUse M 5\n", start=False)
    before = sum(1 for _ in open(s.conf_path))
    err = s.run("-t").stderr
    assert (f"Syntax error on line 2 of macro 'm' (defined on line {before - 4} of \"{s.conf_path}\") "
            f"used on line {before} of \"{s.conf_path}\":") in err
    assert "Timeout takes one argument, but 2 were given (5 x)" in err


def test_a_file_that_includes_itself_is_told_once(fresh_server):
    s = fresh_server("Include conf/loop.conf\n", files={"conf/loop.conf": "Include conf/loop.conf\n"}, start=False)
    done = s.run("-t")
    assert done.returncode == 1
    assert done.stderr.count("Syntax error") == 1
    assert "Exceeded maximum include depth" in done.stderr and "conf/loop.conf" in done.stderr


@pytest.mark.parametrize("content, words", [
    (b"\xef\xbb\xbfTimeout 3\n", "byte order mark"),
    ("Timeout 3\n".encode("utf-16"), "line 1"),
    (b"Timeout 3\nTime\0out 3\n", "NUL byte"),
    (b"Timeout " + b"3" * 2_000_000 + b"\n", "too long"),
    (b"<IfDefine x>\n" * 1000, "nested too deeply"),
    (b"Timeout 3\\\n" * 300_000, "too long"),
], ids=["bom", "utf-16", "nul", "long", "nested", "continued"])
def test_odd_files_are_refused_in_words(fresh_server, content, words):
    s = fresh_server("Include conf/odd.conf\n", files={"conf/odd.conf": content}, start=False)
    done = s.run("-t")
    assert done.returncode == 1
    assert words in done.stderr and "conf/odd.conf" in done.stderr


def test_what_is_no_file_is_no_configuration(fresh_server):
    s = fresh_server("Include conf/fifo\n", start=False)
    import os
    os.mkfifo(s.site.path("conf/fifo"))
    done = s.run("-t", timeout=10)
    assert done.returncode == 1 and "not a regular file" in done.stderr


def test_control_characters_do_not_reach_the_terminal(fresh_server):
    s = fresh_server("\x1b[31mFoo x\n", start=False)
    done = s.run("-t")
    assert "\x1b" not in done.stderr and "\\x1b[31mFoo" in done.stderr
