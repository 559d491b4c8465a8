"""Boards by their digits alone, whatever lines are drawn around them, or none.

- `blobs` finds the blobs of ink in a picture, and which of them may be digits.
- `spacing` finds boards whose digits stand in nine rows and columns (`places`), on
  screens and consoles.
"""
