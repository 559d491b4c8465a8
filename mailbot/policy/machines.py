"""Letters that no person wrote, known by their headers and by their sender's name.

A rule is a function from a letter to the reason why a machine wrote it, or to "". The
rules follow RFC 3834, and the headers that list servers, help desks and challenge
systems add. Letters that match are not answered, since that could make a loop.

`why_suspect` names weaker signs, such as the number of a ticket: a person may write
such a letter too, so only what stands in it decides. `why_report` judges the kinds of
a letter's parts.
"""

import re
from collections.abc import Callable, Iterable
from itertools import chain
from unicodedata import normalize

from mailbot.language.robots import (
    has_automatic_form,
    has_ticket,
    no_reply_name,
    sounds_automatic,
)
from mailbot.language.subjects import strip_prefixes
from mailbot.mail.message.tokens import without_comments
from mailbot.model import Letter

Rule = Callable[[Letter], str]

_ROBOT_HEADERS = re.compile(
    r"x-(?:[a-z0-9]{1,20}-){0,3}auto-?(?:repl|respond|generated|submitted|answer).*"
    r"|x-autoresponder.*|x-fc-machinegenerated|x-failed-recipients|x-facebook-notify"
    r"|x-linkedin-.*|x-vacation.*|x-out-of-office.*|x-cron-env|x-post-messageclass"
    r"|x-(?:boxtrapper|spam-?arrest|challenge-response|tmda-confirm).*"
    r"|x-bluebottle-request|x-askversion|x-x?arf|x-(?:otrs|znuny)-loop|tls-report-.*|x-ms-exchange-calendar-.*"
    r"|x-ms-exchange-generated-message-source|x-rt-loop-prevention|rt-ticket"
    r"|x-(?:github|gitlab|gerrit|jira|redmine|bugzilla|trac|mantis|phabricator"
    r"|discourse|launchpad|sourceforge|jenkins|nagios|zabbix)-.*"
)
_DESK_HEADERS = re.compile(
    r"x-(?:zendesk|otrs|znuny|zammad|freshdesk|fd|helpscout|hs|intercom|hubspot|kayako"
    r"|osticket|servicenow|spiceworks|sfdc|salesforce|ticket|zoho|front|gorgias)-.*"
    r"|x-(?:mailgun|mandrill|sg|mc|campaign|ses|pm|mj|sendgrid)-.*|x-mc-user|x-campaign"
)
"""Headers of help desks and of services that send for programs, and at times people."""

_SAYS_OF_WHEN = re.compile(r"\s*your (?:message|mail|letter) (?:of|dated)\b")
"""As vacation programs write In-Reply-To, and MH once did."""

_LIST_HEADERS = re.compile(
    r"list-.*|mailing-list|x-mailing-list|x-beenthere|x-mailman-version|x-listname"
    r"|x-google-group-id|x-mdmailing-list|x-list-.*|x-listserver|x-ml-name|x-sympa-.*|x-yahoogroups?-.*"
)
_ROBOT_PROGRAM = re.compile(
    r"\b(?:vacation|auto-?(?:repl|respon)\w*|listserv|majordomo|mailman|sympa|ezmlm"
    r"|phplist|mail-?chimp)\b"
)
_PATHS = ("return-path", "envelope-from", "x-envelope-from")
_BULK = {"bulk", "junk", "list", "auto_reply", "auto-reply", "autoreply"}
_SUPPRESS = {"all", "oof", "autoreply"}
_REACTION = "text/vnd.google.email-reaction+json"
"""The part that Gmail adds to a letter that is only an emoji."""

_REPORTS = (
    "multipart/report",
    "message/delivery-status",
    "message/global-delivery-status",
    "message/disposition-notification",
    "message/global-disposition-notification",
    "message/feedback-report",
    "application/tlsrpt",
)
_REPORT_FILE = re.compile(
    r"[^!]{1,255}![^!]{1,255}!\d{1,12}!\d{1,12}(?:![^!]{0,255})?\.(?:zip|(?:xml|json)(?:\.gz)?)",
    re.IGNORECASE,
)
"""Receiver, domain, begin and end: RFC 7489 (7.2.1.1) and RFC 8460 (5.1) name them so.

Many reporters send no other sign than this name.
"""

_APPOINTMENT = re.compile(
    r"(?:text/calendar|application/ics)\b.*\bmethod=\W?(?:request|reply|cancel|counter|declinecounter"
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
    r"mail(?:er)?[-_.]?daemon.*|postmaster|hostmaster|abuse|noc|root|listserv|listmaster|majordomo|mailman|sympa"
    r"|microsoftexchange[0-9a-f]{32}|ezmlm|mlmmj|ecartis|phplist|daemon|nobody|www-data|cron|anacron|mailer|mdaemon"
    r"|owner-.+|.+-(?:owner|request|bounces?|(?:un)?subscribe|join|leave|confirm)"
    r"|(?:double-)?bounces?(?:[-+=._].*)?|bounce-.*|(?:system-?)?alerts?"
    r"|(?:.+[-_.])?(?:dmarc|tls)[-_.]?(?:rpt|reports?|rua|ruf|aggregate|support).*|tlsrpt"
)
"""Local parts of programs, whatever their language."""

