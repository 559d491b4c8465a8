"""The letters with which a process gets ready are read to their ends."""

from collections import Counter

from mailbot.language.folders import written
from mailbot.model import Content, Kind
from mailbot.respond.reader import read
from mailbot.respond.warm import letters


def test_a_process_gets_ready_with_answers_in_every_language() -> None:
    contents = [read(*letter) for letter in letters()]
    answered = [content for content in contents if isinstance(content, Content)]
    assert {content.language for content in answered} == set(written())
    kinds = Counter(content.kind for content in answered)
    assert kinds == {Kind.SOLVED: len(written()) + 2, Kind.NO_PUZZLE: 1}
