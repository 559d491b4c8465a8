"""Servers that lie: what a server says is changed on its way to us.

    IMAP_LIES, SMTP_LIES    the lies by their names

A lie about IMAP gets a command and all that the server answers to it. A lie about SMTP
is what is answered to a command, by the beginning of the command, for ever or once.
"""

import re
import time
from collections.abc import Callable

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

IMAP_LIES: dict[str, Lie] = {
    "a UID twice": _sub(_SEARCH, rb"SEARCH (\d+)", rb"SEARCH \1 \1"),
    "UIDs backwards": _sub(_SEARCH, rb"SEARCH 1 2 3", rb"SEARCH 3 2 1"),
    "a UID of no letter": _sub(_SEARCH, rb"SEARCH 1 2", rb"SEARCH 1 2 77"),
    "the UID 0": _sub(_SEARCH, rb"SEARCH 1", rb"SEARCH 0 1"),
    "a UID beyond 32 bits": _sub(_SEARCH, rb"SEARCH 1", rb"SEARCH 99999999999 1"),
    "SEARCH in several lines": _at(_SEARCH, _split),
    "SEARCH without an answer, once": _once(_refuse(_SEARCH, b"OK done")),
    "SEARCH with words": _once(_sub(_SEARCH, rb"SEARCH", rb"SEARCH many")),
    "SEARCH with a MODSEQ": _sub(_SEARCH, rb"(SEARCH [\d ]+)", rb"\1 (MODSEQ 9)"),
    "SEARCH as ESEARCH": _sub(_SEARCH, b"SEARCH 1 2 3", b"ESEARCH (TAG A) UID ALL 1:3"),
    "SEARCH of ranges": _sub(_SEARCH, b"SEARCH 1 2 3", b"SEARCH 1:3"),
    "SEARCH of negative UIDs": _sub(_SEARCH, b"SEARCH 1", b"SEARCH -1 1"),
    "UIDs in quotes": _sub("UID FETCH", rb"UID (\d+)", rb'UID "\1"'),
    "bodies named RFC822": _sub(_BODIES, rb"BODY\[\] \{", b"RFC822 {"),
    "literals with a plus": _sub(_BODIES, rb"\{(\d+)\}", rb"{\1+}"),
    "literals of negative length, once": _once(_sub(_BODIES, rb"\{\d+\}", b"{-5}")),
    "dates before all others": _sub("UID FETCH", b"04-May-2026", b"01-Jan-0001"),
    "a zone of +9999": _sub("UID FETCH", rb"\+0000", b"+9999"),
    "the UIDVALIDITY 0": _sub(_SELECT, b"ITY 7", b"ITY 0"),
    "two UIDVALIDITYs": _before(_SELECT, b"* OK [UIDVALIDITY 6] old"),
    "flags that never end": _sub(_SELECT, rb"\(\\Seen[^)]*\)\]", rb"(\\Seen"),
    "EXPUNGE of what is not there": _before(_NOOP, b"* 0 EXPUNGE\r\n* 99 EXPUNGE"),
    "VANISHED": _before(_NOOP, b"* VANISHED 1:3"),
    "NOOP refused": _refuse(_NOOP, b"NO busy"),
    "a COPYUID of nonsense": _refuse(_MOVE, b"OK [COPYUID 0 : ,] done"),
    "no rev1": _sub("CAPABILITY", b"IMAP4rev1", b"IMAP4rev2"),
    "BYE with a NO, once": _once(_at(_SELECT, lambda _: b"* BYE now\r\nTAG NO gone")),
    "an answer twice": _at(
        _BODIES, lambda s: s.replace(b"TAG", s[: s.find(b"TAG")] + b"TAG", 1)
    ),
    "sizes too large": _sub(_SIZES, rb"SIZE \d+", rb"SIZE 5000"),
    "sizes beyond 64 bits": _sub(_SIZES, rb"SIZE \d+", rb"SIZE 99999999999999999999"),
    "sizes too small": _sub(_SIZES, rb"SIZE \d+", rb"SIZE 1"),
    "sizes of 0": _sub(_SIZES, rb"SIZE \d+", rb"SIZE 0"),
    "negative sizes": _sub(_SIZES, rb"SIZE \d+", rb"SIZE -5"),
    "sizes that are words": _sub(_SIZES, rb"SIZE \d+", rb"SIZE large"),
    "sizes of NIL": _sub(_SIZES, rb"SIZE \d+", rb"SIZE NIL"),
    "no size": _sub(_SIZES, rb"RFC822.SIZE \d+", rb"FLAGS ()"),
    "no date": _sub("UID FETCH", rb'INTERNALDATE "[^"]*"', rb"FLAGS ()"),
    "a date of NIL": _sub("UID FETCH", rb'INTERNALDATE "[^"]*"', rb"INTERNALDATE NIL"),
    "a date that is none": _sub("UID FETCH", rb"04-May", rb"31-Feb"),
    "a date far ahead": _sub("UID FETCH", rb"May-2026", rb"May-2086"),
    "FLAGS without a UID": _before("UID FETCH", rb"* 2 FETCH (FLAGS (\Seen))"),
    "FLAGS of a stranger": _before("UID FETCH", rb"* 9 FETCH (UID 99 FLAGS ())"),
    "a FETCH of nothing": _before("UID FETCH", b"* 2 FETCH ()"),
    "a FETCH that breaks off": _before("UID FETCH", b"* 2 FETCH (UID 2 FLAGS"),
    "no UID": _sub(_SIZES, rb"UID \d+ ", b""),
    "sequence numbers of others": _sub("UID FETCH", rb"\* \d+ FETCH", b"* 7 FETCH"),
    "EXISTS that shrinks": _after("UID FETCH|NOOP", b"* 0 EXISTS"),
    "EXISTS that grows": _after("UID FETCH|NOOP", b"* 999 EXISTS"),
    "EXISTS of a word": _once(_after(_NOOP, b"* many EXISTS")),
    "EXPUNGE in a FETCH": _before("UID FETCH", b"* 1 EXPUNGE"),
    "a new UIDVALIDITY in a FETCH": _before(_BODIES, b"* OK [UIDVALIDITY 8] new"),
    "a new UIDVALIDITY, once": _once(_sub(_SELECT, b"UIDVALIDITY 7", b"UIDVALIDITY 8")),
    "a new UIDVALIDITY each time": _at(
        _SELECT, lambda s: s.replace(b"TY 7", b"TY %d" % next(_NUMBER))
    ),
    "a UIDVALIDITY beyond 64 bits": _sub(
        _SELECT, b"ITY 7", b"ITY 99999999999999999999"
    ),
    "EXISTS beyond 64 bits": _sub(
        _SELECT, rb"\* \d+ EXISTS", b"* 99999999999999999999 EXISTS"
    ),
    "literals of bytes": _sub(_BODIES, rb"BODY\[\] \{", b"BODY[] ~{"),
    "no UIDVALIDITY": _sub(_SELECT, rb"\* OK \[UIDVALIDITY 7\] ok\r\n", b""),
    "no UIDNEXT": _sub("SELECT|STATUS", rb"\* OK \[UIDNEXT \d+\] ok\r\n", b""),
    "a UIDNEXT too high": _sub("SELECT|STATUS", rb"UIDNEXT \d+", b"UIDNEXT 4000000000"),
    "a UIDNEXT too low": _sub("SELECT|STATUS", rb"UIDNEXT \d+", b"UIDNEXT 1"),
    "no EXISTS": _sub(_SELECT, rb"\* \d+ EXISTS\r\n", b""),
    "no flags that stay": _sub(_SELECT, rb"\* OK \[PERM[^\n]*\n", b""),
    "a mailbox to be read only": _sub(_SELECT, b"READ-WRITE", b"READ-ONLY"),
    "literals longer than announced": _once(_at(_BODIES, lambda s: _longer(s, -5))),
    "literals shorter than announced": _once(_at(_BODIES, lambda s: _longer(s, 500))),
    "bodies of NIL, once": _once(
        _sub(_BODIES, rb"BODY\[\] \{\d+\}\r\n", b"BODY[] NIL X ")
    ),
    "bodies in quotes": _once(_sub(_BODIES, rb"BODY\[\] \{\d+\}\r\n", b'BODY[] "x" ')),
    "a megabyte of lines": _once(_before(_NOOP + "|" + _SEARCH, _MANY)),
    "a line of a megabyte": _once(_before(_SEARCH, b"* OK " + b"x" * 1_100_000)),
    "a line without an end": _once(_at(_SEARCH, lambda _: b"* OK " + b"x" * 5000)),
    "zero bytes": _once(_before(_SEARCH, b"\0\0\0")),
    "bytes that are no text": _before("UID FETCH", b"* OK \xff\xfe\x80"),
    "empty lines": _once(_before(_SEARCH, b"")),
    "a stranger's tag": _before(_SEARCH, b"ZZZZ1 OK done"),
    "the tag alone": _once(_refuse(_SEARCH, b"")),
    "an answer after the time": _once(_at(_SEARCH, _late)),
    "a letter after the time": _once(_at(_BODIES, _late)),
    "a continuation": _once(_before(_SEARCH, b"+ go on")),
    "a PREAUTH in the middle": _before(_SEARCH, b"* PREAUTH hello"),
    "BYE and an answer": _once(_before(_SEARCH, b"* BYE soon")),
    "BYE without an end": _once(_at(_SEARCH, lambda _: b"* BYE now\r\n")),
    "an alert": _before(_NOOP, b"* OK [ALERT] nearly full"),
    "capabilities that change": _before(_SELECT, b"* CAPABILITY IMAP4rev1"),
    "a MOVE that is refused": _refuse(_MOVE, b"NO not now"),
    "a MOVE that is always the server's bug": _refuse(_MOVE, b"NO [SERVERBUG] lost"),
    "a MOVE that is not known": _refuse(_MOVE, b"BAD what"),
    "a MOVE that does nothing": _refuse(_MOVE, b"OK done"),
    "a MOVE without room": _refuse(_MOVE, b"NO [OVERQUOTA] full"),
    "STATUS refused": _refuse("STATUS", b"NO not now"),
    "LIST refused": _refuse("LIST", b"NO not now"),
    "CREATE refused": _refuse("CREATE|SUBSCRIBE", b"NO never"),
    "STORE refused": _refuse("UID STORE", b"NO never"),
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

_CODES = (
    "421 closing",
    "450 4.2.0 later",
    "451 4.3.0 trouble",
    "550 5.7.1 no",
    "299 ?",
)

SMTP_LIES: dict[str, tuple[SmtpLie, SmtpLie]] = {
    **{
        f"{verb}: {code}, once": ({}, {verb: code})
        for verb in ("EHLO", "MAIL", "RCPT", "DATA", "NOOP", "RSET")
        for code in (
            *_CODES,
            "250",
            "3xx what",
            "",
            "99999 what",
            "250-go on\r\n250 ok",
            "550-no\r\n250 ok",
            "250 ok\r\n250 again",
        )
    },
    **{
        f"RCPT: {code}": ({"RCPT": code}, {})
        for code in ("550", "550 5.7.1 no", "553 sorry", "554 relay not permitted")
    },
    **{
        f"the message: {code}": ({".": code}, {})
        for code in (*_CODES, "354 go on", "", "25 what")
    },
    **{
        f"the greeting: {code}": ({"": code}, {})
        for code in ("421 busy", "554 no", "hello", "250 ok", "* OK IMAP4 ready")
    },
    **{
        f"it tells {feature}": ({"EHLO": f"250-me\r\n250 {feature}"}, {})
        for feature in (
            *("SIZE", "SIZE 0", "SIZE 1", "SIZE many", "SIZE -1", "PIPELINING"),
            *(
                "SMTPUTF8",
                "AUTH",
                "AUTH=PLAIN",
                "STARTTLS",
                "8BITMIME",
                "CHUNKING",
                "\xff",
            ),
        )
    },
}
"""For each, what is said to commands always, and what a single time."""
