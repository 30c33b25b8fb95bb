"""mod_authz_core: what each rule and container lets through."""

import pytest

from pinion_server import RUN

from rules import LOGIN, ask, place, start

GRANTED = "Require all granted\n"
DENIED = "Require all denied\n"
USER = LOGIN + "Require valid-user\n"


def block(name, *lines):
    return f"<{name}>\n" + "\n".join(lines) + f"\n</{name.split()[0]}>\n"


def in_all(*lines):
    return block("RequireAll", *lines)


@pytest.mark.parametrize(
    "rules, method, status, shows",
    [
        (GRANTED, "GET", 200, "granted"),
        (DENIED, "GET", 403, "denied"),
        ('"Require" "all" granted', "GET", 200, "names may be quoted"),
        ("Require method GET", "HEAD", 200, "HEAD counts as GET"),
        ("Require method GET", "POST", 403, "another method"),
        ("Require method TRACE", "GET", 403, "TRACE never grants"),
        ("Require method", "GET", 403, "no method at all"),
        ("Require env X", "GET", 403, "unset variable"),
        ("SetEnvIf Host . X\nRequire env Y X", "GET", 200, "one of two variables"),
        ("Require env", "GET", 403, "no variable at all"),
        ('Require expr %{REMOTE_ADDR} == "127.0.0.1"', "GET", 200, "bare expression"),
        ("Require expr \"%{REMOTE_ADDR} == '127.0.0.1'\"", "GET", 200, "quoted expression"),
        ("Require expr \"%{REMOTE_ADDR} == '1'\"", "GET", 403, "false expression"),
        (in_all("Require not ip 10"), "GET", 403, "a negative rule alone grants nothing"),
        (in_all(GRANTED, "Require NOT ip 10"), "GET", 200, "a negative rule that does not match"),
        (in_all(GRANTED, "Require not ip 127.0.0.1"), "GET", 403, "one that does"),
        (in_all(GRANTED, block("RequireNone", "Require ip 127")), "GET", 403, "none may grant"),
        (in_all(GRANTED, block("RequireNone", "Require ip 10")), "GET", 200, "none does"),
        (block("RequireAny", in_all("Require not ip 10")), "GET", 403, "neutral is not granted"),
        (in_all("<IfModule mod_env.c>", GRANTED, "</IfModule>"), "GET", 200, "IfModule inside"),
        (block("Limit POST", DENIED), "GET", 200, "not for this method: no rule"),
        (block("Limit POST", DENIED), "POST", 403, "for this method"),
        (block("Limit POST", DENIED) + GRANTED, "POST", 200, "any is enough"),
        (block("Limit GET", DENIED), "HEAD", 403, "Limit GET holds for HEAD"),
        (block("LimitExcept GET POST", DENIED), "DELETE", 403, "LimitExcept"),
        (block("LimitExcept GET POST", DENIED), "GET", 200, "LimitExcept, an exception"),
        (block("Limit POST", GRANTED) + block("Limit GET", DENIED), "GET", 403, "each its own"),
        (block("Limit POST", GRANTED) + block("Limit GET", DENIED), "POST", 200, "each its own"),
        (in_all(block("Limit POST", DENIED), GRANTED), "GET", 200, "Limit in a container"),
        (in_all(block("Limit POST", DENIED), GRANTED), "POST", 403, "Limit in a container"),
        ("AuthMerging And\n", "GET", 200, "AuthMerging alone changes nothing"),
    ],
)
def test_rules(server, rules, method, status, shows):
    running = start(server)
    assert ask(running, place(running, rules), method) == status, shows


