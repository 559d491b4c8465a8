"""The lines of a board: lattices in a square view of the lines that it shows.

`mailbot.eye.find.view` unfolds a board into such a view.

- `lattice` looks for each segment of an N by N lattice near its place, and tells how
  much of the lattice is there.
- `bending` bends lattices onto lines, on paper that need not be flat (`bend`).

How much a lattice must fit stands in `mailbot.eye.find.fitting`.
"""
