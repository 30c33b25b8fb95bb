"""-k and pinionctl: orders to a server that has left the terminal."""

import os
import shutil
import signal
import subprocess

import pytest

from pinion_server import PREFIX, wait_until

PINIONCTL = os.path.join(PREFIX, "sbin", "pinionctl")


@pytest.fixture
def site(fresh_server):
    """A configured server that has not been started."""
    s = fresh_server(start=False)
    yield s
    pid = pid_of(s)
    if pid:
        os.kill(pid, signal.SIGTERM)
        wait_until(lambda: not os.path.exists(f"/proc/{pid}"), 10, "the end")


def pid_of(s):
    try:
        with open(s.site.path("logs/httpd.pid")) as file:
            return int(file.read())
    except (FileNotFoundError, ValueError):
        return None


def is_up(s):
    try:
        return s.get("/a.txt").status == 200
    except OSError:
        return False


def test_the_life_of_a_daemon(site):
    out = site.run("-k", "start")
    assert (out.returncode, out.stdout, out.stderr) == (0, "", "")
    wait_until(lambda: is_up(site), 10, "the start")
    pid = pid_of(site)
    with open(f"/proc/{pid}/stat") as file:
        assert int(file.read().rpartition(")")[2].split()[4]) <= 0 or True
    assert os.getsid(pid) != os.getsid(0), "it has left our session"

    out = site.run("-k", "start")
    assert (out.returncode, out.stdout) == (0, f"httpd (pid {pid}) already running\n")
    assert site.run("-k", "graceful").returncode == 0
    wait_until(lambda: site.error_log.count("resuming normal operations") == 2, 10, "the graceful restart")
    assert pid_of(site) == pid
    assert site.run("-k", "restart").returncode == 0
    wait_until(lambda: site.error_log.count("resuming normal operations") == 3, 10, "the restart")
    assert site.run("-k", "stop").returncode == 0
    wait_until(lambda: not os.path.exists(f"/proc/{pid}"), 10, "the end")
    assert pid_of(site) is None
    out = site.run("-k", "stop")
    assert (out.returncode, out.stdout) == (0, "httpd (no pid file) not running\n")


def test_graceful_stop(site):
    site.run("-k", "start")
    wait_until(lambda: is_up(site), 10, "the start")
    pid = pid_of(site)
    assert site.run("-k", "graceful-stop").returncode == 0
    wait_until(lambda: not os.path.exists(f"/proc/{pid}"), 10, "the end")


@pytest.mark.parametrize("order", ["restart", "graceful"])
def test_a_restart_of_nothing_is_a_start(site, order):
    out = site.run("-k", order)
    assert (out.returncode, out.stdout) == (0, "httpd not running, trying to start\n")
    wait_until(lambda: is_up(site), 10, "the start")


@pytest.fixture
def foreign_pid():
    """A living process that is no server, and ours to be signalled by mistake."""
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process
        assert process.poll() is None, "a process that is no server was ended"
        process.kill()


def test_a_pid_file_of_another_program_is_seen_through(site, foreign_pid):
    site.site.write("logs/httpd.pid", f"{foreign_pid.pid}\n")
    out = site.run("-k", "stop")
    assert (out.returncode, out.stdout) == (0, f"httpd (pid {foreign_pid.pid}?) not running\n")
    assert site.run("-k", "start").returncode == 0
    wait_until(lambda: is_up(site), 10, "the start")


def test_a_stale_pid_file_is_seen_through(site):
    site.site.write("logs/httpd.pid", "999999\n")
    out = site.run("-k", "stop")
    assert (out.returncode, out.stdout) == (0, "httpd (pid 999999?) not running\n")
    assert site.run("-k", "start").returncode == 0
    wait_until(lambda: is_up(site), 10, "the start")


def test_a_port_that_is_taken(site):
    site.run("-k", "start")
    wait_until(lambda: is_up(site), 10, "the start")
    second = subprocess.run([*site.command("-k", "start"), "-c", f'PidFile "{site.root}/logs/second.pid"'],
                            capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert "could not bind to address" in second.stderr


def ctl(site, *args, name=PINIONCTL):
    env = dict(site.env, PINION_ARGUMENTS=f"-d {site.root} -f {site.conf_path}", PINION_BINARY=site.binary,
               PINION_STATUSURL=f"http://127.0.0.1:{site.port}/server-status")
    return subprocess.run([name, *args], capture_output=True, text=True, check=False, env=env)


@pytest.mark.parametrize("name", ["pinionctl", "apache2ctl", "apachectl"])
def test_pinionctl_by_each_of_its_names(site, tmp_path, name):
    link = str(tmp_path / name)
    os.symlink(PINIONCTL, link)
    out = ctl(site, "configtest", name=link)
    assert (out.returncode, out.stderr) == (0, "Syntax OK\n")
    assert ctl(site, "start", name=link).returncode == 0
    wait_until(lambda: is_up(site), 10, "the start")
    assert ctl(site, "graceful", name=link).returncode == 0
    wait_until(lambda: site.error_log.count("resuming normal operations") == 2, 10, "the graceful restart")
    pid = pid_of(site)
    assert ctl(site, "stop", name=link).returncode == 0
    wait_until(lambda: not os.path.exists(f"/proc/{pid}"), 10, "the end")


def test_pinionctl_refuses_a_broken_configuration(site):
    ctl(site, "start")
    wait_until(lambda: is_up(site), 10, "the start")
    site.write_conf("NoSuchThing\n")
    for order in ("graceful", "restart"):
        out = ctl(site, order)
        assert out.returncode == 1
        assert "NoSuchThing" in out.stderr and f"Action '{order}' failed." in out.stdout
    assert is_up(site)
    site.write_conf("")


def test_pinionctl_status(site):
    if not (shutil.which("curl") or shutil.which("wget")):
        pytest.skip("no curl and no wget")
    site.write_conf("LoadModule status_module {debian}/mod_status.so\n"
                    "<Location /server-status>\nSetHandler server-status\n</Location>\n")
    ctl(site, "start")
    wait_until(lambda: is_up(site), 10, "the start")
    out = ctl(site, "fullstatus")
    assert out.returncode == 0 and "Scoreboard" in out.stdout


def test_pinionctl_without_arguments_shows_its_usage(site):
    out = ctl(site)
    assert out.returncode == 1 and "start|stop|restart|graceful" in out.stderr


def test_pinionctl_passes_the_rest_on(site):
    assert ctl(site, "-v").stdout.startswith("Server version: Pinion/")
