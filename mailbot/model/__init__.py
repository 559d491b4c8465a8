"""The words that the rooms share: values that flow along the line, no logic.

    RawMail -> Letter -> Reading -> Puzzle -> Content -> Reply -> Outcome

All are frozen.
"""

from mailbot.model.content import Content, Picture, Silence
from mailbot.model.letters import (
    Address,
    Envelope,
    Letter,
    MessageKey,
    Missing,
    Part,
    RawMail,
    Want,
    Wish,
)
from mailbot.model.readings import (
    Doubts,
    Findings,
    Ink,
    Lack,
    Note,
    NoteKind,
    Point,
    Puzzle,
    ReadCell,
    Reading,
    RuledOut,
    Source,
    Status,
    Where,
)
from mailbot.model.replies import (
    Accept,
    Claim,
    Decision,
    Defer,
    Ignore,
    InlineImage,
    Kind,
    Outcome,
    Quarantine,
    Reply,
    Respond,
)

__all__ = [
    "Accept",
    "Address",
    "Claim",
    "Content",
    "Decision",
    "Defer",
    "Doubts",
    "Envelope",
    "Findings",
    "Ignore",
    "Ink",
    "InlineImage",
    "Kind",
    "Lack",
    "Letter",
    "MessageKey",
    "Missing",
    "Note",
    "NoteKind",
    "Outcome",
    "Part",
    "Picture",
    "Point",
    "Puzzle",
    "Quarantine",
    "RawMail",
    "ReadCell",
    "Reading",
    "Reply",
    "Respond",
    "RuledOut",
    "Silence",
    "Source",
    "Status",
    "Want",
    "Where",
    "Wish",
]
