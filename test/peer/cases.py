"""Reads the lists of raw requests, and the list of known differences.

requests/*.req: a case is

    == name: what it shows
    GET /a.txt HTTP/1.1
    Host: test
    (empty line)
    body bytes

Each line is sent with CRLF. A line that ends in a backslash is joined to the
next without any end; \\xNN, \\r, \\n, \\t, \\0 and \\\\ stand for bytes;
{port} is the server's port; @repeat(N,TEXT) is TEXT N times. The lines
before the first case that start with '#' are comments.

differences.txt: NAME | field | what Pinion sends | why. "field" is status,
body, or the name of a header field ("-" as value: absent), with #2 behind it
for the second answer; or "answers": the value is then the status of every
answer of the connection and its end, and nothing else is compared. A row that
no longer describes the difference fails.
"""

import glob
import os
import re

HERE = os.path.dirname(__file__)

_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|[rnt0\\])")
_PLAIN = {"r": "\r", "n": "\n", "t": "\t", "0": "\0", "\\": "\\"}


def _unescape(text):
    text = re.sub(r"@repeat\((\d+),([^)]*)\)", lambda m: m[2] * int(m[1]), text)
    return _ESCAPE.sub(
        lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "x" else _PLAIN[m[1]], text)


class Case:
    def __init__(self, name, shows, lines):
        self.name = name
        self.shows = shows
        self.lines = lines

    def data(self, port):
        """The bytes to send to a server on port."""
        out = ""
        for line in self.lines:
            joins = line.endswith("\\") and not line.endswith("\\\\")
            text = _unescape(line[:-1] if joins else line)
            out += text if joins else text + "\r\n"
        return out.replace("{port}", str(port)).encode("latin-1")

    @property
    def method(self):
        return self.data(0).lstrip(b"\r\n").split(b" ", 1)[0].decode("latin-1")


def read_cases(name):
    """The cases of requests/NAME.req, in order."""
    cases = []
    with open(os.path.join(HERE, "requests", name + ".req"), encoding="utf-8") as file:
        for line in file.read().removesuffix("\n").split("\n"):
            if line.startswith("== "):
                title, _, shows = line[3:].partition(": ")
                cases.append(Case(title.strip(), shows.strip(), []))
            elif cases:
                cases[-1].lines.append(line)
    for case in cases:  # the blank line that separates cases is not sent
        if case.lines and case.lines[-1] == "":
            case.lines.pop()
    names = [case.name for case in cases]
    assert len(names) == len(set(names)), "two cases share a name"
    return cases


def read_differences():
    """{case name: {field: (value, why)}}"""
    found = {}
    with open(os.path.join(HERE, "differences.txt"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, field, value, why = (part.strip() for part in line.split("|", 3))
                assert why, f"no reason given for {name}"
                found.setdefault(name, {})[field.lower()] = (value, why)
    return found


def all_lists():
    return sorted(os.path.basename(p)[:-4] for p in glob.glob(os.path.join(HERE, "requests", "*.req")))
