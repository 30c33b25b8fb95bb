"""What the tests of the cases from the field share: PHP by mod_php."""

import pytest

PHP = """
LoadModule php_module {debian}/libphp8.2.so
<FilesMatch "\\.php$">
    SetHandler application/x-httpd-php
</FilesMatch>
"""

# Tells what arrived, as one JSON object.
ECHO = """<?php
header('Content-Type: application/json');
$body = file_get_contents('php://input');
echo json_encode(['server' => $_SERVER, 'length' => strlen($body), 'md5' => md5($body),
    'headers' => getallheaders(), 'get' => $_GET], JSON_INVALID_UTF8_SUBSTITUTE);
"""


@pytest.fixture(scope="module")
def php(server):
    """php(CONF, **options): a server with mod_php and /echo.php."""
    def make(conf="", files=None, **options):
        return server(PHP + conf, files={"htdocs/echo.php": ECHO, **(files or {})}, **options)
    return make
