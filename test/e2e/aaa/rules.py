"""What the tests of access rules share: .htaccess files, and who asks."""

import base64
import itertools

MODULES = ("authz_core", "authz_host", "access_compat", "authn_core", "authn_file", "auth_basic",
           "authz_user", "env", "setenvif", "mime", "dir", "alias")
CONF = """
<Directory "{docroot}">
    AllowOverride All
</Directory>
"""
LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile "{root}/pw"\n'
# The password is "p".
FILES = {"pw": "u:$apr1$QdK0pGIZ$CHPmTdGKAAmU7.6cm9lq41\n"}

_names = itertools.count()


def start(server):
    return server(CONF, modules=MODULES, files=FILES)


def place(running, *levels):
    """Folders one in the other, each with a .htaccess; the path of a.txt in the last."""
    path = f"/r{next(_names)}"
    for depth, text in enumerate(levels):
        path += f"/{depth}"
        running.site.write(f"htdocs{path}/.htaccess", text.replace("{root}", running.root))
        running.site.write(f"htdocs{path}/a.txt", "x")
    return path + "/a.txt"


def ask(running, path, method="GET", user=None, **headers):
    """The status that user ("u:p", or None) gets."""
    if user:
        headers["Authorization"] = "Basic " + base64.b64encode(user.encode()).decode()
    return running.request(method, path, headers).status
