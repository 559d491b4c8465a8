"""Servers that lie: what a server says is changed on its way to us.

    IMAP_LIES, SMTP_LIES    the lies by their names

A lie about IMAP gets a command and all that the server answers to it. A lie about SMTP
is what is answered to a command, by the beginning of the command, for ever or once.
"""

import re
import time
from collections.abc import Callable
from itertools import product

from tests.cases import data_of
from tests.servers.imap_script import Ended, ScriptedImap, Wire
from tests.servers.script import ScriptedSmtp

Lie = Callable[[str, bytes], bytes]


class LyingImap(ScriptedImap):
    """An IMAP server whose answers a lie changes, until `failing` is False.

    Beside what ScriptedImap knows, it finds letters by their Message-ID, as is asked
    for copies of replies.
    """

    def __init__(self, letters: list[bytes], lie: Lie) -> None:
        self.lie = lie
        super().__init__(letters)

    def _run(self, file: Wire, command: str) -> str:
        said, plain = _Buffer(file), b"TAG OK done"
        if not self.failing:
            return super()._run(file, command)
        if command.split()[0].upper() in {"AUTHENTICATE", "IDLE"}:  # both go on talking
            whole = self.lie(command.upper(), plain)
            if whole == plain:
                return super()._run(file, command)
        else:
            tagged = super()._run(said, command)
            plain = bytes(said.data) + b"TAG " + tagged.encode()
            whole = self.lie(command.upper(), plain)
        before, mark, last = whole.rpartition(b"TAG ")
        file.write(before if mark else whole)
        file.flush()
        if not mark:
            raise Ended
        return last.decode()

    def _run_uid(self, file: Wire, verb: str, command: str) -> str:
        asked = re.search(r"HEADER MESSAGE-ID (\S+)", command.upper())
        if verb != "SEARCH" or not asked:
            return super()._run_uid(file, verb, command)
        name = asked[1].strip('"').encode()
        found = [u for u, raw in self.letters.items() if name in raw.upper()]
        file.write(b"* SEARCH %b\r\n" % b" ".join(b"%d" % uid for uid in found))
        return "OK done"


class _Buffer:
    """What a server says, before it is changed."""

    def __init__(self, file: Wire) -> None:
        self._file = file
        self.data = bytearray()

    def readline(self) -> bytes:
        return self._file.readline()

    def write(self, data: bytes, /) -> int:
        self.data += data
        return len(data)

    def flush(self) -> None:
        pass


def _at(verbs: str, change: Callable[[bytes], bytes]) -> Lie:
    """A lie in the answers to some commands, named by a pattern."""

    def lie(command: str, said: bytes) -> bytes:
        return change(said) if re.match(verbs, command) else said

    return lie


def _sub(verbs: str, old: bytes, new: bytes) -> Lie:
    return _at(verbs, lambda said: re.sub(old, new, said))


def _before(verbs: str, line: bytes) -> Lie:
    return _at(verbs, lambda said: line + b"\r\n" + said)


def _after(verbs: str, line: bytes) -> Lie:
    return _at(verbs, lambda said: said.replace(b"TAG ", line + b"\r\nTAG ", 1))


def _refuse(verbs: str, answer: bytes) -> Lie:
    return _at(verbs, lambda _: b"TAG " + answer)


def _once(lie: Lie) -> Lie:
    """A lie that is told a single time."""
    told: list[str] = []

    def once(command: str, said: bytes) -> bytes:
        changed = said if told else lie(command, said)
        if changed != said:
            told.append(command)
        return changed

    return once


def _late(said: bytes) -> bytes:
    """An answer after the time that the tests wait."""
    time.sleep(1.5)
    return b"* OK late\r\n" + said


def _longer(said: bytes, by: int) -> bytes:
    """Literals that are announced longer, or shorter, than they are."""
    found = re.compile(rb"BODY\[\] \{(\d+)\}")
    return found.sub(lambda m: b"BODY[] {%d}" % (int(m[1]) + by), said, count=1)


def _split(said: bytes) -> bytes:
    """A SEARCH answered in a line for each letter."""
    found = re.search(rb"\* SEARCH ([\d ]+)\r\n", said)
    if not found:
        return said
    lines = b"".join(b"* SEARCH %b\r\n" % uid for uid in found[1].split())
    return said.replace(found[0], lines)


