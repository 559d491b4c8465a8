"""What is shipped to start the service with, as far as it can be tried here."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
import yaml

from mailbot.pool import PoolOptions
from mailbot.settings import load
from mailbot.watch.metrics import Metrics
from mailbot.watch.observer import reason_word
from tests.cases import cases_of
from tests.house import NOBODY, as_user
from tests.programs import run

cases = cases_of(__file__)

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(
    unit
    for kind in ("service", "timer", "socket")
    for unit in DEPLOY.glob(f"**/*.{kind}")
)
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
PINS = [DEPLOY / "constraints.txt", *sorted(DEPLOY.glob("requirements/*.txt"))]
SCRIPTS = sorted([*DEPLOY.glob("**/*.sh"), ROOT / "tests/run.sh", ROOT / ".ci/run"])


def name(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("unit", UNITS, ids=name)
def test_systemd_accepts_the_unit(unit: Path, tmp_path: Path) -> None:
    here = unit.read_text().replace("/opt/sudoku-mailbot/deploy", str(DEPLOY))
    here = re.sub(r"/opt/sudoku-mailbot/.venv/bin/\w+", sys.executable, here)
    copy = tmp_path / unit.name.replace("@", "@1")
    copy.write_text(here)
    for service in unit.parent.glob(f"{unit.stem}*.service"):
        if service == unit:
            continue
        (tmp_path / service.name).write_text(
            re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", service.read_text())
        )
    done = run("systemd-analyze", "verify", "--man=no", str(copy), check=False)
    ours = [line for line in done.stderr.splitlines() if unit.stem[:7] in line]
    assert (done.returncode, ours) == (0, [])


@pytest.mark.parametrize(
    "unit", [s for s in SERVICES if "scheduler" not in s.name], ids=name
)
def test_the_unit_lets_children_be_confined(unit: Path) -> None:
    """All of @resources is refused, so what the pool calls is allowed anew, last."""
    filters = re.findall(r"(?m)^SystemCallFilter=(.*)", unit.read_text())
    landlock = {f"landlock_{step}" for step in ("create_ruleset", "add_rule")}
    needed = {"prlimit64", "setrlimit", "seccomp", "landlock_restrict_self", *landlock}
    assert needed <= set(filters[-1].split())


def test_readers_of_another_user_reach_nothing_of_the_mailbots() -> None:
    """However they are confined beside that."""
    unit = (DEPLOY / "systemd/mailbot-readers@.service").read_text()
    said = dict(re.findall(r"(?m)^(\w+)=(.*)", unit))
    assert said["DynamicUser"] == said["PrivateNetwork"] == "yes"
    assert said["RestrictAddressFamilies"] == "AF_UNIX"
    assert not said.keys() & {"LoadCredential", "SetCredential", "StateDirectory"}
    hidden = " ".join(re.findall(r"(?m)^InaccessiblePaths=(.*)", unit)).split()
    service = (DEPLOY / "systemd/mailbot.service").read_text()
    for secret in ("/etc/mailbot", "/var/lib/mailbot"):
        assert secret in service
        assert f"-{secret}" in hidden


@pytest.mark.parametrize("service", ["mailbot", "mailbot-once"])
def test_the_service_asks_for_readers_where_systemd_listens(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = DEPLOY / "systemd"
    more = (units / f"{service}.service.d/readers.conf").read_text()
    listener = (units / "mailbot-readers.socket").read_text()
    [(name, path)] = re.findall(r"(?m)^Environment=(\w+)=(.*)", more)
    monkeypatch.setenv(name, path)
    assert load(None).pool.socket == path
    assert f"ListenSequentialPacket={path}\n" in listener
    [group] = re.findall(r"(?m)^SocketGroup=(.*)", listener)
    assert f"SupplementaryGroups={group}\n" in more
    assert "Requires=mailbot-readers.socket\n" in more
    assert "ProtectProc=default\n" in more, "else it could not count their processes"
    assert "SocketMode=0660\n" in listener


@cases("unit")
def test_the_memory_of_all_children_fits_into_the_unit(unit: str) -> None:
    options = PoolOptions()
    [gigabytes] = re.findall(r"(?m)^MemoryMax=(\d+)G", (DEPLOY / unit).read_text())
    assert (options.children + 1) * options.memory < int(gigabytes) * 2**30


@pytest.mark.parametrize("unit", SERVICES, ids=name)
def test_the_service_is_exposed_little(unit: Path) -> None:
    most = ("--offline=true", "--threshold=20")
    done = run("systemd-analyze", "security", *most, str(unit), check=False)
    assert done.returncode == 0, done.stdout[-200:]


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_scripts_are_executable_and_parse(script: Path) -> None:
    assert script.stat().st_mode & 0o100
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_the_container_installs_what_the_package_list_names() -> None:
    listed = {
        line
        for line in (DEPLOY / "packages.txt").read_text().splitlines()
        if line and not line.startswith(("#", "python3"))
    }
    installed = (DEPLOY / "Dockerfile").read_text()
    assert {p for p in listed if f" {p}" in installed} == listed


def test_the_metadata_and_the_readme_name_each_package_of_the_wheel() -> None:
    """`solver` is a name that others use, too."""
    root = DEPLOY.parent
    project = tomllib.loads((root / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert project["project"]["import-names"] == wheel["packages"]
    readme = (root / "README.md").read_text()
    names = " and ".join(f"`{package}`" for package in wheel["packages"])
    assert f"two packages, {names}" in " ".join(readme.split())


def test_a_set_up_takes_the_extras_by_their_names_and_no_others() -> None:
    """`setup.sh --with` and the build argument read requirements of that name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    usage = re.search(r"--with ([\w|]+)", (DEPLOY / "setup.sh").read_text())
    assert usage
    named = set(usage[1].split("|"))
    assert named <= {*project["optional-dependencies"]}
    assert {f"{n}.txt" for n in (*named, "run", "headless")} == {
        p.name for p in PINS[1:]
    }
    assert "deploy/requirements/$extra.txt" in (DEPLOY / "Dockerfile").read_text()
    done = subprocess.run(
        [DEPLOY / "setup.sh", "--with", "nothing"], capture_output=True, check=False
    )
    assert (done.returncode, b"usage: " in done.stderr) == (2, True)


