"""Letters read by a dask cluster: what is lost there is answered here."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailbot.cli.wiring import open_room
from mailbot.errors import BadLetter, BadSettings, TooCostly
from mailbot.ledger import State
from mailbot.pool import FleetOptions, PoolOptions
from mailbot.pool.cluster.fleet import Fleet, FleetUnavailable, _order
from mailbot.pool.cluster.reports import Report, Said
from mailbot.pool.protocol.wire import pack, unpack
from mailbot.settings import Settings, mailboxes
from mailbot.settings.schema import InboxSettings, OutboxSettings, PoolSettings
from mailbot.watch.observer import Observer
from tests.cases import cases_of
from tests.fakes import FakeExecutor
from tests.house import House, some_child
from tests.pool.calls import CHILD, die, parent, refuse, slow, spin
from tests.programs import run
from tests.servers.daemon import free_port, until

cases = cases_of(__file__)

CLUSTER = Path(__file__).parents[3] / "deploy/cluster"
LIMITS = PoolOptions(children=1, seconds=4.0, memory=2**30)


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.scheduler = self._start(
            "scheduler", "--no-dashboard", "--port", self.address.rpartition(":")[2]
        )
        self.workers = [self.start_worker() for _ in range(2)]

    def start_worker(self) -> subprocess.Popen[bytes]:
        return self._start(
            "worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard"
        )

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--host", "127.0.0.1"],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@contextmanager
def dask(folder: Path, *arguments: str) -> Iterator[None]:
    """A scheduler or a worker, in that folder."""
    null = subprocess.DEVNULL
    command = [sys.executable, "-m", "dask", *arguments]
    here = ("--no-dashboard", "--host", "127.0.0.1")
    with subprocess.Popen(
        [*command, *here], cwd=folder, stdout=null, stderr=null
    ) as it:
        try:
            yield
        finally:
            it.kill()


@contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for all tests that leave it whole."""
    with running(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def fleet(cluster: Cluster) -> Iterator[Fleet]:
    with Fleet(FleetOptions(cluster.address, seconds=20.0), LIMITS, CHILD) as fleet:
        yield fleet


@pytest.fixture
def doomed(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster of which a test kills parts."""
    with running(tmp_path) as cluster:
        yield cluster


@pytest.fixture
def doomed_fleet(doomed: Cluster) -> Iterator[Fleet]:
    with Fleet(FleetOptions(doomed.address, seconds=20.0), LIMITS, CHILD) as fleet:
        yield fleet


def test_children_of_workers_read_letters(cluster: Cluster, fleet: Fleet) -> None:
    parents = {fleet.submit(parent).result() for _ in range(2)}
    assert parents <= {worker.pid for worker in cluster.workers}


EVIL = """
import mailbot.pool.cluster.broker

class Order:
    def __reduce__(self):
        return eval, ({code!r},)

mailbot.pool.cluster.broker.run_confined = lambda *_: Order()
"""
"""A dask worker that answers with code, which dask runs where it loads the answer."""

DEED = """
import os
from mailbot.pool.cluster.reports import Made
from mailbot.pool.protocol.wire import pack, write_answer

won = [name for name in os.environ if "PASSWORD" in name]
for path, mode in (({place!r} + "/password", "r"), ({place!r} + "/note", "w")):
    try:
        won.append(open(path, mode))
    except OSError:
        pass
answer = pack(Made(write_answer(lambda: -len(won) or os.getpid())))
"""
"""That code: it answers its process, or how much it gains there, below zero."""


def test_a_hostile_dask_worker_gains_nothing_where_its_answer_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAILBOT_INBOX__PASSWORD", "secret")
    (tmp_path / "password").write_text("secret")
    deed = DEED.format(place=str(tmp_path))
    code = f"(lambda names: exec({deed!r}, names) or names['answer'])({{}})"
    (tmp_path / "evil.py").write_text(EVIL.format(code=code))
    port = str(free_port())
    address = f"tcp://127.0.0.1:{port}"
    with (
        dask(tmp_path, "scheduler", "--port", port),
        dask(tmp_path, "worker", address, "--no-nanny", "--preload", "evil.py"),
        Fleet(FleetOptions(address, seconds=20.0), LIMITS, CHILD) as fleet,
    ):
        process = fleet.submit(slow, 1).result(timeout=60)
    assert process > 0
    assert process != os.getpid()


def test_the_process_that_holds_the_passwords_loads_nothing_of_dask() -> None:
    program = (
        "import sys, mailbot.pool.cluster.fleet; print('distributed' in sys.modules)"
    )
    assert run(sys.executable, "-c", program).stdout == "False\n"


def test_a_broker_that_is_killed_costs_no_letter(fleet: Fleet) -> None:
    assert fleet.submit(slow, 1).result() == 1
    under_way = fleet.submit(slow, 2)
    os.kill(some_child(os.getpid(), b"mailbot.pool.cluster.broker"), signal.SIGKILL)
    assert under_way.result(timeout=60) == 2


def test_readers_that_are_lost_on_the_cluster_are_counted(cluster: Cluster) -> None:
    lost: list[str] = []
    options = FleetOptions(cluster.address, seconds=20.0)
    with Fleet(options, LIMITS, CHILD, lost.append) as fleet:
        with pytest.raises(TooCostly, match="ended 3 readers"):
            fleet.submit(die).result()
        assert fleet.submit(slow, 1).result() == 1
    assert lost.count("ended by SIGSEGV") == 3


@pytest.mark.parametrize(
    "sent", [b"", b"\xc0", pack((b"", ("x" * 201,))), pack((b"", ("x",) * 101))]
)
def test_what_no_worker_of_ours_sends_is_the_fault_of_its_letter(sent: bytes) -> None:
    done: Future[Report] = Future()
    done.set_result(Report(1, Said.ANSWER, sent))
    result: Future[int] = Future()
    with Fleet(FleetOptions("tcp://127.0.0.1:1"), LIMITS, CHILD) as fleet:
        fleet._finish(partial(slow, 1), result, done)
    assert isinstance(result.exception(), TooCostly)


def test_a_bad_letter_harms_no_other_letter_on_the_cluster(fleet: Fleet) -> None:
    lost, spun, refused = fleet.submit(die), fleet.submit(spin), fleet.submit(refuse)
    with pytest.raises(TooCostly, match="ended 3 readers"):
        lost.result()
    with pytest.raises(TooCostly, match="no answer within 4 s"):
        spun.result()
    with pytest.raises(BadLetter):
        refused.result()
    assert fleet.submit(slow, 3).result() == 3


def test_letters_of_what_is_killed_are_read_by_another_worker_and_then_here(
    doomed: Cluster, doomed_fleet: Fleet
) -> None:
    under_way = [doomed_fleet.submit(slow, number) for number in range(12)]
    assert under_way[0].result() == 0
    doomed.workers[0].kill()
    assert [task.result(timeout=60) for task in under_way] == list(range(12))
    assert doomed_fleet.submit(parent).result() == doomed.workers[1].pid
    under_way = [doomed_fleet.submit(slow, number) for number in range(8)]
    assert under_way[0].result() == 0
    doomed.scheduler.kill()
    assert [task.result(timeout=60) for task in under_way] == list(range(8))
    assert doomed_fleet.submit(parent).result() == os.getpid()


def test_each_letter_gets_one_reply_whatever_part_of_the_cluster_is_killed(
    doomed: Cluster, doomed_fleet: Fleet, tmp_path: Path, long: bool
) -> None:
    (tmp_path / "house").mkdir()
    house, letters = House(tmp_path / "house"), 200 if long else 20
    for number in range(letters):
        house.lay("slow", f"a{number}")
    served = threading.Thread(target=house.work, args=(doomed_fleet,), daemon=True)
    served.start()

    def await_replies(share: float) -> None:
        wanted = share * letters
        until(lambda: len(house.replies_by_letter()) >= wanted, "no replies", 60)

    await_replies(0.2)
    os.kill(some_child(doomed.workers[1].pid), signal.SIGKILL)
    await_replies(0.4)
    doomed.workers[0].kill()
    await_replies(0.6)
    doomed.scheduler.kill()
    served.join()
    assert house.states() == [State.SENT] * letters
    assert sorted(house.replies_by_letter().values()) == [1] * letters


@cases("pool, letters")
def test_the_worker_keeps_two_letters_in_flight_for_each_child(
    pool: PoolSettings, letters: int, tmp_path: Path
) -> None:
    settings = Settings(
        address="bot@bots.example",
        state=tmp_path,
        inbox=InboxSettings(kind="spool", path=tmp_path),
        outbox=OutboxSettings(kind="spool", path=tmp_path),
        pool=pool,
    )
    (mailbox,) = mailboxes(settings)
    with open_room(settings, mailbox, FakeExecutor(), Observer()) as room:
        assert room.options.in_flight == letters


def test_without_a_scheduler_letters_are_read_here_or_given_back() -> None:
    nowhere = f"tcp://127.0.0.1:{free_port()}"
    with Fleet(FleetOptions(nowhere, seconds=0.5), LIMITS, CHILD) as fleet:
        assert fleet.submit(parent).result() == os.getpid()
    waiting = FleetOptions(nowhere, fall_back=False, seconds=0.5)
    with Fleet(waiting, LIMITS, CHILD) as fleet:
        refused = fleet.submit(slow, 1)
        with pytest.raises(FleetUnavailable, match="no dask scheduler"):
            refused.result()


def test_a_lost_scheduler_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    nowhere = f"tcp://127.0.0.1:{free_port()}"
    options = FleetOptions(nowhere, seconds=0.2, pause=0.0)
    with Fleet(options, LIMITS, CHILD) as fleet:
        answers = [fleet.submit(parent).result() for _ in range(3)]
    assert answers == [os.getpid()] * 3
    told = [r.getMessage() for r in caplog.records if r.name == "mailbot"]
    assert told == [f"no dask scheduler at {nowhere}; letters are read on this machine"]


def test_leaving_the_cluster_cancels_letters_and_logs_no_lost_scheduler(
    fleet: Fleet, caplog: pytest.LogCaptureFixture
) -> None:
    assert fleet.submit(slow, 1).result() == 1
    under_way = fleet.submit(spin)
    fleet.shutdown()
    with pytest.raises(CancelledError):
        under_way.result(timeout=60)
    assert not [record for record in caplog.records if record.name == "mailbot"]


def test_a_fleet_counts_its_workers(cluster: Cluster, fleet: Fleet) -> None:
    until(lambda: fleet.probe() == len(cluster.workers), "no workers")


@contextmanager
def script(name: str, *arguments: str | Path) -> Iterator[None]:
    """A script of deploy/cluster, at work."""
    here = {**os.environ, "MAILBOT_BIN": str(Path(sys.executable).parent)}
    with subprocess.Popen(
        [CLUSTER / name, *arguments, "--host", "127.0.0.1"],
        env=here,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield
        finally:
            process.kill()


def test_the_scripts_start_a_cluster_that_speaks_tls_alone(tmp_path: Path) -> None:
    tls, port = tmp_path / "tls", str(free_port())
    address = f"tls://127.0.0.1:{port}"
    subprocess.run([CLUSTER / "certificates.sh", tls], check=True)
    names = ("ca.pem", "cert.pem", "key.pem")
    ca, cert, key = (tls / "mailbot" / name for name in names)
    options = FleetOptions(address, ca, cert, key, fall_back=False, seconds=20.0)
    with (
        script("scheduler.sh", tls / "scheduler", "--port", port),
        script("worker.sh", tls / "worker", address, "--local-directory", tmp_path),
    ):
        with Fleet(options, LIMITS, CHILD) as fleet:
            assert fleet.submit(slow, 3).result(timeout=60) == 3
        plain = replace(options, address=f"tcp://127.0.0.1:{port}", seconds=2.0)
        with Fleet(plain, LIMITS, CHILD) as fleet:
            stranger = fleet.submit(slow, 4)
            with pytest.raises(FleetUnavailable):
                stranger.result()


@cases("address, message")
def test_a_remote_scheduler_without_tls_is_refused(address: str, message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        Fleet(FleetOptions(address), LIMITS, CHILD)


def test_missing_certificates_are_no_lost_scheduler(tmp_path: Path) -> None:
    ca, cert, key = (tmp_path / name for name in ("ca.pem", "cert.pem", "key.pem"))
    with pytest.raises(BadSettings, match=r"ca\.pem.*: No such file or directory"):
        Fleet(FleetOptions("tls://127.0.0.1:1", ca, cert, key), LIMITS, CHILD)


def test_other_machines_do_not_look_for_a_socket_of_this_one() -> None:
    limits = PoolOptions(cpu_seconds=7, socket="/run/mailbot-readers")
    order = _order(FleetOptions("tcp://127.0.0.1:8786"), limits, CHILD)
    assert unpack(order.limits, PoolOptions) == replace(limits, socket="")
