"""Writes the reply: `compose` turns findings and a wish into its `Content`.

In: the letter, the wish, the findings and a `Context`. Out: what the reply says, its
kind and the solutions that it shows; to whom it goes is decided elsewhere
(`respond.admission`). The stages, in order:

    sections   for each puzzle, which kind of answer it gets and what that shows;
               then which kind the whole reply is
    solving    what the solver says to one request
    section    one answer, and all that the templates show of it
    drawing    a grid to be shown: the symbol and the role of each cell, and the tints
               that show why a hint holds
    phrases, step_phrases, note_phrases, found_phrases, speech
               sentences with numbers and names, in the language of the reply
    pages      fills the templates: templates/KIND.j2, once as text and once as HTML
    text       wraps paragraphs and draws grids as ASCII art
    table      grids as rows of HTML tables
    picture    the puzzle's picture with digits written in (loads cv2)
    words      the subject
    answered   what was done about each request, as data
    entry      calls these, and keeps the reply below its limits of size, such as that
               of a reply to an unproven sender

A new kind of reply: a member of `model.Kind`, a rule in `sections`, a template. The
words of a language are in `mailbot.language`. How a cell looks is in `table` (HTML),
`text` (signs) and `picture`.
"""

from mailbot.compose.entry import Context, compose
