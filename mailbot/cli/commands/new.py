"""`mailbot new`: makes new puzzles."""

from pathlib import Path
from secrets import randbelow

import click

from mailbot.cli.files import ShapeType
from mailbot.cli.output import NOTHING_FOUND, say
from solver import Difficulty, NewPuzzle, Shape, Symmetry, Wanted, generate

_SEEDS = 10**9


@click.command()
@click.option(
    "--difficulty",
    type=click.Choice([d.value for d in Difficulty]),
    default=Difficulty.MEDIUM.value,
    show_default=True,
)
@click.option(
    "--shape",
    type=ShapeType(),
    default="3x3",
    show_default=True,
    help="Width x height of a box; up to grids of 16x16.",
)
@click.option(
    "--symmetry",
    type=click.Choice([s.value for s in Symmetry]),
    default=Symmetry.ROTATIONAL.value,
    show_default=True,
    help="How the places of the givens repeat: by a half turn, or left to right.",
)
@click.option("--minimal", is_flag=True, help="No given can be spared.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--seed", help="The same seed makes the same puzzles. [default: random]")
@click.option(
    "--pdf",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write pages to print as well: puzzle, and solution upside down.",
)
@click.pass_context
def new(
    context: click.Context,
    difficulty: str,
    shape: Shape,
    symmetry: str,
    minimal: bool,
    count: int,
    seed: str | None,
    pdf: Path | None,
) -> None:
    """Make new puzzles, one a line."""
    try:
        wanted = Wanted(Difficulty(difficulty), shape, Symmetry(symmetry), minimal)
    except ValueError as fault:
        raise click.BadParameter(str(fault), param_hint="--shape") from None
    start = seed or str(randbelow(_SEEDS))
    made = []
    for number in range(count):
        puzzle = generate(wanted, f"{start} {number}")
        if puzzle is None:
            break
        say(puzzle.grid.line)
        made.append(puzzle)
    if pdf and made:
        _print_sheets(made, pdf)
    if len(made) < count:
        say(f"no {difficulty} puzzle of this kind was found", err=True)
        context.exit(NOTHING_FOUND)


def _print_sheets(made: list[NewPuzzle], file: Path) -> None:
    from mailbot.pictures.sheet import Sheet, write_sheets

    sheets = [Sheet(p.grid, p.solution, p.difficulty.level) for p in made]
    try:
        file.write_bytes(write_sheets(sheets))
    except OSError as error:
        raise click.BadParameter(
            f"{file}: {error.strerror}", param_hint="--pdf"
        ) from error
