"""What a person says: the wish, corrections, the thread that they answer in.

    words = listen(letter, addresses)                 what was written now
    thread = continue_thread(letter, words)           an answer to a reply of ours
    first = begin(words, findings)                    any other letter

The way of the words, by file:

    newest        the lines that are not quoted
    words         subject, newest words, command, language
    features      the words as the word model sees them
    classifier    how likely each wish is, by the word model (weights/README.md)
    edges         where something lies: top left, last
    shorthand     cells in short: r4c7, (4,7)
    places        the cells and houses that are named
    statements    the digits that are asserted of cells
    contrast      which of several digits are affirmed, and which denied
    exchange      requests to exchange a printed digit: swap the 4 for an 8
    written       a row that is written out behind its name
    below         answers below our questions, or as a list in their order
    retyped       the row of a doubtful cell, typed anew
    brief         short answers to the one open question, in any language
    agreement     sentences that say that we read everything right
    wish          the wish, by what was said and where
    first         a first letter: its wish, and what it tells of the puzzle's cells
    quoted        our own reply, found under all the quoting
    turn          a puzzle of it, with the person's changes
    conversation  the answer to a reply of ours as a whole
    automatic     letters that nobody wrote, going by their words

To understand a new phrase, add it to the phrase book of its language
(`mailbot/language/CODE/phrases`) and train anew: `mailbot.workshop.words.train`. A new
word for a cell, a digit or a denial belongs to `mailbot/language/CODE/grammar.toml`.
"""

from mailbot.talk.conversation import Conversation, continue_thread
from mailbot.talk.first import begin
from mailbot.talk.wish import wish_for
from mailbot.talk.words import Words, listen

__all__ = [
    "Conversation",
    "Words",
    "begin",
    "continue_thread",
    "listen",
    "why_automatic",
    "wish_for",
]
