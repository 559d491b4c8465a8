"""Which cells and houses words name: r4c7; third row, fifth square; top box.

In: the tokens of a text (`mailbot.language.lexicon`). Out: a `place.Place`, as far as
the words tell without the grid; `Place.cells` gives its cells in a grid.

    place        one cell or house that words name
    edges        where something lies: top left, last
    shorthand    cells in short: r4c7, (4,7)
    houses       the rows, columns and boxes that are named
    grammar      the longest name of a place that begins with a token
"""
