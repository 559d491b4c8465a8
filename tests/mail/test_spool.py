"""Letters as files: a folder of .eml, a Maildir, and a folder for replies."""

import mailbox
import os
import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbot.errors import BadSettings, SubmissionDeferred
from mailbot.mail.ports import Arrival, Folder
from mailbot.mail.spool.inbox import SpoolInbox, SpoolOptions, SpoolOutbox
from tests.fakes import letter


@pytest.fixture(params=["spool", "maildir"])
def options(request: pytest.FixtureRequest, tmp_path: Path) -> SpoolOptions:
    path = tmp_path / "in"
    if request.param == "maildir":
        mailbox.Maildir(path)
        return SpoolOptions(path, maildir=True)
    path.mkdir()
    return SpoolOptions(path)


def put(options: SpoolOptions, raw: bytes, name: str = "one") -> Path:
    """As a delivery does: written aside, then renamed into place."""
    if options.maildir:
        key = mailbox.Maildir(options.path).add(raw)
        return next(options.path.glob(f"new/{key}*"))
    aside = options.path / f".{name}"
    aside.write_bytes(raw)
    return aside.rename(options.path / f"{name}.eml")


def waiting(inbox: SpoolInbox) -> list[Arrival]:
    return list(inbox.waiting(()))


def filed(options: SpoolOptions, folder: str) -> list[bytes]:
    home = options.path / (f".{folder}/cur" if options.maildir else folder)
    return [path.read_bytes() for path in home.iterdir() if path.is_file()]


def test_a_letter_is_found_fetched_and_filed(options: SpoolOptions) -> None:
    put(options, letter())
    inbox = SpoolInbox(options)
    inbox.open()
    [arrival] = waiting(inbox)
    assert arrival.size == len(letter())
    assert abs(arrival.arrived - datetime.now(UTC)) < timedelta(minutes=1)
    raw = inbox.fetch(arrival.key)
    assert raw is not None
    assert raw.rfc822 == letter()
    inbox.file(arrival.key, Folder.ANSWERED)
    assert filed(options, "Answered") == [letter()]
    inbox.close()
    assert waiting(inbox) == []


def test_letters_come_oldest_first(options: SpoolOptions) -> None:
    for number in range(3):
        path = put(options, letter(subject=f"{number}"), f"{9 - number}")
        os.utime(path, (number + 1_000, number + 1_000))
        time.sleep(0.02)
    inbox = SpoolInbox(options)
    raws = [inbox.fetch(arrival.key) for arrival in waiting(inbox)]
    assert [raw.rfc822 for raw in raws if raw] == [
        letter(subject=f"{number}") for number in range(3)
    ]


def test_a_letter_keeps_its_key_in_another_process(options: SpoolOptions) -> None:
    put(options, letter())
    [first] = waiting(SpoolInbox(options))
    later = SpoolInbox(options)
    raw = later.fetch(first.key)
    assert raw is not None
    assert raw.rfc822 == letter()
    [again] = waiting(SpoolInbox(options))
    assert again.key == first.key


def test_known_letters_and_those_shown_are_left_out(options: SpoolOptions) -> None:
    put(options, letter(), "one")
    inbox = SpoolInbox(options)
    [first] = waiting(inbox)
    put(options, letter(subject="two"), "two")
    [second] = waiting(inbox)
    assert second.key != first.key
    assert list(SpoolInbox(options).waiting({first.key})) == [second]


def test_letters_that_came_before_a_moment_are_left_out(options: SpoolOptions) -> None:
    put(options, letter())
    [arrival] = waiting(SpoolInbox(options))
    assert list(SpoolInbox(options).waiting((), arrival.arrived)) == [arrival]
    later = arrival.arrived + timedelta(seconds=1)
    assert list(SpoolInbox(options).waiting((), later)) == []


def test_a_missing_letter_is_no_error(options: SpoolOptions) -> None:
    path = put(options, letter())
    inbox = SpoolInbox(options)
    [arrival] = waiting(inbox)
    path.unlink()
    assert inbox.fetch(arrival.key) is None
    inbox.file(arrival.key, Folder.ANSWERED)


def test_a_filed_letter_is_found_again_by_its_size(options: SpoolOptions) -> None:
    put(options, letter())
    inbox = SpoolInbox(options)
    [arrival] = waiting(inbox)
    inbox.file(arrival.key, Folder.QUARANTINE)
    [raw] = inbox.recall(Folder.QUARANTINE, len(letter()))
    assert raw.rfc822 == letter()
    assert list(inbox.recall(Folder.QUARANTINE, 7)) == []
    inbox.file(raw.key, Folder.ANSWERED)
    assert filed(options, "Answered") == [letter()]
    assert filed(options, "Quarantine") == []


