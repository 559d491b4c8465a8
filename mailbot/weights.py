"""Files of weights, each with its digest beside it (NAME.sha256).

A file that was damaged or exchanged is refused before a library parses it.
"""

from hashlib import sha256
from pathlib import Path

from mailbot.errors import MissingTool


def read_weights(path: Path) -> bytes:
    """The content of a file of weights.

    Raises:
        MissingTool: the file or its digest is missing, or they do not belong together.
    """
    try:
        content = path.read_bytes()
        expected = path.with_name(f"{path.name}.sha256").read_text("ascii").strip()
    except OSError as error:
        missing = f"{error.filename} is missing: install sudoku-mailbot again"
        raise MissingTool(missing) from error
    if sha256(content).hexdigest() != expected:
        raise MissingTool(
            f"{path} is damaged, or not the one that belongs here: install "
            "sudoku-mailbot again"
        )
    return content
