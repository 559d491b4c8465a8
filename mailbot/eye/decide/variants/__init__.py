"""Recognises variants of sudoku that we do not solve, by what is drawn on a board.

`drawn` names the variant of a 9x9: by its diagonals, by the outlines of cages, by
shaded cells, or by boxes that are not 3x3, which thick lines surround (`decide.boxes`).
`samurai` finds boards that share boxes. A variant is declined by its name: solved as a
plain sudoku it has several solutions or, with irregular boxes, a wrong one.

All thresholds are set on puzzles that the workshop draws in every style, on paper and
on screens, so that each variant is named and no decorated plain puzzle is.
`pytest tests/eye/test_drawn.py --long` measures both on twenty pictures of each kind.
"""
