"""The same directory listed by Apache and by Pinion, byte for byte."""

import os

import pytest

MODULES = ("authz_core", "authz_host", "mime", "dir", "alias", "autoindex")
ICONS = """\
    AddIcon (DIR,/icons/folder.gif) ^^DIRECTORY^^
    AddIcon /icons/blank.gif ^^BLANKICON^^
    AddIcon /icons/back.gif ..
    AddIcon (BIN,/icons/binary.gif) .bin
    AddIconByType (TXT,/icons/text.gif) text/*
    AddIconByEncoding (CMP,/icons/compressed.gif) x-gzip
    DefaultIcon /icons/unknown.gif
    AddDescription "A <b>bold</b> word &amp; many more of them" *.png
    AddDescription "short" b
"""
# What each folder of its own is configured with.
FOLDERS = {
    "plain": "",
    "fancy": "IndexOptions FancyIndexing",
    "icons": "IndexOptions FancyIndexing\n" + ICONS,
    "links": "IndexOptions FancyIndexing IconsAreLinks IconHeight IconWidth=18 XHTML\n" + ICONS,
    "bare": "IndexOptions FancyIndexing SuppressIcon SuppressLastModified SuppressSize SuppressRules\n" + ICONS,
    "nodesc": "IndexOptions FancyIndexing SuppressDescription SuppressColumnSorting",
    "wide": "IndexOptions FancyIndexing NameWidth=* DescriptionWidth=*\n" + ICONS,
    "narrow": "IndexOptions FancyIndexing NameWidth=10 DescriptionWidth=12\n" + ICONS,
    "olddate": "IndexOptions FancyIndexing UseOldDateFormat FoldersFirst IgnoreCase VersionSort",
    "table": "IndexOptions FancyIndexing HTMLTable\n" + ICONS,
    "debian": "IndexOptions FancyIndexing VersionSort HTMLTable NameWidth=* DescriptionWidth=* Charset=UTF-8\n"
              + ICONS + "IndexIgnore .??* *~ *# RCS CVS *,v *,t",
    "styled": "IndexOptions FancyIndexing HTMLTable AddAltClass\nIndexStyleSheet /s.css\n"
              'IndexHeadInsert "<meta name=x>"\n' + ICONS,
    "styledpre": "IndexOptions FancyIndexing\nIndexStyleSheet /s.css\n",
    "titles": "IndexOptions FancyIndexing ScanHTMLTitles HTMLTable SuppressIcon",
    "order": "IndexOptions FancyIndexing\nIndexOrderDefault Descending Size",
    "ignoring": "IndexOptions FancyIndexing IgnoreClient",
    "headed": "IndexOptions FancyIndexing\nHeaderName page.html\nReadmeName a.txt",
    "preamble": "IndexOptions FancyIndexing SuppressHTMLPreamble\nHeaderName page.html\nReadmeName page.html",
    "signed": "ServerSignature Off\nIndexOptions Type=text/plain Charset=x",
}
FILES = {
    "a.txt": "0123456789", "b": "x" * 2000, "c.bin": "x" * 123456, "v-1.10.gz": "x" * 1023, "v-1.9.gz": "x" * 1024,
    "pic.png": "x", "page.html": "<html><head><title>The\nTitle</title></head></html>\n", "empty": "", ".hidden": "x",
    'a rather long name with <odd> & "marks"?.txt': "x" * 300, "%41#;:.txt": "x", "caf\u00e9.txt": "x" * 10240,
    "Upper.txt": "x" * 999, "upper.txt": "x" * 1000,
}
QUERIES = ["", "?C=N;O=D", "?C=M", "?C=M;O=D", "?C=S", "?C=S;O=D", "?C=D", "?C=D;O=D", "?O=D", "?C=X;O=D", "?F=0", "?F=1",
           "?F=2", "?F=2;C=S&O=D", "?P=*.txt", "?P=%2a%2etxt;V=1", "?V=0;C=N;X=1;F=2", "?P=<x>\"&C=N", "?junk"]


def prepare(site):
    for folder in FOLDERS:
        for day, (name, content) in enumerate(sorted(FILES.items())):
            site.write(f"htdocs/{folder}/{name}", content, mtime=1_700_000_000 + 86400 * day)
        for day, name in enumerate(("sub", "Zoo")):
            path = site.path("htdocs", folder, name)
            os.makedirs(path)
            os.utime(path, (1_600_000_000 + 86400 * day,) * 2)


CONF = 'AddEncoding x-gzip .gz\nOptions Indexes\n<Directory "{htdocs}">\n    Options Indexes\n</Directory>\n' + "".join(
    f'<Directory "{{htdocs}}/{folder}">\n{lines}\n</Directory>\n' for folder, lines in FOLDERS.items())


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("folder", FOLDERS)
def test_listings_are_the_same(pair, folder, query):
    servers = pair(CONF, prepare=prepare, modules=MODULES)
    ours, theirs = (s.get(f"/{folder}/{query}") for s in (servers.pinion, servers.apache))
    assert ours.status == theirs.status
    assert ours.header("Content-Type") == theirs.header("Content-Type")
    assert ours.text == theirs.text
