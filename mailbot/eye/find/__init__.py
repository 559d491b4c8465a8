"""Finds lattices that may be grids in a picture.

`locate.locate` leads: it takes a picture and gives `Sighting`s, the likeliest first.

1. `network` tells for each pixel whether it lies on a board, where on the board, and
   whether a line of the lattice runs there, be it drawn or not. Small boards are looked
   at once more from nearer; where nothing is seen, parts of the picture are.
2. `boards` finds the boards' surfaces (`surface`) in that.
3. `view` unfolds each board and draws its lines: those in the picture, as far as the
   network takes them for the lattice's.
4. `bending` bends lattices of all sizes onto these lines, on paper that need not be
   flat (`bend`).
5. Where that fits no board surely, `search` goes through outlines (`frames`) and
   squares of cells side by side (`blobs`) as well. `lattice` fits lattices to the lines
   inside, moves them onto the lines and lets them grow; `mesh` gives their crossings.

How sure the network's lattices must be stands in `locate`; thresholds of what is dark
in `frames` and `blobs`, those of lines in `lattice` and `view`.
"""
