"""The picture of a reply: what came in, with the missing digits written in."""

import re
from dataclasses import replace
from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image

from mailbot.compose import Context, compose
from mailbot.mail.message.identity import picture_id
from mailbot.model import (
    Act,
    Content,
    Envelope,
    Findings,
    Letter,
    Part,
    Picture,
    Puzzle,
    Reading,
    Request,
    Source,
    Status,
    Want,
    Where,
    Wish,
)
from mailbot.pictures import Bgr
from mailbot.pictures.draw import Overlay, render_grid
from solver import Clash, Impossible, Shape, Solved, solve
from tests.compose.cases import (
    ADA,
    GRANDFATHER,
    SOLUTION,
    TWINS,
    answer_to,
    digits,
    grid,
    large,
    latin,
    puzzle,
    solved,
)

SIDE = 500 // 9
GIVENS = {cell: d for cell, d in enumerate(digits(GRANDFATHER)) if d}
LATTICE = [
    (SIDE // 2 + SIDE * x, SIDE // 2 + SIDE * y) for y in range(10) for x in range(10)
]
PAGE = 1400
ADDRESS = "bot@bot.example"


def photograph(turn: int = 0) -> tuple[bytes, tuple[tuple[float, float], ...]]:
    """A JPEG with EXIF of a noisy page with the puzzle in perspective, and its mesh.

    The page lies `turn` quarter turns counterclockwise; the mesh is upright.
    """
    flat = render_grid((3, 3), GIVENS, Overlay())
    edge = float(flat.shape[0])
    before = np.array([(0, 0), (edge, 0), (edge, edge), (0, edge)], np.float32)
    after = np.array([(320, 300), (1050, 340), (1150, 1120), (250, 1060)], np.float32)
    transform = cv2.getPerspectiveTransform(before, after)
    page = np.asarray(
        cv2.warpPerspective(flat, transform, (PAGE, PAGE), borderValue=(225, 230, 235))
    )
    noise = np.random.default_rng(7).normal(0, 6, page.shape)
    page = np.rot90(np.clip(page + noise, 0, 255).astype(np.uint8), turn)
    points = np.array(LATTICE, np.float32).reshape(-1, 1, 2)
    mesh = np.asarray(cv2.perspectiveTransform(points, transform)).reshape(-1, 2)
    exif = Image.Exif()
    exif[0x010F] = "Camera of somebody"
    exif[0x8825] = {1: "N", 2: (52.0, 31.0, 12.0)}
    out = BytesIO()
    image = Image.fromarray(np.ascontiguousarray(page[..., ::-1]))
    image.save(out, "JPEG", quality=95, exif=exif)
    return out.getvalue(), tuple((float(x), float(y)) for x, y in mesh)


def reply_to(
    one: Puzzle,
    data: bytes,
    mesh: tuple[tuple[float, float], ...],
    want: Want = Want.SOLUTION,
    turn: int = 0,
) -> Content:
    where = Where(part="2", turn=turn, mesh=mesh)
    seen = Puzzle(
        Reading(Source.IMAGE, one.reading.shape, one.reading.cells, where),
        one.grid,
        one.status,
        one.answer,
        one.doubtful,
        one.wrong_entries,
    )
    return compose(
        Letter(Envelope(ADA), parts=(Part("2", "image/jpeg", "IMG_0042.jpg", data),)),
        Wish((Request(want),)),
        Findings((seen,)),
        Context(ADDRESS, proven=True),
    )


def pixels(image: Picture) -> Bgr:
    decoded = cv2.imdecode(np.frombuffer(image.data, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    return Bgr(np.asarray(decoded, np.uint8))


def blue(picture: Bgr) -> int:
    """Pixels of our ink."""
    b, _, r = (picture[..., k].astype(int) for k in range(3))
    return int((b - r > 70).sum())


def orange_or_red(picture: Bgr) -> int:
    b, _, r = (picture[..., k].astype(int) for k in range(3))
    return int((r - b > 100).sum())


def test_the_missing_digits_are_written_into_the_picture_that_came_in() -> None:
    composed = reply_to(solved(), *photograph())
    [image] = composed.pictures
    picture = pixels(image)
    assert image.content_type == "image/jpeg"
    assert len(image.data) <= 300_000
    assert blue(picture) > 54 * 30
    assert f"cid:{picture_id(1, ADDRESS)}" in composed.html
    assert f'alt="{image.alt}"' in composed.html


def test_only_the_puzzle_and_a_margin_go_back() -> None:
    [image] = reply_to(solved(), *photograph()).pictures
    height, width = pixels(image).shape[:2]
    assert 0.9 < height / width < 1.1
    assert width < 1100


def test_nothing_of_the_file_goes_back_but_its_pixels() -> None:
    data, mesh = photograph()
    assert b"Camera of somebody" in data
    [image] = reply_to(solved(), data, mesh).pictures
    assert b"Camera" not in image.data
    assert b"Exif" not in image.data
    assert not Image.open(BytesIO(image.data)).getexif()


def test_a_page_that_lay_sideways_comes_back_upright() -> None:
    straight = pixels(reply_to(solved(), *photograph()).pictures[0])
    turned = pixels(reply_to(solved(), *photograph(turn=1), turn=1).pictures[0])
    assert turned.shape == straight.shape
    assert np.abs(turned.astype(int) - straight).mean() < 4


def test_a_hint_draws_one_digit() -> None:
    full = blue(pixels(reply_to(solved(), *photograph()).pictures[0]))
    hint = reply_to(solved(), *photograph(), want=Want.HINT)
    assert 30 < blue(pixels(hint.pictures[0])) < full / 20


def test_doubtful_and_clashing_cells_are_outlined_and_nothing_is_written() -> None:
    doubtful = puzzle(grid(), Status.DOUBTFUL, None, (0, 4))
    clash = Impossible((Clash(7, (0, 3), "row 1"),))
    impossible = puzzle(grid(), Status.IMPOSSIBLE, clash)
    for one in (doubtful, impossible):
        picture = pixels(reply_to(one, *photograph()).pictures[0])
        assert orange_or_red(picture) > 200
        assert blue(picture) == 0


def test_the_candidates_of_a_grid_are_drawn_small_into_its_cells() -> None:
    wish = Wish((Request(Act.CANDIDATES),))
    [drawn] = answer_to([solved()], wish=wish).pictures
    plain = answer_to(
        [solved()], wish=Wish((Request(Want.RATING),), picture=True)
    ).pictures
    written = (pixels(drawn) != pixels(plain[0])).any(axis=2)
    for cell, sign in enumerate(GRANDFATHER):
        row, column = (SIDE // 2 + place * SIDE + 3 for place in divmod(cell, 9))
        inside = written[row : row + SIDE - 6, column : column + SIDE - 6]
        assert bool(inside.any()) is (sign == "."), cell


def test_cells_in_which_solutions_differ_are_tinted_in_the_photograph() -> None:
    twins = puzzle(grid(TWINS), Status.AMBIGUOUS, solve(grid(TWINS)))
    assert len(reply_to(twins, *photograph()).pictures) == 1


def test_who_cannot_see_a_picture_is_told_what_is_in_it() -> None:
    doubtful = puzzle(grid(), Status.DOUBTFUL, None, (0, 4))
    for one, want, words in (
        (solved(), Want.SOLUTION, "digits drawn in"),
        (solved(), Want.HINT, "digits drawn in"),
        (doubtful, Want.SOLUTION, "cells in question marked"),
    ):
        [image] = reply_to(one, *photograph(), want).pictures
        assert words in image.alt, words
    new = Wish((Request(Want.NEW),), picture=True)
    [image] = answer_to([solved()], wish=new).pictures
    assert image.alt == "Picture of the new puzzle."


def test_without_anything_to_draw_there_is_no_picture() -> None:
    unclear = puzzle(grid(), Status.IMPOSSIBLE, Impossible())
    assert reply_to(unclear, *photograph()).pictures == ()


def test_a_wrong_entry_is_outlined() -> None:
    one = puzzle(grid(entries={1: 3}), Status.SOLVED, Solved(grid(SOLUTION)), (), (1,))
    picture = pixels(reply_to(one, *photograph(), want=Want.CHECK).pictures[0])
    assert orange_or_red(picture) > 200


def test_a_picture_that_cannot_be_decoded_again_only_costs_the_picture() -> None:
    _, mesh = photograph()
    composed = reply_to(solved(), b"not a picture", mesh)
    assert composed.pictures == ()
    assert composed.solutions == (SOLUTION,)
    assert "cid:" not in composed.html


def test_a_mesh_of_another_size_only_costs_the_picture() -> None:
    data, mesh = photograph()
    assert reply_to(solved(), data, mesh[:16]).pictures == ()


def test_a_typed_puzzle_gets_a_picture_only_when_one_is_asked_for() -> None:
    def images(picture: bool) -> tuple[Picture, ...]:
        context = Context(proven=True)
        wish = Wish(picture=picture)
        letter = Letter(Envelope(ADA))
        return compose(letter, wish, Findings((solved(),)), context).pictures

    assert images(False) == ()
    [image] = images(True)
    assert image.content_type == "image/png"
    assert blue(pixels(image)) > 54 * 30


@pytest.mark.parametrize("symbols", ["0123456789ABCDEF", "123456789ABCDEF0"])
def test_a_hexadecimal_picture_counts_as_its_puzzle(symbols: str) -> None:
    known = large(Shape(4, 4))
    theirs = replace(known, reading=replace(known.reading, symbols=symbols))
    context = Context(proven=True)
    letter, wish = Letter(Envelope(ADA)), Wish(picture=True)
    [image] = compose(letter, wish, Findings((theirs,)), context).pictures
    written = [int(symbols[digit - 1], 16) for digit in latin(Shape(4, 4)).digits]
    numbers = dict(enumerate(written))
    missing = {cell: n for cell, n in numbers.items() if not known.grid.digits[cell]}
    givens = {cell: n for cell, n in numbers.items() if cell not in missing}
    drawn = render_grid((4, 4), givens, Overlay(missing))
    assert np.array_equal(pixels(image), drawn)


def test_a_letter_of_many_pictures_is_not_answered_with_many() -> None:
    context = Context(proven=True)
    findings = Findings((solved(),) * 9)
    reply = compose(Letter(Envelope(ADA)), Wish(picture=True), findings, context)
    assert len(reply.pictures) == 4
    shown = re.findall(r"cid:(\S+?)\"", reply.html)
    assert shown == [picture_id(place, "") for place in (1, 2, 3, 4)]


def test_a_phone_picture_is_drawn_on_in_a_reduced_size_at_the_same_place() -> None:
    data, mesh = photograph()
    large = cv2.resize(pixels(Picture("image/jpeg", data, "")), (4000, 4000))
    big = cv2.imencode(".jpg", large)[1].tobytes()
    scale = 4000 / PAGE
    wide = tuple((x * scale, y * scale) for x, y in mesh)
    small = pixels(reply_to(solved(), data, mesh).pictures[0])
    drawn = pixels(reply_to(solved(), big, wide).pictures[0])
    fitted = cv2.resize(drawn, small.shape[1::-1], interpolation=cv2.INTER_AREA)
    assert np.abs(fitted.astype(int) - small).mean() < 8
