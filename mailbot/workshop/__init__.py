"""Draws puzzles as pictures, and trains and measures the networks of the eye.

The service does not import this package; only the demo's sample letters, the tests and
the bench do.

- `paper` draws puzzles as people send them: newspaper pages, handwriting, photographs,
  screenshots. A new look of a puzzle is a field of `paper.grid.PrintStyle`, a new kind
  of variant one of `paper.rules.Rules`.
- `digits` draws cells, trains the network on them and measures it. To train it anew:
  `python -m mailbot.workshop.digits.train`, then `python -m
  mailbot.workshop.digits.evaluate` for the tables of mailbot/eye/weights/README.md,
  which also names the packages that both need.
- `lattices` draws scenes with boards of all looks and trains the lattice network on
  them: `python -m mailbot.workshop.lattices.train`.
- `worth` tells in how many pictures of a folder each special step of the eye changed
  the outcome, and what it costs.
"""
