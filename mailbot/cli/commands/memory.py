"""`mailbot status`, `show`, `retry`, `forget`, `resume`: what the ledger knows."""

from contextlib import closing
from datetime import datetime
from typing import Any

import click
from msgspec.structs import asdict

from mailbot.cli.options import ledger_path, no_file, now, settings_of, state_folder
from mailbot.cli.output import counted, one_line, say, say_json
from mailbot.cli.trust import drafts, pictures_off
from mailbot.ledger import Outage, Record, Report, State, Stop, Summary
from mailbot.ledger.records import Mailbox, Notice
from mailbot.mail.message.addresses import normal_address, plain_address
from mailbot.mail.ports import Side
from mailbot.model import Kind

STUCK = 1

_REFUSED = ("refused",)
"""The REASON of `retry --all` that names the letters whose replies were refused."""

_SIDES = {
    Side.IN: "letters in",
    Side.OUT: "replies out",
    Side.COPIES: "copies of the replies",
}


def open_report(context: click.Context) -> Report:
    """The ledger of the settings, opened for questions only."""
    return Report.open(ledger_path(settings_of(context)))


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One object.")
@click.pass_context
def status(context: click.Context, as_json: bool) -> None:
    """Tell what came in, what happened to it, and what is stuck."""
    settings = settings_of(context)
    with closing(Report.open(ledger_path(settings))) as report:
        summary = report.summary(now())
    why = pictures_off(settings)
    if as_json:
        say_json(_summary_object(summary) | {"pictures_off": why})
    elif summary.mailboxes:
        say("\n".join(filter(None, [*_summary_lines(summary), drafts(settings), why])))
    else:
        say("no mailbox yet: nothing has run here")
        say(no_file(context) or f"the state is in {state_folder(settings)}")
    context.exit(STUCK if summary.stuck or summary.outages else 0)


@click.command()
@click.argument("letter", metavar="ID", type=int)
@click.option("--json", "as_json", is_flag=True, help="One object.")
@click.pass_context
def show(context: click.Context, letter: int, as_json: bool) -> None:
    """Show all that is known of a letter."""
    with closing(open_report(context)) as report:
        record = report.show(letter)
    if record is None:
        raise click.ClickException(f"no letter {letter}")
    values = _record_object(record)
    if as_json:
        say_json(values)
    else:
        shown = {
            name: value for name, value in values.items() if value not in ("", None)
        }
        lines = (f"{name:11} {one_line(str(value))}" for name, value in shown.items())
        say("\n".join(lines))


