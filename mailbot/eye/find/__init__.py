"""Finds lattices that may be grids in a picture.

`locate.locate` takes the first look, `locate.locate_small` a look at the parts of a
picture unless a large board is read clearly, `again.look_again` a last one where
nothing can be read clearly. All give `Sighting`s, the likeliest first.

The first look:

1. `network` tells for each pixel of the picture whether it lies on a board, where on
   the board, and whether a line of the lattice runs there, be it drawn or not.
2. `boards` finds the boards in that, each with several surfaces (`surface`) on which it
   may lie.
3. `view` unfolds a board and draws its lines: those in the picture, as far as the
   network takes them for the lattice's.
4. `fitting` bends lattices of all sizes onto these lines (`lines/`), on paper that need
   not be flat, and decides how sure each is. `straight` fits a flat lattice where the
   edge of a telephone or a finger has bent the one found. Where lines may be missing,
   as of a board without a frame, or one that something lies across, `cells/` links the
   cells that lie side by side, and `by_cells` lays a lattice through them. Where paper
   may curl strongly, `curled` lays a surface through them, and `spread` follows the
   lattice from there outwards. Where no lattice fits well, or the board is small, the
   network looks at it once more, unfolded (`nearer`).
5. `level` makes the lattice of a screen straight where the picture shows level lines.

The second look does the same in one part of the picture after another, for the boards
that are small in it: on the page of a newspaper there may be several.

The last look goes on until a board is read surely. `shades` draws the borders of
shades as lines, onto which `fitting` bends lattices as in the first look. `digits/`
finds boards by their digits alone, which stand in nine rows and columns: boards without
lines, in photographs where the network sees them, and boards whose lines are typed
characters. `outlines` finds quads around connected ink, and `fitting` bends lattices
onto the lines inside each in the same way; then the network looks at flat views of the
largest. It finds boards that are small in a photograph of a room, or seen at a steep
angle.

`edge` tells only whether a grid reaches beyond the picture's edge, for the reply.

How sure a lattice must be stands in `fitting`; thresholds of what is dark in
`outlines`, those of lines in `lines/lattice` and `view`.
"""
