"""Loads the typefaces of the training cells, from Debian's font packages.

Only fonts under /usr/share are used: those of the packages in packages.txt. Fonts
without usable digits are left out, and so is display type that no puzzle is printed in.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from mailbot.pictures.arrays import Bytes, Floats

Coverage = Bytes
"""A glyph's coverage 0..255, cropped to its ink."""

SYMBOLS = (*"123456789", *"0ABCDEFG", *(str(n) for n in range(10, 17)))
"""The texts that are set for the classes, in the order of the classes."""

ODD = tuple("HJKLMNPRTUVWXYhkmnpruwxy+-=%*#&@?$")
"""Single characters that do not look like a digit."""

HANDS = (
    "because we", "breip", "delphine", "dkg",
    "domestic manners", "ecolier_court", "femkeklaver", "humor sans",
    "johnny mac", "kiloji", "klee", "kristi", "mad's scrawl", "marked fool",
    "nanum brush", "nanum pen", "penguin attack", "rufscript", "steve",
    "tomson", "winks", "yusei", "joscelyn", "isabella", "junkyard",
    "rough day", "dancing script", "eunjin", "purisa", "chilanka",
    "setofont", "flatline", "el abogado", "dustismo roman italic",
)  # fmt: skip
"""Families (their beginnings, in lower case) drawn like handwriting."""

REFUSED = (
    "brk", "keyboard", "ding", "symbol", "initials", "outline", "math", "braille",
    "px ", "dots", "staypuft", "rampart", "stick", "emoji", "music", "barcode",
    "comic", "atari", "radis", "mirage", "patch", "shadow", "amiga", "wasn't",
    "klingon", "wargames", "futhark", "blankenburg", "josef", "daniel", "bandal",
    "kimchi", "yoz",
)  # fmt: skip
"""Parts of family names: display type and what holds no digits of its own."""

SIZE = 72
_SIGNATURE = 16


@dataclass(frozen=True, slots=True)
class Glyph:
    """A symbol's ink, its height and its centre's drop, both in heights of a digit."""

    ink: Coverage
    height: float
    drop: float


@dataclass(frozen=True, slots=True)
class Typeface:
    """One font: a glyph per symbol of SYMBOLS, and some that are no sudoku's."""

    name: str
    hand: bool
    glyphs: tuple[Glyph, ...]
    odd: tuple[Glyph, ...]


def _draw(font: ImageFont.FreeTypeFont, text: str) -> tuple[Coverage, int] | None:
    """The ink of a text, and its top above the baseline in pixels."""
    image = Image.new("L", (8 * SIZE, 4 * SIZE), 0)
    ImageDraw.Draw(image).text((SIZE, 2 * SIZE), text, font=font, fill=255, anchor="ls")
    ink = np.asarray(image)
    rows = np.flatnonzero((ink > 60).any(axis=1))
    columns = np.flatnonzero((ink > 60).any(axis=0))
    if len(rows) < 6 or len(columns) < 2:
        return None
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.ascontiguousarray(cut), int(2 * SIZE - rows[0])


def _signature(ink: Coverage) -> Floats:
    """A glyph as a small square of zero mean and unit variance, to be compared."""
    side = max(ink.shape)
    square = np.zeros((side, side), np.uint8)
    top, left = (side - ink.shape[0]) // 2, (side - ink.shape[1]) // 2
    square[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    small = Image.fromarray(square).resize(
        (_SIGNATURE, _SIGNATURE), Image.Resampling.BOX
    )
    values = np.asarray(small, np.float32)
    return np.asarray((values - values.mean()) / (values.std() + 1e-3), np.float32)


def _odd_texts(rng: np.random.Generator) -> Iterator[str]:
    """Words, numbers above 16 and signs, as other tables hold them."""
    letters = np.array(list("HJKLMNPQRSTUVWXYZabcdefghikmnpqrstuvwyz"))
    yield "".join(rng.choice(letters, rng.integers(2, 7)))
    yield str(rng.choice(ODD))
    yield str(rng.choice(ODD))
    yield str(rng.integers(17, 1000))
    yield f"{rng.uniform(1, 99):.1f}"


def _load(path: Path, family: str) -> Typeface | None:
    """A font's glyphs; None if it lacks some, or they are not told apart."""
    try:
        font = ImageFont.truetype(str(path), SIZE)
        drawn = [_draw(font, text) for text in SYMBOLS]
    except (OSError, ValueError):
        return None
    found = [d for d in drawn if d is not None]
    if len(found) < len(SYMBOLS) or max(d[0].shape[0] for d in found) > 2.5 * SIZE:
        return None
    marks = np.stack([_signature(ink).ravel() for ink, _ in found[:17]])
    alike = marks @ marks.T / marks.shape[1] - 2 * np.eye(len(marks))
    if alike.max() > 0.985:
        return None
    unit = float(max(ink.shape[0] for ink, _ in found[:9]))
    middle = float(np.median([top - ink.shape[0] / 2 for ink, top in found[:9]]))

    def glyph(ink: Coverage, top: int) -> Glyph:
        centre = top - ink.shape[0] / 2
        return Glyph(ink, ink.shape[0] / unit, (middle - centre) / unit)

    rng = np.random.default_rng(sum(path.name.encode()))
    odd = [_draw(font, text) for text in _odd_texts(rng)]
    return Typeface(
        f"{family} ({path.name})",
        family.lower().startswith(HANDS),
        tuple(glyph(*d) for d in found),
        tuple(glyph(*d) for d in odd if d is not None),
    )


def _files() -> Iterator[tuple[Path, str]]:
    """Font files under /usr/share in the order of their names, with their family."""
    endings = {".ttf", ".otf", ".ttc", ".t1", ".pfb"}
    for root in (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts")):
        for path in sorted(root.rglob("*")):
            if path.suffix.lower() not in endings or not path.is_file():
                continue
            try:
                family = ImageFont.truetype(str(path), 20).getname()[0] or path.stem
            except OSError:
                continue
            if not any(part in family.lower() for part in REFUSED):
                yield path, family


def load_typefaces() -> tuple[Typeface, ...]:
    """Every usable typeface of this machine, in the order of the file names.

    A printed face is usable if at least 7 of its digits are nearest to the median
    drawing of the same digit. Handwriting differs more: 2 are enough.
    """
    faces = [face for path, family in _files() if (face := _load(path, family))]
    drawings = np.stack(
        [[_signature(g.ink).ravel() for g in face.glyphs[:9]] for face in faces]
    )
    printed = np.array([not face.hand for face in faces])
    middles = np.median(drawings[printed], axis=0)
    nearest = np.einsum("fdx,mx->fdm", drawings, middles).argmax(axis=2)
    right = (nearest == np.arange(9)).sum(axis=1)
    return tuple(
        face
        for face, good in zip(faces, right, strict=True)
        if good >= (2 if face.hand else 7)
    )
