"""Modules of our own, several at once: the order in which hooks run."""

import pytest


def conf_for(build, modules):
    lines = []
    for name, options in modules.items():
        flags = [f"-DNAME={name}", *options]
        lines.append(f"LoadModule {name}_module {build.path(name, *flags, source='order.c')}")
    return "\n".join(lines) + "\n"


def after(name):
    return f"-DAFTER={name}"


def before(name):
    return f"-DBEFORE={name}"


@pytest.mark.parametrize("modules, want, shows", [
    ({"oa": ["-DORDER=APR_HOOK_LAST"], "ob": ["-DORDER=APR_HOOK_FIRST"], "oc": []}, "ob, oc, oa",
     "FIRST, MIDDLE, LAST, however they are loaded"),
    ({"od": ["-DORDER=APR_HOOK_REALLY_LAST"], "oe": ["-DORDER=APR_HOOK_LAST"],
      "of": ["-DORDER=APR_HOOK_REALLY_FIRST"], "og": ["-DORDER=APR_HOOK_FIRST"]}, "of, og, oe, od",
     "REALLY_FIRST and REALLY_LAST are outside"),
    ({"oh": ["-DORDER=11"], "oi": ["-DORDER=9"], "oj": []}, "oi, oj, oh", "numbers between"),
    ({"ok": [after("ol")], "ol": []}, "ol, ok", "a predecessor comes first"),
    ({"om": [], "on": [before("om")]}, "on, om", "a successor comes later"),
    ({"oo": [after("op"), "-DAFTER2=oq"], "op": [after("oq")], "oq": []}, "oq, op, oo", "lists of several, transitive"),
    ({"or": [after("nobody")], "os": [before("nobody")]}, "or, os", "modules that are not there do not matter"),
    ({"ov": [after("ou"), "-DORDER=APR_HOOK_FIRST"], "ou": ["-DORDER=APR_HOOK_LAST"]}, "ou, ov",
     "names win over numbers"),
])
def test_hooks_run_in_order(server, build, modules, want, shows):
    site = server(conf_for(build, modules))
    assert ", ".join(site.get("/index.html").headers("X-Order")) == want, shows
