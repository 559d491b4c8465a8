"""Fork servers of another user, whom the service manager starts for us."""

import ast
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from mailbot.errors import MissingTool, Preempted, TooCostly
from mailbot.pool import ChildUnavailable, LocalPool, PoolOptions
from mailbot.pool.protocol import control
from tests.cases import data_of
from tests.house import NOBODY, as_user, is_running
from tests.pool.attacks import ATTACKS, FOES, attack, succeed
from tests.pool.calls import CHILD, child, descriptors, environment, sleep, spin
from tests.pool.instances import listening
from tests.pool.unfenced_attacks import UNFENCED
from tests.servers.daemon import until

SOMEBODY = 1234
"""A user without rights who holds the mailbot's password."""

[AGAINST_THE_USER] = data_of(__file__, "against_the_user")
"""Attacks on what belongs to the user of the mailbot."""

needs_root = pytest.mark.skipif(
    os.geteuid() != 0, reason="starts other users' programs"
)


@pytest.fixture(scope="module")
def path() -> Iterator[str]:
    with listening() as path:
        yield path


def pool_at(path: str, calls: str = CHILD) -> LocalPool:
    return LocalPool(PoolOptions(children=2, seconds=10, socket=path), calls)


@needs_root
def test_root_is_told_which_folder_its_readers_cannot_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user's checkout, say, in a home that is closed to others."""
    private = tmp_path / "private"
    private.mkdir(0o700)
    os.chown(private, NOBODY, NOBODY)
    monkeypatch.syspath_prepend(private)
    with LocalPool(PoolOptions(), CHILD) as pool, pytest.raises(MissingTool) as told:
        pool.submit(environment).result()
    assert f"without these {private} is closed" in str(told.value)


def successes(place: str, path: str, calls: str, names: Sequence[str]) -> list[str]:
    """The attacks that succeed against this process and a folder of its user."""
    won = []
    options = PoolOptions(children=1, seconds=10, attempts=1, socket=path)
    with LocalPool(options, calls) as pool:
        for name in names:
            with suppress(TooCostly, RuntimeError):
                if pool.submit(attack, name, place, os.getpid()).result() > 0:
                    won.append(name)
            assert pool.submit(succeed).result() == 1, f"{name} harms the next letter"
    return won


def successes_of(
    user: int, path: str, calls: str, names: Sequence[str] = AGAINST_THE_USER
) -> list[str]:
    """The same for a mailbot of that user, whose folder nobody else may open."""
    with tempfile.TemporaryDirectory() as folder:
        for place in map(Path, (f"{folder}/password", f"{folder}/ledger")):
            place.write_text("secret")
            os.chown(place, user, -1)
        os.chown(folder, user, -1)
        program = (
            "from tests.pool.child.test_instance import successes\n"
            f"print(successes({folder!r}, {path!r}, {calls!r}, {names!r}))\n"
        )
        command = as_user(user, sys.executable, "-c", program)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    won: list[str] = ast.literal_eval(done.stdout)
    return won


@needs_root
@pytest.mark.parametrize("user", [0, SOMEBODY])
def test_a_reader_of_another_user_gains_nothing(user: int, path: str) -> None:
    assert successes_of(user, path, FOES, tuple(ATTACKS)) == []


@needs_root
@pytest.mark.parametrize("user", [0, SOMEBODY])
def test_it_gains_nothing_without_landlock_and_seccomp(user: int, path: str) -> None:
    assert successes_of(user, path, UNFENCED) == []


@needs_root
def test_without_them_a_reader_of_the_same_user_gains_much() -> None:
    """So that the test above can fail; it may kill its parent, too."""
    files = ("read the password", "read the ledger", "list the state", "write outside")
    assert successes_of(SOMEBODY, "", UNFENCED, files) == [*files]


