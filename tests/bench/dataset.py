"""Photographs that the project does not hold, read and counted.

They are those of the public dataset wichtounet/sudoku_dataset, and folders of others
that are labelled in the same way.

python -m tests.bench.dataset FOLDER [NAME...] scores a checkout of it; nothing is
fetched. FOLDER/datasets holds lists of photographs (NAME.desc, a path a line). Beside
each photograph a `.dat` holds the phone, the format, and nine rows of nine digits.

The published record counts photographs whose 81 cells are all read right: 33 of 40 in
the list v2_test (B. Wicht, thesis; the dataset's README).
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mailbot.eye.picture import read_picture
from mailbot.model import Findings, Status
from solver import Cells, Grid, Solved, shape_of, solve
from tests.bench.report import Section, table
from tests.eye.rendered import OPTIONS


@dataclass(slots=True)
class Score:
    """How the photographs of one list were read.

    `exact` counts those whose every cell was read right; `answered` those whose true
    solution would be sent, `wrong` those for which another one would be.
    """

    pictures: int = 0
    exact: int = 0
    answered: int = 0
    wrong: int = 0

    def add(self, label: Cells, found: Findings) -> None:
        """Count one photograph with those 81 digits."""
        self.pictures += 1
        self.exact += label in [puzzle.grid.digits for puzzle in found.puzzles]
        truth = solve(Grid(shape_of(9), label))
        sent = [
            puzzle.answer.grid.digits
            for puzzle in found.puzzles
            if puzzle.status in (Status.SOLVED, Status.COMPLETE)
            and isinstance(puzzle.answer, Solved)
        ]
        right = truth.grid.digits if isinstance(truth, Solved) else ()
        self.answered += right in sent
        self.wrong += any(solution != right for solution in sent)


def listed(folder: Path, name: str) -> Iterator[tuple[Path, Cells]]:
    """The photographs of a list that are there and labelled, with their digits.

    Paths are meant from the checkout's root, or from the list itself.
    """
    lines = (folder / "datasets" / f"{name}.desc").read_text().split()
    for line in lines:
        places = [root / line for root in (folder, folder / "datasets")]
        picture = next((place for place in places if place.is_file()), None)
        label = picture and label_of(picture.with_suffix(".dat"))
        if picture and label:
            yield picture, label


def in_folder(folder: Path) -> Iterator[tuple[Path, Cells]]:
    """The photographs of a folder whose labels have one solution, with their digits."""
    for label in sorted(folder.glob("*.dat")):
        picture = next(
            (
                p
                for p in sorted(folder.glob(f"{label.stem}.*"))
                if p.suffix in _PICTURES
            ),
            None,
        )
        digits = label_of(label)
        if picture and digits and isinstance(solve(Grid(shape_of(9), digits)), Solved):
            yield picture, digits


def label_of(path: Path) -> Cells:
    """The 81 digits of a label, 0 for an empty cell; () if it holds no grid."""
    if not path.is_file():
        return ()
    words = " ".join(path.read_text(errors="replace").splitlines()[2:]).split()
    digits = tuple(int(word) for word in words if word.isdigit())
    return digits if len(digits) == 81 else ()


def names_of(folder: Path) -> list[str]:
    """The names of all lists of a checkout."""
    return sorted(path.stem for path in (folder / "datasets").glob("*.desc"))


def score(folder: Path, name: str) -> Score:
    """Read the photographs of a list, one after the other."""
    return _score(listed(folder, name))


def compare_collections(folders: Sequence[Path], checkout: Path | None) -> Section:
    """How folders are read, and the list of the dataset that has a published record."""
    rows = [(f"the folder `{one.name}`", _score(in_folder(one))) for one in folders]
    told = [_row(name, total) for name, total in rows]
    if checkout:
        told.append(_row(_RECORD, score(checkout, _RECORD)))
    body = _ABOUT + table(("photographs", "n", "exact", "answered", "wrong"), told)
    return Section("Photographs of others", body if checkout else body + _ABSENT)


_RECORD = "v2_test"
_PICTURES = (".jpg", ".jpeg", ".png")
_ABOUT = """\
Photographs that the project does not hold. `exact` counts those whose every cell is
read right, `answered` those whose true solution would be sent, `wrong` those for which
another one would be.

"""
_ABSENT = """\

The public dataset is not fetched by the bench. `git clone
https://github.com/wichtounet/sudoku_dataset`, then `--dataset sudoku_dataset` adds its
list `v2_test` of 40 newspaper photographs, for which the published record is 33 exact
(B. Wicht, thesis; the dataset's README). The last figure that we know is 40 of 40
answered rightly, of a run of this project that was not ours; it did not count `exact`.
"""


def _row(name: str, total: Score) -> tuple[object, ...]:
    return name, total.pictures, total.exact, total.answered, total.wrong


def _score(pictures: Iterable[tuple[Path, Cells]]) -> Score:
    total = Score()
    for picture, label in pictures:
        total.add(label, read_picture(picture.read_bytes(), options=OPTIONS))
    return total


def main() -> None:
    """A line for each list."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="lists; all of them by default")
    asked = parser.parse_args()
    for name in asked.names or names_of(asked.folder):
        total = score(asked.folder, name)
        sys.stdout.write(
            f"{name:20} {total.pictures} photographs: exact {total.exact},"
            f" answered {total.answered}, wrong {total.wrong}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
