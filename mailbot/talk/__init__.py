"""What a person says: the wish, corrections, the thread that they answer in.

    words = listen(letter, addresses)                 what was written now
    thread = continue_thread(letter, words)           an answer to a reply of ours
    first = begin(words, findings)                    any other letter

Each builds on those before it:

    places    the cells and houses that are named
    cells     the digits that are told, and what is asserted of cells
    said      the words by sentences, with places and what they are about
    wishes    what was written now, and what the letter wants as a whole
    requests  all that is asked for, sentence by sentence, and what is forbidden
    thread    a first letter, and an answer to a reply of ours, as a whole

To understand a new phrase, add it to the phrase book of its language
(`mailbot/language/CODE/phrases`) and train anew: `tests.workshop.words.train`. A word
that means what others do belongs to `concepts.toml` beside it, a word for a cell, a
digit or a denial to `grammar.toml`.
"""

from mailbot.talk.thread.conversation import Conversation, continue_thread
from mailbot.talk.thread.first import begin
from mailbot.talk.wishes.words import Words, listen

__all__ = [
    "Conversation",
    "Words",
    "begin",
    "continue_thread",
    "listen",
]
