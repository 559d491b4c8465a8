"""Answers letters in two steps: the headers in this process, the rest in a child."""

from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from datetime import datetime

from mailbot.model import Content, Outcome, RawMail, Respond, Silence
from mailbot.options import RespondOptions
from mailbot.pool import read_letter
from mailbot.pool.futures import done, then
from mailbot.respond import Admission, admit, assemble, brief_of
from mailbot.stopwatch import Stopwatch


@dataclass(frozen=True, slots=True)
class Answering:
    """Decides what the letters of one mailbox get, with the children of a pool."""

    pool: Executor
    options: RespondOptions

    def respond(self, raw: RawMail, now: datetime) -> Future[Outcome]:
        """Decide what a letter gets."""
        with Stopwatch("policy") as watch:
            admission = admit(raw, self.options, now)
        if not isinstance(admission, Admission):
            return done(admission)
        brief = brief_of(admission, self.options)
        reading = self.pool.submit(read_letter, raw.rfc822, brief)

        def joined(read: Future[Content | Silence]) -> Outcome:
            outcome = assemble(admission, read.result())
            if not isinstance(outcome, Respond):
                return outcome
            return replace(outcome, seconds=watch.seconds | dict(outcome.seconds))

        return then(reading, joined)

    def apologise(self, raw: RawMail, now: datetime) -> Future[Outcome]:
        """The reply to a letter that could not be read; no child is needed."""
        # Most runs apologise to nobody, and need not load what composes replies.
        from mailbot.respond.apology import apologise

        return done(apologise(raw, self.options, now))
