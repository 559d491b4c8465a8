"""Finds lattices that may be grids in a picture.

`locate.locate` leads: it takes a picture and gives `Sighting`s, the likeliest first.

1. `search` goes through outlines (`frames`), then through squares of cells side by side
   (`blobs`). `lattice` fits lattices of all sizes to the lines inside, moves them onto
   the lines and lets them grow; `mesh` gives their crossings.
2. Where that shows no clear 9x9, `network` tells for each pixel whether it lies on a
   board, where on the board, and whether a line of the lattice runs there, be it drawn
   or not. Small boards are looked at once more from nearer; where nothing is seen,
   parts of the picture are.
3. `boards` finds the boards' surfaces (`surface`) in that.
4. `view` unfolds each board and draws its lines: those in the picture, as far as the
   network takes them for the lattice's.
5. `bending` bends lattices of all sizes onto these lines, on paper that need not be
   flat (`bend`).

How sure the network's lattices must be stands in `locate`; thresholds of what is dark
in `frames` and `blobs`, those of lines in `lattice` and `view`.
"""
