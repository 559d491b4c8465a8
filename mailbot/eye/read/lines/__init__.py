"""Tells what is seen of the lines between cells, and of the frame.

`borders` measures how dark and how wide the line along each border of a cell is, in
pieces; `gaps` tells which pieces of the lines, and of the frame, cannot be seen.
"""
