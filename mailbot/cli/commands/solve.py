"""`mailbot solve`: solves the puzzles of anything that can be read."""

from collections.abc import Iterator
from contextlib import closing
from os import cpu_count
from time import perf_counter

import click
from msgspec import Struct

from mailbot.cli.commands.batch import is_batch, show_progress, solve_lines
from mailbot.cli.commands.read import Eye, FileReading, print_symbols
from mailbot.cli.files import FileSource, NoFile, ShapeType
from mailbot.cli.objects import puzzle_object, read_object, solutions_of
from mailbot.cli.options import open_file_reader, reading_options, settings_of
from mailbot.cli.output import NOT_ONE_SOLUTION, NOTHING_FOUND, counted, say, say_json
from mailbot.judge import judge, reading_of
from mailbot.mail.message.letter import letter_of
from mailbot.model import Findings, NoteKind, Puzzle, Source, Status
from mailbot.text.named import read_saves
from mailbot.text.typed import decline, judge_found, read_text
from solver import (
    Ambiguous,
    Grid,
    Impossible,
    Mistake,
    Shape,
    find,
    hint,
    solutions,
    walkthrough,
)
from solver.logic.words import sentence

ALL_LIMIT = 1000
_SETTLED = (Status.SOLVED, Status.COMPLETE)
_SHAPE_HELP = "Width x height of a box, e.g. 3x2, where the text does not say."


class Ask(Struct, frozen=True):
    """What the options ask for besides the solution."""

    every: bool
    limit: int
    hint: bool
    steps: bool


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--all", "every", is_flag=True, help="All solutions.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=ALL_LIMIT,
    show_default=True,
    help="At most so many of --all.",
)
@click.option("--hint", "hinted", is_flag=True, help="The next step only, and why.")
@click.option("--steps", is_flag=True, help="All steps, each with its reason.")
@click.option("--shape", type=ShapeType(), help=_SHAPE_HELP)
@click.option("--json", "as_json", is_flag=True, help="One object a file.")
@click.pass_context
def solve(
    context: click.Context,
    files: tuple[str, ...],
    every: bool,
    limit: int,
    hinted: bool,
    steps: bool,
    shape: Shape | None,
    as_json: bool,
) -> None:
    """Solve puzzles from text or anything read can read (- for stdin).

    A text with one puzzle a line is a batch: one solution a line comes out.
    """
    ask = Ask(every, limit, hinted, steps)
    plain = not (every or hinted or steps or as_json)
    code = 0
    settings = settings_of(context)
    # The pool starts a child only when something is to be read in it.
    with open_file_reader(settings) as pool:
        eye = Eye(pool, reading_options(settings))
        for file in files:
            try:
                with closing(FileSource(file)) as source:
                    if plain and is_batch(source.head()):
                        done = _solve_batch(file, source, shape)
                    else:
                        found = _read(file, source.read(), shape, eye)
                        done = _solve_file(found, ask, as_json)
            except NoFile as fault:
                found = FileReading(file, why=str(fault), code=fault.exit_code)
                done = _solve_file(found, ask, as_json)
            code = max(code, done)
    context.exit(code)


def _read(file: str, data: bytes, shape: Shape | None, eye: Eye) -> FileReading:
    """What a FILE holds. Text is read in this process, all else in a child."""
    started = perf_counter()
    letter = letter_of(data, file)
    if letter.envelope.headers or not letter.text:
        return eye.read(file, data)
    findings = _read_text(letter.text, shape)
    return FileReading.of(file, perf_counter() - started, findings)


def _read_text(text: str, shape: Shape | None) -> Findings:
    """The puzzles of a text; without a shape, those that it declines are left out."""
    found = find(text, shape)
    if shape:  # the person has told the boxes
        told = (reading_of(f.grid, Source.TEXT, symbols=f.symbols) for f in found)
        return Findings(tuple(map(judge, told)))
    saves = read_saves(text)
    if saves.puzzles or saves.notes:
        return saves
    puzzles = tuple(map(judge_found, found))
    if any(puzzle.status in _SETTLED for puzzle in puzzles):
        return decline(puzzles, text)
    read = read_text(text)
    is_known = read.puzzles or any(n.kind is NoteKind.VARIANT for n in read.notes)
    return read if is_known else Findings(puzzles)


def _solve_batch(file: str, source: FileSource, shape: Shape | None) -> int:
    """Solve one puzzle a line; a line without an answer gives an empty line."""
    code, found = 0, False
    solved = solve_lines(source.lines(), processes=cpu_count() or 1, shape=shape)
    for solution in show_progress(solved):
        found = found or solution.status is not None
        if solution.status in _SETTLED:
            say(solution.cells)
            continue
        code = NOT_ONE_SOLUTION
        why = solution.why or (solution.status.value if solution.status else "")
        say("")
        say(f"{file}:{solution.number}: {why}", err=True)
    return code if found else NOTHING_FOUND


def _solve_file(found: FileReading, ask: Ask, as_json: bool) -> int:
    """Solve and print what one FILE held; the exit code."""
    puzzles = found.findings.puzzles
    solved = [
        (puzzle, list(solutions(puzzle.grid, ask.limit)) if ask.every else None)
        for puzzle in puzzles
    ]
    if as_json:
        value = read_object(found.file, found.seconds, Findings(), found.why)
        value["puzzles"] = [puzzle_object(puzzle, every) for puzzle, every in solved]
        say_json(value)
    else:
        for puzzle, every in solved:
            print_symbols(found.file, puzzle)
            say("\n".join(_lines(puzzle, ask, every)))
        if not puzzles:
            say(f"{found.file}: {found.why}", err=True)
    settled = ask.every or all(puzzle.status in _SETTLED for puzzle in puzzles)
    return found.code or (0 if settled else NOT_ONE_SOLUTION)


def _lines(puzzle: Puzzle, ask: Ask, found: list[Grid] | None) -> Iterator[str]:
    shape = puzzle.grid.shape
    if found is not None:
        solutions = counted(len(found), "solution")
        yield f"{solutions} or more" if len(found) == ask.limit else solutions
        yield from map(str, found)
    elif puzzle.status is not Status.SOLVED:
        yield _verdict(puzzle)
    elif ask.hint:
        yield _hint(puzzle)
    elif ask.steps:
        walk = walkthrough(puzzle.grid)
        yield from (f"{n}. {sentence(s, shape)}" for n, s in enumerate(walk.steps, 1))
        yield str(walk.grid)
    else:
        yield str(solutions_of(puzzle.answer)[0])


def _hint(puzzle: Puzzle) -> str:
    shape, step = puzzle.grid.shape, hint(puzzle.grid)
    if isinstance(step, Mistake):
        return "not right: " + ", ".join(shape.name(cell) for cell in step.cells)
    return sentence(step, shape) if step else "no step of logic is known here"


def _verdict(puzzle: Puzzle) -> str:
    shape, answer = puzzle.grid.shape, puzzle.answer
    if isinstance(answer, Impossible) and answer.clashes:
        clash = answer.clashes[0]
        cells = " and ".join(shape.name(cell) for cell in clash.cells)
        return f"impossible: {clash.digit} stands twice in {clash.house} ({cells})"
    if isinstance(answer, Ambiguous):
        differ = zip(answer.first.digits, answer.second.digits, strict=True)
        cell = next(i for i, (a, b) in enumerate(differ) if a != b)
        return f"several solutions; two differ first at {shape.name(cell)}"
    return puzzle.status.value
