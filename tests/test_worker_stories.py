"""Stories of letters: what comes, what the servers say, and what becomes of each."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from mailbot.errors import (
    Concern,
    InboxUnavailable,
    MailbotError,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
    TooCostly,
)
from mailbot.mail.ports import Folder
from mailbot.model import Defer, Ignore, Outcome, Quarantine, RawMail
from mailbot.worker.events import Settled, Submitted, Trouble
from tests.cases import cases_of
from tests.fakes import NOON, answer, letter
from tests.office import Office

cases = cases_of(__file__)


@dataclass(frozen=True)
class Story:
    """Steps in their order: each sets or does something, or tells what must be so.

    A letter is given by who writes it, and perhaps by its subject: "ada: my puzzle".
    """

    name: str
    steps: tuple[dict[str, Any], ...]


def written(what: str) -> bytes:
    who, _, subject = what.partition(": ")
    return letter(f"{who}@people.example", subject or "Sudoku")


def fail(error: Exception) -> Outcome:
    raise error


ANSWERS: dict[str, MailbotError | None] = {
    "taken": None,
    "unsure": SubmissionUnsure("no answer after DATA"),
    "later": SubmissionDeferred("451 try again"),
    "this one later": SubmissionDeferred("451 4.3.0 x", Concern.RECIPIENT),
    "never": SubmissionRefused("550 no such person"),
    "nothing of ours": SubmissionRefused("554 5.7.0 failed", Concern.ACCOUNT),
    "never without reason": SubmissionRefused("550 not here", Concern.UNCLEAR),
}
READERS: dict[str, Callable[[RawMail, datetime], Outcome]] = {
    "answers": answer,
    "ignores": lambda raw, now: Ignore("a list"),
    "fails": lambda raw, now: fail(RuntimeError("a bug")),
    "fails at poison": lambda raw, now: (
        fail(RuntimeError("a bug")) if b"poison" in raw.rfc822 else answer(raw, now)
    ),
    "takes too long": lambda raw, now: fail(TooCostly("took longer than 30 s")),
    "refuses": lambda raw, now: Quarantine("no letter"),
    "is busy": lambda raw, now: Defer(now, "busy"),
    "is busy for 5 minutes": lambda raw, now: Defer(now + timedelta(minutes=5), "busy"),
    "sleeps for an hour": lambda raw, now: (
        answer(raw, now)
        if now >= NOON + timedelta(hours=1)
        else Defer(NOON + timedelta(hours=1), "night")
    ),
}


def answers(office: Office, told: list[str]) -> None:
    """What the server says to the next replies: "later", or "later, 9 times"."""
    office.outbox.answers = [
        ANSWERS[name]
        for one in told
        for name, _, times in [one.partition(", ")]
        for _ in range(int(times.removesuffix(" times") or 1))
    ]


def receive(office: Office, letters: list[str]) -> None:
    for one in letters:
        office.inbox.receive(written(one))


def forget(office: Office, person: str) -> None:
    with office.open_report() as report:
        report.forget(person)


def fault(office: Office, step: str) -> None:
    office.inbox.faults[step] = [InboxUnavailable("connection reset")]


DONE: dict[str, Callable[[Office, Any], object]] = {
    "reader": lambda office, name: setattr(office, "middle", READERS[name]),
    "apologises": lambda office, name: setattr(office, "apology", READERS[name]),
    "options": lambda office, changes: office.with_options(**changes),
    "answers": answers,
    "delivers": lambda office, told: setattr(office.outbox, "delivers", told),
    "copies": lambda office, _: setattr(office.outbox, "copy_to", office.inbox),
    "keeps_sent": lambda office, told: setattr(office.inbox, "keeps_sent", told),
    "fault": fault,
    "receive": receive,
    "subjects": lambda office, count: receive(
        office, [f"ada: {n}" for n in range(count)]
    ),
    "receive_from": lambda office, told: office.receive_from(*told),
    "take": lambda office, told: office.take(*map(written, told)),
    "work": lambda office, _: office.work(),
    "later": lambda office, seconds: office.later(seconds),
    "passes": lambda office, told: office.later(told[1], passes=told[0]),
    "retry": lambda office, number: office.retry(number),
    "forget": forget,
}
"""What a step does."""

SEEN: dict[str, Callable[[Office], object]] = {
    "states": lambda office: office.states(),
    "counts": lambda office: Counter(office.states()),
    "stuck": lambda office: office.stuck(),
    "why": lambda office: office.records()[-1].why,
    "trouble": lambda office: office.records()[0].trouble,
    "to": lambda office: office.outbox.recipients,
    "sent": lambda office: len(office.outbox.sent),
    "messages": lambda office: len({message for _, message in office.outbox.sent}),
    "unsaid": lambda office: len(office.outbox.answers),
    "unmet": lambda office: [*filter(office.inbox.faults.get, office.inbox.faults)],
    "left": lambda office: len(office.inbox.letters),
    "kept": lambda office: len(office.inbox.kept),
    "drafts": lambda office: [event.draft for event in office.told(Submitted)],
    "ours": lambda office: [event.ours for event in office.told(Settled)],
    "alarms": lambda office: len(office.told(Trouble)),
}
"""What a step tells; besides `filed`, the letters of a folder."""


@cases("story")
def test_a_letter_ends_as_its_story_tells(tmp_path: Path, story: Story) -> None:
    office = Office(tmp_path).install()
    for step in story.steps:
        for name, told in step.items():
            if name in DONE:
                DONE[name](office, told)
            elif name == "filed":
                for folder, letters in told.items():
                    filed = office.in_folder(Folder(folder))
                    assert filed == [*map(written, letters)], step
            else:
                assert SEEN[name](office) == told, step
