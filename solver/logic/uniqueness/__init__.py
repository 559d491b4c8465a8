"""Patterns that would leave two solutions. Only for puzzles known to have one.

deadly        what follows where cells must not come down to two digits (types 1 to 4)
rectangles    the four corners of rectangles, also hidden and avoidable ones, and loops
              of six cells or more
graves        two digits in all empty cells but a few (BUG)
"""
