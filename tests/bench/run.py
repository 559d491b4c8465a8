"""Every comparison, each in a process of its own, told in RESULTS.md.

python -m tests.bench.run [--quick] [--pictures FOLDER] [--collections FOLDER...]
    [--dataset FOLDER] [--puzzles FOLDER]
"""

import argparse
import os
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from tests.bench.dataset import compare_collections
from tests.bench.footprint import measure_starts
from tests.bench.report import Section, describe_machine
from tests.bench.seeing import compare_readers
from tests.bench.serving import compare_services
from tests.bench.solving import compare_solvers
from tests.bench.spreading import compare_spreads
from tests.bench.walk import measure_walk
from tests.bench.wording import measure_words

_HERE = Path(__file__).parent
_INTRODUCTION = """\
# Measured beside its peers

Written by `tests/bench/run.sh`; run it again to have the numbers of your machine. Each
section is one process in which the rivals take turns, so that a busy moment hits all
alike: ratios mean more than seconds.

"""


def main() -> None:
    """Run all, write the report and the plots."""
    asked = _ask()
    asked.into.mkdir(parents=True, exist_ok=True)
    comparisons: dict[str, Callable[[], Section]] = {
        "solvers": partial(compare_solvers, asked.puzzles, asked.quick, asked.into),
        "reading": partial(compare_readers, asked.pictures, asked.quick, asked.into),
        "others": partial(compare_collections, asked.collections, asked.dataset),
        "letters": partial(compare_services, asked.quick),
        "walk": measure_walk,
        "spread": partial(compare_spreads, *((8, 2) if asked.quick else (24, 7))),
        "words": partial(measure_words, asked.quick),
        "starts": partial(measure_starts, asked.quick),
    }
    text = _INTRODUCTION + describe_machine() + _load("before")
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, spawn, max_tasks_per_child=1) as pool:
        for name, comparison in comparisons.items():
            started = perf_counter()
            section = pool.submit(comparison).result()
            text += f"\n## {section.title}\n\n{section.body}"
            sys.stderr.write(f"{name}: {perf_counter() - started:.0f} s\n")
            told = f"{text}\n{_load('after')}- {datetime.now(UTC):%Y-%m-%d}\n"
            (asked.into / "RESULTS.md").write_text(told)


def _ask() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few of everything")
    parser.add_argument("--pictures", type=Path, help="a folder of .jpg with .dat")
    parser.add_argument(
        "--collections", type=Path, nargs="*", default=[], help="more such folders"
    )
    parser.add_argument("--dataset", type=Path, help="a checkout of the public dataset")
    parser.add_argument("--puzzles", type=Path, help="a folder of .txt, one a line")
    parser.add_argument(
        "--into", type=Path, default=_HERE, help="where RESULTS.md goes"
    )
    return parser.parse_args()


def _load(when: str) -> str:
    """How busy the machine was: processes that wanted to run, over a minute."""
    return (
        f"- load {when} the run: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n"
    )


if __name__ == "__main__":
    main()