def test_letters_of_one_name_are_both_kept_when_filed(options: SpoolOptions) -> None:
    inbox = SpoolInbox(options)
    for subject in ("one", "two"):
        put(options, letter(subject=subject), "same")
        [arrival] = waiting(inbox)
        inbox.file(arrival.key, Folder.ANSWERED)
    assert len(filed(options, "Answered")) == 2


def test_with_flags_only_the_letter_stays_in_place(options: SpoolOptions) -> None:
    put(options, letter())
    stay = SpoolOptions(options.path, maildir=options.maildir, file_into=False)
    inbox = SpoolInbox(stay)
    [arrival] = waiting(inbox)
    inbox.file(arrival.key, Folder.ANSWERED)
    [again] = waiting(SpoolInbox(stay))
    assert again.key == arrival.key
    if options.maildir:  # for the mail programs that look into it
        [file] = (options.path / "cur").iterdir()
        assert file.name.endswith(":2,S")


def test_links_and_half_written_files_are_not_letters(tmp_path: Path) -> None:
    options = SpoolOptions(tmp_path)
    (tmp_path / ".part.eml").write_bytes(letter())
    (tmp_path / "notes.txt").write_text("no letter")
    (tmp_path / "link.eml").symlink_to("/etc/passwd")
    (tmp_path / "folder.eml").mkdir()
    assert waiting(SpoolInbox(options)) == []


def test_a_wait_ends_when_a_letter_comes(options: SpoolOptions) -> None:
    inbox = SpoolInbox(options)
    time.sleep(0.05)
    assert waiting(inbox) == []
    threading.Timer(0.2, put, (options, letter())).start()
    inbox.wait(60)
    assert len(waiting(inbox)) == 1


def test_a_wait_ends_when_it_is_woken(options: SpoolOptions) -> None:
    inbox = SpoolInbox(options)
    waiting(inbox)
    waiter = threading.Thread(target=inbox.wait, args=(30,), daemon=True)
    inbox.wake()
    waiter.start()
    waiter.join(60)
    assert not waiter.is_alive()


def test_a_missing_folder_is_an_error_of_the_settings(options: SpoolOptions) -> None:
    nowhere = SpoolOptions(options.path / "nowhere", maildir=options.maildir)
    with pytest.raises(BadSettings, match="nowhere"):
        SpoolInbox(nowhere).open()


def test_a_reply_handed_over_twice_is_one_file(tmp_path: Path) -> None:
    message = b"Message-ID: <sudoku.0f@bots.example>\r\n\r\nHi\r\n"
    outbox = SpoolOutbox(tmp_path / "out")
    inbox = SpoolInbox(SpoolOptions(tmp_path, replies=tmp_path / "out"))
    assert not inbox.has_copy("sudoku.0f@bots.example")
    outbox.submit(message, "ada@people.example")
    outbox.submit(message, "ada@people.example")
    [file] = (tmp_path / "out").iterdir()
    assert file.read_bytes() == message
    assert inbox.has_copy("<sudoku.0f@bots.example>")


def test_a_draft_is_found_again(options: SpoolOptions) -> None:
    inbox = SpoolInbox(options)
    inbox.keep_copy(b"Message-ID: <a@b.example>\r\n\r\nHi\r\n", draft=True)
    assert inbox.has_copy("a@b.example")
    assert len(filed(options, "Drafts")) == 1
    assert waiting(inbox) == []


@contextmanager
def small_files() -> Iterator[None]:
    """No file may grow beyond 10 bytes: as a full disk, a write fails half-way.

    Not a fixture: pytest would write its own report under the limit.
    """
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


def test_a_full_disk_defers_a_reply_and_leaves_no_file(tmp_path: Path) -> None:
    message = b"Message-ID: <a@b.example>\r\n\r\n" + b"x" * 100_000
    with small_files(), pytest.raises(SubmissionDeferred):
        SpoolOutbox(tmp_path).submit(message, "ada@people.example")
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_the_place_of_a_reply_is_not_written_through(tmp_path: Path) -> None:
    """Whoever may write into the folder could have any file of ours overwritten."""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tmp_path / ".m@bots.example.eml.part").symlink_to(victim)
    with pytest.raises(SubmissionDeferred):
        SpoolOutbox(tmp_path).submit(b"Message-ID: <m@bots.example>\r\n\r\n", "a@b.c")
    assert victim.read_text() == "mine"
