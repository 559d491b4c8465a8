"""Finds lattices that may be grids in a picture.

`locate.locate` takes the first look, `locate.locate_small` a look at the parts of a
picture unless a large board is read clearly, `locate.look_again` a last one where
nothing can be read clearly. All give `Sighting`s, the likeliest first. When each look
is taken, in which order, is told in `mailbot.eye.survey`.

The first look:

1. `network` tells for each pixel of the picture whether it lies on a board, where on
   the board, and whether a line of the lattice runs there, be it drawn or not.
2. `boards` finds the boards in that, each with several surfaces (`surface`) on which it
   may lie. What is twice as long as wide may be two boards that touch: each half is
   taken for a board first.
3. `view` unfolds a board and draws its lines: those in the picture, as far as the
   network takes them for the lattice's.
4. `fitting` bends lattices of all sizes onto these lines (`lines/`), on paper that need
   not be flat, and decides how sure each is; it fits a flat one where the edge of a
   telephone or a finger has bent the one found.
5. Where lines may be missing, as of a board without a frame, or one that something lies
   across, or where paper may curl strongly, `by_cells` fits a lattice from cell to
   cell, unless the board is small in the picture: `cells/` links the cells that lie
   side by side, and a surface through them is looked at unfolded.
6. Where no lattice fits well, or the board is small, the network looks at it once more,
   unfolded (`nearer`), if it looks much like a board.

What hardly looks like a board to the network (`Board.likeness`) is left out after
step 2.

The second look does the same in one part of the picture after another, for the boards
that are small in it: on the page of a newspaper there may be several.

The last look goes on until a board is read surely. `digits/` finds boards by their
digits alone, which stand in nine rows and columns, as where the lines of a board are
typed characters. Where the network sees what may be a board, `outlines` finds quads
around connected ink, and `fitting` bends lattices onto the lines inside each.

How sure a lattice must be stands in `fitting` and `by_cells`; thresholds of what is
dark in `outlines` and `cells/linked`, those of lines in `lines/lattice` and `view`.
"""
