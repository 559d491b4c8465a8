"""What the paper adds to the cells and nobody wrote: shadows and colours.

`shadow` tells the light on cells that the edge of a shadow crosses, for `cutting` to
measure their ink against; `tinted` tells ink by its colour where an app shades cells as
dark as their digits.
"""
