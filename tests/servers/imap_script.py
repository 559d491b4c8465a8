"""An IMAP server of a few letters, on which one letter or one command goes wrong."""

import re
import socket
import time
from collections.abc import Iterator
from typing import Protocol

from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions
from tests.servers.listener import Talker

_CAPABILITIES = "IMAP4rev1 UIDPLUS MOVE IDLE AUTH=PLAIN"
_DATE = b'INTERNALDATE "04-May-2026 12:00:00 +0000"'


class Wire(Protocol):
    """Both ends of a conversation."""

    def readline(self) -> bytes: ...
    def write(self, data: bytes, /) -> int: ...
    def flush(self) -> None: ...


class Ended(Exception):
    """The server ends the connection."""


class ScriptedImap(Talker):
    """Letters under the UIDs from 1 on; the one under `bad` is in some way `wrong`.

    `wrong` names what goes wrong, see `_fetch_one` and `_run`. `heard` are the
    commands, `moved` the UIDs that were filed. Once `failing` is False, nothing goes
    wrong any more.
    """

    def __init__(self, letters: list[bytes], wrong: str = "", bad: int = 2) -> None:
        self.letters = dict(enumerate(letters, 1))
        self._last = len(letters)
        self.wrong, self.bad, self.failing = wrong, bad, True
        self.heard: list[str] = []
        self.moved: list[int] = []
        super().__init__()

    def inbox(self, seconds: float = 2) -> ImapInbox:
        """The mailbox of bot@bots.example, with so much patience for an answer."""
        place = Endpoint("127.0.0.1", self.port, "plain", timeout_seconds=seconds)
        who = Password("bot", "secret")
        return ImapInbox(ImapOptions("bot@bots.example", place), who)

    def receive(self, raw: bytes) -> None:
        """A letter comes; no UID is given twice."""
        self._last = max(self._last, *self.letters, 0) + 1
        self.letters[self._last] = raw

    def _talk(self, sock: socket.socket) -> None:
        try:
            with sock, sock.makefile("rwb") as file:
                _say(file, "* OK ready")
                while line := file.readline().decode().strip():
                    tag, _, command = line.partition(" ")
                    self.heard.append(command)
                    if self._is(f"{command} ends"):
                        return
                    answer = self._run(file, command)
                    _say(file, f"{tag} {answer}")
        except (Ended, OSError, ValueError):
            pass

    def _is(self, wrong: str) -> bool:
        return self.failing and self.wrong == wrong

    def _run(self, file: Wire, command: str) -> str:
        """Say the untagged answers to a command, and give the tagged one."""
        verb = command.split()[0].upper()
        if self._is(f"{verb} BYE"):
            _say(file, "* BYE later")
            raise Ended
        if self._is(f"{verb} NO"):
            return "NO not now"
        if verb == "UID":
            return self._run_uid(file, command.split(" ", 2)[1].upper(), command)
        if verb in {"AUTHENTICATE", "IDLE"}:
            _say(file, "+ go on")
            if verb == "IDLE" and self._is("chatter"):
                _say(file, "* OK still here")
            file.readline()
        else:
            for line in self._untagged(verb, command):
                _say(file, line)
        if verb in {"SELECT", "EXAMINE"}:
            return self._selected(verb, command)
        return "OK done"

    def _untagged(self, verb: str, command: str) -> Iterator[str]:
        if verb == "CAPABILITY":
            yield f"* CAPABILITY {_CAPABILITIES}"
        elif verb in {"SELECT", "EXAMINE"}:
            yield f"* {len(self.letters)} EXISTS"
            yield "* OK [PERMANENTFLAGS (\\Seen \\Answered \\*)] limited"
            yield "* OK [UIDVALIDITY 7] ok"
            yield f"* OK [UIDNEXT {self._next()}] ok"
        elif verb == "STATUS":
            name = command.split()[1]
            yield f"* STATUS {name} (UIDNEXT {self._next()} UIDVALIDITY 7)"
        elif verb == "LIST":
            yield '* LIST (\\HasNoChildren \\Sent) "/" "Sent"'
        elif verb == "NOOP":
            if self._is("alert"):
                yield "* OK [ALERT] The mailbox is nearly full"
            yield f"* {len(self.letters)} EXISTS"

    def _selected(self, verb: str, command: str) -> str:
        if "Sent" in command and self._is("sent"):
            return "NO you may not select it"
        read_only = verb == "EXAMINE" or self._is("read-only")
        return f"OK [{'READ-ONLY' if read_only else 'READ-WRITE'}] selected"

    def _next(self) -> int:
        return max(self._last, *self.letters, 0) + 1

    def _run_uid(self, file: Wire, verb: str, command: str) -> str:
        uids = [uid for uid in _numbers(command) if uid in self.letters]
        if verb == "SEARCH":
            if self._is("search in lines"):  # and in lower case, with more blanks
                for uid in ("", *uids):
                    _say(file, f"* search  {uid} ")
            else:
                _say(file, "* SEARCH " + " ".join(map(str, uids)))
        elif verb == "MOVE":
            if self._is("move BYE") and self.bad in uids:
                raise Ended
            self.moved += uids
            for uid in uids:
                del self.letters[uid]
        elif verb == "FETCH":
            return self._fetch(file, uids, command)
        return "OK done"

    def _fetch(self, file: Wire, uids: list[int], command: str) -> str:
        bodies = "BODY.PEEK[]" in command
        wrong = self.wrong if self.failing and self.bad in uids else ""
        if bodies and (self._is("throttled") or wrong == "throttled once"):
            return "NO [THROTTLED] Account exceeded command or bandwidth limits."
        if wrong == ("NO" if bodies else "sizes NO") or (bodies and self._is("all NO")):
            return "NO cannot be read"
        if wrong == ("BYE" if bodies else "sizes BYE"):
            _say(file, "* BYE internal error")
            raise Ended
        if wrong == "silence" and bodies:
            time.sleep(3)
            raise Ended
        for uid in uids:
            file.write(self._fetch_one(uid, bodies=bodies))
        return "OK done"

    def _fetch_one(self, uid: int, *, bodies: bool) -> bytes:
        """The answer for one letter; "" where the bad one is left out."""
        wrong = self.wrong if self.failing and uid == self.bad else ""
        body, number = self.letters[uid], b"UID %d" % uid
        what = b"BODY[] {%d}\r\n%b" % (len(body), body)
        size, date = b"RFC822.SIZE %d" % len(body), _DATE
        if (wrong == "nothing" and bodies) or (wrong == "no sizes" and not bodies):
            return b""
        if wrong == "NIL":
            what = b"BODY[] NIL"
        elif wrong == "substitute":
            text = b"Subject: Retrieval using the IMAP4 protocol failed for 2\r\n\r\n"
            what = b"BODY[] {%d}\r\n%b" % (len(text), text)
        elif wrong == "no UID":
            number = b"FLAGS ()"
        elif wrong == "no date":
            date = b"FLAGS ()"
        elif wrong == "bad date":
            date = b'INTERNALDATE "00-Jan-0000 00:00:00 +0000"'
        elif wrong == "headers":
            return (
                b"* %d FETCH (%b %b %b BODY[HEADER.FIELDS (X-LOOP)]<0> {12}\r\n"
                % ((uid, number, date, what if bodies else size))
                + b"X-Loop: \xff\0\r\n)\r\n"
            )
        return b"* %d FETCH (%b %b %b)\r\n" % (
            uid,
            number,
            date,
            what if bodies else size,
        )


def _numbers(command: str) -> list[int]:
    """The UIDs of a set, as far as there can be letters under them."""
    found = re.search(r"\d[\d:,]*", command)
    uids: list[int] = []
    for part in found[0].split(",") if found else []:
        first, _, last = part.partition(":")
        uids += range(int(first), min(int(last or first), 99) + 1)
    return uids


def _say(file: Wire, line: str) -> None:
    file.write(line.encode() + b"\r\n")
    file.flush()
