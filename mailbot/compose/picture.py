"""Draws the pictures of a reply: the sender's picture with the missing digits.

Importing this module loads cv2; `entry` imports it only for a reply with a picture.
"""

from collections.abc import Mapping

from mailbot.compose.drawing import LARGEST_MARKED
from mailbot.compose.section import Section
from mailbot.errors import SenderFault
from mailbot.model import Letter, Reading, Source
from mailbot.model.replies import PictureType
from mailbot.pictures import (
    Bgr,
    PictureLimits,
    decode_reduced,
    encode_jpeg,
    encode_png,
    rotate,
)
from mailbot.pictures.draw import (
    Mesh,
    Overlay,
    crop_puzzle,
    draw_overlay,
    make_mesh,
    render_grid,
)
from solver import Impossible

MOST_BYTES = 300_000
"""The size of one picture at most."""

_PIXELS = 3_000_000  # of a picture in a mail: a quarter of what a phone takes
_PASSED = PictureLimits(bytes=1 << 40, pixels=1 << 40)  # the eye has checked its limits


def draw_section(letter: Letter, section: Section) -> tuple[PictureType, bytes] | None:
    """The picture of a puzzle as (content type, data); None if there is none to show.

    A puzzle from a picture is drawn into that picture, any other is rendered.
    """
    overlay = _overlay(section)
    reading = section.puzzle.reading
    if reading.source is not Source.IMAGE:
        grid = section.puzzle.grid
        box = (grid.shape.box_width, grid.shape.box_height)
        known = {cell: digit for cell, digit in enumerate(grid.digits) if digit}
        givens = _numbers(reading.symbols, known)
        return "image/png", encode_png(render_grid(box, givens, overlay), MOST_BYTES)
    if overlay.is_empty:
        return None
    seen = _see(letter, reading)
    if seen is None:
        return None
    crop, mesh = crop_puzzle(*seen)
    return "image/jpeg", encode_jpeg(draw_overlay(crop, mesh, overlay), MOST_BYTES)


def _see(letter: Letter, reading: Reading) -> tuple[Bgr, Mesh] | None:
    """The picture in which a puzzle was seen, upright, and the mesh in it."""
    where = reading.where
    part = next((part for part in letter.parts if part.number == where.part), None)
    if part is None or len(where.mesh) != (reading.shape.size + 1) ** 2:
        return None
    try:
        picture, scale = decode_reduced(part.data, _PIXELS, _PASSED)
    except SenderFault:
        return None
    mesh = make_mesh(where.mesh, reading.shape.size) * scale
    return rotate(picture, where.turn), mesh


def _overlay(section: Section) -> Overlay:
    """What to draw for a puzzle: as much as its kind of reply shows."""
    puzzle = section.puzzle
    digits = dict(section.filled)
    if len(section.solutions) == 1 and not section.more:
        cells = enumerate(section.solutions[0].digits)
        digits = {c: digit for c, digit in cells if not puzzle.grid.digits[c]}
    clashes = puzzle.answer.clashes if isinstance(puzzle.answer, Impossible) else ()
    clashing = {cell for clash in clashes for cell in clash.cells}
    numbers = _numbers(puzzle.reading.symbols, digits)
    tints = section.read.tints
    return Overlay(
        digits=numbers,
        doubtful=puzzle.doubtful,
        wrong=clashing | set(section.wrong) | set(section.marked),
        letters=section.letters,
        shaded=tints.shaded,
        lines=tints.lines,
        because=tints.because,
        crossed={
            cell: tuple(_numbers(puzzle.reading.symbols, dict(enumerate(out))).values())
            for cell, out in tints.crossed.items()
        },
        marks=section.found.marks if puzzle.grid.shape.size <= LARGEST_MARKED else {},
    )


def _numbers(symbols: str, digits: Mapping[int, int]) -> Mapping[int, int]:
    """The numbers to write for digits, by cell; in a hexadecimal puzzle 1 is 0."""
    if "0" not in symbols:
        return digits
    return {cell: int(symbols[digit - 1], 36) for cell, digit in digits.items()}
