"""The pool of children: what a letter does to its child harms no other letter."""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from subprocess import PIPE

import pytest

from mailbot.errors import BadLetter, MissingTool, TooCostly
from mailbot.pool import ChildUnavailable, LocalPool, PoolOptions
from mailbot.pool.protocol.start import KEPT, PREFIX, ScratchFolder
from mailbot.pool.protocol.wire import LONGEST
from mailbot.watch.observer import reason_word
from tests.house import NOBODY, as_user, descendants, is_running
from tests.pool.calls import (
    CHILD,
    announce,
    answer_and_spin,
    child,
    complain,
    core_limit,
    descriptors,
    die,
    eat,
    environment,
    fill,
    leave_a_file,
    leave_a_process,
    limit_itself,
    litter,
    loaded,
    multiply,
    open_files,
    process,
    raise_stranger,
    refuse,
    send,
    share_out,
    sleep,
    spin,
    spin_on,
    start_and_spin,
    write_much,
)
from tests.pool.reading_calls import READING, feign
from tests.pool.stopped_calls import STOPPED
from tests.pool.unloaded_calls import UNLOADED
from tests.programs import run
from tests.servers.daemon import until


@pytest.fixture(scope="module")
def pool() -> Iterator[LocalPool]:
    os.environ["MAILBOT_INBOX__PASSWORD"] = "secret"
    options = PoolOptions(children=2, seconds=3.0, memory=2**30)
    with LocalPool(options, CHILD) as pool:
        yield pool
    del os.environ["MAILBOT_INBOX__PASSWORD"]


@pytest.fixture(scope="module")
def single() -> Iterator[LocalPool]:
    """A pool of one child, which the tests leave as they found it."""
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        yield pool


def test_a_child_gets_only_the_environment_it_needs(pool: LocalPool) -> None:
    seen = pool.submit(environment).result()
    ours = {*KEPT, "OMP_THREAD_LIMIT", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}
    libraries = {"LC_CTYPE", "LD_LIBRARY_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH"}
    assert set(seen) <= ours | libraries | {"QT_QPA_FONTDIR"}
    assert seen["OMP_THREAD_LIMIT"] == "1"


def test_a_reader_inherits_one_socket_and_no_other_descriptor(pool: LocalPool) -> None:
    assert pool.submit(descriptors).result() == ["device"] * 3 + ["socket"]


def test_a_process_started_by_a_reader_ends_with_it() -> None:
    before = set(descendants(os.getpid()))

    def started() -> int:
        return len(set(descendants(os.getpid())) - before)

    with LocalPool(PoolOptions(children=1, seconds=3.0), CHILD) as pool:
        pool.submit(sleep, 0.0).result()
        lost = pool.submit(start_and_spin)
        until(lambda: started() == 3, "no child, reader and process")
        with pytest.raises(TooCostly):
            lost.result()
        until(lambda: started() == 1, "more than the child lives on")


def test_a_reader_that_goes_on_after_its_answer_is_ended() -> None:
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        server = pool.submit(child).result()
        pool.submit(answer_and_spin).result()
        until(lambda: not descendants(server), "it lives on")


def test_what_a_reader_leaves_ends_though_its_fork_server_was_killed() -> None:
    """The fork server had become its parent."""
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        server = pool.submit(child).result()
        pool.submit(leave_a_process)
        own = Path(f"/proc/{server}/task/{server}/children")
        until(lambda: len(own.read_text().split()) == 2, "nothing is left")
        left = descendants(server)
        os.kill(server, signal.SIGKILL)
        until(lambda: not any(map(is_running, left)), "it lives on")
        pool.shutdown(cancel_futures=True)


def test_folders_that_a_killed_process_left_are_removed_and_no_others() -> None:
    places = Path(tempfile.gettempdir())
    left, young = (Path(tempfile.mkdtemp(prefix=PREFIX)) for _ in range(2))
    (left / "0").mkdir()
    (left / "0/page").write_bytes(b"x")
    os.utime(left, (0, 0))
    folder = ScratchFolder(1)
    os.utime(folder.path, (0, 0))
    try:
        other = ScratchFolder(1)
        other.remove()
        kept = {left, young, folder.path, other.path} & set(places.iterdir())
        assert kept == {young, folder.path}
    finally:
        folder.remove()
        young.rmdir()


