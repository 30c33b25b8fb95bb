"""Runs Debian's Apache and Pinion over the same site, for comparison."""

import pytest

from pinion_server import Server, Site

APACHE = "/usr/sbin/apache2"
TREE_CONF = """
DocumentRoot "{htdocs}"
<Directory "{htdocs}">
    Require all granted
</Directory>
"""


class Pair:
    """Two servers, one configuration, one document root."""

    def __init__(self, conf, mpm, **options):
        site = Site()
        prepare = options.pop("prepare", None)
        if prepare:
            prepare(site)
        twin = Site()
        # One tree for both: entity tags hold inode and time of the same files.
        shared = {"loglevel": "warn", **options}
        conf = (TREE_CONF + conf).replace("{htdocs}", site.path("htdocs"))
        self.apache = Server(conf, site=twin, mpm="prefork", binary=APACHE, **shared)
        try:
            self.pinion = Server(conf, site=site, mpm=mpm, **shared)
        except BaseException:
            self.apache.stop()
            twin.remove()
            raise

    def stop(self):
        try:
            self.apache.stop()
        finally:
            self.pinion.stop()
        self.apache.site.remove()
        self.pinion.site.remove()


@pytest.fixture(scope="module")
def pair(mpm):
    """pair(CONF, prepare=function(site)) -> Pair, kept for the file."""
    running = {}

    def make(conf="", **options):
        key = (conf, repr(options))
        if key not in running:
            running[key] = Pair(conf, mpm, **options)
        return running[key]

    yield make
    failures = []
    for each in running.values():
        try:
            each.stop()
        except AssertionError as error:
            failures.append(str(error))
    assert not failures, "\n".join(failures)
