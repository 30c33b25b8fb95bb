"""The same bytes to Apache and to Pinion over one static site."""

import pytest

from cases import read_cases, read_differences
from compare import differences, observe

CONF = """
KeepAliveTimeout 2
Timeout 5
AddType text/html .html
AddType text/plain .txt
AddType image/png .png
AddDefaultCharset Off
DirectoryIndex index.html
TraceEnable On
<Directory "{htdocs}/closed">
    Require all denied
</Directory>
<Directory "{htdocs}/noslash">
    DirectorySlash Off
</Directory>
Alias "/alias" "{htdocs}/sub"
Redirect 301 "/old" "/new"
RedirectMatch 302 "^/rm/(.*)$" "http://o.example/z/$1"
Redirect gone "/gone"
ErrorDocument 403 "nothing to see"
<Location "/sub/missing">
    ErrorDocument 404 /a.txt
</Location>
<Files "secret.*">
    Require all denied
</Files>
LimitRequestBody 100000
"""

LISTS = ["static", "smuggling", "hosts", "paths", "ranges", "conditions", "connection"]
DIFFERENCES = read_differences()


def prepare(site):
    old = 1_700_000_000
    for name, content in {
        "a.txt": "0123456789", "index.html": "<h1>It works</h1>\n", "sub/index.html": "sub\n",
        "sub/b.txt": "bee\n", "sub/deep/c.txt": "sea\n", "closed/x.txt": "no\n", "noslash/index.html": "ns\n",
        "secret.txt": "no\n", "empty.txt": "", "spa ce.txt": "space\n", "pct%41.txt": "pct\n",
        "noext": "none\n", "pic.png": b"\x89PNG\r\n\x1a\n", "big.bin": bytes(range(256)) * 400,
        "dirnoindex/file.txt": "f\n",
    }.items():
        site.write("htdocs/" + name, content, mtime=old)


@pytest.mark.parametrize(
    "case", [case for name in LISTS for case in read_cases(name)], ids=lambda case: case.name)
def test_answers_as_apache_does(pair, case):
    servers = pair(CONF, prepare=prepare)
    seen = observe(servers.apache, case), observe(servers.pinion, case)
    found = differences(*seen)
    known = dict(DIFFERENCES.get(case.name, {}))
    if "answers" in known:
        value, why = known["answers"]
        theirs, ours = (" ".join(answer["status"] for answer in answers) for answers in seen)
        assert ours == value, f"{case.name}: not what the list says ({why})"
        assert theirs != ours, f"{case.name}: no longer differs ({why}); remove the row"
        return
    for field, (value, why) in known.items():
        assert field in found, f"{case.name}: {field} no longer differs ({why}); remove the row"
        assert found.pop(field)[1] == value, f"{case.name}: {field} is not what the list says ({why})"
    assert not found, f"{case.shows}\n" + "\n".join(
        f"  {field}: Apache {a!r}, Pinion {p!r}" for field, (a, p) in found.items())


def test_there_are_enough_cases():
    assert sum(len(read_cases(name)) for name in LISTS) >= 150