def test_the_metadata_name_each_python_that_a_set_up_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [others] = re.findall(
        r"for version in (.*); do", (DEPLOY / "pythons.sh").read_text()
    )
    named = [c.rpartition(" :: ")[2] for c in project["classifiers"]]
    assert [n for n in named if n.startswith("3.")] == others.split()


def test_containers_start_again_by_themselves() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert {s["restart"] for s in services.values()} == {"unless-stopped"}


def test_the_wheel_carries_its_licence_and_shows_no_picture_of_a_checkout() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    [licence] = settings["project"]["license-files"]
    assert settings["project"]["license"] in (ROOT / licence).read_text()
    readme = settings["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = (ROOT / "README.md").read_text()
    for change in readme["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    assert "<img" not in text
    assert re.findall(r"\]\((?!http)", text) == []
    added = readme["fragments"][-1]["text"]
    assert "named `solver`" in added
    assert "beta" in added
    extras = settings["project"]["optional-dependencies"]
    named = {*re.findall(r"\[([a-z]+)\]", added)}
    assert named == {*extras} - {"build", "test", "train", "bench"}
    listed = (DEPLOY / "packages.txt").read_text().splitlines()
    needed = {n for n in listed if n and not n.startswith(("#", "python3"))}
    assert needed <= {*re.split(r"[\s`.]+", added)}


def test_what_the_containers_set_are_settings() -> None:
    written = "".join((DEPLOY / n).read_text() for n in ("Dockerfile", "compose.yaml"))
    given = dict(re.findall(r"(MAILBOT_\w+)(?:: |=)\"?([^\s\"\\]+)", written))
    settings = load(environment=given)
    assert (settings.address, settings.inbox.port) == ("bot@example.test", 3143)
    assert settings.watch.health_file == Path("/tmp/mailbot-alive")


@pytest.mark.parametrize("file", PINS, ids=name)
def test_every_pin_has_the_digests_of_its_files_and_names_no_host(file: Path) -> None:
    digests = r"( \\\n    --hash=sha256:[0-9a-f]{64})+\n"
    pin = r"[a-z0-9-]+==[A-Za-z0-9_.+!-]+( ; [\w .'<>=!()-]+)?"
    assert re.fullmatch(f"({pin}{digests})+", file.read_text())


@pytest.mark.parametrize("file", PINS, ids=name)
def test_all_lists_pin_the_same_versions(file: Path) -> None:
    pins, all_pins = (
        set(re.findall(r"(?m)^\S+==\S+", path.read_text())) for path in (file, PINS[0])
    )
    if file.name == "headless.txt":  # stands in for the one with windows
        pins = {pin.replace("-headless", "") for pin in pins}
    assert pins <= all_pins


def test_what_builds_the_project_is_pinned_with_the_rest() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    pinned = project["project"]["optional-dependencies"]["build"]
    assert {*project["build-system"]["requires"]} <= {*pinned}


def test_what_is_pinned_satisfies_the_bounds() -> None:
    """OpenCV may be installed without windows; pip misses the one with them then."""
    done = run(sys.executable, "-m", "pip", "check", check=False)
    broken = done.stdout.splitlines() if done.returncode else []
    installed = {found.name for found in distributions()}
    if "opencv-python-headless" in installed:
        broken = [b for b in broken if "requires opencv-python, which" not in b]
    assert broken == []


def test_each_party_of_a_cluster_gets_a_key_of_its_own(tmp_path: Path) -> None:
    subprocess.run([DEPLOY / "cluster/certificates.sh", tmp_path], check=True)
    folders = [tmp_path / party for party in ("scheduler", "worker", "mailbot")]
    for folder in folders:
        assert (folder / "key.pem").stat().st_mode & 0o077 == 0
        subprocess.run(
            ["openssl", "verify", "-CAfile", folder / "ca.pem", folder / "cert.pem"],
            check=True,
            capture_output=True,
        )
    assert len({(folder / "key.pem").read_bytes() for folder in folders}) == 3


def program(folder: Path, name: str, text: str) -> None:
    """Write a shell script that stands in for a program."""
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def refused(folder: Path, *command: Path | str) -> str:
    """What a command prints that fails, as its user has no sudo.

    Args:
        folder: where programs stand that are found before those of the system.
        command: the command, with its arguments.
    """
    program(folder, "id", "echo 1000")
    program(folder, "sudo", "exit 1")
    env = {"PATH": f"{folder}:/usr/bin:/bin"}
    done = run(*command, check=False, env=env, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


@pytest.mark.parametrize("test", [False, True])
def test_without_sudo_the_set_up_shows_a_command(test: bool, tmp_path: Path) -> None:
    program(tmp_path, "dpkg-query", "echo 'ii :, python3, ,'")
    program(tmp_path, "apt-get", "exit 1")
    told = refused(tmp_path, DEPLOY / "setup.sh", *["--test"][:test])
    _, line = told.splitlines()
    command = DEPLOY / "packages.sh" if test else "apt-get install"
    assert line.startswith(f"  {command} ")
    assert "tesseract-ocr-eng" in line
    assert (" dovecot-imapd " in line) == test


@pytest.mark.parametrize("closed", [".", ".venv", ".venv/lib"])
def test_a_set_up_says_whose_folder_is_closed(closed: str, tmp_path: Path) -> None:
    """As where root once set up the checkout of a person."""
    checkout, user = tmp_path / "checkout", os.geteuid() or NOBODY
    shutil.copytree(DEPLOY, checkout / "deploy")
    (checkout / ".venv/lib").mkdir(parents=True)
    (checkout / "pyproject.toml").touch()
    for folder in {".", ".venv", ".venv/lib"} - {closed}:
        os.chown(checkout / folder, user, -1)
    (checkout / closed).chmod(0o555)
    listed = (DEPLOY / "packages.txt").read_text().splitlines()
    lines = [f"ii :, {line}, ," for line in listed if not line.startswith("#")]
    program(tmp_path, "dpkg-query", f"printf '%s\\n' {' '.join(map(repr, lines))}")
    program(tmp_path, "apt-get", "exit 1")
    env = {"PATH": f"{tmp_path}:{Path(sys.executable).parent}:/usr/bin:/bin"}
    command = as_user(user, str(checkout / "deploy/setup.sh"))
    done = run(*command, check=False, env=env)
    told = f"{checkout / closed} belongs to {(checkout / closed).owner()}. Please run"
    assert (done.returncode, told in done.stderr) == (1, True), done.stderr


def test_without_sudo_the_tests_say_at_once_that_they_need_it(tmp_path: Path) -> None:
    told = refused(tmp_path, ROOT / "tests/run.sh")
    assert "need root" in told
    assert "tests/run.sh -m 'not servers'" in told


@cases("version, found")
def test_the_set_up_takes_a_python_for_which_packages_are_pinned(
    version: tuple[int, int], found: bool, tmp_path: Path
) -> None:
    told = f"import sys; sys.version_info = {(*version, 0)}; exec(sys.argv[1])"
    program(tmp_path, "python", f'exec {sys.executable} -c "{told}" "$2"')
    chosen = ("bash", "-c", ". deploy/pythons.sh; chosen_python")
    env = {"PATH": "/usr/bin:/bin", "PYTHON": str(tmp_path / "python")}
    done = run(*chosen, check=False, cwd=ROOT, env=env)
    assert (done.returncode == 0) == found
    assert ("is not 3.11 to 3.14" in done.stderr) != found


# The alerts.


RULES = Path(__file__).parent.parent / "deploy/monitoring/alerts.yml"
ALERTS = [
    rule
    for group in yaml.safe_load(RULES.read_text())["groups"]
    for rule in group["rules"]
]


def shown() -> set[str]:
    """The names of all series of the service, as Prometheus stores them."""
    names = set()
    for metric in Metrics().registry.collect():
        endings = {
            "counter": ["_total"],
            "gauge": [""],
            "histogram": ["_bucket", "_sum", "_count"],
        }[metric.type]
        names |= {metric.name + ending for ending in endings}
    return names


@pytest.mark.parametrize("rule", ALERTS, ids=lambda rule: rule["alert"])
def test_an_alert_names_real_series_and_an_act(rule: dict[str, dict[str, str]]) -> None:
    assert set(re.findall(r"mailbot_\w+", str(rule["expr"]))) <= shown()
    assert {"summary", "action"} == set(rule["annotations"])


def test_every_series_but_those_of_detail_has_an_alert() -> None:
    named = {n for rule in ALERTS for n in re.findall(r"mailbot_\w+", rule["expr"])}
    quiet = {"mailbot_stage_seconds_sum", "mailbot_stage_seconds_count"}
    assert shown() - named == quiet


@cases("why, word")
def test_a_reason_is_counted_under_one_word(why: str, word: str) -> None:
    assert reason_word(why) == word


# The addresses of the project.


HOOK = run_path(str(Path(__file__).parent.parent / "deploy/urls.py"))


def checkout(folder: Path, remote: str = "") -> Path:
    """A new git repository in `folder`, with `remote` as its origin if it is given."""
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    if remote:
        asked = ["git", "-C", str(folder), "remote", "add", "origin", remote]
        subprocess.run(asked, check=True)
    return folder


def metadata_of(root: Path) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    HOOK["ProjectUrls"](str(root), {}).update(metadata)
    return metadata


@cases("remote")
def test_a_checkout_of_a_web_host_names_it(remote: str, tmp_path: Path) -> None:
    home = "https://code.example.org/we/mail-bot"
    assert metadata_of(checkout(tmp_path, remote)) == {
        "urls": {"Homepage": home, "Issues": f"{home}/issues"}
    }


@cases("remote")
def test_a_private_address_is_not_published(remote: str, tmp_path: Path) -> None:
    assert metadata_of(checkout(tmp_path, remote)) == {"urls": {}}


def test_without_a_remote_of_its_own_nothing_is_named(tmp_path: Path) -> None:
    outer = checkout(tmp_path / "outer", "https://code.example.org/they/other")
    unpacked = outer / "unpacked"
    unpacked.mkdir()
    assert metadata_of(unpacked) == {}
    assert metadata_of(checkout(tmp_path / "alone")) == {}
