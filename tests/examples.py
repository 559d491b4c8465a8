"""How many examples Hypothesis draws for a test: a few, or many with --long."""

from hypothesis import settings

_TIMES = 20
"""How many times as many a long run draws."""

_long = False


def draw_many() -> None:
    """Let the tests that are collected from now on have many examples."""
    global _long  # noqa: PLW0603 (an option of the run, known before any test is)
    _long = True


def examples(few: int) -> settings:
    """The decorator of a test that draws a few examples, or many in a long run.

    How long an example takes does not matter: the machines are shared.
    """
    return settings(max_examples=few * _TIMES if _long else few, deadline=None)