@pytest.mark.parametrize("server_first", [False, True])
def test_children_end_with_their_parent_however_it_ends(server_first: bool) -> None:
    """Its fork server may be killed first, which would have ended the reader."""
    program = (
        "from mailbot.pool import LocalPool, PoolOptions\n"
        "from tests.pool.calls import CHILD, sleep, spin\n"
        "pool = LocalPool(PoolOptions(children=1), CHILD)\n"
        "print(pool.submit(sleep, 0.0).result(), flush=True)\n"
        "input()\n"
        "pool.submit(spin).result()\n"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE) as parent:
        assert parent.stdin
        assert parent.stdout
        assert parent.stdout.readline() == b"0.0\n"
        until(lambda: len(descendants(parent.pid)) == 1, "it ends no reader")
        parent.stdin.write(b"\n")
        parent.stdin.flush()
        until(lambda: len(descendants(parent.pid)) == 2, "it starts no reader")
        started = descendants(parent.pid)
        os.kill(parent.pid, signal.SIGSTOP)
        if server_first:
            os.kill(started[0], signal.SIGKILL)
        parent.kill()
    until(lambda: not any(map(is_running, started)), "they live on")


def test_bytes_that_are_no_answer_cost_their_child(pool: LocalPool) -> None:
    for said in (
        b"",
        b"no message",
        pickle.dumps((None, None)),
        b"\xdd\xff\xff\xff\xff",
    ):
        with pytest.raises(TooCostly, match="broke its process"):
            pool.submit(send, said).result()
    assert pool.submit(sleep, 0.0).result() == 0.0


def test_each_reader_without_answer_is_told(caplog: pytest.LogCaptureFixture) -> None:
    reasons: list[str] = []
    with (
        LocalPool(PoolOptions(children=1), CHILD, reasons.append) as pool,
        pytest.raises(TooCostly, match="ended 3 readers"),
    ):
        pool.submit(die).result()
    assert [reason_word(reason) for reason in reasons] == ["died"] * 3
    logged = [record.getMessage() for record in caplog.records]
    assert logged == [f"a reader gave no answer: {reason}" for reason in reasons]


def test_an_answer_longer_than_the_limit_is_not_taken_in() -> None:
    """Nor is it asked for again: each reader would hold up the letters that wait."""
    reasons: list[str] = []
    with LocalPool(PoolOptions(children=1), CHILD, reasons.append) as pool:
        with pytest.raises(TooCostly, match="broke its process"):
            pool.submit(announce, LONGEST + 1).result()
        assert pool.submit(sleep, 0.0).result() == 0.0
    assert [reason_word(reason) for reason in reasons] == ["broken"]


def test_only_listed_calls_are_made(pool: LocalPool) -> None:
    for function in (os.getpid, is_running):
        with pytest.raises(ValueError, match="is no call of"):
            pool.submit(function, 1)  # type: ignore[arg-type]


def test_a_call_with_arguments_of_other_types_is_not_made(pool: LocalPool) -> None:
    with pytest.raises(RuntimeError, match="ValidationError"):
        pool.submit(sleep, "long").result()  # type: ignore[arg-type]


def test_a_child_that_feigns_a_missing_tool_is_not_believed() -> None:
    """The error would end the service, so a child without a letter is asked."""
    with (
        LocalPool(PoolOptions(children=1), READING) as pool,
        pytest.raises(TooCostly, match="it says no Tesseract"),
    ):
        pool.submit(feign).result()


def test_an_unknown_error_comes_back_as_a_runtime_error(pool: LocalPool) -> None:
    with pytest.raises(RuntimeError, match=r"Stranger: who\?"):
        pool.submit(raise_stranger).result()


def test_a_reader_sets_no_limits_of_its_own(pool: LocalPool) -> None:
    assert not pool.submit(limit_itself).result()


def test_the_memory_of_all_processes_of_a_reader_is_that_of_one() -> None:
    options = PoolOptions(children=1, memory=600 << 20)
    with (
        LocalPool(options, CHILD) as pool,
        pytest.raises(TooCostly, match="more than 600 MB"),
    ):
        pool.submit(share_out).result()


def test_many_children_inherit_no_channel_of_each_other() -> None:
    with LocalPool(PoolOptions(children=140), CHILD) as pool:
        held = pool.submit(descriptors).result()
    assert held == ["device"] * 3 + ["socket"]


