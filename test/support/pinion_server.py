"""Starts web servers for tests, talks to them in raw bytes, and stops them.

One class, Site, is a temporary folder with a configuration; Server runs a
binary over it (Pinion or Debian's Apache, the command line is the same) and
checks at the end that it stopped cleanly.
"""

import contextlib
import functools
import glob
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PREFIX = os.environ.get("PINION_PREFIX", "/opt/pinion")
APACHE = "/usr/sbin/apache2"
# Who serves: "own", Pinion as it is; "foreign", Pinion with Debian's modules
# wherever LoadModule names one; "apache", Debian's Apache.
RUN = os.environ.get("PINION_RUN", "own")
DEBIAN_MODULES = "/usr/lib/apache2/modules"
START_S = 20
STOP_S = 20

BASE_CONF = """\
ServerRoot "{root}"
PidFile "{root}/logs/httpd.pid"
DefaultRuntimeDir "{root}/run"
{mpm_line}
Listen {host}:{port}
ServerName test:{port}
{identity}
ErrorLog "{root}/logs/error.log"
LogLevel {loglevel}
{modules_block}
<IfModule mod_mime.c>
    TypesConfig /etc/mime.types
</IfModule>
DocumentRoot "{root}/htdocs"
<Directory "{root}/htdocs">
    Require all granted
</Directory>
"""

MPM_CONF = {
    "prefork": "StartServers 2\nMinSpareServers 1\nMaxSpareServers 4\n"
               "MaxRequestWorkers 20\n",
    "worker": "StartServers 1\n",
    "event": "StartServers 1\n",
}

# Loaded in every test unless it asks for others. Debian's files: where
# Pinion has the module itself it takes its own.
DEFAULT_MODULES = ("authz_core", "authz_host", "mime", "dir", "alias")


def free_port():
    """A port that the kernel says is free now."""
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


@functools.cache
def has_address_sanitizer(binary):
    with open(binary, "rb") as file:
        return b"__asan_init" in file.read()


