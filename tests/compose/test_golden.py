"""Every kind of reply in every language and form of address, as a person reads it.

`pytest --update-replies` writes tests/compose/golden anew; the difference is for a
person to read before it is kept. Grids and what machines read are left out.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailbot.language.folders import written
from tests.compose.cases import every_kind

GOLDEN = Path(__file__).parent / "golden"
_FORMS = ("de", "es", "fr", "it", "nl")
"""Languages with two forms of address."""

_MOST_STEPS = 14

REPLIES: dict[str, tuple[str, bool | None]] = {
    **{code: (code, None) for code in written() if code not in _FORMS},
    **{f"{code}-familiar": (code, True) for code in _FORMS},
    **{f"{code}-polite": (code, False) for code in _FORMS},
}


def readable(text: str) -> Iterator[str]:
    """The lines of a reply without its grids, the line of a machine and most steps."""
    steps = 0
    for line in text.splitlines():
        if line.startswith("#==") and not steps:
            yield "[grid]"
        numbered = re.match(r"(\d+)\. ", line)
        steps = int(numbered[1]) if numbered else steps * line.startswith("   ")
        if not line.startswith(("#", "Puzzle: ")) and steps <= _MOST_STEPS:
            yield line


@pytest.mark.parametrize("name", REPLIES)
def test_the_replies_of_a_language_are_those_that_were_approved(
    name: str, request: pytest.FixtureRequest
) -> None:
    now = "\n".join(
        f"=== {kind}\n\n" + "\n".join(readable(content.text))
        for kind, content in every_kind(*REPLIES[name]).items()
    )
    now = re.sub(r"(?:\[grid\]\n){2,}", "[grid]\n", now) + "\n"
    kept = GOLDEN / f"{name}.txt"
    if request.config.getoption("--update-replies"):
        kept.write_text(now, encoding="utf-8")
    assert now == kept.read_text(encoding="utf-8")


def test_every_file_is_of_a_language() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(REPLIES)
