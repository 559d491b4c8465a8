"""What words cost: the processor time of understanding what people write.

Phrases of the books stand above a typed puzzle. Reading the puzzle itself, and the
reply, are not counted. Wall time would count the machine's other work.
"""

from collections.abc import Iterator
from random import Random
from statistics import median, quantiles
from time import process_time

from mailbot.model import Letter
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, listen
from tests.bench.report import Section, milliseconds, table
from tests.sample_letters import PUZZLE, typed
from tests.workshop.words.book import read_books

_WARM = 50
"""Letters before the ones that count: tables are read with the first of them."""


def measure_words(quick: bool) -> Section:
    """The processor time that the words of a letter cost."""
    count = 200 if quick else 2_000
    phrases = Random(1).sample(list(read_books()), count + _WARM)
    letters = [typed(f"{p.text}\n\n{PUZZLE}", subject="Sudoku") for p in phrases]
    seconds = list(_costs(letters))[_WARM:]
    body = (
        f"{count} phrases of the phrase books in eight languages, each above the same "
        "typed puzzle; processor time of understanding them.\n\n"
    )
    last = quantiles(seconds, n=100)[-1]
    row = [milliseconds(value) for value in (median(seconds), last, max(seconds))]
    header = ["", "median, ms", "99 of 100, ms", "most, ms"]
    return Section("Words", body + table(header, [["a letter", *row]]))


def _costs(letters: list[Letter]) -> Iterator[float]:
    """The processor time of the words of each letter, in seconds."""
    for letter in letters:
        started = process_time()
        words = listen(letter)
        listening = process_time() - started
        findings = read_letter(letter, ReadingOptions(), words.variant)
        started = process_time()
        begin(words, findings)
        yield listening + process_time() - started
