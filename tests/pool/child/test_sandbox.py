"""What a reader that a letter has taken over tries: each attack fails.

The same is run by root and by a user without rights, each in a process of its own.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from mailbot.errors import TooCostly
from mailbot.pool import LocalPool, PoolOptions
from mailbot.pool.child.reader import is_stopped
from mailbot.pool.child.sandbox import places
from tests.house import NOBODY, as_user, descendants
from tests.pool.attacks import ATTACKS, FOES, attack, succeed
from tests.programs import run
from tests.servers.daemon import until

USERS = [os.geteuid()] if os.geteuid() else [0, NOBODY]
"""Whose parent is tried: who is not root can only try its own."""


def rights(child: int) -> Iterator[str]:
    """What a child has and does not need, as the kernel tells it to others."""
    status = Path(f"/proc/{child}/status").read_text()
    told = dict(line.split(":\t") for line in status.splitlines())
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        if int(told[name], 16):
            yield name
    if told["NoNewPrivs"] != "1":
        yield "new privileges"
    if Path(f"/proc/{child}/environ").stat().st_uid:  # root's, where nobody else may
        yield "an open memory"


def rights_of_the_newest() -> list[str]:
    """What the newest child has; one that ends meanwhile gives way to another."""
    while True:
        with suppress(FileNotFoundError, ProcessLookupError):
            return list(rights(max(descendants(os.getpid()))))


def successes(place: Path) -> list[str]:
    """The attacks that succeed against this process and a folder of its user."""
    won: list[str] = []
    with LocalPool(PoolOptions(children=1, seconds=10, attempts=1), FOES) as pool:
        assert pool.submit(succeed).result() == 1
        before = set(descendants(os.getpid()))
        won.extend(rights_of_the_newest())
        for name in ATTACKS:
            with suppress(TooCostly, RuntimeError):
                if pool.submit(attack, name, str(place), os.getpid()).result() > 0:
                    won.append(name)
            assert pool.submit(succeed).result() == 1, f"{name} harms the next letter"
        until(lambda: set(descendants(os.getpid())) <= before, "something lives on")
    return won


@pytest.mark.parametrize("user", USERS)
def test_a_reader_that_is_taken_over_gains_nothing(user: int, tmp_path: Path) -> None:
    for name in ("password", "ledger"):
        (tmp_path / name).write_text("secret")
        os.chown(tmp_path / name, user, -1)
    os.chown(tmp_path, user, -1)
    program = (
        "from pathlib import Path\n"
        "from tests.pool.child.test_sandbox import successes\n"
        f"print(successes(Path({str(tmp_path)!r})))\n"
    )
    command = as_user(user, sys.executable, "-c", program)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n", done.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ledger", "password"]


def test_nothing_of_the_operators_is_left_where_others_may_look() -> None:
    program = (
        "import os, subprocess\n"
        "from pathlib import Path\n"
        "from mailbot.settings import forget_secrets\n"
        "forget_secrets()\n"
        "shown = Path('/proc/self/environ')\n"
        "print(shown.owner(), shown.read_bytes().strip(b'\\0') if os.geteuid() == 0 "
        "else b'', os.environ['KEPT'])\n"
        "print(subprocess.run(['env'], capture_output=True, text=True).stdout)\n"
    )
    environment = {**os.environ, "MAILBOT_INBOX__PASSWORD": "secret", "KEPT": "kept"}
    done = run(sys.executable, "-c", program, env=environment)
    assert done.stdout.startswith("root b'' kept\n")
    assert "KEPT=kept" in done.stdout
    assert "secret" not in done.stdout


def test_a_reader_that_ends_while_it_is_looked_at_is_not_taken_for_stopped() -> None:
    """The kernel knows no stopped child of that number then, which is an error."""
    reader = os.fork()
    if not reader:
        os._exit(0)
    os.waitid(os.P_PID, reader, os.WEXITED | os.WNOWAIT)
    assert not is_stopped(reader)
    os.waitpid(reader, 0)


def test_a_reader_that_was_stopped_is_seen() -> None:
    reader = os.fork()
    if not reader:
        signal.pause()
        os._exit(0)
    try:
        assert not is_stopped(reader)
        os.kill(reader, signal.SIGSTOP)
        until(lambda: is_stopped(reader), "it goes on")
    finally:
        os.kill(reader, signal.SIGKILL)
        os.waitpid(reader, 0)


@pytest.mark.parametrize("deed", ["killed", "stopped"])
def test_a_loader_is_asked_again(deed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else no reader of this fork server could run Tesseract, or none would start."""
    true = Path("/bin/true")
    expected = list(places.libraries(true))
    run, asked = subprocess.run, []

    def fail_once(*args: Any, **options: Any) -> subprocess.CompletedProcess[str]:
        asked.append(args)
        if len(asked) > 1:
            return run(*args, **options)
        if deed == "stopped":
            raise subprocess.TimeoutExpired("true", 10)
        return subprocess.CompletedProcess(args, -signal.SIGKILL, "", "")

    monkeypatch.setattr(subprocess, "run", fail_once)
    assert list(places.libraries(true)) == expected
    assert any(library.name.startswith("libc.") for library in expected)


def test_landlock_alone_keeps_from_ports_and_from_other_processes() -> None:
    """Each from the version on that knows it, where no libseccomp is installed."""
    program = (
        "import os, socket\n"
        "from mailbot import kernel\n"
        "from mailbot.pool.child.sandbox import landlock\n"
        "version = landlock.abi()\n"
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "def connect():\n"
        "    with socket.socket() as end:\n"
        "        end.connect(server.getsockname())\n"
        "connect()\n"
        "kernel.forbid_new_privileges()\n"
        "landlock.restrict(landlock.make_ruleset([]))\n"
        "tries = {4: connect, 6: lambda: os.kill(os.getppid(), 0)}\n"
        "for since, attempt in tries.items():\n"
        "    try:\n"
        "        attempt()\n"
        "        print(version < since)\n"
        "    except PermissionError:\n"
        "        print(version >= since)\n"
    )
    assert run(sys.executable, "-c", program).stdout == "True\nTrue\n"
