"""test/run: installs what the tests need, builds, runs every test, counts.

  test/run                build, unit tests, API, end-to-end and peer tests
  test/run --quick        the same without installing packages
  test/run --ci           also: clang, sanitizers, fuzz corpora, static checks, dist
  test/run --unit         unit tests only
  test/run -- ARGS        ARGS go to pytest (a file, -k word, -x)

Ends with "N passed, N failed" and a non-zero exit code when anything failed.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time

TOP = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
CORES = str(os.cpu_count() or 2)
# Folders of test/e2e that are about Pinion itself; all others hold tests of modules, which say what Apache does too.
OF_PINION = {"applications", "cases", "cli", "config", "core", "distro", "http", "mpm", "request", "security"}


def lines_of(name):
    """The words of a list file, comments left out."""
    with open(os.path.join(TOP, "test", "support", name), encoding="utf-8") as file:
        return [word for line in file for word in line.split("#")[0].split()]


def missing_packages(names):
    out = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Status}\n", *names],
                         capture_output=True, text=True, check=False).stdout
    there = {line.split()[0] for line in out.splitlines() if line.endswith("install ok installed")}
    return [name for name in names if name not in there]


def install_packages(lists):
    """Installs Debian packages that are missing; services are not started."""
    wanted = missing_packages([name for each in lists for name in lines_of(each)])
    if not wanted:
        return
    print("Installing", " ".join(wanted), flush=True)
    policy = "/usr/sbin/policy-rc.d"  # Debian's way to keep services from starting
    made = not os.path.exists(policy)
    if made:
        with open(policy, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 101\n")
        os.chmod(policy, 0o755)
    try:
        env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        subprocess.run(["apt-get", "update", "-qq"], env=env, check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *wanted],
                       env=env, check=True, stdout=subprocess.DEVNULL)
    finally:
        if made:
            os.remove(policy)


class Run:
    """Counts what passed and failed over all tools."""

    def __init__(self, args):
        self.args = args
        self.passed = 0
        self.failed = 0
        self.skipped = 0
        digest = hashlib.sha256(TOP.encode()).hexdigest()[:8]
        # Outside the tree: the server's unprivileged user must be able to read it.
        self.area = f"/tmp/pinion-test-{digest}"
        os.makedirs(self.area, mode=0o755, exist_ok=True)

    def step(self, title, command, *, env=None, cwd=TOP, log=None, counts=False):
        """Runs a command; without counts of its own it counts as one test."""
        began = time.monotonic()
        print(f"== {title}", flush=True)
        full_env = dict(os.environ, **(env or {}))
        if counts:
            ok, text = self._run_live(command, full_env, cwd)
        else:
            done = subprocess.run(command, env=full_env, cwd=cwd, check=False, text=True, errors="replace",
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            ok, text = done.returncode == 0, done.stdout
            if not ok:
                print(text[-8000:], flush=True)
        if log:
            with open(log, "w", encoding="utf-8") as file:
                file.write(text)
        if counts:
            self._count(text, ok)
        elif ok:
            self.passed += 1
        else:
            self.failed += 1
        print(f"== {title}: {'ok' if ok else 'FAILED'}, {time.monotonic() - began:.0f} s", flush=True)
        return ok

    @staticmethod
    def _run_live(command, env, cwd):
        text = []
        with subprocess.Popen(command, env=env, cwd=cwd, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            for line in process.stdout:
                print(line, end="", flush=True)
                text.append(line)
        return process.returncode == 0, "".join(text)

    def _count(self, text, ok):
        """Adds up pytest's closing line, or automake's test summary."""
        found = {}
        m = re.findall(r"^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+|no tests ran) in [\d.]+s", text, re.M)
        if m:
            found = {word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|error|skipped)s?", m[-1])}
        else:
            found = {word.lower(): int(n) for word, n in re.findall(r"^# (PASS|FAIL|ERROR|SKIP): +(\d+)$", text, re.M)}
            found = {"passed": found.get("pass", 0), "failed": found.get("fail", 0),
                     "error": found.get("error", 0), "skipped": found.get("skip", 0)}
        failed = found.get("failed", 0) + found.get("error", 0)
        self.passed += found.get("passed", 0)
        self.skipped += found.get("skipped", 0)
        self.failed += failed if failed or ok else 1
        if ok and not found.get("passed") and not failed:
            self.failed += 1  # a run without a test shows nothing

    # --- what is run ------------------------------------------------------

    def configure(self, name, options=(), cc=None):
        """Configures a build tree; a tree with the same options is kept."""
        tree = os.path.join(self.area, name)
        os.makedirs(tree, exist_ok=True)
        prefix = os.path.join(tree, "inst")
        with open(os.path.join(TOP, "configure"), "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        wanted = " ".join([digest, f"--prefix={prefix}", *options, cc or ""])
        stamp = os.path.join(tree, ".configured")
        if os.path.exists(stamp):
            with open(stamp, encoding="utf-8") as file:
                if file.read() == wanted:
                    return tree, prefix
            shutil.rmtree(tree)
            os.makedirs(tree)
        command = [os.path.join(TOP, "configure"), "-q", f"--prefix={prefix}", *options]
        if not self.step(f"configure {name}", command + ([f"CC={cc}"] if cc else []), cwd=tree):
            return None, None
        with open(stamp, "w", encoding="utf-8") as file:
            file.write(wanted)
        return tree, prefix

    def build(self, name, options=(), cc=None):
        tree, prefix = self.configure(name, options, cc)
        if not tree:
            return None, None
        if not self.step(f"build {name}", ["make", "-s", f"-j{CORES}"], cwd=tree):
            return None, None
        if not self.step(f"install {name}", ["make", "-s", "install"], cwd=tree):
            return None, None
        return tree, prefix

    def unit(self, name, tree):
        return self.step(f"unit tests, {name}", ["make", f"-j{CORES}", "check"], cwd=tree, counts=True,
                         env={"ASAN_OPTIONS": "detect_leaks=0"})

    def pytest(self, name, prefix, paths, extra=(), env=None):
        command = ["/usr/bin/python3", "-m", "pytest", "-q", "-n", CORES, "--dist", "loadfile",
                   "-p", "no:cacheprovider", *extra, *paths]
        return self.step(f"{name}", command, cwd=os.path.join(TOP, "test"), counts=True,
                         env={"PINION_PREFIX": prefix, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})})

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped", flush=True)
        return 1 if self.failed or not self.passed else 0


def sources(run, *patterns):
    out = subprocess.run(["git", "ls-files", *patterns], cwd=TOP, capture_output=True, text=True, check=False)
    return [name for name in out.stdout.split() if os.path.exists(os.path.join(TOP, name))]


def static_checks(run):
    """What needs no running server: headers, limits, linters."""
    flags = subprocess.run(["pkg-config", "--cflags", "apr-1"], capture_output=True, text=True, check=False).stdout
    auto = os.path.join(run.area, "gcc", "include")
    run.step("headers compile alone and twice", ["tools/check-headers", *sources(run, "include/*.h", "include/**/*.h")],
             env={"CPPFLAGS": f"-Iinclude -I{auto} " + flags.replace("-I/", "-isystem /")})
    run.step("limits of functions and files", ["tools/check-limits", *sources(run, "server/*.c", "mpm/*.c", "modules/*.c")])
    run.step("the export list is what the headers declare", ["tools/gen-exports", "--check"])
    for tool in ("check-layers",):
        if os.path.exists(os.path.join(TOP, "tools", tool)):
            run.step(tool.replace("-", " "), [os.path.join("tools", tool)])
    scripts = [name for name in sources(run, "test/run", "autogen.sh", "support/*", "tools/*")
               if open(os.path.join(TOP, name), encoding="utf-8", errors="replace").readline().startswith("#!/bin/sh")]
    run.step("shellcheck", ["shellcheck", "-s", "sh", *scripts])
    run.step("codespell", ["codespell", "-q", "3", "--ignore-words=test/support/codespell.words",
                           *sources(run, "*.md", "*.c", "*.h", "*.py", "docs/*")])


def agreement(run, prefix, mpm):
    """The modules' tests with Debian's modules in Pinion, and with Debian's Apache."""
    folders = sorted(entry.name for entry in os.scandir(os.path.join(TOP, "test", "e2e"))
                     if entry.is_dir() and entry.name not in OF_PINION and not entry.name.startswith("__"))
    for who, title in (("foreign", "Debian's modules in Pinion"), ("apache", "Debian's Apache")):
        run.pytest(f"the modules' tests with {title}", prefix, [f"e2e/{name}" for name in folders], mpm,
                   env={"PINION_RUN": who})
    listed = os.path.join(run.area, "differences.md")
    subprocess.run(["/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--differences", listed, "e2e"],
                   cwd=os.path.join(TOP, "test"), stdout=subprocess.DEVNULL, check=False)
    run.step("docs/DIFFERENCES.md is what the marks say", ["diff", "-u", "docs/DIFFERENCES.md", listed])


