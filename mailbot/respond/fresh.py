"""Makes the puzzle for a letter that asks for a new one."""

from mailbot.judge import judge, reading_of
from mailbot.language.difficulties import find_difficulty
from mailbot.model import Puzzle, Source
from mailbot.talk import Words
from solver import Difficulty, Wanted, generate

_ATTEMPTS = 300
"""Full grids to draw for one puzzle, some two seconds of work at most."""


def new_puzzle(words: Words, seed: str) -> Puzzle:
    """A new puzzle of the difficulty that the words name, else of medium difficulty.

    Where none is found in time, it is a hard one; that is said with the puzzle.
    """
    named = find_difficulty(f"{words.subject}\n{words.spoken}")
    wanted = Wanted(named or Difficulty.MEDIUM)
    made = generate(wanted, seed, _ATTEMPTS) or generate(Wanted(Difficulty.HARD), seed)
    assert made
    return judge(reading_of(made.grid, Source.TEXT))
