"""The core's directives: values that are refused, each with a sentence that says so."""

import pytest

@pytest.fixture(scope="module")
def checked(server):
    """checked(CONF) -> what -t says of it: (exit code, output)."""
    probe = server("", start=False)

    def check(conf):
        probe.write_conf(conf + "\n")
        done = probe.run("-t")
        return done.returncode, done.stdout + done.stderr

    return check

DIR = "<Directory />\n{}\n</Directory>"

REFUSED = [
    # sections
    ("<Directory>\n</Directory>", "argument"),
    ("<Directory a b>\n</Directory>", "<Directory"),
    ("<Directory /a\n</Directory>", "'>'"),
    ('<Directory ~ "a(">\n</Directory>', "eg"),
    ('<DirectoryMatch "a(">\n</DirectoryMatch>', "eg"),
    ("<Directory /a>\n<Location /b>\n</Location>\n</Directory>", "Location"),
    ("<Location /a>\n<Files b>\n</Files>\n</Location>", "<Files"),
    ("<VirtualHost *:1>\n<VirtualHost *:2>\n</VirtualHost>\n</VirtualHost>", "VirtualHost"),
    ("<Else>\n</Else>", "<Else>"),
    ("<If true>\n</If>\n<Else>\n</Else>\n<Else>\n</Else>", "<Else>"),
    ("<If 'a = '>\n</If>", ""),
    ("<If>\n</If>", "<If"),
    (DIR.format("<Limit>\n</Limit>"), "<Limit"),
    (DIR.format("<Limit TRACE>\n</Limit>"), "TRACE"),
    (DIR.format("<Limit GET>\n<Limit POST>\n</Limit>\n</Limit>"), "Limit"),
    # names
    ("ServerName h:99999", "99999"),
    ("ServerName https://h:0", "h:0"),
    ("ServerAlias x", "VirtualHost"),
    ("ServerTokens Foo", "ServerTokens"),
    ("<VirtualHost *:1>\nServerTokens Prod\n</VirtualHost>", "VirtualHost"),
    ("ServerSignature Foo", "ServerSignature"),
    ("UseCanonicalName Foo", "'"),
    ("UseCanonicalPhysicalPort Foo", "'"),
    ("HostnameLookups Foo", "'"),
    ("StrictHostCheck Foo", "StrictHostCheck"),
    ("QualifyRedirectURL Foo", "QualifyRedirectURL"),
    # documents
    ("DocumentRoot /nonexistent-dir", "/nonexistent-dir"),
    ("ErrorDocument 999 /x", "999"),
    ("ErrorDocument abc /x", "abc"),
    ('ErrorDocument 404 "%{foo"', ""),
    ("AcceptPathInfo Foo", "AcceptPathInfo"),
    ("AllowEncodedSlashes Foo", "AllowEncodedSlashes"),
    ("FileETag Foo", "'Foo'"),
    ("FileETag -None", "'None'"),
    ("EnableMMAP Foo", "'"),
    ("EnableSendfile Foo", "'"),
    ("ContentDigest Foo", "ContentDigest"),
    ("MergeSlashes Foo", "MergeSlashes"),
    # overrides
    ("Options Indexes +FollowSymLinks", "Either all Options must start with + or -, or no Option may"),
    ("Options Foo", "Foo"),
    ("AllowOverride All", "AllowOverride not allowed here"),
    (DIR.format("AllowOverride Foo"), "Foo"),
    (DIR.format("AllowOverride Options=Foo"), "Foo"),
    (DIR.format("AllowOverrideList None Redirect"), "'None'"),
    # handlers
    ('SetHandler "%{foo"', "xpression"),
    ("CGIVar FOO bar", "FOO"),
    ("CGIVar REQUEST_URI bar", "current-uri"),
    # network
    ("Port 80", "Listen"),
    ("TraceEnable Foo", "TraceEnable"),
    ("HttpProtocolOptions Foo", "HttpProtocolOptions"),
    ("HttpProtocolOptions Strict Unsafe", "Unsafe"),
    ("ProtocolsHonorOrder Foo", "ProtocolsHonorOrder"),
    ("MergeTrailers Foo", "MergeTrailers"),
    ("FlushMaxPipelined -2", "-2"),
    ("FlushMaxThreshold abc", "abc"),
    ("KeepAlive 5", "KeepAlive"),
    ("KeepAliveTimeout abc", "KeepAliveTimeout"),
    # limits
    ("LimitRequestLine -1", "-1"),
    ("LimitRequestBody abc", "LimitRequestBody"),
    ("LimitRequestBody -1", "LimitRequestBody"),
    ("LimitInternalRecursion 0", ""),
    ("RegexMatchLimit 10", "from 1000 on"),
    ("RegexMatchLimit many", "'many'"),
    ("MaxRanges Foo", "MaxRanges"),
    ("MaxRanges 0", "MaxRanges"),
    ("MaxRangeOverlaps -1", "MaxRangeOverlaps"),
    ("MaxRangeReversals Foo", "MaxRangeReversals"),
    ("RLimitCPU 1 2 3", "RLimitCPU"),
    # logging, processes
    ("LogLevel Foo", ""),
    ("LogLevel nonesuch:warn", "nonesuch"),
    ("LogLevel core:Foo", "Foo"),
    ("ErrorLogFormat foo bar", "connection"),
    ('ErrorLogFormat "%Z"', "%Z"),
    ('ErrorLogFormat "%{foo"', ""),
    ("RegexDefaultOptions Foo", "RegexDefaultOptions"),
    ("DefaultRuntimeDir /nonexistent-dir", "DefaultRuntimeDir"),
    ("ServerRoot /nonexistent-dir", "ServerRoot"),
    ("Mutex Foo", "Foo"),
    ("ScoreBoardFile", "ScoreBoardFile"),
]