@click.command()
@click.argument("which", metavar="ID... | --all [REASON]", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All letters in Quarantine.")
@click.option("--again", is_flag=True, help="A second reply to who got an apology.")
@click.pass_context
def retry(
    context: click.Context, which: tuple[str, ...], every: bool, again: bool
) -> None:
    """Try letters again that were not answered.

    REASON: only those in Quarantine whose reason holds these words; or "refused": the
    letters whose replies the mail server refused.
    """
    if not (every or (which and all(word.isdecimal() for word in which))):
        raise click.UsageError("name letters by their IDs, or give --all")
    with closing(open_report(context)) as report:
        if every:
            refused = which == _REFUSED
            reason = " ".join(which)
            records = report.refused() if refused else report.quarantined(reason)
            refusals = [_retry(report, record, again) for record in records]
        else:
            refusals = [_retry_one(report, int(word), again) for word in which]
    for refusal in filter(None, refusals):
        say(refusal, err=True)
    tried = refusals.count("")
    if every:
        say(f"{counted(tried, 'letter')} will be tried again")
    elif tried < len(refusals):
        context.exit(click.ClickException.exit_code)


def _retry_one(report: Report, letter: int, again: bool) -> str:
    record = report.show(letter)
    if record is None:
        return f"no letter {letter}"
    refusal = _retry(report, record, again)
    if not refusal:
        say(f"letter {letter} will be tried again")
    return refusal


def _retry(report: Report, record: Record, again: bool) -> str:
    """Try a letter again; why that is not done, or ""."""
    if record.sends and record.kind == Kind.UNREADABLE and not again:
        return f"letter {record.id} got an apology: --again sends a second reply"
    if not report.retry(record.id, now()):
        return f"letter {record.id} is {record.state.value}: nothing to retry"
    return ""


@click.command()
@click.argument("address")
@click.pass_context
def forget(context: click.Context, address: str) -> None:
    """Erase a person: address, subjects and replies.

    The hashes of their letters stay, so that none is answered twice.
    """
    _check(address)
    with closing(open_report(context)) as report:
        letters = report.forget(address)
    who = plain_address(address)
    if not letters:
        say(f"nothing is kept of {who}: no letter had it as its sender")
        return
    say(f"erased from {counted(letters, 'letter')} of {who}")


@click.command()
@click.argument("address")
@click.pass_context
def resume(context: click.Context, address: str) -> None:
    """Answer a person again who asked with "stop" for no more mail."""
    _check(address)
    with closing(open_report(context)) as report:
        resumed = report.resume(address)
    if resumed is None:
        raise click.ClickException(f"{one_line(address)} did not ask for silence")
    whose = {Stop.PERSON: "", Stop.UNPROVEN: "unproven letters from "}
    say(f"{whose[resumed]}{one_line(address)} will be answered again")


def _check(address: str) -> None:
    """Refuse what is no address.

    Raises:
        BadParameter: it is none, such as an empty text, which would name everybody.
    """
    if not normal_address(address):
        raise click.BadParameter("it is no address", param_hint="ADDRESS")


def _summary_lines(summary: Summary) -> list[str]:
    lines = []
    for mailbox in summary.mailboxes:
        lines.append(f"{mailbox.account} (since {mailbox.installed:%Y-%m-%d})")
        lines.append(f"  in all:  {_counted(mailbox.counts)}")
        if mailbox.older:
            lines.append(f"  left alone, older than the installation: {mailbox.older}")
    lines.append(f"last 24 hours: {_counted(summary.today)}")
    if summary.outages:
        lines.append("trouble:")
    lines += [
        f"  {_SIDES[outage.side]} of {outage.account} since "
        f"{outage.since:%m-%d %H:%M}: {one_line(outage.why)}"
        for outage in summary.outages
    ]
    lines += [
        f"of the server of {notice.account} ({notice.at:%m-%d %H:%M}): "
        f"{one_line(notice.text)}"
        for notice in summary.notices
    ]
    told = {Stop.PERSON: "for good", Stop.UNPROVEN: "to unproven letters only"}
    counts = [f"{n} {told[kind]}" for kind, n in summary.stopped.items() if n]
    lines += [f"silent after stop: {', '.join(counts)}"] if counts else []
    for title, records in (("recent", summary.recent), ("stuck", summary.stuck)):
        if records:
            lines += [f"{title}:", *(_record_line(record) for record in records)]
    return lines


def _counted(counts: dict[State, int]) -> str:
    shown = [f"{n} {state.value.lower()}" for state, n in counts.items() if n]
    return ", ".join(shown) or "nothing"


def _record_line(record: Record) -> str:
    about = f"{record.kind:10}  {one_line(record.why or record.trouble)}".rstrip()
    return (
        f"  {record.id:6} {record.changed:%m-%d %H:%M} {record.state.value:11} {about}"
    ).rstrip()


def _summary_object(summary: Summary) -> dict[str, Any]:
    return {
        "mailboxes": [
            _plain(mailbox) | {"counts": _lower(mailbox.counts)}
            for mailbox in summary.mailboxes
        ],
        "today": _lower(summary.today),
        "stopped": {kind.value: number for kind, number in summary.stopped.items()},
        "recent": [_record_object(record) for record in summary.recent],
        "stuck": [_record_object(record) for record in summary.stuck],
        "trouble": list(map(_plain, summary.outages)),
        "notices": list(map(_plain, summary.notices)),
    }


def _lower(counts: dict[State, int]) -> dict[str, int]:
    return {state.value.lower(): number for state, number in counts.items()}


def _record_object(record: Record) -> dict[str, Any]:
    return _plain(record) | {"keys": ["/".join(map(str, key)) for key in record.keys]}


def _plain(record: Record | Mailbox | Outage | Notice) -> dict[str, Any]:
    """The fields of a record of the ledger, times as ISO 8601."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in asdict(record).items()
    }