@pytest.mark.parametrize(
    "rules, words, shows",
    [
        ("Require all foo", "'granted' or 'denied'", "neither granted nor denied"),
        ("Require all", "'granted' or 'denied'", "nothing"),
        ('Require all "granted"', "'granted' or 'denied'", "arguments are taken as they stand"),
        ("Require foo", "Unknown Authz provider: foo", "no such provider"),
        ("Require ALL granted", "Unknown Authz provider: ALL", "case matters in names"),
        ("Require", "takes the name", "no name"),
        ("Require not ip 10", "negative Require directive has no effect in <RequireAny>", "alone"),
        (block("RequireNone", "Require not ip 10"), "no effect in <Require", "negative in None"),
        (block("RequireNone", "Require ip 10"), "<RequireNone> directive has no effect", "alone"),
        (block("RequireAll"), "<RequireAll> directive contains no authorization", "empty"),
        (block("RequireAny"), "<RequireAny> directive contains no authorization", "empty"),
        ("<RequireAll foo>\n" + GRANTED + "</RequireAll>", "arguments", "an argument"),
        (in_all("Options -Indexes", GRANTED), "Options not allowed", "foreign directive"),
        (in_all(block("Files a", GRANTED)), "<Files> not allowed", "foreign section"),
        ("Require method FOO", "'FOO' is not a known method", "unknown method"),
        ("Require method get", "'get' is not a known method", "case matters in methods"),
        ("Require expr (", "Cannot parse the expression", "broken expression"),
        ('Require expr "true" x', "'x' follows", "something behind the quotes"),
        ("AuthMerging foo", "AuthMerging must be Off, And or Or", "bad word"),
        ("AuthMerging And\nRequire not ip 10", "no effect in <RequireAny>", "merging is no container"),
        ('<AuthzProviderAlias ip x "10">\n</AuthzProviderAlias>', "not allowed here", "server only"),
    ],
)
def test_refused_configuration(server, rules, words, shows):
    running = start(server)
    assert ask(running, place(running, rules)) == 500, shows
    assert RUN != "own" or running.error_log.has(words), shows


@pytest.mark.parametrize(
    "rules, anonymous, known, wrong, shows",
    [
        (USER, 401, 200, 401, "a login is needed"),
        (USER + "Require ip 127.0.0.1", 200, 200, 200, "any is enough: nobody is asked"),
        (USER + "Require ip 10", 401, 200, 401, "the address does not do"),
        (LOGIN + in_all("Require valid-user", "Require ip 127"), 401, 200, 401, "both"),
        (LOGIN + in_all("Require valid-user", "Require ip 10"), 403, 403, 403,
         "a login cannot help: nobody is asked"),
        (LOGIN + in_all("Require ip 10", "Require valid-user"), 403, 403, 403, "the order is no matter"),
        (LOGIN + "Require user w", 401, 401, 401, "known, but may not"),
        (LOGIN + "AuthzSendForbiddenOnFailure On\nRequire user w", 401, 403, 401, "says 403"),
        (LOGIN + "Require expr \"%{REMOTE_USER} == 'u'\"", 401, 200, 401, "an expression about users"),
        (LOGIN + "Require expr \"%{REMOTE_USER} == 'w'\"", 401, 401, 401, "about another"),
        (LOGIN + in_all("Require valid-user", "Require not user u"), 401, 401, 401, "not that one"),
        (LOGIN + in_all("Require valid-user", "Require not user w"), 401, 200, 401, "not another"),
        (LOGIN + in_all(GRANTED, "Require not user u"), 200, 200, 200, "nobody has to log in for not"),
        (LOGIN + block("Limit POST", "Require valid-user"), 200, 200, 200, "another method"),
        ("Require valid-user", 500, 500, 500, "no way to log in is configured"),
    ],
)
def test_logins(server, rules, anonymous, known, wrong, shows):
    running = start(server)
    path = place(running, rules)
    got = [ask(running, path, user=user) for user in (None, "u:p", "u:q")]
    assert got == [anonymous, known, wrong], shows


