"""What the paper adds to the cells and nobody wrote: shadows and printed squares.

`shadow` tells the light on cells that the edge of a shadow crosses, for `cutting` to
measure their ink against; `squares` takes the lines of squared paper out of cells.
"""
