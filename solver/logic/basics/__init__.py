"""What a look at single houses shows: the first techniques that people learn.

singles    a cell with one digit left, or a digit with one cell left
locked     a digit locked where a box and a line cross
subsets    as many digits as cells
"""
