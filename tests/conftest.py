"""What all tests share: options, the spreading over processes, a check for threads."""

import gc
import os
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import suppress
from traceback import format_stack
from zlib import crc32

import pytest

from tests.examples import DAY, draw_many

pytest_plugins = ["tests.servers.fixtures"]

# Several processes test at once, so none of them calculates in threads. The variable
# is set before numpy is imported, and child processes inherit it.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# What is compiled is kept: else each process that a test starts compiles it anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def _write_to_memory() -> None:
    """Let scratch files lie in memory, if it has room: a ledger commits often.

    On a disk, the tests of the worker wait for that most of their time. A folder that
    somebody has chosen stays; the mail servers need one with programs and devices.
    """
    with suppress(OSError):
        memory = os.statvfs("/dev/shm")
        unfit = memory.f_flag & (os.ST_NOEXEC | os.ST_NODEV)
        if not unfit and memory.f_bavail * memory.f_frsize >= 4 * 2**30:
            os.environ.setdefault("TMPDIR", "/dev/shm")


_write_to_memory()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the long campaigns in full")
    parser.addoption(
        "--seed", type=int, default=0, help="another chance for the campaigns"
    )
    parser.addoption("--update-replies", action="store_true", help="approve replies")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        draw_many()


def pytest_report_header() -> str:
    """By which day a run can be repeated."""
    return f"samples of TESTS_DAY={DAY}"


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the long campaigns run in full."""
    return bool(request.config.getoption("--long"))


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> int:
    """What the campaigns draw their chances from; with another one they differ."""
    return int(request.config.getoption("--seed"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The number of processes for `-n auto`.

    It is two more than there are cores, because many tests wait for a server. A
    selection of tests (-k, or a path) runs in one process, which starts sooner.
    """
    is_selection = config.args_source is pytest.Config.ArgsSource.ARGS
    if is_selection or config.option.keyword or config.getoption("lf", False):
        return 0
    return len(os.sched_getaffinity(0)) + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep Python from looking again and again for garbage among what is collected.

    Modules and tests live as long as the process; later searches leave them out.
    """
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Mark tests that need servers; spread the tests over the processes.

    Tests that share a fixture stay in one process. So do those of the replies in one
    language, which are composed once (`tests.compose.cases.every_kind`), those of one
    server, which is fetched once (`tests.servers.programs.Unpacked`), and shares of
    the quick ones.
    """
    for item in items:
        if not isinstance(item, pytest.Function):
            continue
        if "servers" in item.fixturenames:
            item.add_marker(pytest.mark.servers)
        if _shares_a_fixture(item):
            item.add_marker(pytest.mark.xdist_group(_file_of(item)))
        elif shared := _language_or_server(item) or _share_of_file(item):
            item.add_marker(pytest.mark.xdist_group(shared))
    if hasattr(config, "workerinput"):  # this is one of several processes
        items.sort(key=_turn)


QUICK = ("mailbot/", "solver/", "tests/policy/", "tests/talk/", "tests/text/")
"""Where the tests take some milliseconds each."""

_SHARES = 6
"""Of the quick tests of a file; each share stays in one process."""


def _turn(item: pytest.Item) -> tuple[bool, int]:
    """The place of a test in the order in which several processes take tests.

    Tests that wait for a server come mixed with those that calculate, so that both
    cores are busy. The quick ones come last: no process is then left with a long one.
    """
    grouped = item.get_closest_marker("xdist_group")
    name = grouped.args[0] if grouped else item.nodeid
    return item.nodeid.startswith(QUICK), crc32(name.encode())


def _file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _language_or_server(item: pytest.Function) -> str:
    """The language of the replies, or the server, that a test is about, or ""."""
    known = {"tests/compose/": "language", "tests/servers/": "name"}
    values = item.callspec.params if hasattr(item, "callspec") else {}
    named = (known[home] for home in known if item.nodeid.startswith(home))
    return "".join(str(values.get(name, "")).partition(" ")[0] for name in named)


def _share_of_file(item: pytest.Function) -> str:
    """The share of a file of quick tests that a test is in, or "".

    Tests that are spread by the hundred cost xdist less than one by one.
    """
    quick = item.nodeid.startswith(QUICK)
    share = crc32(item.nodeid.encode()) % _SHARES
    return f"{_file_of(item)} {share}" if quick else ""


def _shares_a_fixture(item: pytest.Function) -> bool:
    """Whether a test uses a fixture that is made once for all tests of its file."""
    known = item._fixtureinfo.name2fixturedefs.values()
    return any(fixture.scope == "module" for named in known for fixture in named)


@pytest.fixture(scope="session", autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Fail where a test left a thread that Python would wait for at its end."""
    yield
    frames = sys._current_frames()
    left = [
        f"{thread.name}\n" + "".join(format_stack(frames.get(thread.ident or 0)))
        for thread in threads_left()
    ]
    assert not left, "threads were left behind: " + "\n".join(left)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End at once where a thread is left: a process that waits for it tells nothing."""
    if threads_left():
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if reporter:  # not in the processes of xdist
            reporter.flush()
        sys.stderr.flush()
        os._exit(1)


def threads_left() -> list[threading.Thread]:
    """The threads besides the main one that Python waits for at its end."""
    main = threading.main_thread()
    return [t for t in threading.enumerate() if not t.daemon and t is not main]
