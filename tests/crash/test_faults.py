"""A connection cut, reset or frozen at every command in turn: one reply, none lost.

The short form tries every second command a day, each with another fault.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.crash.job import Job, run
from tests.crash.sites import (
    ImapSite,
    assert_one_reply_each,
    imap_site,
    letters_to,
    work_until_settled,
)
from tests.examples import DAY
from tests.servers import Fault, Mode, Servers

pytestmark = pytest.mark.servers

KINDS = [(mode, before) for mode in Mode for before in (True, False)]


def through(site: ImapSite, port: str, fault: Fault) -> Job:
    """The site's worker with the fault between it and a server, and little patience."""
    job = replace(site.job, timeout=0.7, copy_wait=0.5)
    if port == "imap":
        return replace(job, imap=fault.port)
    return replace(job, smtp=fault.port)


@pytest.mark.parametrize("port", ["imap", "smtp"])
def test_a_fault_at_any_command_loses_no_letter_and_doubles_no_reply(
    servers: Servers, tmp_path: Path, long: bool, port: str
) -> None:
    step = 1 if long else 2
    turn, broken = 1 - step + DAY % step, True
    while broken:
        turn, broken = turn + step, False
        of_today = KINDS[(turn + DAY) // 2 % len(KINDS)]
        for mode, before in KINDS if long else [of_today]:
            site = imap_site(tmp_path / f"{turn}-{mode}-{before}", servers)
            [raw] = letters_to(site, 1)
            site.deliver(raw)
            target = getattr(servers, port)
            with Fault(target, turn, mode, before=before) as fault:
                assert run(through(site, port, fault)) in (0, 75)
                broken |= fault.broke
            work_until_settled(site, 1)
            assert_one_reply_each(site, 1)
    assert turn > 5
