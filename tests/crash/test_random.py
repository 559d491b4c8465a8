"""kill -9 at any moment, again and again, until all is settled: one reply each."""

import random
import time
from dataclasses import replace
from multiprocessing.process import BaseProcess

import pytest

from mailbot.ledger import Report
from mailbot.worker.pipeline import STEPS
from tests.crash.conftest import MakeSite
from tests.crash.job import run, start
from tests.crash.sites import (
    Site,
    answered,
    assert_all_come_to_one_reply,
    assert_one_reply_each,
    deliver_letters,
    letters_to,
    settled,
    unfiled,
)


def kill_until_settled(site: Site, count: int, chance: random.Random) -> int:
    """Serve, die and serve again; how many times it died.

    A reply that was handed over twice has some minutes until another one goes out, the
    copy of which lets it go out again: on a busy machine few processes live so long.
    """
    job = replace(site.job, forever=True, reading_seconds=0.4, copy_wait=1)
    kills = 0
    end = time.monotonic() + 10 * count
    while not settled(site, count):
        assert time.monotonic() < end, "never came to an end"
        worker = start(job)
        worker.join(chance.uniform(0.5, 3))
        worker.kill()
        worker.join()
        kills += 1
    return kills


def taken(site: Site) -> bool:
    """Whether the worker has a letter in hand."""
    with Report.open(site.job.ledger) as report:
        return report.show(1) is not None


def test_letters_survive_deaths(make_site: MakeSite, long: bool, seed: int) -> None:
    count = 300 if long else 30
    site = make_site("site")
    chance = random.Random(seed)
    deliver_letters(site, count)
    assert kill_until_settled(site, count, chance) > 1
    assert_one_reply_each(site, count)


def test_two_workers_on_one_mailbox_answer_once(make_site: MakeSite) -> None:
    site = make_site("site")
    deliver_letters(site, 5)
    slow = replace(site.job, reading_seconds=0.5)
    workers: list[BaseProcess] = [start(slow) for _ in range(3)]
    for worker in workers:
        worker.join(60)
    assert sorted(worker.exitcode or 0 for worker in workers) == [0, 75, 75]
    assert_one_reply_each(site, 5)


def test_a_single_pass_ends_at_once_while_the_service_runs(make_site: MakeSite) -> None:
    site = make_site("site")
    service = start(replace(site.job, forever=True))
    while run(site.job) == 0:
        if not service.is_alive():  # it came while a pass held the mailbox
            service = start(replace(site.job, forever=True))
        time.sleep(0.3)
    for raw in letters_to(site, 3):
        site.deliver(raw)
        assert run(site.job) == 75
    assert_one_reply_each(site, 3)
    service.terminate()
    service.join(60)
    assert service.exitcode == 0
    assert run(site.job) == 0
    assert_one_reply_each(site, 3)


def test_a_stopped_service_finishes_its_letter(make_site: MakeSite) -> None:
    site = make_site("site")
    deliver_letters(site, 1)
    service = start(replace(site.job, forever=True, reading_seconds=1.5))
    while not taken(site):
        time.sleep(0.05)
    service.terminate()
    service.join(60)
    assert service.exitcode == 0
    assert settled(site, 1)
    assert_one_reply_each(site, 1)


# kill -9 at every step of a letter.


def die(site: Site, step: str, nth: int = 1) -> None:
    assert run(replace(site.job, die_at=step, nth=nth)) == -9, f"never came to {step}"


@pytest.mark.parametrize("step", STEPS)
def test_a_worker_killed_at_a_step_answers_once(make_site: MakeSite, step: str) -> None:
    site = make_site(step)
    deliver_letters(site, 1)
    die(site, step)
    assert run(site.job) == 0
    assert run(site.job) == 0
    assert settled(site, 1)
    assert unfiled(site) == []
    assert_one_reply_each(site, 1)


def test_after_a_kill_letters_have_one_reply(make_site: MakeSite, long: bool) -> None:
    for step in STEPS if long else ("sending", "submitted"):
        site = make_site(step)
        deliver_letters(site, 4)
        die(site, step, nth=3)
        assert run(site.job) == 0
        assert run(site.job) == 0
        assert settled(site, 4)
        assert_one_reply_each(site, 4)


def test_a_worker_killed_at_two_steps_in_a_row_answers_once(
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
                assert_all_come_to_one_reply(site, 2)
            else:
                assert settled(site, 1)
                assert_one_reply_each(site, 1)
