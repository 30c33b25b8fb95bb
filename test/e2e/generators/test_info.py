"""mod_info: each of its pages, from its own tables and the tree."""

import pytest

pytestmark = pytest.mark.own("the page is ours, from its first word to its last")

CONF = """
LoadModule info_module {modules}/mod_info.so
AddModuleInfo mod_info.c "see <b>here</b>"
<Location "/info">
    SetHandler server-info
</Location>
<Location "/<i>">
    Options None
</Location>
"""


@pytest.mark.parametrize("query, has, has_not", [
    ("", ["<h2><a name=\"modules\">Loaded Modules</a></h2>", "Server Settings", "Startup Hooks", "Providers",
          "<a name=\"core.c\">"], []),
    ("?server", ["<strong>Server Version:</strong>", "<strong>Module Magic Number:</strong> <tt>20120211:142</tt>",
                 "<strong>MPM Name:</strong>", "<strong>Server Root:</strong>"], ["Startup Hooks"]),
    ("?config", ["In file: ", "SetHandler <i>server-info</i>", "&lt;Location ", "&lt;/Location&gt;"], ["<i>\">"]),
    ("?list", ["<dd>core.c</dd>", "<dd>mod_info.c</dd>"], ["Server Version"]),
    ("?hooks", ["<strong>Content Handlers:</strong>", "<a href=\"?mod_info.c\">mod_info.c</a>",
                "<strong>Post Configuration:</strong>"], []),
    ("?providers", ["<strong>authz</strong> (version <tt>0</tt>)", "&nbsp;&nbsp;all"], []),
    ("?mod_info.c", ["<strong>Content handlers:</strong> <tt> <em>yes</em></tt>", "AddModuleInfo",
                     "see <b>here</b>", "<tt>Create Server Config</tt>"], ["?core.c"]),
    ("?none.c", [], ["Module Name"]),
])
def test_pages(server, query, has, has_not):
    res = server(CONF).get("/info" + query)
    assert res.status == 200
    assert res.header("Content-Type").startswith("text/html")
    for text in has:
        assert text in res.text
    for text in has_not:
        assert text not in res.text


def test_only_get_is_answered(server):
    s = server(CONF)
    assert s.post("/info", "x").status in (404, 405)
    assert s.request("HEAD", "/info").status == 200
