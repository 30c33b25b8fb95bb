"""The list of differences on purpose, made of the tests' marks."""

import os

TOP = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
HEAD = """# Where Pinion's modules differ on purpose

Made by `pytest --differences` of the marks in `test/e2e`; CI compares. Each row is a test that passes with Pinion's own
module and fails, as expected, with whoever is named: *apache*, Debian's Apache; *foreign*, Debian's module in Pinion.

| test | differs from | why |
|---|---|---|
"""


def row(item):
    """One line of the table for each mark of a test; parameters are left out."""
    path = os.path.relpath(str(item.path), TOP).removeprefix("test/e2e/")
    name = item.originalname.removeprefix("test_").replace("_", " ")
    for mark in item.iter_markers("differs"):
        why = mark.kwargs["reason"].replace("|", "\\|")
        yield f"| {path}: {name} | {', '.join(sorted(mark.args))} | {why} |"


def add_differences(items, target):
    rows = sorted({line for item in items for line in row(item)})
    with open(target, "w", encoding="utf-8") as file:
        file.write(HEAD + "".join(line + "\n" for line in rows))
