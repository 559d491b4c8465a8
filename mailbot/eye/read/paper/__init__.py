"""What the paper adds to the cells and nobody wrote: shadows, squares and colours.

`shadow` tells the light on cells that the edge of a shadow crosses, for `cutting` to
measure their ink against; `squares` takes the lines of squared paper out of cells, by
their places, and `pale` those that run askew or closer together, by their tone;
`tinted` tells ink by its colour where an app shades cells as dark as their digits.
"""
