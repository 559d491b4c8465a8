"""Pictures as pixels without meaning, shared by the eye, the replies and the workshop.

In come the bytes of a file; `decode` gives upright pixels (`pixels.Bgr`) within
limits, converted some rows at a time (`stripes`). `draw` writes digits into the cells
of a picture, with the figures of `strokes`; `encode` turns pixels into a file for a
mail; `sheet` draws pages to print. `arrays` names the element types of numpy arrays.
Which formats are opened: `decode.FORMATS`; how large they may be:
`decode.PictureLimits`.
"""

from mailbot.pictures.decode import (
    PictureLimits,
    decode,
    decode_reduced,
    measure,
    split_pages,
)
from mailbot.pictures.encode import encode_jpeg, encode_png
from mailbot.pictures.pixels import Bgr, Gray, rotate, to_gray