@pytest.mark.parametrize(
    "levels, method, status, shows",
    [
        ((DENIED, GRANTED), "GET", 200, "the inner section replaces the outer"),
        ((DENIED, "Options None"), "GET", 403, "an inner section without rules inherits"),
        ((DENIED, "AuthMerging Off\n" + GRANTED), "GET", 200, "Off is the default"),
        ((DENIED, "AuthMerging Or\n" + GRANTED), "GET", 200, "one of both"),
        ((GRANTED, "AuthMerging Or\n" + DENIED), "GET", 200, "one of both"),
        ((DENIED, "AuthMerging And\n" + GRANTED), "GET", 403, "both"),
        ((GRANTED, "AuthMerging And\n" + DENIED), "GET", 403, "both"),
        ((DENIED, "AuthMerging Or", GRANTED), "GET", 200, "not inherited itself"),
        ((DENIED, "AuthMerging Or\n" + DENIED, "AuthMerging Or\n" + GRANTED), "GET", 200, "three"),
        ((DENIED, "Options None", "AuthMerging Or\n" + GRANTED), "GET", 200, "over a gap"),
        ((GRANTED, "AuthMerging And\n" + in_all("Require not ip 127")), "GET", 403, "not, joined"),
        ((GRANTED, "AuthMerging And\n" + in_all("Require not ip 10")), "GET", 200, "not, joined"),
        (("AuthMerging Or\nRequire ip 10", "AuthMerging And\n" + DENIED), "GET", 403,
         "(the server's grant or the address) and a denial"),
        (("AuthMerging And\n" + DENIED, "AuthMerging Or\n" + GRANTED), "GET", 200,
         "(the server's grant and a denial) or a grant"),
        (("AuthMerging And\n" + DENIED,), "GET", 403, "with the server's configuration"),
        (("AuthMerging Or\n" + DENIED,), "GET", 200, "with the server's configuration"),
        (("Options None", "AuthMerging Or\n" + DENIED), "GET", 200, "with the server's, over a gap"),
        ((block("Limit POST", DENIED), "AuthMerging And\n" + GRANTED), "POST", 403, "Limit, joined"),
        ((block("Limit POST", DENIED), block("Limit GET", GRANTED)), "POST", 200, "Limit, replaced"),
    ],
)
def test_merging(server, levels, method, status, shows):
    running = start(server)
    assert ask(running, place(running, *levels), method) == status, shows


ALIAS_CONF = """
<AuthzProviderAlias ip here "127.0.0.1 10.0.0.1">
</AuthzProviderAlias>
<Directory "{docroot}">
    AllowOverride All
</Directory>
"""


def test_alias(server):
    running = server(ALIAS_CONF)
    assert ask(running, place(running, "Require here")) == 200
    assert ask(running, place(running, in_all(GRANTED, "Require not here"))) == 403


@pytest.mark.parametrize(
    "line, words",
    [
        ('<AuthzProviderAlias nonesuch odd "x">\n</AuthzProviderAlias>', "Unknown Authz provider: nonesuch"),
        ('<AuthzProviderAlias ip ip "10">\n</AuthzProviderAlias>', "name of its own provider"),
        ('<AuthzProviderAlias ip host "10">\n</AuthzProviderAlias>', "already taken"),
        ('<AuthzProviderAlias ip>\n</AuthzProviderAlias>', "a new name"),
        ('<AuthzProviderAlias ip x "300">\n</AuthzProviderAlias>', "not an address"),
    ],
)
@pytest.mark.own("Apache takes some of it in silence")
def test_refused_alias(server, line, words):
    running = start(server)
    running.site.write("conf/bad.conf", open(running.conf_path).read() + line)
    done = running.run("-t", "-f", running.site.path("conf/bad.conf"))
    assert done.returncode != 0
    assert RUN != "own" or words in done.stderr


def test_refusals_are_logged_in_the_words_that_log_watchers_know(server):
    running = start(server)
    path = place(running, DENIED)
    ask(running, path)
    assert running.error_log.has(f"client denied by server configuration: {running.root}/htdocs{path}")
    path = place(running, LOGIN + "Require user w")
    ask(running, path, user="u:p")
    assert running.error_log.has(f'user u: authorization failure for "{path}"')