@pytest.mark.parametrize("conf, words", REFUSED, ids=[c.replace("\n", " ") for c, _ in REFUSED])
def test_is_refused_with_a_sentence(checked, conf, words):
    code, output = checked(conf)
    assert code != 0, output
    assert "yntax error on line" in output, output
    assert words in output, output

# Apache takes these for some number that was not meant.
STRICTER = [
    ("Timeout abc", "'abc'"),
    ("MaxKeepAliveRequests abc", "'abc'"),
    ("LimitRequestLine abc", "'abc'"),
    ("RLimitCPU foo", "'foo'"),
    ('RegisterHttpMethod "a b"', "'a b'"),
    (DIR.format("AllowOverride Nonfatal=Foo"), "'Foo'"),
    ("ServerProduct \"\"", "ServerProduct"),
]

@pytest.mark.own("Apache guesses")
@pytest.mark.parametrize("conf, words", STRICTER, ids=[c.replace("\n", " ") for c, _ in STRICTER])
def test_is_refused_where_apache_guesses(checked, conf, words):
    code, output = checked(conf)
    assert code != 0 and words in output, output

TAKEN = [
    "<Files x>\n<Files y>\n</Files>\n</Files>",
    '<Location ~ "^/a">\n</Location>',
    "<If true>\n</If>\n<ElseIf false>\n</ElseIf>\n<Else>\n</Else>",
    '<If "%{HTTP_HOST} == \'a\'">\nErrorDocument 404 /x\n</If>',
    "<VirtualHost *:1>\nServerName a\nServerAlias b *.c d?\nServerPath /x\n</VirtualHost>",
    DIR.format("AllowOverride None FileInfo Nonfatal=Unknown"),
    DIR.format("AllowOverride Options=Indexes,MultiViews AuthConfig"),
    DIR.format("<LimitExcept GET POST>\n</LimitExcept>"),
    DIR.format("<Limit FOO>\n</Limit>"),
    "ServerName https://h.example:8443",
    "DefaultType None",
    "DefaultType text/html",
    "FileETag INode +Size",
    "FileETag None INode",
    "AddDefaultCharset utf-8",
    "Protocol ftp",
    "Protocols h2 http/1.1",
    "AcceptFilter nntp none",
    "HttpProtocolOptions Unsafe LenientMethods Require1.0",
    "RegisterHttpMethod FOO BAR",
    "Timeout 5ms",
    "KeepAliveTimeout 500ms",
    "NameVirtualHost *",
    "LimitInternalRecursion 5 6",
    "MaxRanges unlimited\nMaxRangeOverlaps default\nMaxRangeReversals none",
    "RLimitCPU 10 max\nRLimitMEM max\nRLimitNPROC 5 6",
    "ReadBufferSize 3",
    "LogLevel warn core:debug mod_core.c:info",
    "RegexDefaultOptions +ICASE -DOTALL",
    "RegexDefaultOptions none",
    "CGIVar REQUEST_URI original-uri",
    "SetHandler None\nForceType None",
    "ErrorLogFormat \"[%t] [%l] %M\"",
    "ErrorLogFormat request \"[%{uc}t] [R:%L] '%+{User-Agent}i'\"",
    "MaxRequestsPerChild 5\nMaxConnectionsPerChild 6\nThreadStackSize 100000\nMaxMemFree 100",
]

@pytest.mark.parametrize("conf", TAKEN, ids=[c.replace("\n", " ") for c in TAKEN])
def test_is_taken(checked, conf):
    if "mod_core.c" in conf:
        conf = conf.replace(" mod_core.c:info", "")
    code, output = checked(conf)
    assert code == 0, output

def test_a_document_root_that_is_missing_is_taken_with_T(checked, server):
    probe = server("", start=False)
    probe.write_conf("DocumentRoot /nonexistent-dir\n")
    assert probe.run("-T", "-t").returncode == 0