@pytest.mark.parametrize("endless", [spin, spin_on])
def test_a_letter_over_its_cpu_time_is_not_retried(endless: Callable[[], None]) -> None:
    with (
        LocalPool(PoolOptions(children=1, cpu_seconds=1), CHILD) as pool,
        pytest.raises(TooCostly, match="1 s of CPU"),
    ):
        pool.submit(endless).result()


@pytest.mark.parametrize("deed", [signal.SIGKILL, signal.SIGSTOP])
def test_a_letter_whose_readers_are_killed_is_read_again(deed: signal.Signals) -> None:
    with LocalPool(PoolOptions(children=1, seconds=30, attempts=1), CHILD) as pool:
        server = pool.submit(child).result()
        until(lambda: not descendants(server), "its reader has not ended")
        answer = pool.submit(sleep, 1.0)
        lost = set[int]()
        for _ in range(3):
            # One that was stopped may be let go on, and gives the answer itself.
            until(
                lambda: answer.done() or bool(set(descendants(server)) - lost),
                "no reader is there",
            )
            for reader in set(descendants(server)) - lost:
                os.kill(reader, deed)
                lost.add(reader)
        assert lost
        assert answer.result() == 1.0


def test_each_letter_is_read_in_a_process_of_its_own(single: LocalPool) -> None:
    assert len({single.submit(process).result() for _ in range(4)}) == 4


def test_a_reader_finds_no_file_of_the_one_before_it(single: LocalPool) -> None:
    assert [single.submit(leave_a_file).result() for _ in range(2)] == [1, 1]


def test_a_child_that_was_stopped_goes_on_with_the_next(single: LocalPool) -> None:
    server = single.submit(child).result()
    os.kill(server, signal.SIGSTOP)
    assert single.submit(child).result() == server


def test_a_program_that_is_stopped_while_a_child_starts_goes_on() -> None:
    with LocalPool(PoolOptions(children=1), STOPPED) as pool:
        assert pool.submit(child).result() > 0


def test_the_signals_of_a_terminal_do_not_reach_a_child(single: LocalPool) -> None:
    server = single.submit(child).result()
    assert os.getsid(server) == server


def test_where_memory_runs_out_the_kernel_ends_a_child(single: LocalPool) -> None:
    server = single.submit(child).result()
    assert Path(f"/proc/{server}/oom_score_adj").read_text() == "1000\n"


def test_letters_one_after_the_other_need_one_child() -> None:
    with LocalPool(PoolOptions(children=3), CHILD) as pool:
        assert len({pool.submit(child).result() for _ in range(4)}) == 1


def test_what_many_letters_need_is_loaded_ahead_with_the_second_one() -> None:
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        assert [pool.submit(loaded).result() for _ in range(4)] == [0, 0, 1, 1]


def test_a_service_loads_what_many_letters_need_before_the_first_one() -> None:
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        pool.start()
        assert [pool.submit(loaded).result() for _ in range(3)] == [1, 1, 1]


def test_a_child_that_cannot_be_started_is_a_passing_fault() -> None:
    with (
        LocalPool(PoolOptions(children=1), "tests.no_such_module") as pool,
        pytest.raises(ChildUnavailable, match="cannot be started"),
    ):
        pool._answer(b"")