def fuzz(run):
    """Each parser for half a minute, from its corpus, with sanitizers."""
    tree, _ = run.configure("fuzzers", ["--enable-fuzzers", "--enable-sanitizers=address,undefined"], cc="clang")
    if not tree or not run.step("build fuzzers", ["make", "-s", f"-j{CORES}"], cwd=tree):
        return
    folder = os.path.join(tree, "test", "fuzz")
    for name in sorted(os.listdir(folder)):
        target = os.path.join(folder, name)
        if not name.startswith("fuzz_") or not os.access(target, os.X_OK) or not os.path.isfile(target):
            continue
        found = os.path.join(run.area, "found-" + name)  # new inputs stay out of the tree
        os.makedirs(found, exist_ok=True)
        corpus = os.path.join(TOP, "test", "fuzz", "corpus", name.removeprefix("fuzz_"))
        run.step(f"{name}, 30 s", [target, "-max_total_time=30", "-print_final_stats=0", found, corpus], cwd=found,
                 env={"ASAN_OPTIONS": "detect_leaks=0"})


def everything(run, args):
    os.chdir(TOP)
    if not os.path.exists("configure") or os.path.getmtime("configure") < max(
            os.path.getmtime(name) for name in sources(run, "configure.ac", "m4/*.m4", "modules/*.m4", "Makefile.am", "*.am")):
        if not run.step("autogen", ["./autogen.sh"]):
            return
    tree, prefix = run.build("gcc", ["--enable-werror"])
    if not prefix:
        return
    run.unit("gcc", tree)
    if args.unit:
        return
    mpm = ["--mpm", args.mpm]
    if args.pytest:
        run.pytest("chosen tests", prefix, args.pytest, mpm)
        return
    run.pytest("API, end-to-end and peer tests", prefix, ["api", "e2e", "peer"], mpm)
    agreement(run, prefix, mpm)
    if args.ci:
        static_checks(run)
        tree, prefix = run.build("clang", ["--enable-werror"], cc="clang")
        if tree:
            run.unit("clang", tree)
        tree, prefix = run.build("sanitizers", ["--enable-sanitizers=address,undefined"])
        if prefix:
            run.unit("sanitizers", tree)
            run.pytest("end-to-end tests, sanitizers", prefix, ["e2e"], [*mpm, "--ignore=e2e/applications"])
        fuzz(run)
        run.step("make distcheck", ["make", "-s", "distcheck"], cwd=os.path.join(run.area, "gcc"))


def main():
    parser = argparse.ArgumentParser(prog="test/run", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="install no packages")
    parser.add_argument("--ci", action="store_true", help="all builds and checks of CI")
    parser.add_argument("--unit", action="store_true", help="unit tests only")
    parser.add_argument("--mpm", default="prefork", help="the process model under test")
    parser.add_argument("pytest", nargs="*", help="goes to pytest instead of all tests")
    args = parser.parse_args()
    if not args.quick:
        lists = ["packages-build", "packages-test"] + (["packages-ci"] if args.ci else [])
        if os.geteuid() == 0:
            install_packages(lists)
        else:
            missing = missing_packages([name for each in lists for name in lines_of(each)])
            if missing:
                print("Missing packages; run as root, or: apt-get install", *missing)
                return 1
    run = Run(args)
    everything(run, args)
    return run.finish()


if __name__ == "__main__":
    sys.exit(main())
