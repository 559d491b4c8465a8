"""A letter as a whole: the first of a thread, or an answer to a reply of ours.

In: a letter, its words, and what puzzles it holds. Out: the wish, and the puzzles with
what the person said of their cells.

    first          a first letter: its wish, and what it tells of the puzzle's cells
    quoted         our own reply, found under all the quoting
    turn           a puzzle of it, with the person's changes
    below          answers below our questions, or as a list in their order
    retyped        the row of a doubtful cell, typed anew
    brief          short answers to the one open question, in any language
    assertions     what an answer asserts of cells, in any of these ways
    pointing       words for the place that our last reply spoke of: there
    corners        words for a corner of the house that was spoken of last
    parts          the parts of sentences, each read once for what it does to digits
    named          which digits of a puzzle such a part names, or counts
    tried          a digit that came and went: written down, and rubbed out again
    moves          what a letter changes of the digits, before all else of it
    entries        the digits that it enters, in the same way
    several        which of several puzzles a letter speaks of
    again          another place, for what was asked for last: and bottom left?
    measure        letters that only tell how much is wanted: less, say it
    lasting        what holds for all later letters of a thread
    changes        the puzzle as changed, and what is wanted of it
    about_hint     letters about the hint that was told last: why, or only its end
    agreement      sentences that say that we read everything right
    requested      the requests of a letter beside what it changes
    conversation   the answer to a reply of ours as a whole
"""