@needs_root
def test_its_readers_are_those_of_another_user(path: str) -> None:
    with pool_at(path) as pool:
        server = pool.submit(child).result()
        assert Path(f"/proc/{server}/status").stat().st_uid in (0, NOBODY)
        [users] = [
            line.split()[1:]
            for line in Path(f"/proc/{server}/status").read_text().splitlines()
            if line.startswith("Uid:")
        ]
        assert users == [str(NOBODY)] * 4
        assert pool.user() == NOBODY


@needs_root
def test_its_readers_hold_what_our_own_hold(path: str) -> None:
    with pool_at(path) as pool:
        assert pool.submit(descriptors).result() == ["device"] * 3 + ["socket"]
        assert pool.submit(environment).result()["OMP_THREAD_LIMIT"] == "1"


@needs_root
def test_a_call_that_takes_too_long_there_gives_way_or_ends(path: str) -> None:
    options = PoolOptions(children=1, cpu_seconds=1, socket=path)
    with LocalPool(options, CHILD) as pool:
        with pytest.raises(Preempted):
            pool.submit_within(lambda: 0.2, partial(spin)).result()
        with pytest.raises(TooCostly, match="took longer than 1 s of CPU"):
            pool.submit(spin).result()
        assert pool.submit(sleep, 0.0).result() == 0.0


@needs_root
def test_another_is_started_where_one_was_killed(path: str) -> None:
    with pool_at(path) as pool:
        first = pool.submit(child).result()
        slow = pool.submit(sleep, 1.0)
        os.kill(first, signal.SIGKILL)
        assert slow.result() == 1.0
        assert pool.submit(child).result() != first


@needs_root
def test_it_ends_with_its_parent(path: str) -> None:
    program = (
        "import sys\n"
        "from mailbot.pool import LocalPool, PoolOptions\n"
        "from tests.pool.calls import CHILD, child\n"
        f"pool = LocalPool(PoolOptions(children=1, socket={path!r}), CHILD)\n"
        "print(pool.submit(child).result(), flush=True)\n"
        "input()\n"
    )
    command = [sys.executable, "-c", program]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as parent:
        assert parent.stdout
        server = int(parent.stdout.readline())
        assert Path(f"/proc/{server}").exists()
        parent.kill()
    until(lambda: not is_running(server), "it lives on")


def test_an_instance_cannot_have_us_end_our_own_processes(tmp_path: Path) -> None:
    """It says that the mailbot itself is its reader, and ends.

    The first time it leaves the call's channel open, so that nothing tells at once.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(str(tmp_path / "readers"))
        listener.listen()

        def lie() -> None:
            with suppress(OSError), ExitStack() as left_open:
                for number in count():
                    connection, _ = listener.accept()
                    _, [slot], _, _ = socket.recv_fds(connection, 4096, 1)
                    with connection, socket.socket(fileno=slot) as channel:
                        control.send(channel, control.Ready((), NOBODY))
                        _, call = control.receive(channel)
                        assert call is not None
                        if number == 0:
                            left_open.callback(os.close, call)
                        else:
                            os.close(call)
                        control.send(channel, control.Begun(parent.pid))

        program = (
            "from mailbot.pool import ChildUnavailable, LocalPool, PoolOptions\n"
            "from tests.pool.calls import CHILD, child\n"
            f"options = PoolOptions(children=1, socket={str(tmp_path / 'readers')!r})\n"
            "with LocalPool(options, CHILD) as pool:\n"
            "    print(repr(pool.submit(child).exception()))\n"
        )
        parent = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )
        liar = threading.Thread(target=lie, daemon=True)
        liar.start()
        said, _ = parent.communicate()
        listener.shutdown(socket.SHUT_RDWR)
        liar.join()
    assert said == "ChildUnavailable('readers are killed again and again')\n"


def test_where_nobody_listens_letters_wait(tmp_path: Path) -> None:
    """They are not read as our own user instead."""
    with (
        pool_at(str(tmp_path / "nobody")) as pool,
        pytest.raises(ChildUnavailable, match="No such file"),
    ):
        pool.submit(sleep, 0.0).result()
