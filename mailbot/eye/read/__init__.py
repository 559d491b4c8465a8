"""Cuts a located grid into cells and reads them.

`recognise.recognise` leads: it takes a picture and a sighting and gives a `Recognised`.
In order: `cutting` cuts the cells out (`patches`), with `paper` for shadows and shades,
and `cursor` for the digit under a cursor; `cells` normalises their ink; `upright` turns
them, and has those with ink classified by the network (`digits`); `heights`
takes small digits for pencil marks; `symbols` chooses the alphabet and turns classes
into digits, and adapts the probabilities to the mix of this grid. Thick lines tell the
shape of the boxes.

Where digits are known by their places alone, `characters` cuts these out without the
lines beside them. `lines` tells what is seen of the lines between cells. `witness` adds
what Tesseract reads (`tesseract`).

The thresholds stand at the top of each of these modules. Whoever changes `cells` or the
classes in `digits` has to train the networks anew (weights/README.md).
"""
