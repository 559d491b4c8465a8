"""Draws puzzles as pictures, and trains and measures the networks of the eye.

None of it is in the wheel: the tests and the bench draw with it.

- `paper` draws puzzles as people send them: newspaper pages, handwriting, photographs,
  screenshots. A new look of a puzzle is a field of `paper.grid.PrintStyle`, a new kind
  of variant one of `paper.rules.Rules`.
- `digits` draws cells, trains the network on them and measures it. To train it anew:
  `python -m tests.workshop.digits.train`, then `python -m
  tests.workshop.digits.evaluate` for the tables of mailbot/eye/weights/README.md,
  which also names the packages that both need.
- `lattices` draws scenes with boards of all looks and trains the lattice network on
  them: `python -m tests.workshop.lattices.train`.
- `words` trains the models of what a person wants, and of a letter's foot:
  `python -m tests.workshop.words.train`, `python -m tests.workshop.words.train_voice`.
- `demo` draws the pictures of the demo's letters: `python -m tests.workshop.demo`.
- `worth` tells in how many pictures of a folder each special step of the eye changed
  the outcome, and what it costs.
"""