def wait_until(condition, seconds=10, what="the condition"):
    """Polls condition until it is true; fails with what at the deadline."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"{what} did not come true within {seconds} s")


class Response:
    """One parsed answer; raw is what came, body is decoded from chunks."""

    def __init__(self, status, reason, fields, body, raw, version, trailers=()):
        self.status = status
        self.reason = reason
        self.fields = fields
        self.body = body
        self.raw = raw
        self.version = version
        self.trailers = list(trailers)

    def header(self, name, default=None):
        """The first field of that name, or default."""
        return next((v for n, v in self.fields if n.lower() == name.lower()), default)

    def headers(self, name):
        """All fields of that name, in order."""
        return [v for n, v in self.fields if n.lower() == name.lower()]

    @property
    def text(self):
        return self.body.decode("utf-8", "replace")

    def __repr__(self):
        return f"<{self.status} {self.reason} {self.fields} {self.body[:200]!r}>"


class Truncated(AssertionError):
    """The connection ended inside an answer, or without one."""


class Connection:
    """A raw connection: send bytes, read answers one by one."""

    def __init__(self, address, timeout=15, family=socket.AF_INET):
        self.sock = socket.socket(family)
        self.sock.settimeout(timeout)
        self.sock.connect(address)
        self.buffer = b""

    def send(self, data):
        self.sock.sendall(data.encode("latin-1") if isinstance(data, str) else data)
        return self

    def shutdown(self):
        self.sock.shutdown(socket.SHUT_WR)
        return self

    def close(self):
        self.sock.close()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    def _more(self):
        try:
            data = self.sock.recv(65536)
        except ConnectionResetError:
            data = b""
        self.buffer += data
        return bool(data)

    def _line(self):
        while b"\n" not in self.buffer:
            if not self._more():
                raise Truncated(f"connection closed after {self.buffer!r}")
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.rstrip(b"\r")

    def _exactly(self, n):
        while len(self.buffer) < n:
            if not self._more():
                raise Truncated(f"{len(self.buffer)} of {n} bytes, then the end")
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        return data

    def read_all(self):
        """Everything until the server closes."""
        while self._more():
            pass
        data, self.buffer = self.buffer, b""
        return data

    def is_closed(self, seconds=5):
        """True when the server closes (or has closed) without more bytes."""
        self.sock.settimeout(seconds)
        try:
            return not self.buffer and not self._more()
        except socket.timeout:
            return False

    def _fields(self):
        fields = []
        while True:
            line = self._line()
            if not line:
                return fields
            name, _, value = line.partition(b":")
            fields.append((name.decode("latin-1"), value.strip().decode("latin-1")))

    def _chunked(self):
        body = b""
        while True:
            size = int(self._line().split(b";")[0], 16)
            if size == 0:
                return body, self._fields()
            body += self._exactly(size)
            assert self._exactly(2) == b"\r\n", "a chunk does not end with CRLF"

    def response(self, method="GET", interim=False):
        """Reads one answer; 1xx ones are skipped unless interim is true."""
        line = self._line()
        m = re.fullmatch(rb"HTTP/(\d\.\d) (\d{3}) ?(.*)", line)
        if not m:  # HTTP/0.9: the body alone
            return Response(0, "", [], line + b"\n" + self.read_all(), line, "0.9")
        version, status = m[1].decode(), int(m[2])
        fields = self._fields()
        res = Response(status, m[3].decode("latin-1"), fields, b"", line, version)
        if 100 <= status < 200 and status != 101:
            return res if interim else self.response(method)
        if method == "HEAD" or status in (101, 204, 304):
            return res
        coding = (res.header("Transfer-Encoding") or "").lower()
        if coding.endswith("chunked"):
            res.body, res.trailers = self._chunked()
        elif res.header("Content-Length") is not None:
            res.body = self._exactly(int(res.header("Content-Length")))
        else:
            res.body = self.read_all()
        return res


class Log:
    """A log file that may still be growing."""

    def __init__(self, path):
        self.path = path

    def text(self):
        try:
            with open(self.path, encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def lines(self):
        return self.text().splitlines()

    def has(self, words, seconds=3):
        """True when a line with words is there, or comes within seconds."""
        end = time.monotonic() + seconds
        while words not in self.text():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def count(self, words):
        return self.text().count(words)


class Site:
    """A folder with htdocs/, conf/, logs/, run/, san/ that any user may read."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="pn-", dir="/tmp")
        os.chmod(self.root, 0o755)
        for name in ("htdocs", "conf", "logs", "run", "san"):
            os.mkdir(os.path.join(self.root, name))
        os.chmod(self.path("san"), 0o1777)  # children write sanitizer reports after they gave up root
        self.write("htdocs/index.html", "<h1>It works</h1>\n")
        self.write("htdocs/a.txt", "0123456789")

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def write(self, name, content, mode=None, mtime=None):
        """Writes a file below the site's root; returns its path."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        with open(path, "wb") as file:
            file.write(data)
        if mode is not None:
            os.chmod(path, mode)
        if mtime is not None:
            os.utime(path, (mtime, mtime))
        return path

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)


class Server:
    """A running server over a Site."""

    def __init__(self, conf, *, site=None, mpm="prefork", binary=None, modules=DEFAULT_MODULES,
                 loglevel="info", files=None, base=BASE_CONF, args=(), env=None, start=True,
                 mpm_conf=None, host="127.0.0.1", user=True):
        self.binary = binary or (APACHE if RUN == "apache" else os.path.join(PREFIX, "sbin", "pinion"))
        self.site = site or Site()
        self.root = self.site.root
        self.mpm = mpm
        self.host = host
        self.args = list(args) + (["-D", "ForeignModules"] if RUN == "foreign" and not binary else [])
        self.env = dict(os.environ, **(env or {}))
        self.env.setdefault("ASAN_OPTIONS", "detect_leaks=0:log_path=" + self.site.path("san/report"))
        self.env.setdefault("UBSAN_OPTIONS", "print_stacktrace=1:log_path=" + self.site.path("san/report"))
        self.env.setdefault("TSAN_OPTIONS", "log_path=" + self.site.path("san/report"))
        self.is_sanitized = has_address_sanitizer(self.binary)
        if self.is_sanitized:
            # PHP loads its opcache in a way (RTLD_DEEPBIND) that the sanitizer ends the process for.
            self.env.setdefault("PHP_INI_SCAN_DIR", "")
        self.error_log = Log(self.site.path("logs/error.log"))
        self.access_log = Log(self.site.path("logs/access.log"))
        self.process = None
        self.may_crash = False
        for name, content in (files or {}).items():
            self.site.write(name, content)
        self.port = free_port()
        self._parts = (conf, base, modules, loglevel, mpm_conf, user)
        self.write_conf()
        if start:
            try:
                self.start()
            except BaseException:
                self.site.remove()
                raise

    def write_conf(self, conf=None):
        """(Re)writes the configuration; conf replaces the test's part."""
        own, base, modules, loglevel, mpm_conf, user = self._parts
        if conf is not None:
            own = conf
            self._parts = (conf,) + self._parts[1:]
        load = "\n".join(
            f"LoadModule {name}_module {DEBIAN_MODULES}/mod_{name}.so" for name in modules)
        identity = "User www-data\nGroup www-data" if user and os.geteuid() == 0 else ""
        values = {
            "root": self.root, "port": self.port, "host": self.host,
            "modules": os.path.join(PREFIX, "lib/pinion/modules"), "debian": DEBIAN_MODULES,
            "mpm_line": f"LoadModule mpm_{self.mpm}_module {DEBIAN_MODULES}/mod_mpm_{self.mpm}.so\n"
                        + (mpm_conf or MPM_CONF[self.mpm]),
            "identity": identity, "loglevel": loglevel, "modules_block": load, "docroot": self.root + "/htdocs",
        }

        def fill(text):
            return re.sub(r"\{(" + "|".join(values) + r")\}", lambda m: str(values[m[1]]), text)

        self.conf_path = self.site.write("conf/httpd.conf", fill(base) + fill(own))

    def command(self, *args):
        return [self.binary, "-d", self.root, "-f", self.conf_path, *self.args, *args]

    def run(self, *args, timeout=30):
        """Runs the binary with further arguments to its end."""
        return subprocess.run(self.command(*args), capture_output=True, text=True,
                              errors="replace", timeout=timeout, env=self.env, check=False)

    def refuses(self, conf, words=""):
        """Checks that -t refuses conf; our own sentence has words in it, other servers have their own words."""
        self.write_conf(conf + "\n")
        done = self.run("-t")
        assert done.returncode != 0, f"accepted: {conf}"
        assert RUN != "own" or words in done.stderr, done.stderr

    def start(self):
        self.stderr = open(self.site.path("logs/stderr"), "ab")
        self.process = subprocess.Popen(
            self.command("-DFOREGROUND"), stdin=subprocess.DEVNULL, stdout=self.stderr,
            stderr=self.stderr, env=self.env, start_new_session=True)
        end = time.monotonic() + START_S
        while True:
            if self.process.poll() is not None:
                raise AssertionError(
                    f"the server ended at start with {self.process.returncode}:\n{self.diagnosis()}")
            with contextlib.suppress(OSError):
                socket.create_connection((self.host, self.port), 1).close()
                return self
            if time.monotonic() > end:
                self.kill()
                raise AssertionError("the server did not listen in time:\n" + self.diagnosis())
            time.sleep(0.02)

    def diagnosis(self):
        with open(self.site.path("logs/stderr"), errors="replace") as file:
            return file.read()[-4000:] + self.error_log.text()[-4000:] + self.reports()[:6000]

    def reports(self):
        """What sanitizers wrote, of all processes.

        Next to the address sanitizer the one for undefined behaviour writes to
        standard error whatever its options say.
        """
        logs = self.error_log.text() + Log(self.site.path("logs/stderr")).text()
        undefined = re.findall(r"^\S+:\d+:\d+: runtime error: .*(?:\n +#\d.*)*", logs, re.M)
        return "\n".join(undefined) + "".join(Log(path).text() for path in glob.glob(self.site.path("san/report.*")))

    def check_reports(self):
        reports = self.reports()
        assert not reports, "sanitizer report:\n" + reports[:6000]

    def kill(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Stops the server and checks that it left nothing behind."""
        if self.process is None:
            self.check_reports()
            return
        pid, process = self.process.pid, self.process
        self.process = None
        died = process.poll()
        if died is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                os.killpg(pid, signal.SIGKILL)
                process.wait()
                raise AssertionError("the server did not stop on TERM:\n" + self.diagnosis()) from None
        self.stderr.close()
        try:
            wait_until(lambda: not group_members(pid), 5, "the end of all child processes")
        except AssertionError:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            raise
        self.check_reports()
        assert died is None, f"the server died by itself ({died}):\n{self.diagnosis()}"
        if not self.may_crash:
            assert not re.search(r"exit signal (Segm|Abort|Bus|Illegal)", self.error_log.text()), \
                "a child crashed:\n" + self.diagnosis()

    # --- requests ---------------------------------------------------------

    def connect(self, timeout=15):
        return Connection((self.host, self.port), timeout)

    def raw(self, data, method=None, timeout=15):
        """Sends raw bytes, returns the first answer, closes."""
        data = data.encode("latin-1") if isinstance(data, str) else data
        with self.connect(timeout) as conn:
            conn.send(data)
            return conn.response(method or data.split(b" ", 1)[0].decode("latin-1"))

    def request(self, method, path, headers=None, body=None, version="1.1", timeout=15):
        fields = {"Host": "test", "Connection": "close", **(headers or {})}
        if body is not None:
            body = body.encode() if isinstance(body, str) else body
            if not any(name.lower() in ("content-length", "transfer-encoding") for name in fields):
                fields["Content-Length"] = str(len(body))
        head = f"{method} {path} HTTP/{version}\r\n" + "".join(
            f"{n}: {v}\r\n" for n, v in fields.items() if v is not None) + "\r\n"
        return self.raw(head.encode("latin-1") + (body or b""), method, timeout)

    def get(self, path="/", headers=None, **kw):
        return self.request("GET", path, headers, **kw)

    def post(self, path, body, headers=None, **kw):
        return self.request("POST", path, headers, body, **kw)

    def signal(self, number):
        self.process.send_signal(number)

    def graceful(self):
        """A graceful restart; returns when the new generation is announced."""
        begun = "Doing graceful restart"
        before = self.error_log.count(begun)
        self.signal(signal.SIGUSR1)
        # The first generation may answer before it has announced itself.
        wait_until(lambda: "resuming normal operations" in "".join(self.error_log.text().split(begun)[before + 1:]),
                   20, "the graceful restart")

    def children(self):
        """Process ids of the direct children."""
        try:
            with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
                return [int(pid) for pid in file.read().split()]
        except FileNotFoundError:
            return []


def group_members(pgid):
    """Process ids that belong to the process group, zombies left out."""
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        with contextlib.suppress(OSError):
            with open(path) as file:
                fields = file.read().rpartition(")")[2].split()
            if int(fields[2]) == pgid and fields[0] not in "ZX":
                found.append(int(path.split("/")[2]))
    return found
