"""Whether pictures can be read on this machine."""

import pytesseract

from mailbot.errors import MissingTool
from mailbot.eye.find import network
from mailbot.eye.read import digits
from mailbot.eye.read.tesseract.ocr import NO_DATA


def probe() -> str:
    """The tools that read pictures on this machine, in a few words.

    Raises:
        MissingTool: Tesseract or a network is not there.
    """
    digits.load_network()
    network.load_network()
    try:
        version = pytesseract.get_tesseract_version()
        languages = pytesseract.get_languages()
    except pytesseract.TesseractNotFoundError as error:
        raise MissingTool(
            "Tesseract is not installed: apt-get install tesseract-ocr"
        ) from error
    if "eng" not in languages:
        raise MissingTool(NO_DATA)
    return f"our networks and Tesseract {version}"
