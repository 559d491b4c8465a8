"""kill -9 at every step of the line, then two more starts: one reply, none lost."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from mailbot.ledger import Report, State
from mailbot.worker.line import STEPS
from tests.crash.conftest import MakeSite
from tests.crash.job import run
from tests.crash.sites import (
    Site,
    answered,
    assert_one_reply_each,
    letters_to,
    settled,
    unfiled,
    work_until_settled,
)


def die(site: Site, step: str, nth: int = 1) -> None:
    assert run(replace(site.job, die_at=step, nth=nth)) == -9, f"never came to {step}"


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_a_step(make_site: MakeSite, step: str) -> None:
    site = make_site(step)
    [raw] = letters_to(site, 1)
    site.deliver(raw)
    die(site, step)
    assert run(site.job) == 0
    assert run(site.job) == 0
    assert settled(site, 1)
    assert unfiled(site) == []
    assert_one_reply_each(site, 1)


def test_killed_at_a_step_among_other_letters(make_site: MakeSite, long: bool) -> None:
    for step in STEPS if long else ("sending", "submitted"):
        site = make_site(step)
        for raw in letters_to(site, 4):
            site.deliver(raw)
        die(site, step, nth=3)
        assert run(site.job) == 0
        assert run(site.job) == 0
        assert settled(site, 4)
        assert_one_reply_each(site, 4)


def test_killed_at_two_steps_in_a_row(make_site: MakeSite, long: bool) -> None:
    """Once it is known that copies come, which the first letter shows.

    The second death may come too late to be one: then the first pass was whole.
    """
    seconds = STEPS if long else ("sending", "submitted")
    for first in STEPS if long else ("sending",):
        for second in seconds:
            site = make_site(f"{first}-{second}")
            before, raw = letters_to(site, 2)
            site.deliver(before)
            work_until_settled(site, 1)
            assert_one_reply_each(site, 1)
            site.deliver(raw)
            die(site, first)
            assert run(replace(site.job, die_at=second)) in (-9, 0)
            work_until_settled(site, 2)
            assert_one_reply_each(site, 2)


def test_killed_twice_before_any_copy_was_seen_a_letter_is_kept(
    make_site: MakeSite,
) -> None:
    """Both may have been delivered, for all that is known: nothing goes out again."""
    site = make_site("site")
    [raw] = letters_to(site, 1)
    site.deliver(raw)
    die(site, "sending")
    die(site, "sending")
    work_until_settled(site, 1)
    report = Report.open(site.job.ledger)
    record = report.show(1)
    assert record is not None
    assert record.state is State.QUARANTINED
    assert record.why.startswith("unsure")
    assert answered(site) == {}
    assert report.retry(1, datetime.now(UTC))
    report.close()
    work_until_settled(site, 1)
    assert_one_reply_each(site, 1)