_BODIES = r"UID FETCH .*BODY\.PEEK\[\] "
_SIZES = r"UID FETCH .*RFC822\.SIZE"
_SEARCH, _SELECT, _MOVE, _NOOP = "UID SEARCH", "SELECT", "UID MOVE", "NOOP"
COMMANDS = {
    "new letters": r"UID SEARCH UID \d",
    "copies": "UID SEARCH .*MESSAGE-ID",
    "sizes": _SIZES,
    "letters": _BODIES,
    **{verb: verb for verb in ("CAPABILITY", "AUTHENTICATE", _SELECT, "STATUS", _NOOP)},
    **{verb: verb for verb in (_SEARCH, _MOVE, "LIST", "IDLE", "LOGOUT")},
}
ANSWERS: dict[str, Callable[[bytes], bytes]] = {
    **{
        answer: lambda _, answer=answer: b"TAG " + answer.encode()  # type: ignore[misc]
        for answer in ("NO [UNAVAILABLE] later", "NO [SERVERBUG] lost", "BAD what", "")
    },
    "OK alone": lambda _: b"TAG OK done",
    "BYE": lambda _: b"* BYE later\r\n",
    "the end": lambda _: b"",
    "half of it": lambda said: said[: len(said) // 2].partition(b"TAG")[0],
    "a wrong tag": lambda said: said.replace(b"TAG ", b"ZZ9 ") + b"\r\n",
    "another answer, too": lambda said: said + b"\r\nTAG OK again",
    "NIL": lambda said: re.sub(rb"(\* \S+) [^\r]*", rb"\1 NIL", said),
    "a longer literal": lambda said: re.sub(rb"\{\d+\}", b"{9999}", said, count=1),
}
"""What is answered a single time, to each of the commands."""

_MANY = b"\r\n".join([b"* OK still working"] * 40_000)
_NUMBER = iter(range(100, 10**6))

_IMAP, _ONCE, _ALWAYS = data_of(__file__, "imap", "smtp_once", "smtp_always")
_HOW: dict[str, Callable[..., Lie]] = {
    "sub": _sub,
    "before": _before,
    "after": _after,
    "refuse": _refuse,
}


def _told(how: str, verbs: str, *words: str) -> Lie:
    """A lie of the table: how it is told, in the answers to which commands."""
    raw = (word.encode("latin-1") for word in words)
    lie: Lie = _HOW[how.removesuffix(" once")](COMMANDS.get(verbs, verbs), *raw)
    return _once(lie) if how.endswith(" once") else lie


IMAP_LIES: dict[str, Lie] = {
    **{name: _told(*row) for name, row in _IMAP.items()},
    "SEARCH in several lines": _at(_SEARCH, _split),
    "BYE with a NO, once": _once(_at(_SELECT, lambda _: b"* BYE now\r\nTAG NO gone")),
    "an answer twice": _at(
        _BODIES, lambda s: s.replace(b"TAG", s[: s.find(b"TAG")] + b"TAG", 1)
    ),
    "a new UIDVALIDITY each time": _at(
        _SELECT, lambda s: s.replace(b"TY 7", b"TY %d" % next(_NUMBER))
    ),
    "literals longer than announced": _once(_at(_BODIES, lambda s: _longer(s, -5))),
    "literals shorter than announced": _once(_at(_BODIES, lambda s: _longer(s, 500))),
    "a megabyte of lines": _once(_before(_NOOP + "|" + _SEARCH, _MANY)),
    "a line of a megabyte": _once(_before(_SEARCH, b"* OK " + b"x" * 1_100_000)),
    "a line without an end": _once(_at(_SEARCH, lambda _: b"* OK " + b"x" * 5000)),
    "an answer after the time": _once(_at(_SEARCH, _late)),
    "a letter after the time": _once(_at(_BODIES, _late)),
    "BYE without an end": _once(_at(_SEARCH, lambda _: b"* BYE now\r\n")),
    "a literal without an end, once": _once(
        _at(_SEARCH, lambda _: b"* 1 FETCH (BODY[] {99999999999}\r\n")
    ),
    "brackets in brackets": _once(_before("UID FETCH", b"* 2 FETCH " + b"(" * 5000)),
    **{
        f"{verb}: {how}, once": _once(_at(pattern, change))
        for verb, pattern in COMMANDS.items()
        for how, change in ANSWERS.items()
    },
}


class CopyingSmtp(ScriptedSmtp):
    """An SMTP server that brings our copy of each message to our mailbox.

    `liars` are what it says, as `answers` and `once` of ScriptedSmtp. `cut` ends the
    conversation in place of an answer to a message: with True it was taken.
    """

    def __init__(self, imap: LyingImap) -> None:
        self._imap, self._brought = imap, 0
        super().__init__()

    def _answer(self, line: str) -> str:
        self._bring()
        return super()._answer(line)

    def _bring(self) -> None:
        for message in self.taken[self._brought :]:
            self._imap.receive(message)
        self._brought = len(self.taken)


SmtpLie = dict[str, str]


SMTP_LIES: dict[str, tuple[SmtpLie, SmtpLie]] = {
    **{
        f"{verb}: {said}, once": ({}, {verb: said})
        for verb, said in product(_ONCE["commands"], _ONCE["answers"])
    },
    **{
        f"{verb or 'greeting'}: {said}": ({verb: said}, {})
        for verb, answers in _ALWAYS.items()
        for said in answers
    },
}
"""For each, what is said to commands always, and what a single time."""
