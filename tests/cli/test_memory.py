"""`mailbot status`, `show`, `retry`, `forget`, `resume`: the ledger, asked and told."""

import json
import re
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from shutil import copytree

import pytest

from mailbot.errors import SubmissionRefused, TooCostly
from mailbot.ledger import State
from mailbot.model import Kind, Outcome, RawMail, Respond
from tests.cli.command import BOT, VOUCHED, Command, letter
from tests.fakes import answer
from tests.fakes import letter as fake_letter
from tests.office import Office
from tests.sample_letters import PUZZLE
from tests.servers.daemon import HOST, free_port

LARGE = letter("x" * 70 + "\n" + ("y" * 70 + "\n") * 16000)
"""Over a megabyte."""


def fail(raw: RawMail, now: datetime) -> Outcome:
    raise TooCostly("took too long")


def apologise(raw: RawMail, now: datetime) -> Outcome:
    outcome = answer(raw, now)
    assert isinstance(outcome, Respond)
    return replace(outcome, kind=Kind.UNREADABLE)


SMALL = "[reading]\nletter_mb = 1"


@pytest.fixture(scope="session")
def worked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one letter answered, then one that is too large to be fetched."""
    mailbot = Command(tmp_path_factory.mktemp("worked"))
    mailbot.settings(more=SMALL)
    mailbot.file("letters/1.eml", letter())
    assert mailbot("once").code == 0
    mailbot.file("letters/2.eml", LARGE)
    assert mailbot("once").code == 0
    return mailbot.home


@pytest.fixture
def stuck(mailbot: Command, worked: Path) -> Command:
    """A copy of that home, whose settings name its own folders."""
    copytree(worked, mailbot.home, dirs_exist_ok=True)
    mailbot.settings(more=SMALL)
    return mailbot


def test_before_anything_ran_there_is_nothing_to_tell(mailbot: Command) -> None:
    mailbot.settings()
    done = mailbot("status")
    assert (done.code, done.lines[-1]) == (0, f"the state is in {mailbot.home}/state")
    assert mailbot("show", "1").code == 1


def test_status_says_that_no_settings_file_was_found(mailbot: Command) -> None:
    assert "no settings file was found (mailbot.toml," in mailbot("status").out


def test_status_says_that_replies_are_drafts(stuck: Command) -> None:
    assert "are drafts" not in stuck("status").out
    told = stuck("status", env={"MAILBOT_OUTBOX__KEEP_COPY": "drafts"}).out
    assert f"replies of {BOT} are drafts" in told


def test_all_refused_replies_are_tried_again(mailbot: Command) -> None:
    """A relay refuses everything, until its operator has mended it."""
    mailbot.settings()
    home = mailbot.home / "state"
    home.mkdir()
    office = Office(home)
    office.file = home / "mailbot.sqlite3"
    office.install()
    office.outbox.answers = [SubmissionRefused("550 5.1.1 no such person")] * 3
    for number in range(3):
        office.inbox.receive(fake_letter(f"{number}@people.example"))
    office.work()
    assert office.states() == [State.REFUSED] * 3
    told = mailbot("retry", "--all", "refused").out
    assert told == "3 letters will be tried again\n"
    office.work()
    assert office.states() == [State.SENT] * 3


def test_status_tells_what_came_and_what_is_stuck(stuck: Command) -> None:
    done = stuck("status")
    assert done.code == 1
    assert BOT in done.out
    assert "1 sent, 1 quarantined" in done.out
    value = json.loads(stuck("status", "--json").out)
    [mailbox] = value["mailboxes"]
    assert mailbox["account"] == BOT
    assert (mailbox["counts"]["sent"], mailbox["counts"]["quarantined"]) == (1, 1)
    assert [letter["state"] for letter in value["stuck"]] == ["QUARANTINED"]


def test_status_names_an_outage_until_it_is_over(mailbot: Command) -> None:
    mailbot.settings()
    mailbot.file("letters/1.eml", letter())
    closed = {"KIND": "smtp", "HOST": HOST, "PORT": str(free_port())}
    login = {"SECURITY": "plain", "PASSWORD": "s3cret"}
    way_out = {f"MAILBOT_OUTBOX__{key}": v for key, v in (closed | login).items()}
    assert mailbot("once", env=way_out).code == 75
    done = mailbot("status")
    assert done.code == 1
    assert re.search(rf"replies out of {BOT} since .*: .* refused", done.out)
    checked = mailbot("check")
    assert checked.code == 78
    assert re.search(
        r"FAIL  service    no replies out since .*: .* refused", checked.out
    )
    mailbot.file("letters/2.eml", letter(subject="Another one"))
    assert mailbot("once").code == 0
    done = mailbot("status")
    assert (done.code, "trouble" in done.out) == (0, False)
    assert mailbot("check").code == 0


def test_letters_that_are_left_alone_as_older_are_told(mailbot: Command) -> None:
    settings = mailbot.settings().read_text()
    mailbot.file("mailbot.toml", settings.replace("older_mail = true", ""))
    mailbot.file("letters/1.eml", letter())
    time.sleep(1.5)  # a letter of the second before the installation is a new one
    told = "letters from before the installation left alone (answer.older_mail): 1"
    assert told in mailbot("once").err
    assert told in mailbot("once", "--dry-run").err
    assert mailbot.replies == []
    assert "older than the installation: 1" in mailbot("status").out


def test_kind_and_reason_of_a_letter_are_columns_apart(stuck: Command) -> None:
    lines = stuck("status").out.splitlines()
    sent = next(line for line in lines if " SENT " in line)
    kept = next(line for line in lines if " QUARANTINED " in line)
    kind, why = sent.index("solved"), kept.index("1 MB")
    assert why > kind + len("unreadable") + 1
    assert lines == [line.rstrip() for line in lines]


def test_show_tells_all_of_one_letter(stuck: Command) -> None:
    shown = json.loads(stuck("show", "1", "--json").out)
    assert (shown["id"], shown["state"], shown["kind"]) == (1, "SENT", "solved")
    assert (shown["recipient"], shown["subject"]) == ("ada@people.example", "my puzzle")
    assert "too large" in stuck("show", "2").out


def test_a_letter_is_tried_again_once_what_was_wrong_is_mended(stuck: Command) -> None:
    assert stuck("retry", "1").code == 1, "it is answered"
    assert stuck("retry", "7").code == 1, "there is none"
    assert stuck("retry", "2").code == 0
    stuck.settings()
    assert stuck("once").code == 0
    assert stuck("status").code == 0
    assert json.loads(stuck("show", "2", "--json").out)["state"] != "QUARANTINED"


def test_a_letter_still_too_large_is_not_fetched_by_a_retry(stuck: Command) -> None:
    assert stuck("retry", "2").code == 0
    assert stuck("once").code == 0
    shown = json.loads(stuck("show", "2", "--json").out)
    assert shown["state"] == "QUARANTINED"
    assert shown["why"] == "1 MB, too large to be fetched"


def test_all_letters_of_a_reason_are_tried_again(stuck: Command) -> None:
    assert (
        stuck("retry", "--all", "no", "such").out == "0 letters will be tried again\n"
    )
    assert stuck("retry", "--all", "\udcff").out == "0 letters will be tried again\n"
    assert stuck("retry", "--all", "TOO", "large").out == (
        "1 letter will be tried again\n"
    )
    assert stuck("retry").code == 2
    assert stuck("retry", "x").code == 2


def test_after_an_apology_a_second_reply_must_be_asked_for(mailbot: Command) -> None:
    mailbot.settings()
    home = mailbot.home / "state"
    home.mkdir()
    office = Office(home, middle=fail, apology=apologise)
    office.file = home / "mailbot.sqlite3"
    office.install().inbox.receive(fake_letter())
    office.work()
    assert office.outbox.recipients == ["ada@people.example"]
    refused = mailbot("retry", "1")
    assert (refused.code, refused.out) == (1, "")
    assert "got an apology: --again" in refused.err
    assert mailbot("retry", "--all").out == "0 letters will be tried again\n"
    assert mailbot("retry", "1", "--again").out == "letter 1 will be tried again\n"
    office.middle = answer
    office.work()
    assert len(office.outbox.recipients) == 2


def test_a_person_is_erased(stuck: Command) -> None:
    done = stuck("forget", "Ada@People.example")
    assert (done.code, done.out) == (0, "erased from 1 letter of ada@people.example\n")
    shown = stuck("show", "1").out
    assert "ada@" not in shown.lower()
    assert "puzzle" not in shown
    ledger = b"".join(f.read_bytes() for f in (stuck.home / "state").glob("mailbot.*"))
    assert b"ada@people.example" not in ledger


def test_of_an_unknown_person_nothing_is_said_to_be_erased(stuck: Command) -> None:
    done = stuck("forget", "nobody@people.example")
    assert done.code == 0
    assert "nothing is kept of nobody@people.example" in done.out


@pytest.mark.parametrize("address", ["", " ", "@", "\udcff@people.example", "ada"])
def test_what_is_no_address_names_nobody(stuck: Command, address: str) -> None:
    for command in ("forget", "resume"):
        done = stuck(command, address)
        assert (done.code, done.out) == (2, "")
        assert "no address" in done.err
    assert "ada@people.example" in stuck("show", "1").out


def test_a_number_beyond_all_letters_is_that_of_none(stuck: Command) -> None:
    for command in ("show", "retry"):
        done = stuck(command, "9" * 30)
        assert (done.code, done.err.rpartition("no letter ")[2]) == (1, "9" * 30 + "\n")
    assert stuck("show", "--", "-" + "9" * 30).code == 1


def test_who_said_stop_is_answered_again_once_welcome(mailbot: Command) -> None:
    mailbot.settings(top='authserv_id = "mx.bots.example"')
    for number, text in enumerate(("stop", PUZZLE), 1):
        asked = VOUCHED + letter(text, subject=text[:4])
        mailbot.file(f"letters/{number}.eml", asked)
        assert mailbot("once").code == 0
    assert len(mailbot.replies) == 1, "the last word to them"
    assert "1 for good" in mailbot("status").out
    done = mailbot("resume", "ADA+puzzles@people.example")
    assert done.code == 0
    assert done.out == "ADA+puzzles@people.example will be answered again\n"
    mailbot.file("letters/3.eml", VOUCHED + letter(subject="Please, once more"))
    assert mailbot("once").code == 0
    assert len(mailbot.replies) == 2
    again = mailbot("resume", "ada@people.example")
    assert (again.code, again.out) == (1, "")
    assert "did not ask" in again.err


def test_an_unproven_stop_silences_unproven_letters(mailbot: Command) -> None:
    mailbot.settings()
    for number, text in enumerate(("stop", PUZZLE), 1):
        mailbot.file(f"letters/{number}.eml", letter(text, subject=text[:4]))
        assert mailbot("once").code == 0
    assert mailbot.replies == []
    assert "1 to unproven letters only" in mailbot("status").out
    stopped = json.loads(mailbot("status", "--json").out)["stopped"]
    assert stopped == {"person": 0, "unproven": 1}
    done = mailbot("resume", "ada@people.example")
    assert "unproven letters from ada@people.example" in done.out
    mailbot.file("letters/3.eml", letter(subject="Please, once more"))
    assert mailbot("once").code == 0
    assert len(mailbot.replies) == 1
