"""What tells of two digits that are printed over each other in a cell.

`prints` shows how each digit looks in the grid's own type, `excess` how far the ink of
a cell exceeds that, and `contents` which one or two digits a small network sees in it.
`mailbot.eye.decide.second` weighs them.
"""
