"""A connection cut, reset or frozen at every command in turn: one reply, none lost."""

from dataclasses import replace
from itertools import cycle
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
    turn, broken, kinds = 0, True, cycle(KINDS)
    while broken:
        turn, broken = turn + 1, False
        for mode, before in KINDS if long else [next(kinds)]:
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
