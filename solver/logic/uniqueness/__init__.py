"""Patterns that would leave two solutions. Only for puzzles known to have one.

pairs         rectangles on two equal pairs (types 1, 2, 4)
rectangles    all others: types 3, 5 and 6, hidden and avoidable ones
loops         the same with six cells or more (types 1 to 4)
graves        two digits in all empty cells but a few (BUG)
"""
