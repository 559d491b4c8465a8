"""kill -9 at every step of a letter, then two more starts: one reply, none lost."""

from dataclasses import replace

import pytest

from mailbot.worker.pipeline import STEPS
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
def test_a_worker_killed_at_a_step_answers_once(make_site: MakeSite, step: str) -> None:
    site = make_site(step)
    [raw] = letters_to(site, 1)
    site.deliver(raw)
    die(site, step)
    assert run(site.job) == 0
    assert run(site.job) == 0
    assert settled(site, 1)
    assert unfiled(site) == []
    assert_one_reply_each(site, 1)


def test_after_a_kill_letters_have_one_reply(make_site: MakeSite, long: bool) -> None:
    for step in STEPS if long else ("sending", "submitted"):
        site = make_site(step)
        for raw in letters_to(site, 4):
            site.deliver(raw)
        die(site, step, nth=3)
        assert run(site.job) == 0
        assert run(site.job) == 0
        assert settled(site, 4)
        assert_one_reply_each(site, 4)


def test_after_two_kills_a_letter_has_one_reply(
    make_site: MakeSite, long: bool
) -> None:
    """Should both deaths leave it unsure, the next letter's copy tells that it is not.

    The second death may come too late to be one: then the first pass was whole.
    """
    seconds = STEPS if long else ("sending", "submitted")
    for first in STEPS if long else ("sending",):
        for second in seconds:
            site = make_site(f"{first}-{second}")
            raw, other = letters_to(site, 2)
            site.deliver(raw)
            die(site, first)
            assert run(replace(site.job, die_at=second)) in (-9, 0)
            assert run(site.job) == 0
            assert run(site.job) == 0
            if (first, second) == ("sending", "sending"):
                assert answered(site) == {}
                site.deliver(other)
                work_until_settled(site, 2)
                assert_one_reply_each(site, 2)
            else:
                assert settled(site, 1)
                assert_one_reply_each(site, 1)
