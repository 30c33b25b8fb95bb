"""mod_access_compat: Order, Allow, Deny and Satisfy of the years before 2.4."""

import pytest

from rules import LOGIN, ask, place, start

USER = LOGIN + "Require valid-user\n"


def limit(text, section="Limit POST"):
    return f"<{section}>\n{text}\n</{section.split()[0]}>\n"


@pytest.mark.parametrize(
    "rules, method, status, shows",
    [
        ("Allow from all", "GET", 200, "allow all"),
        ("Deny from all", "GET", 403, "deny all"),
        ("DENY FROM ALL", "GET", 403, "whatever the case"),
        ("Order allow,deny", "GET", 403, "the second word is the default"),
        ("Order deny,allow", "GET", 200, "the second word is the default"),
        ("Order Deny,Allow\nDeny from all\nAllow from 127.0.0.1", "GET", 200, "the last match counts"),
        ("Order Allow,Deny\nDeny from 127.0.0.1\nAllow from all", "GET", 403, "not the order of lines"),
        ("Order Allow,Deny\nAllow from 10", "GET", 403, "no match"),
        ("Order mutual-failure\nAllow from all", "GET", 200, "the third word for Allow,Deny"),
        ("Order mutual-failure\nAllow from all\nDeny from 127", "GET", 403, "the third word"),
        ("Deny from 10 127", "GET", 403, "one of two"),
        ("Deny from 127.0.0.0/8", "GET", 403, "a network"),
        ("Deny from 127.0.0.0/255.0.0.0", "GET", 403, "a mask"),
        ("Deny from ::1", "GET", 200, "another family"),
        ("Deny from localhost", "GET", 403, "a name"),
        ("Deny from LOCALHOST", "GET", 403, "a name, whatever the case"),
        ("Deny from ocalhost", "GET", 200, "whole labels only"),
        ("Deny from example.org", "GET", 200, "another name"),
        ("SetEnvIf Host . X\nDeny from env=X", "GET", 403, "a variable"),
        ("Deny from env=X", "GET", 200, "an unset variable"),
        ("Deny from env=!X", "GET", 403, "the lack of a variable"),
        ("SetEnvIf Host . X\nDeny from env=!X", "GET", 200, "not lacking"),
        (limit("Deny from all"), "GET", 200, "another method"),
        (limit("Deny from all"), "POST", 403, "this method"),
        (limit("Order allow,deny"), "GET", 200, "Order is per method too"),
        (limit("Order allow,deny"), "POST", 403, "Order is per method too"),
        (limit("Deny from all", "LimitExcept POST"), "HEAD", 403, "LimitExcept"),
        (limit("Deny from all", "LimitExcept POST"), "POST", 200, "LimitExcept"),
        ("Satisfy any\nDeny from all\nRequire all granted", "GET", 200, "rules of both kinds, any"),
        ("Satisfy any\nAllow from all\nRequire all denied", "GET", 200, "rules of both kinds, any"),
        ("Deny from all\nRequire all granted", "GET", 403, "rules of both kinds, all"),
    ],
)
def test_rules(server, rules, method, status, shows):
    running = start(server)
    assert ask(running, place(running, rules), method) == status, shows


@pytest.mark.parametrize(
    "rules, anonymous, known, wrong, shows",
    [
        ("Deny from all", 403, 403, 403, "the address is refused, whoever asks"),
        ("Deny from all\nSatisfy any", 401, 200, 401, "a login instead of the address"),
        ("Allow from all\nSatisfy any", 200, 200, 200, "the address instead of a login"),
        ("Order allow,deny\nSatisfy any", 401, 200, 401, "no address allowed"),
        ("Satisfy any", 200, 200, 200, "no address refused"),
        ("Satisfy all", 401, 200, 401, "the default"),
        ("Deny from all\n" + limit("Satisfy any"), 403, 403, 403, "Satisfy is per method too"),
    ],
)
def test_satisfy(server, rules, anonymous, known, wrong, shows):
    running = start(server)
    path = place(running, USER + rules)
    got = [ask(running, path, user=user) for user in (None, "u:p", "u:q")]
    assert got == [anonymous, known, wrong], shows


@pytest.mark.parametrize(
    "levels, status, shows",
    [
        (("Deny from all", "Allow from all"), 200, "an inner section inherits nothing"),
        (("Deny from all", "Satisfy any"), 200, "not even next to Satisfy alone"),
        (("Deny from all", "Options None"), 403, "unless it has no such directive"),
        (("Order allow,deny\nAllow from all", "Deny from all"), 403, "the inner one counts"),
        (('<Files "*">\nDeny from all\n</Files>', "Allow from all"), 403, "Files come last"),
        (('<Files "*">\n<IfModule mod_authz_core.c>\nRequire all denied\n</IfModule>\n'
          "<IfModule !mod_authz_core.c>\nDeny from all\n</IfModule>\n</Files>", "Options None"),
         403, "what applications ship"),
    ],
)
def test_inheritance(server, levels, status, shows):
    running = start(server)
    assert ask(running, place(running, *levels)) == status, shows


@pytest.mark.parametrize(
    "rules", ["Order deny, allow", "Order foo", "Allow all", "Allow from", "Deny from foo/bar",
              "Deny from 127.0.0.1/33", "Deny from 1.2.3.4.5", "Deny from 300", "Deny from 127/8",
              "Satisfy foo"])
def test_refused_configuration(server, rules):
    running = start(server)
    assert ask(running, place(running, rules)) == 500
