"""Photos over several children, and over a dask cluster, on one machine.

    .venv/bin/python -m tests.bench.spreading [--photos 16] [--rounds 5]

The arms take turns and are warm before the first. Each child keeps its libraries to one
thread (`pool`), in every arm alike. A round says how much processor time others took
meanwhile: two children cannot be told from one while somebody else holds a core, so
rounds in which others took much are shown and left out of the medians.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from mailbot.cli.answering import Answering
from mailbot.model import MessageKey, RawMail, Respond
from mailbot.options import RespondOptions
from mailbot.pictures.encode import encode_jpeg
from mailbot.pool import FleetOptions, LocalPool, Pool, PoolOptions
from mailbot.pool.cluster.fleet import Fleet
from solver import Shape
from tests.bench.report import Section, table
from tests.bench.spread_calls import SPREADING, nap
from tests.eye.rendered import make_puzzle
from tests.servers.daemon import free_port
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
OPTIONS = RespondOptions(address="bot@bots.example")
STOLEN = 0.1
"""Of a core: more than that for others, and a round counts for nothing."""

NAP = 0.25
"""Seconds."""

_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Turn:
    """One arm once over all photos: photos a second, processor seconds a photo.

    `others` and `idle` are parts of one core: what processes outside this bench took,
    and what nobody took.
    """

    rate: float
    work: float
    others: float
    idle: float


def compare_spreads(photos: int, rounds: int) -> Section:
    """One child, two children and two dask workers in turns, on the same photos."""
    letters = [_letter(number) for number in range(photos)]
    with ExitStack() as stack:
        arms = {
            _ONE: stack.enter_context(_local(1)),
            "two children": stack.enter_context(_local(2)),
            "two dask workers": stack.enter_context(_cluster()),
        }
        for pool in arms.values():
            _answer_all(pool, letters[:4])
            _nap_all(pool, letters[:4])
        naps = {name: _nap_all(pool, letters) for name, pool in arms.items()}
        turns: dict[str, list[Turn]] = {name: [] for name in arms}
        for _ in range(rounds):
            for name, pool in arms.items():
                turns[name].append(_time(partial(_answer_all, pool, letters), photos))
                sys.stderr.write(f"{name:18} {turns[name][-1]}\n")
    quiet = [
        number
        for number in range(rounds)
        if all(seen[number].others < STOLEN for seen in turns.values())
    ]
    rows = [
        (*_row(name, turns, quiet or range(rounds)), f"{naps[name] / naps[_ONE]:.2f}")
        for name in turns
    ]
    about = _ABOUT.format(photos, len(quiet), rounds, NAP)
    return Section("Photos over several children", about + table(_HEADER, rows))


_ONE = "one child"
_HEADER = (
    *("arm", "photos/s", "CPU s a photo", "idle"),
    *("of one child", "of two", "naps, of one child"),
)
_ABOUT = """\
{} letters with a photo each; medians of the {} quiet rounds of {} (of all, if none was
quiet). Idle is the part of one core that nobody used. Naps are the same letters, over
each of which a child sleeps {} s: they show what handing over costs, on a busy machine
too.

