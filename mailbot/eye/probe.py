"""Whether pictures can be read on this machine."""

import pytesseract

from mailbot.errors import MissingTool
from mailbot.eye.find import network
from mailbot.eye.read import digits


def probe() -> str:
    """The tools that read pictures on this machine, in a few words.

    Raises:
        MissingTool: Tesseract or a network is not there.
    """
    digits.load_network()
    network.load_network()
    try:
        version = pytesseract.get_tesseract_version()
    except pytesseract.TesseractNotFoundError as error:
        raise MissingTool(
            "Tesseract is not installed: apt-get install tesseract-ocr"
        ) from error
    return f"our networks and Tesseract {version}"
