"""Finds lattices that may be grids in a picture.

`locate.locate` takes the first look, `locate.look_again` a second one where nothing can
be read clearly. Both give `Sighting`s, the likeliest first.

The first look:

1. `network` tells for each pixel of the picture whether it lies on a board, where on
   the board, and whether a line of the lattice runs there, be it drawn or not.
2. `boards` finds the boards in that, each with several surfaces (`surface`) on which it
   may lie.
3. `view` unfolds a board and draws its lines: those in the picture, as far as the
   network takes them for the lattice's.
4. `fitting` has `bending` bend lattices of all sizes onto these lines, on paper that
   need not be flat (`bend`), and decides how sure each is. Small boards that fit
   nothing for sure are looked at once more from nearer.

The second look: `search` goes through outlines (`frames`), then through squares of
cells side by side (`blobs`). `lattice` fits lattices of all sizes to the lines inside,
moves them onto the lines and lets them grow; `mesh` gives their crossings. Where that
shows nothing either, the network looks at parts of the picture.

How sure the network's lattices must be stands in `fitting`; thresholds of what is dark
in `frames` and `blobs`, those of lines in `lattice` and `view`.
"""
