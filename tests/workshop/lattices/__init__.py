"""Draws scenes with puzzles, and trains and measures the lattice network on them.

`boards` draws one board as books, newspapers, apps and people draw them; `pages` lays
boards and other things out on a page; `scenes` photographs the page and tells for each
pixel where on which board it lies; `shards` keeps scenes in files; `network` and
`train` make the network, `evaluate` measures it. To train it anew: `python -m
tests.workshop.lattices.train` (mailbot/eye/weights/README.md).
"""