_ADDRESS = re.compile(r"[^\s<>()\",;:]{1,100}@[^\s<>()\",;:]{1,100}")
_WRAPPED = re.compile(
    r"(?:prvs|btv1)=[0-9a-z]{1,20}={1,2}(.+)|(.+)=prvs=[0-9a-z]{1,20}"
)
_LONGEST = 254  # of an address; one letter may become 18 by its normal form
_SRS = re.compile(r"srs[01][=+-](?:.*=)?([^=]+)")


def why_machine(letter: Letter) -> str:
    """The first reason to take a letter for a machine's; "" if there is none."""
    return next(filter(None, (rule(letter) for rule in RULES)), "")


def why_suppressed(letter: Letter) -> str:
    """Why a letter asks for no automatic reply; "" if it does not.

    Exchange adds this header to what people write, too.
    """
    for value in values(letter, "x-auto-response-suppress"):
        if _SUPPRESS & set(re.split(r"[\s,;]+", value)):
            return "X-Auto-Response-Suppress asks for silence"
    return ""


def why_suspect(letter: Letter) -> str:
    """Why a letter may be a machine's, or a person's; "" if nothing says so."""
    subject = strip_prefixes(letter.envelope.subject)
    if has_ticket(subject) or sounds_automatic(subject):
        return "its subject is that of a help desk or an automatic reply"
    for name, value in letter.envelope.headers:
        if _DESK_HEADERS.fullmatch(name):
            return f"it went through a help desk or a mailing service ({name[:40]})"
        if name == "x-loop":
            return "a program wrote X-Loop into it"
        if name == "in-reply-to" and _SAYS_OF_WHEN.match(value.lower()):
            return "In-Reply-To names a date, as that of old programs"
    return ""


def why_report(kinds: Iterable[str], names: Iterable[str] = ()) -> str:
    """Why parts of these kinds are a machine's, "" if they are not.

    Args:
        kinds: values of Content-Type, in lower case.
        names: the names of files.
    """
    if any(map(_REPORT_FILE.fullmatch, names)):
        return "a report of DMARC or of TLS"
    for kind in kinds:
        if kind.startswith(_REPORTS):
            return "a delivery, reading or abuse report"
        if _APPOINTMENT.match(kind):
            return "an entry for a calendar"
        if kind == _REACTION:
            return "an emoji as a reaction, which asks for nothing"
    return ""


def is_robot(address: str) -> bool:
    """Whether nobody reads an address, by its local part; bounce tags (BATV, SRS) go.

    >>> is_robot("prvs=1234abcd=noreply@example.org"), is_robot("nora@example.org")
    (True, False)
    """
    local = normalize("NFKC", address.rpartition("@")[0]).lower()[:_LONGEST]
    wrapped = _WRAPPED.fullmatch(local)
    inner = (wrapped[1] or wrapped[2]) if wrapped else local
    srs = _SRS.fullmatch(inner)
    name = (srs[1] if srs else inner).strip('"')
    bare = re.split(r"[+=]", name, maxsplit=1)[0].rstrip("0123456789")
    return any(
        _ROBOT.fullmatch(form) or no_reply_name().fullmatch(form)
        for form in (name, bare)
    )


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
        words = re.split(r"[\s;]", (without_comments(value) or "").strip())
        if words[0] != "no":
            return f"Auto-Submitted is {words[0][:40]}"
    return ""


def _bounce(letter: Letter) -> str:
    told = chain.from_iterable(values(letter, name) for name in _PATHS)
    paths = ["".join(value.split()) for value in map(without_comments, told) if value]
    if not {"<>", "<mailer-daemon>", "mailer-daemon"}.isdisjoint(paths):
        return "the return path is empty"
    return ""


def _report(letter: Letter) -> str:
    return why_report((*values(letter, "content-type"), *letter.silent))


def _calendar(letter: Letter) -> str:
    classes = (v.rpartition(":")[2] for v in values(letter, "content-class"))
    found = not set(_CLASSES).isdisjoint(classes)
    return "an entry for a calendar, or a report" if found else ""


def _routed(letter: Letter) -> str:
    assert letter.envelope.sender is not None
    routed = is_routed(letter.envelope.sender.address)
    return "the sender's address names a route" if routed else ""


def _list(letter: Letter) -> str:
    for name, _ in letter.envelope.headers:
        if _LIST_HEADERS.fullmatch(name):
            return f"mail of a list ({name[:40]})"
    for value in (*values(letter, "precedence"), *values(letter, "x-precedence")):
        if re.split(r"[\s;,(]", value)[0] in _BULK:
            return f"Precedence is {value[:40]}"
    return ""


def _autoreply(letter: Letter) -> str:
    for name, _ in letter.envelope.headers:
        if _ROBOT_HEADERS.fullmatch(name):
            return f"an automatic letter ({name[:40]})"
    programs = (*values(letter, "x-mailer"), *values(letter, "user-agent"))
    if any(_ROBOT_PROGRAM.search(program[:200]) for program in programs):
        return "an automatic letter, going by the program that sent it"
    return ""


def _spam(letter: Letter) -> str:
    named = ("x-spam-flag", "x-spam-status", "x-spam")
    verdicts = chain.from_iterable(values(letter, name) for name in named)
    marked = any(verdict.startswith("yes") for verdict in verdicts)
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
    subject = strip_prefixes(letter.envelope.subject)
    found = has_automatic_form(subject)
    return "an automatic reply, going by its subject" if found else ""


RULES: tuple[Rule, ...] = (
    *(_submitted, _bounce, _report, _calendar, _routed),
    *(_list, _autoreply, _spam, _named, _away),
)
