"""What a selected mailbox holds: copies of our replies, the newest letters' headers."""

from mailbot.mail.imap.session import Session
from mailbot.mail.message.writing import REPLY_HEADER

_LOOK_BACK = 10_000
"""The newest letters, among which a copy of a reply is searched: that is slow."""

_SAMPLE = 20
"""The newest letters whose headers `mailbot check` looks at."""


def holds(session: Session, letters: int, message_id: str) -> bool:
    """Whether a copy of our reply is in the selected mailbox of so many letters."""
    bare = message_id.strip("<>")
    found = session.search(
        [
            *_newest(letters, _LOOK_BACK),
            *("OR", "HEADER", "Message-ID", bare),
            *("HEADER", REPLY_HEADER, bare),
        ]
    )
    return bool(found)


def newest_heads(session: Session, letters: int) -> list[bytes]:
    """The headers of the newest letters of the selected mailbox, newest first."""
    uids = session.search([*_newest(letters, _SAMPLE), "UNDELETED"]) if letters else []
    found = session.fetch(uids, ["BODY.PEEK[HEADER]"]) if uids else {}
    return [found[uid].get(b"BODY[HEADER]") or b"" for uid in sorted(found)[::-1]]


def _newest(letters: int, count: int) -> list[str]:
    """The search key for the newest letters of a mailbox; none if it has no more."""
    return [f"{letters - count + 1}:*"] if letters > count else []
