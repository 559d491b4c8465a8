"""The words that the rooms share: values that flow along the line, no logic.

    RawMail -> Letter -> Reading -> Puzzle -> Content -> Reply -> Outcome

All are frozen.
"""

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
    NOTHING_KEPT,
    Accept,
    Answered,
    Claim,
    Content,
    Decision,
    Defer,
    Grounds,
    Ignore,
    Kept,
    Kind,
    NewlyMade,
    Outcome,
    Picture,
    Quarantine,
    Reply,
    Respond,
    Silence,
)
from mailbot.model.requests import (
    Act,
    House,
    HouseKind,
    Level,
    Limit,
    NewPuzzles,
    Request,
    SolutionsAt,
)
