"""Finds the cells of a board that lie side by side, with no lattice to begin with.

`linked` counts columns and rows from each cell to those beside it; `joined` puts
together what something lies between; `touching` parts what belongs to another board;
`placed` tells which cells of a 9x9 these are, also by the thick lines between boxes
(`box_lines`). `laid` lays the lattice through them.
"""
