"""Draws the cells that the digit network is trained on, trains it and measures it.

The stages in order: `fonts` loads typefaces and `strokes` holds handwritten figures;
`drawing` puts ink on a cell; `contents` and `marks` draw each kind of content;
`capture` photographs the cell and cuts it out as the eye does; `rendering` mixes the
kinds; `network` and `train` train the network and write it to mailbot/eye/weights;
`evaluate` prints its tables.

To teach the network another kind of content, add a function to `contents` and its share
to `rendering.SHARES`, and adapt `mailbot.eye.read.symbols.TRAINED`, which a test
compares with the shares.
"""
