"""Answers letters in two steps: the headers in this process, the rest in a child."""

import re
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import cast

from msgspec import Struct

from mailbot.model import (
    NOTHING_KEPT,
    Claim,
    Content,
    Kept,
    Outcome,
    RawMail,
    Respond,
    Silence,
)
from mailbot.options import RespondOptions
from mailbot.pool import MayTake, Pool, attempt, read_letter, then, unlimited
from mailbot.respond.admission import Admission, admit, assemble, brief_of
from mailbot.stopwatch import Stopwatch
from mailbot.worker import Lane, Task

_LARGE = 64 * 1024
_FILE = re.compile(
    rb"^content-(?:type:(?![ \t]*(?:text|multipart|message)/)"
    rb"|disposition:[ \t]*attachment)",
    re.IGNORECASE | re.MULTILINE,
)
"""A header of a part that is no text, or a file."""


Recall = Callable[[Claim, datetime], Kept]
"""Finds the puzzles of the reply that a letter answers, by its claim."""


class Answering(Struct, frozen=True):
    """Decides what the letters of one mailbox get, with the children of a pool."""

    pool: Pool
    options: RespondOptions
    recall: Recall = lambda *_: NOTHING_KEPT

    def respond(self, raw: RawMail, now: datetime) -> Future[Outcome]:
        """Decide what a letter gets, at once."""
        return self.ask(raw, now).read(raw, unlimited)

    def ask(self, raw: RawMail, now: datetime) -> Task:
        """Decide by its headers what is to be done with a letter."""
        # An error of the parser is the letter's, and must not end the service.
        with Stopwatch("policy") as watch:
            admission = attempt(lambda: admit(raw, self.options))
        if admission.exception() is None:
            admitted = admission.result()
            if isinstance(admitted, Admission):
                lane = _lane(admitted.found.claim, raw.rfc822)
                return Task(lane, partial(self._read, admitted, watch.seconds, now))
        # What the headers alone decided; the error, if they could not be read.
        return Task(None, lambda *_: cast("Future[Outcome]", admission))

    def apologise(self, raw: RawMail) -> Future[Outcome]:
        """The reply to a letter that could not be read; no child is needed."""
        # Most runs apologise to nobody, and need not load what composes replies.
        from mailbot.respond.apology import apologise

        return attempt(lambda: apologise(raw, self.options))

    def _read(
        self,
        admission: Admission,
        spent: Mapping[str, float],
        now: datetime,
        raw: RawMail,
        may_take: MayTake,
    ) -> Future[Outcome]:
        kept = self.recall(admission.found.claim, now)
        brief = brief_of(admission, self.options, kept)

        def joined(read: Future[Content | Silence]) -> Outcome:
            outcome = assemble(admission, read.result())
            if not isinstance(outcome, Respond):
                return outcome
            return replace(outcome, seconds={**spent, **outcome.seconds})

        call = partial(read_letter, raw.rfc822, brief)
        return then(self.pool.submit_within(may_take, call), joined)


def _lane(claim: Claim, rfc822: bytes) -> Lane:
    """Where a letter waits for its turn; how much work it is shows in its bytes.

    Of a public provider's users, each is an organisation. Unproven letters count for
    organisations of their own: a forged one that is slow delays nobody it names.
    """
    organisation = claim.domain or claim.recipient
    return Lane(
        organisation=organisation if claim.proven else f"unproven {organisation}",
        person=claim.recipient,
        pictures=len(rfc822) > _LARGE or bool(_FILE.search(rfc822)),
        proven=claim.proven,
    )
