"""Reads puzzles in pictures and documents.

In comes the file of a picture (`picture.read_picture`) or of a PDF (`pdf.read_pdf`),
with its limits (`budget`). Out come `mailbot.model.Findings`: puzzles, each with its
reading, its place and a verdict, and notes on what was not read. `mailbot.files` tells
which kind of file it is.

The walk of a photograph:

1. `mailbot.pictures.decode` decodes the file: upright, in colour, within limits. `pdf`
   has each page drawn by `pages`, a program of its own.
2. `sheet` leads one decoded picture through all further stages.
   `survey` has lattices found and read in turns, and tells in which order.
3. `find/` locates lattices that may be grids, with the lattice network in `weights/`.
   Out: sightings, the likeliest first, each with its size and the crossings of its
   lines.
4. `read/` cuts the cells of a sighting out, turns them upright and classifies them with
   the digit network in `weights/`. Out: `recognise.Recognised`, with the
   log-probabilities of each cell's digits. `survey` keeps the best reading of each
   place, until one is `certain`.
5. `read/witness` asks Tesseract for a second opinion on the inked cells, unless its
   word could not change the verdict (`certain`).
6. `decide/boxes` tells whether a lattice lies a row off its board, `decide/cover` which
   cells something lies on, and `decide/variants` recognises variants such as killer,
   which are declined by name.
7. `decide/verdict` decides: a solution, a reading with doubtful cells, or no puzzle.
8. Where the digits of a board are unclear, `sheet` has its cells read in a mirror.

Where to change what:

- which lattices are tried: `find/fitting`; which sightings are read: `survey`;
- what counts as ink, and shadows: `read/cutting`, `read/paper`; a cursor:
  `read/cursor`;
- boards that are typed: `find/digits/spacing`, `read/characters`; paper that curls
  strongly, boards without a frame, and those that something lies across:
  `find/by_cells`;
- how Tesseract is called, and with which data: `read/tesseract`;
- how sure a solution must be: `decide/believed`, `decide/decoder`;
- which cells are named as doubtful, what is no puzzle: `decide/verdict`;
- what lies on a board and hides cells: `read/lines`, `decide/things`;
- boards that share boxes, such as a samurai's: `decide/variants/samurai`;
- when an entry is called wrong: `_ACCUSED` in `decide/believed`;
- how givens are told from entries: `decide/ink`;
- what the networks know: `tests.workshop.digits` and `tests.workshop.lattices`,
  then train them anew.

Thresholds stand at the top of their module, with what they were measured on or what
they trade off, as far as that is known. To measure a change: `python -m pytest
tests/eye --long` counts the drawn pictures that are solved, and allows no wrong answer;
`tests/bench/run.sh --pictures FOLDER` does so on photographs, also distorted; `python
-m tests.workshop.digits.evaluate` measures the network alone (weights/README.md).
`mailbot read --debug DIR FILE` draws what was seen.
"""
