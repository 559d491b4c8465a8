"""Log lines, plain or JSON, with the letter's id on each and nothing private.

A log call puts what concerns a person into `extra={"private": ...}`. It is shown only
if the operator has set `log.private`.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any, TextIO

from mailbot.charset import visible_text

_FIELDS = (
    *("letter", "mailbox", "server", "side", "outcome", "kind", "seconds", "until"),
    *("bytes", "why"),
)


class _Lines(logging.Formatter):
    """Lines of one form, with what is private or without it."""

    def __init__(self, private: bool) -> None:
        super().__init__()
        self._private = private


class PlainLines(_Lines):
    """`2026-01-31T12:00:00+00:00 INFO replied letter=17 kind=solved`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line for any message; private text of several lines goes below it.

        No control or format character is in it, which could turn a terminal's line.
        """
        values = _values(record, self._private)
        private = str(values.pop("private", "")).splitlines()
        if len(private) == 1:
            values["private"] = private.pop()
        head = f"{values.pop('time')} {values.pop('level')} {values.pop('message')}"
        shown = ((name, value) for name, value in values.items() if value != "")
        rest = "".join(f" {name}={value}" for name, value in shown)
        line = (head + rest).replace("\n", " | ").replace("\r", " ")
        # Indented, so that a line of private text cannot look like a log line.
        return visible_text("\n    ".join([line, *private]))


class JsonLines(_Lines):
    """One JSON object for each line."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        return json.dumps(_values(record, self._private), default=str)


def configure(form: str, level: str, private: bool, stream: TextIO) -> None:
    """Send all logs to `stream`: form "plain" or "json", from `level` on."""
    lines = logging.StreamHandler(stream)
    lines.setFormatter(JsonLines(private) if form == "json" else PlainLines(private))
    logging.basicConfig(level=level.upper(), handlers=[lines], force=True)
    # At debug level these log the contents of letters and connections, and every lost
    # connection as an error with a traceback. We log both ourselves.
    for chatty in ("imapclient", "distributed", "tornado", "PIL", "asyncio"):
        logging.getLogger(chatty).setLevel(logging.CRITICAL)


def _values(record: logging.LogRecord, private: bool) -> dict[str, Any]:
    values: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat("T", "seconds"),
        "level": record.levelname,
        "message": record.getMessage(),
    }
    values |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
    if private and hasattr(record, "private"):
        values["private"] = record.private
    if record.exc_info and record.exc_info[1]:
        error = record.exc_info[1]
        values["error"] = (
            f"{type(error).__name__}: {error}" if private else type(error).__name__
        )
    return values
