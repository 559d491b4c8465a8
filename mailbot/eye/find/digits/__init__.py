"""Boards by their digits alone, whatever lines are drawn around them, or none.

- `blobs` finds the blobs of ink in a picture, and which of them may be digits.
- `spacing` finds boards whose digits stand in nine rows and columns (`places`), on
  screens and consoles.
- `alignment` lays the surface of a photographed board so that its digits stand in the
  middles of their cells.
"""