"""


def _row(
    name: str, turns: Mapping[str, Sequence[Turn]], rounds: Sequence[int]
) -> Sequence[str]:
    seen = [turns[name][number] for number in rounds]
    ratios = [
        median(turns[name][n].rate / turns[other][n].rate for n in rounds)
        for other in (_ONE, "two children")
    ]
    return (
        *(name, f"{median(t.rate for t in seen):.2f}"),
        *(f"{median(t.work for t in seen):.2f}", f"{median(t.idle for t in seen):.2f}"),
        *(f"{ratio:.2f}" for ratio in ratios),
    )


def _answer_all(pool: Pool, letters: Sequence[RawMail]) -> None:
    answering = Answering(pool, OPTIONS)
    futures = [answering.respond(raw, NOON) for raw in letters]
    outcomes = [future.result() for future in futures]
    assert all(isinstance(outcome, Respond) for outcome in outcomes)


def _nap_all(pool: Pool, letters: Sequence[RawMail]) -> float:
    """Letters a second where a child does nothing but sleep over each."""
    started = perf_counter()
    for future in [pool.submit(nap, raw.rfc822, NAP) for raw in letters]:
        future.result()
    return len(letters) / (perf_counter() - started)


def _time(work: Callable[[], None], photos: int) -> Turn:
    (busy, idle), ours, started = _machine(), _ours(), perf_counter()
    work()
    wall = perf_counter() - started
    (busy_then, idle_then), spent = _machine(), _ours() - ours
    others = max(busy_then - busy - spent, 0.0)
    return Turn(photos / wall, spent / photos, others / wall, (idle_then - idle) / wall)


def _machine() -> tuple[float, float]:
    """Processor seconds of everybody since the start of the machine: busy, idle.

    What a hypervisor gave to others counts as busy: it is not ours either.
    """
    first = Path("/proc/stat").read_text().partition("\n")[0]
    user, nice, system, idle, wait, irq, softirq, steal = map(int, first.split()[1:9])
    return (
        (user + nice + system + irq + softirq + steal) / _TICK,
        (idle + wait) / _TICK,
    )


def _ours() -> float:
    """Processor seconds of this process and of all that it started."""
    return sum(map(_spent, _family(os.getpid())))


def _family(process: int) -> Iterator[int]:
    yield process
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in (thread / "children").read_text().split():
            yield from _family(int(child))


def _spent(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICK


@contextmanager
def _local(children: int) -> Iterator[Pool]:
    with LocalPool(PoolOptions(children=children), SPREADING) as pool:
        yield pool


@contextmanager
def _cluster() -> Iterator[Pool]:
    """A scheduler and two workers of one child each, as deploy/cluster starts them."""
    port = str(free_port())
    here = ("--host", "127.0.0.1", "--no-dashboard")
    one = ("--no-nanny", "--nthreads", "1")
    address = f"tcp://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as home, ExitStack() as stack:
        stack.enter_context(_dask(home, "scheduler", "--port", port, *here))
        for _ in range(2):
            stack.enter_context(_dask(home, "worker", address, *one, *here))
        options, limits = FleetOptions(address, seconds=60), PoolOptions(children=1)
        yield stack.enter_context(Fleet(options, limits, SPREADING))


@contextmanager
def _dask(home: str, *arguments: str) -> Iterator[None]:
    null = subprocess.DEVNULL
    command = (sys.executable, "-m", "dask", *arguments)
    with subprocess.Popen(command, cwd=home, stdout=null, stderr=null) as process:
        try:
            yield
        finally:
            process.terminate()


def _letter(number: int) -> RawMail:
    """A newspaper page, photographed a little askew; another one for each number."""
    puzzle = make_puzzle(Shape(3, 3), number).puzzle
    page = draw_newspaper([PaperPuzzle(puzzle)], PrintStyle(), number)
    camera = Camera(side=1600, turn=3 + number % 5, tilt=0.1, shadow=0.3, blur=0.6)
    letter = EmailMessage(policy=SMTP)
    letter["From"] = f"Ada <ada{number}@people.example>"
    letter["To"] = OPTIONS.address
    letter["Subject"] = "This morning's paper"
    letter["Message-ID"] = f"<{number}@people.example>"
    letter.set_content("Coffee is getting cold.")
    letter.add_attachment(
        encode_jpeg(photograph(page, camera, seed=number)),
        maintype="image",
        subtype="jpeg",
        filename="photo.jpg",
    )
    return RawMail(MessageKey("INBOX", 1, number), letter.as_bytes(), NOON)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    section = compare_spreads(asked.photos, asked.rounds)
    sys.stdout.write(f"{section.title}\n\n{section.body}")


if __name__ == "__main__":
    main()
