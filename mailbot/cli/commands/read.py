"""`mailbot read`: prints the puzzles of pictures, documents, mails and text."""

from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Self

import click
from msgspec import Struct

from mailbot.cli.files import NoFile, NoFolder, read_bytes
from mailbot.cli.objects import read_object, solutions_of
from mailbot.cli.options import open_file_reader, reading_options, settings_of
from mailbot.cli.output import NOTHING_FOUND, say, say_json
from mailbot.errors import MissingTool, SenderFault
from mailbot.model import Findings, Puzzle, Status
from mailbot.options import ReadingOptions
from mailbot.pool import LocalPool, draw_file, read_file
from solver.notation.symbols import compare


class FileReading(Struct, frozen=True):
    """What a FILE held; where that is nothing, the reason and its exit code."""

    file: str
    seconds: float = 0.0
    findings: Findings = Findings()
    why: str | None = None
    code: int = 0

    @classmethod
    def of(cls, file: str, seconds: float, findings: Findings) -> Self:
        """What reading has found; the reason for nothing is in words of our own."""
        if findings.puzzles:
            return cls(file, seconds, findings)
        notes = [f"{note.kind.value} {note.detail}".strip() for note in findings.notes]
        why = "; ".join(notes) or "no puzzle found"
        return cls(file, seconds, why=why, code=NOTHING_FOUND)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One object a file.")
@click.option(
    "--debug",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write what was seen into DIR, as pictures.",
)
@click.pass_context
def read(
    context: click.Context, files: tuple[str, ...], as_json: bool, debug: Path | None
) -> None:
    """Read puzzles from pictures, PDFs, mails or text (- for stdin).

    Shows what was read, and its solution where there is one.
    """
    settings = settings_of(context)
    code = 0
    with open_file_reader(settings) as pool:
        eye = Eye(pool, reading_options(settings))
        for file in files:
            try:
                data = read_bytes(file)
            except NoFile as fault:
                found = FileReading(file, why=str(fault), code=fault.exit_code)
            else:
                found = eye.read(file, data)
                if debug:
                    eye.sketch(data, debug)
            code = max(code, found.code)
            if as_json:
                value = read_object(file, found.seconds, found.findings, found.why)
                say_json(value)
            else:
                _print_found(found)
    context.exit(code)


class Eye(Struct, frozen=True):
    """Reads FILEs in a child process; what is wrong with a FILE becomes a reason."""

    pool: LocalPool
    options: ReadingOptions

    def read(self, file: str, data: bytes) -> FileReading:
        """What the bytes of a FILE hold."""
        started = perf_counter()
        try:
            message = self.pool.submit(read_file, data, file, self.options).result()
        except (SenderFault, MissingTool) as error:
            seconds = perf_counter() - started
            code = error.exit_code if isinstance(error, MissingTool) else NOTHING_FOUND
            return FileReading(file, seconds, why=str(error), code=code)
        return FileReading.of(file, perf_counter() - started, message.findings())

    def sketch(self, data: bytes, folder: Path) -> None:
        """Write pictures of what is seen in a picture, step by step.

        Raises:
            NoFolder: it cannot be made or written to.
        """
        try:
            drawn = self.pool.submit(draw_file, data).result()
        except (SenderFault, MissingTool):
            return  # `read` has said why
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, picture in drawn.items():
                (folder / name).write_bytes(picture)
        except OSError as error:
            raise NoFolder(folder, error) from error


def _print_found(found: FileReading) -> None:
    for puzzle in found.findings.puzzles:
        say(f"{found.file}: {puzzle.status.value}")
        print_symbols(found.file, puzzle)
        say(str(puzzle.grid))
        if puzzle.doubtful:
            say(f"doubtful: {_cells(puzzle, puzzle.doubtful)}")
        if puzzle.wrong_entries:
            say(f"wrong: {_cells(puzzle, puzzle.wrong_entries)}")
        if puzzle.status is Status.SOLVED:
            say(str(solutions_of(puzzle.answer)[0]))
    if not found.findings.puzzles:
        say(f"{found.file}: {found.why}", err=True)


def print_symbols(file: str, puzzle: Puzzle) -> None:
    """Print which symbols of a FILE stand for which of ours, where they differ."""
    if puzzle.reading.symbols:
        pairs = compare(puzzle.reading.symbols)
        say(f"{file}: other symbols; theirs = ours: {pairs}", err=True)


def _cells(puzzle: Puzzle, cells: Iterable[int]) -> str:
    return ", ".join(puzzle.grid.shape.name(cell) for cell in cells)
