"""The documents name files that exist."""

import os
import re

import pytest

TOP = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
DOCS = ["README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md"]


@pytest.mark.parametrize("doc", DOCS)
def test_every_path_named_exists(doc):
    with open(os.path.join(TOP, doc), encoding="utf-8") as file:
        text = file.read()
    named = set(re.findall(r"`((?:include|server|mpm|modules|conf|support|test|tools|docs)/[\w./-]+)`", text))
    assert named or doc == "README.md"
    missing = sorted(name for name in named if not os.path.exists(os.path.join(TOP, name)))
    assert not missing
