"""Finds lattices that may be grids in a picture.

`locate.locate` leads: it takes gray pixels and gives `Sighting`s, the likeliest first.
Candidates are quadrilaterals: outlines (`frames`), else squares of cells seen side by
side (`blobs`). `lattice` fits lattices of all sizes to the lines inside a candidate,
moves them onto the lines and lets them grow. `mesh` gives the crossings of the best, on
paper that need not be flat.

Thresholds of what is dark stand in `frames` and `blobs`, those of lines in `lattice`,
the sizes and the order of the search in `locate`.
"""
