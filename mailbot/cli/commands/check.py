"""`mailbot check`: tries everything; each line is ok, or says what to do."""

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import ParamSpec

import click
from msgspec.structs import replace

from mailbot.cli import trust
from mailbot.cli.mail import make_inbox, make_outbox
from mailbot.cli.options import (
    ledger_path,
    now,
    open_file_reader,
    open_pool,
    settings_of,
    state_folder,
    state_place,
)
from mailbot.cli.output import counted, one_line, say
from mailbot.cli.trust import CheckResult
from mailbot.cli.wiring import make_fleet
from mailbot.errors import BadSettings, MailbotError, MissingTool, Passing
from mailbot.ledger import Report
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.message.headers import envelope_of, read_headers
from mailbot.mail.message.writing import write
from mailbot.mail.ports import Inbox, Side
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.mail.spool.inbox import SpoolInbox
from mailbot.model import Address, Reply
from mailbot.pool import UNSEEN, probe_reading
from mailbot.settings import Settings, find_file, mailboxes, no_file_found
from mailbot.settings.schema import MailboxSettings

P = ParamSpec("P")

FREE_BYTES = 200 * 2**20
BUILT = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is right shows an earlier moment."""

_AHEAD = timedelta(minutes=10)
"""Clocks that differ by less are taken for right."""

FAILED = BadSettings.exit_code

_ROUND_TRIP = (
    "answer it with a puzzle while `mailbot run` is at work: the solution comes within "
    "a minute; a letter from before the first start is left alone (answer.older_mail)"
)

_SIDES = {
    Side.IN: "no letters in",
    Side.OUT: "no replies out",
    Side.COPIES: "no copies of replies",
}
_RETURN = 10.0
_LOOK = 0.5
"""Seconds in which a letter to ourselves comes back, and between two looks."""

_LOST = "look into the log of the mail server: do letters leave it?"
_NOTICED = "see to it on the server, or set another folder; shown for two days"
_OVER = "mend it; it is over with the next pass of `mailbot run` or `once` that works"


@click.command()
@click.option("--send-to", metavar="ADDRESS", help="Send one letter there, too.")
@click.pass_context
def check(context: click.Context, send_to: str | None) -> None:
    """Try settings, servers, folders, Tesseract and the ledger.

    Nothing is sent but with --send-to, and by a sendmail program one letter to
    ourselves. Nothing is marked.
    """
    file = find_file(context.obj)
    settings = settings_of(context)
    code = 0
    for name, result in _results(settings, file, send_to):
        code = max(code, result.code)
        mark = "FAIL" if result.code else "warn" if result.advice else "ok"
        say(f"{mark:5} {name:10} {result.text}")
        if result.advice:
            say(f"{'':16} -> {result.advice}")
    context.exit(code)


def _results(
    settings: Settings, file: Path | None, send_to: str | None
) -> Iterator[tuple[str, CheckResult]]:
    """The name of each check, and its result."""
    heads: list[bytes] = []
    yield "address", _address(settings, file)
    yield "user", trust.user(os.geteuid())
    yield "secrets", trust.secrets(settings, file)
    yield "state", _tried(_state, settings)
    yield from _ledger(settings)
    yield "clock", _clock(now())
    yield "reading", _tried(_reading, settings)
    yield "sandbox", _tried(_sandbox, settings)
    if settings.pool.dask:
        yield "dask", _tried(_dask, settings)
    for mailbox in mailboxes(settings):
        yield "inbox", _tried(_inbox, settings, mailbox, heads)
        yield "outbox", _tried(_outbox, settings, mailbox)
        if send_to:
            yield "letter", _tried(_send, settings, mailbox, send_to)
    if doubt := behind(now(), heads):
        yield "clock", doubt
    if doubt := trust.addressed(settings, heads):
        yield "addressed", doubt
    yield "senders", trust.senders(settings, heads)


def _tried(
    probe: Callable[P, CheckResult], *args: P.args, **kwargs: P.kwargs
) -> CheckResult:
    """The result of a check; a `MailbotError` becomes a result, too."""
    try:
        return probe(*args, **kwargs)
    except MissingTool as error:
        return CheckResult(str(error), code=error.exit_code)
    except MailbotError as error:
        return CheckResult(str(error), code=FAILED)


def _address(settings: Settings, file: Path | None) -> CheckResult:
    address = settings.address
    if not address:
        text = "not set" if file else f"not set: {no_file_found()}"
        return CheckResult(text, "set address, or MAILBOT_ADDRESS", FAILED)
    return CheckResult(address)


def _state(settings: Settings) -> CheckResult:
    folder = state_folder(settings)
    free = shutil.disk_usage(folder).free
    if free < FREE_BYTES:
        return CheckResult(f"{folder}: {free >> 20} MB free", "make room on the disk")
    return CheckResult(f"{folder}, {free >> 30} GB free")


def _ledger(settings: Settings) -> Iterator[tuple[str, CheckResult]]:
    """The ledger; what `mailbot status` calls trouble, and what a person should read.

    The last two of the mailboxes that are still set.
    """
    try:
        path = ledger_path(settings)
        with closing(Report.open(path)) as report:
            summary = report.summary(now())
    except MailbotError as error:
        yield "ledger", CheckResult(str(error), code=FAILED)
        return
    days, stuck = settings.ledger.puzzle_days, len(summary.stuck)
    kept = f", puzzles kept for {days} days" if days else ""
    told = CheckResult(f"{path}{kept}")
    if stuck:
        told = CheckResult(counted(stuck, "stuck letter"), "see `mailbot status`")
    yield "ledger", told
    ours = {mailbox.address for mailbox in mailboxes(settings)}
    for outage in summary.outages:
        if outage.account in ours:
            text = (
                f"{_SIDES[outage.side]} since {outage.since:%m-%d %H:%M}: {outage.why}"
            )
            yield "service", CheckResult(one_line(text), _OVER, FAILED)
    for notice in summary.notices:
        if notice.account in ours:
            yield "server", CheckResult(one_line(notice.text), _NOTICED)


def _clock(moment: datetime) -> CheckResult:
    shown = f"{moment:%Y-%m-%d %H:%M} UTC"
    if moment < BUILT:
        return CheckResult(shown, "set the clock; letters are dated by it", FAILED)
    return CheckResult(shown)


def behind(moment: datetime, heads: Sequence[bytes]) -> CheckResult | None:
    """A warning where a letter came to its server later than it is here.

    Args:
        moment: the time by the clock of this machine.
        heads: the headers of the newest letters.
    """
    came = max(filter(None, map(_received, heads)), default=moment)
    if came - moment < _AHEAD:
        return None
    text = f"{moment:%Y-%m-%d %H:%M} UTC, but a letter came {came:%Y-%m-%d %H:%M}"
    return CheckResult(text, "set this clock, or that of the mail server")


def _received(head: bytes) -> datetime | None:
    """When the last server on the way of a letter received it, by its own header."""
    for name, value in envelope_of(read_headers(head)).headers:
        if name == "received":
            with suppress(ValueError):
                found = parsedate_to_datetime(value.rpartition(";")[2])
                return found.replace(tzinfo=found.tzinfo or UTC).astimezone(UTC)
            return None
    return None


def _reading(settings: Settings) -> CheckResult:
    with open_file_reader(settings) as pool:
        return CheckResult(pool.submit(probe_reading).result())


def _sandbox(settings: Settings) -> CheckResult:
    with open_pool(settings, children=1) as pool:
        missing, user = pool.missing(), pool.user()
    if settings.pool.socket and user == os.geteuid():
        text = f"{settings.pool.socket}: readers run as this same user"
        advice = "use the mailbot-readers units of deploy/systemd"
        return CheckResult(text, advice)
    if missing:
        return CheckResult(
            f"lacks {'; '.join(missing)}",
            "set ProtectProc=default for the service"
            if missing == (UNSEEN,)
            else "use a kernel from 5.13 on with Landlock, and install libseccomp2",
        )
    text = "readers are confined: files, network, processes"
    other = user != os.geteuid()
    return CheckResult(f"{text}; as another user" if other else text)


def _dask(settings: Settings) -> CheckResult:
    with make_fleet(settings) as fleet:
        try:
            workers = fleet.probe()
        except Passing as error:
            if settings.pool.dask_lost == "wait":
                raise
            advice = "start it; until then letters are read on this machine"
            return CheckResult(str(error), advice)
    text = f"{settings.pool.dask}: {workers} workers"
    return CheckResult(text, "" if workers else "start one; letters wait for it")


def _inbox(
    settings: Settings, mailbox: MailboxSettings, heads: list[bytes]
) -> CheckResult:
    """Try an inbox; the headers of its newest letters go into `heads`."""
    inbox = make_inbox(mailbox, state_place(settings))
    with closing(inbox):
        inbox.open()
        if isinstance(inbox, SpoolInbox):
            heads += inbox.newest_heads()
        if not isinstance(inbox, ImapInbox):
            return CheckResult(f"{mailbox.inbox.kind} {mailbox.inbox.path}")
        facts = inbox.probe()
        heads += inbox.newest_heads()
    able = {"IDLE": facts.idle, "MOVE": facts.move, "keywords": facts.keywords}
    text = f"{facts.host}: {counted(facts.letters, 'letter')}, " + ", ".join(
        name if has else f"no {name}" for name, has in able.items()
    )
    if facts.missing:
        text += f"; will make {', '.join(facts.missing)}"
    return CheckResult(text)


def _outbox(settings: Settings, mailbox: MailboxSettings) -> CheckResult:
    outbox = make_outbox(mailbox, state_place(settings))
    with closing(outbox):
        if not isinstance(outbox, SmtpOutbox):
            return _local_outbox(settings, mailbox)
        facts = outbox.probe()
    size = f"up to {facts.size >> 20} MB" if facts.size else "of any size"
    return CheckResult(f"{facts.host}: letters {size}")


def _local_outbox(settings: Settings, mailbox: MailboxSettings) -> CheckResult:
    outbox = mailbox.outbox
    place = outbox.path if outbox.kind == "spool" else Path(outbox.command)
    if place is None:
        return CheckResult("path is not set", "set outbox.path", FAILED)
    if not os.access(place, os.X_OK):
        text = f"{place} is not there, or closed to this user"
        return CheckResult(text, "make it, or set another", FAILED)
    told = CheckResult(f"{outbox.kind} {place}")
    return _sendmail(settings, mailbox, told) if outbox.kind == "sendmail" else told


def _sendmail(
    settings: Settings, mailbox: MailboxSettings, told: CheckResult
) -> CheckResult:
    """Try a sendmail program with a letter to ourselves, and look for it.

    A program may end well and lose the letter, where it has an empty sender.
    """
    if _comes_back(settings, mailbox):
        return replace(told, text=f"{told.text}: a letter to ourselves came back")
    own = replace(mailbox.outbox, envelope_sender=mailbox.address)
    lost = f"{told.text}: a letter to ourselves did not come back in {_RETURN:.0f} s"
    if mailbox.outbox.envelope_sender:
        return replace(told, text=lost, advice=_LOST)
    if _comes_back(settings, replace(mailbox, outbox=own)):
        text = f"{told.text} loses letters with an empty sender"
        advice = f'set outbox.envelope_sender = "{mailbox.address}"'
        return replace(told, text=text, advice=advice, code=FAILED)
    return replace(told, text=lost, advice=_LOST)


def _comes_back(settings: Settings, mailbox: MailboxSettings) -> bool:
    """Whether a letter to ourselves is soon in the mailbox."""
    name = _submit(settings, mailbox, mailbox.address)
    with closing(make_inbox(mailbox, state_place(settings))) as inbox:
        inbox.open()
        end = time.monotonic() + _RETURN
        while not (found := _holds(inbox, name)) and time.monotonic() < end:
            time.sleep(_LOOK)
    return found


def _holds(inbox: Inbox, message_id: str) -> bool:
    if isinstance(inbox, SpoolInbox):
        return any(message_id.encode() in head for head in inbox.newest_heads())
    return inbox.has_copy(message_id)


def _send(settings: Settings, mailbox: MailboxSettings, to: str) -> CheckResult:
    _submit(settings, mailbox, to)
    return CheckResult(f"sent to {to}", _ROUND_TRIP)


def _submit(settings: Settings, mailbox: MailboxSettings, to: str) -> str:
    """Send a letter; its Message-ID."""
    moment = now()
    name = f"check.{moment:%Y%m%d%H%M%S%f}@{mailbox.address.rpartition('@')[2]}"
    letter = Reply(
        to=Address("", to),
        subject="A letter from the Sudoku mailbox",
        in_reply_to="",
        references=(),
        message_id=f"<{name}>",
        text="This mailbox can send. Mail it a Sudoku.\n",
    )
    sender = Address(settings.name, mailbox.address)
    with closing(make_outbox(mailbox, state_place(settings))) as outbox:
        outbox.submit(write(letter, sender, moment), to)
    return name
