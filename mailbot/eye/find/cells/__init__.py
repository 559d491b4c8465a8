"""Finds the cells of a board that lie side by side, with no lattice to begin with.

`linked` counts columns and rows from each cell to those beside it; `placed` tells which
cells of a 9x9 these are. `find.by_cells` lays the lattice through them.
"""
