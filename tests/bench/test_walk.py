"""The figure of record of a letter's walk: it is counted, and has no limit."""

from pathlib import Path

from tests.bench.walk import functions_passed


def test_the_walk_of_a_letter_is_counted_from_its_fetch_to_its_submission(
    tmp_path: Path,
) -> None:
    passed = functions_passed(tmp_path)
    assert passed["mailbot.mail.spool.inbox"] > 1
    assert passed["mailbot.talk.said"] > 1
    assert passed["mailbot.respond.budget"] > 1
    assert passed["mailbot.mail.message.writing"] > 1
    assert len(list((tmp_path / "out").iterdir())) == 2
    print(f"{len(passed)} modules, {sum(passed.values())} functions")