def test_a_library_that_is_not_there_is_named_once_and_without_a_traceback(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with (
        LocalPool(PoolOptions(children=1), UNLOADED) as pool,
        pytest.raises(MissingTool, match=r"libGL\.so\.1.*opencv-python-headless"),
    ):
        pool.missing()
    assert capfd.readouterr() == ("", "")


def test_a_fork_server_that_gets_no_process_goes_on_and_gets_one_later() -> None:
    """Root has no limit of processes, so that another user tries it."""
    program = (
        "from resource import RLIMIT_NPROC, getrlimit, prlimit\n"
        "from mailbot.pool import ChildUnavailable, LocalPool, PoolOptions\n"
        "from tests.pool.calls import CHILD, child\n"
        "soft, hard = getrlimit(RLIMIT_NPROC)\n"
        "with LocalPool(PoolOptions(children=1), CHILD) as pool:\n"
        "    server = pool.submit(child).result()\n"
        "    prlimit(server, RLIMIT_NPROC, (1, hard))\n"
        "    print(isinstance(pool.submit(child).exception(), ChildUnavailable))\n"
        "    prlimit(server, RLIMIT_NPROC, (soft, hard))\n"
        "    print(pool.submit(child).result() == server)\n"
    )
    command = as_user(os.geteuid() or NOBODY, sys.executable, "-c", program)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "True\nTrue\n"


def test_limits_that_the_system_does_not_grant_are_used_as_they_are() -> None:
    options = PoolOptions(children=1, files=2**40, memory=2**40)
    program = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1900000 << 10,) * 2)\n"
        "from mailbot.pool import LocalPool, PoolOptions\n"
        "from tests.pool.calls import CHILD, sleep\n"
        f"with LocalPool({options}, CHILD) as pool:\n"
        "    print(pool.submit(sleep, 0.0).result())\n"
    )
    assert run(sys.executable, "-c", program).stdout == "0.0\n"


def test_a_shutdown_that_cancels_ends_running_and_waiting_calls() -> None:
    pool = LocalPool(PoolOptions(children=1), CHILD)
    assert pool.submit(sleep, 0.0).result() == 0.0
    under_way, waiting = pool.submit(spin), pool.submit(sleep, 0.0)
    until(under_way.running, "it does not start")
    pool.shutdown(cancel_futures=True)
    with pytest.raises(BrokenExecutor, match="closed"):
        under_way.result()
    assert waiting.cancelled()


def test_a_letter_that_ends_its_reader_costs_only_itself(pool: LocalPool) -> None:
    lost = pool.submit(die)
    others = [pool.submit(sleep, 0.01) for _ in range(5)]
    assert [other.result() for other in others] == [0.01] * 5
    with pytest.raises(TooCostly, match="ended 3 readers"):
        lost.result()


def test_a_letter_that_never_ends_is_stopped_at_the_deadline(pool: LocalPool) -> None:
    """A clock is right here: the deadline is a promise about wall time.

    It is kept by a thread of the parent, which needs no core but only its turn on one,
    so that a second is plenty on a busy machine too.
    """
    assert pool.submit(sleep, 0.0).result() == 0.0, "a child is warm"
    started = time.monotonic()
    lost = pool.submit(spin)
    assert pool.submit(sleep, 0.0).result() == 0.0
    with pytest.raises(TooCostly, match="no answer within 3 s"):
        lost.result()
    assert 3.0 <= time.monotonic() - started < 3.0 + 1.0


def test_a_letter_that_eats_memory_is_refused(pool: LocalPool) -> None:
    with pytest.raises(TooCostly, match="1024 MB"):
        pool.submit(eat).result()
    assert pool.submit(sleep, 0.0).result() == 0.0


def test_an_error_of_ours_comes_back(pool: LocalPool) -> None:
    with pytest.raises(BadLetter, match="no header"):
        pool.submit(refuse).result()


def test_a_child_can_open_few_files_and_write_small_ones(pool: LocalPool) -> None:
    with pytest.raises(RuntimeError, match="Too many open files"):
        pool.submit(open_files, 200).result()
    with pytest.raises(RuntimeError, match="File too large"):
        pool.submit(write_much).result()
    assert pool.submit(core_limit).result() == 0


@pytest.mark.parametrize("write", [litter, fill])
def test_a_full_disk_is_stopped(write: Callable[[], None], pool: LocalPool) -> None:
    with pytest.raises(TooCostly, match="wrote more files"):
        pool.submit(write).result()
    assert pool.submit(sleep, 0.0).result() == 0.0


def test_a_reader_adds_nothing_to_our_log(capfd: pytest.CaptureFixture[str]) -> None:
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        pool.submit(complain).result()
    assert capfd.readouterr().err == ""


def test_a_letter_that_starts_many_processes_is_stopped() -> None:
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        server = pool.submit(child).result()
        with pytest.raises(TooCostly, match="more processes"):
            pool.submit(multiply).result()
        until(lambda: not descendants(server), "some live on")


def test_a_plain_shutdown_finishes_running_calls() -> None:
    pool = LocalPool(PoolOptions(children=1), CHILD)
    last = pool.submit(sleep, 0.2)
    pool.shutdown()
    assert last.result(timeout=0) == 0.2
