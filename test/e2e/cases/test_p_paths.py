"""Cases P: what a path may and may not reach."""

import json

import pytest

FILES = {"htdocs/sub/b.txt": "bee\n", "s": "outside", "htdocs/s.php": "<?php echo json_encode($_SERVER);",
         "htdocs/evil.php\n": "<?php echo 'run';", "htdocs/img.php.jpg": "<?php echo 'run';",
         "htdocs/img.php.xyz": "<?php echo 'run';", "htdocs/a.jpg": "jpg"}


@pytest.mark.parametrize("path, statuses", [
    ("/../s", (400,)), ("/sub/../../s", (400,)), ("/%2e%2e/s", (400,)), ("/.%2e/s", (400,)),
    ("/cgi-bin/.%2e/.%2e/bin/sh", (400,)), ("/%2e%2e%2fs", (404,)), ("/..%2fs", (404,)), ("/..%5cs", (404,)),
    ("/..;/s", (404,)), ("/%c0%ae%c0%ae/s", (404,)), ("/%u002e/s", (400,)),
    ("/%252e%252e/s", (404,)), ("/sub/%2e%2e/%2e%2e/s", (400,)), ("//../s", (400,)), ("/./../s", (400,)),
    ("/sub/%2e%2e/a.txt", (200,)), ("/sub/../a.txt", (200,)), ("/sub/./b.txt", (200,)),
])
def test_p01_traversal(php, path, statuses):
    res = php(files=FILES).get(path)
    assert res.status in statuses
    assert "outside" not in res.text


@pytest.mark.parametrize("setting, status, path_info", [
    ("Off", 404, None), ("NoDecode", 200, "/a%2Fb"), ("On", 200, "/a/b"),
])
@pytest.mark.parametrize("in_vhost", [False, True])
def test_p03_encoded_slash(php, setting, status, path_info, in_vhost):
    directive = f"AllowEncodedSlashes {setting}\n"
    conf = f"<VirtualHost *:{{port}}>\nServerName v\n{directive}</VirtualHost>\n" if in_vhost else directive
    res = php(conf, files=FILES).get("/s.php/a%2Fb")
    assert res.status == status
    if path_info:
        assert json.loads(res.body)["PATH_INFO"] == path_info


def test_p03_vhosts_do_not_inherit_the_setting(php):
    s = php("AllowEncodedSlashes On\n<VirtualHost *:{port}>\nServerName v\n</VirtualHost>\n", files=FILES)
    assert s.get("/s.php/a%2Fb").status == 404


def test_p03_on_serves_the_file(php):
    assert php("AllowEncodedSlashes On\n", files=FILES).get("/sub%2fb.txt").text == "bee\n"


@pytest.mark.parametrize("path, status", [
    ("/evil.php%0a", 200), ("/img.php.jpg", 200), ("/img.php.xyz", 200), ("/a.jpg/x.php", 404),
])
def test_p05_filesmatch_runs_only_scripts(php, path, status):
    res = php(files=FILES).get(path)
    assert res.status == status
    assert res.text != "run"


def test_p05_addhandler_runs_double_extensions(server):
    s = server("LoadModule php_module {debian}/libphp8.2.so\nAddHandler application/x-httpd-php .php\n",
               files=FILES)
    assert s.get("/img.php.jpg").text == "run"
