"""Letters that no person wrote, known by their headers and by their sender's name.

A rule is a function from a letter to the reason why a machine wrote it, or to "". The
rules follow RFC 3834, and the headers that list servers, help desks and challenge
systems add. Letters that match are not answered, since that could make a loop.
"""

import re
from collections.abc import Callable
from itertools import chain

from mailbot.language.robots import automatic_subject, no_reply_name
from mailbot.language.subjects import strip_prefixes
from mailbot.model import Letter

Rule = Callable[[Letter], str]

_ROBOT_HEADERS = re.compile(
    r"x-(?:mail-)?auto-?(?:reply|respond|generated|answer).*|x-autoresponder.*"
    r"|x-fc-machinegenerated|x-failed-recipients|x-facebook-notify|x-linkedin-.*"
    r"|x-vacation.*|x-cron-env|x-post-messageclass|x-apple-auto-reply"
    r"|x-(?:boxtrapper|spam-?arrest|challenge-response|tmda-confirm).*"
    r"|x-bluebottle-request|x-askversion"
)
_LIST_HEADERS = re.compile(
    r"list-.*|mailing-list|x-mailing-list|x-beenthere|x-mailman-version|x-listname"
    r"|x-google-group-id"
)
_BULK = {"bulk", "junk", "list", "auto_reply", "auto-reply", "autoreply"}
_SUPPRESS = {"all", "oof", "autoreply"}
_REPORTS = (
    "multipart/report",
    "message/delivery-status",
    "message/disposition-notification",
    "message/feedback-report",
)
_APPOINTMENT = re.compile(
    r"text/calendar\b.*\bmethod=\W?(?:request|reply|cancel|counter|declinecounter"
    r"|refresh|add)\b"
)
"""Calendar entries that programs send: requests, answers, cancellations (RFC 5546).

A person attaches an entry with the method "publish", or without a method.
"""

_CLASSES = ("calendarmessage", "appointment", "dsn", "mdn")
"""Values of Exchange's Content-Class, urn:content-classes:..."""

_ROUTED = re.compile(r"[%!@]")
"""A route within the local part, as in user%elsewhere@relay.

The relay decides who gets a reply to such an address.
"""

_ROBOT = re.compile(
    r"mailer[-_.]?daemon.*|postmaster|listserv|majordomo|mailman|sympa|ezmlm"
    r"|owner-.+|.+-(?:owner|request|bounces?|unsubscribe|confirm)(?:[+=].*)?"
    r"|bounces?(?:[-+=._].*)?"
)
"""Local parts of programs, whatever their language."""

_ADDRESS = re.compile(r"[^\s<>()\",;:]{1,100}@[^\s<>()\",;:]{1,100}")
_WRAPPED = re.compile(
    r"(?:prvs|btv1)=[0-9a-z]{1,20}={1,2}(.+)|(.+)=prvs=[0-9a-z]{1,20}"
)
_SRS = re.compile(r"srs[01][=+-](?:.*=)?([^=]+)")


def why_machine(letter: Letter) -> str:
    """The first reason to take a letter for a machine's; "" if there is none."""
    return next(filter(None, (rule(letter) for rule in RULES)), "")


def is_robot(address: str) -> bool:
    """Whether nobody reads an address, by its local part; bounce tags (BATV, SRS) go.

    >>> is_robot("prvs=1234abcd=noreply@example.org"), is_robot("nora@example.org")
    (True, False)
    """
    local = address.rpartition("@")[0].lower()
    wrapped = _WRAPPED.fullmatch(local)
    inner = (wrapped[1] or wrapped[2]) if wrapped else local
    srs = _SRS.fullmatch(inner)
    name = srs[1] if srs else inner
    return bool(_ROBOT.fullmatch(name) or no_reply_name().fullmatch(name))


def is_routed(address: str) -> bool:
    """Whether the local part of an address names a route to another domain.

    >>> is_routed("ada%third.test@home.test"), is_routed("ada@home.test")
    (True, False)
    """
    return bool(_ROUTED.search(address.rpartition("@")[0]))


def values(letter: Letter, name: str) -> list[str]:
    """All values of a header, stripped, in lower case."""
    return [v.strip().lower() for n, v in letter.envelope.headers if n == name]


def addresses_in(value: str) -> list[str]:
    """Everything in a header's value that looks like an address, without its <>."""
    return _ADDRESS.findall(value)


def _submitted(letter: Letter) -> str:
    for value in values(letter, "auto-submitted"):
        word = re.split(r"[\s;(]", value)[0]
        if word != "no":
            return f"Auto-Submitted is {word[:40]}"
    return ""


def _bounce(letter: Letter) -> str:
    paths = ["".join(value.split()) for value in values(letter, "return-path")]
    if "<>" in paths or "<mailer-daemon>" in paths:
        return "the return path is empty"
    return ""


def _report(letter: Letter) -> str:
    for value in (*values(letter, "content-type"), *letter.silent):
        if value.startswith(_REPORTS):
            return "a delivery, reading or abuse report"
    return ""


def _calendar(letter: Letter) -> str:
    kinds = (*values(letter, "content-type"), *letter.silent)
    classes = values(letter, "content-class")
    if any(map(_APPOINTMENT.match, kinds)) or any(
        value.rpartition(":")[2] in _CLASSES for value in classes
    ):
        return "an entry for a calendar, or a report"
    return ""


def _routed(letter: Letter) -> str:
    assert letter.envelope.sender is not None
    routed = is_routed(letter.envelope.sender.address)
    return "the sender's address names a route" if routed else ""


def _list(letter: Letter) -> str:
    for name, _ in letter.envelope.headers:
        if _LIST_HEADERS.fullmatch(name):
            return f"mail of a list ({name[:40]})"
    for value in (*values(letter, "precedence"), *values(letter, "x-precedence")):
        if not _BULK.isdisjoint(value.split()[:1]):
            return f"Precedence is {value[:40]}"
    return ""


def _suppress(letter: Letter) -> str:
    for value in values(letter, "x-auto-response-suppress"):
        if _SUPPRESS & set(re.split(r"[\s,;]+", value)):
            return "X-Auto-Response-Suppress asks for silence"
    return ""


def _autoreply(letter: Letter) -> str:
    for name, _ in letter.envelope.headers:
        if _ROBOT_HEADERS.fullmatch(name):
            return f"an automatic letter ({name[:40]})"
    return ""


def _spam(letter: Letter) -> str:
    marked = any(v.startswith("yes") for v in values(letter, "x-spam-flag"))
    return "marked as spam" if marked else ""


def _named(letter: Letter) -> str:
    assert letter.envelope.sender is not None
    named = [*values(letter, "return-path")[:1], *values(letter, "sender")]
    others = map(addresses_in, named)
    for address in (letter.envelope.sender.address, *chain.from_iterable(others)):
        if is_robot(address):
            return "sent by a robot, going by its address"
    return ""


def _away(letter: Letter) -> str:
    found = automatic_subject().match(strip_prefixes(letter.envelope.subject))
    return "an automatic reply, going by its subject" if found else ""


RULES: tuple[Rule, ...] = (
    _submitted,
    _bounce,
    _report,
    _calendar,
    _routed,
    _list,
    _suppress,
    _autoreply,
    _spam,
    _named,
    _away,
)
