"""Decides what a letter gets: bytes in, an Outcome out. In two steps.

    admission   the headers alone: whether the letter is answered, to which address,
                under which claim, subject and Message-ID; and what the reader wrote is
                joined with these
    returned    whether what the reader answered is what our own code writes
    reader      the whole letter: what the person wants, what their puzzles are worth,
                and what the reply says (`Content`), or that there is none (`Silence`)

The first step runs in the parent (`cli.answering`), on lines of text, in time linear in
their length. The second opens bodies, pictures and documents, in a child without
secrets (`pool`). So a child that is taken over writes to nobody but to the sender of
the letter that it was given.

    findings    the puzzles: `text` for what was typed, `eye` for pictures
    fresh       the puzzle for who asks for a new one
    repetition  what a letter brings, and so how often it may come again
    merging     drops what stands in the letter twice
    budget      whether a reply tells no more than was asked for
    apology     the content of a reply to a letter that could not be read
    warm        letters that a process reads first whose forks will read others

No network, no clock, no database, no environment: the same bytes give the same outcome.
Nothing here but `reader` loads what reads letters, and whoever takes one step loads
that step alone.
"""
