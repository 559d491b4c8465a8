"""Ours against others on files of 9x9 puzzles, one a line, in one interleaved run.

    pip install '.[bench]'
    python -m tests.bench.solver_speed [--posts] [--packages] FILE...

Ours and Norvig's prove that a solution is the only one; see `peers` for the rest.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from solver import parse, solve
from tests.bench.measure import describe, take_turns
from tests.bench.peers import norvig, packages, posts

Solve = Callable[[str], object]


def solve_ours(line: str) -> object:
    """From the text to the proven answer."""
    return solve(parse(line))


def main() -> None:
    """Print a table for each file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--posts", action="store_true", help="the posts' algorithms")
    parser.add_argument("--packages", action="store_true", help="solvers from PyPI")
    parser.add_argument("--sample", type=int, default=100, help="puzzles per file")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=5.0, help="seconds per puzzle")
    asked = parser.parse_args()
    rivals: dict[str, Solve] = {"ours": solve_ours, "norvig": norvig.solve_twice}
    if asked.posts:
        rivals["recursion"] = posts.solve_recursively
        rivals["loop"] = posts.solve_in_a_loop
        rivals["ten lines"] = posts.solve_in_ten_lines
    if asked.packages:
        rivals |= packages.load_peers()
    for file in asked.files:
        lines = [line.split()[0] for line in file.read_text().splitlines() if line]
        sample = lines[:: max(1, len(lines) // asked.sample)]
        times = take_turns(rivals, sample, asked.rounds, asked.limit)
        print(f"{file.name}: {len(sample)} puzzles")
        print("\n".join("  " + line for line in describe(times, "ours")))


if __name__ == "__main__":
    main()
