"""Writes the settings file that shows every setting, from the schema itself."""

import json
import textwrap
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from pydantic_core import PydanticUndefined

from mailbot.settings.schema import MailboxSettings, Settings
from mailbot.settings.values import Table

HEADER = """\
# Every setting of the mailbot, with its default. A line that begins with a single "#"
# may be uncommented. The environment goes over this file: MAILBOT_ADDRESS,
# MAILBOT_INBOX__HOST, ... (two underscores between a table and its setting). The path
# of a file may be relative to this file's folder.
"""


def toml() -> str:
    """The text of config/mailbot.toml."""
    flat = [(n, f) for n, f in Settings.model_fields.items() if not _table(n)]
    parts = [HEADER, *(_setting(n, f.description, f.default) for n, f in flat)]
    for name, field in Settings.model_fields.items():
        section = _table(name)
        if section is MailboxSettings:
            parts.append(_mailboxes(field.description or ""))
        elif section:
            head = f"\n## {field.description}\n[{name}]"
            parts += [
                head,
                *(
                    _setting(n, f.description, f.default)
                    for n, f in section.model_fields.items()
                ),
            ]
    return "\n".join(parts) + "\n"


def rows() -> list[tuple[str, str, str]]:
    """The full name, the default as TOML, and the purpose of every setting."""
    found = []
    for name, field in Settings.model_fields.items():
        section = _table(name)
        if section is MailboxSettings:
            continue
        if section is None:
            found.append((name, _value(field.default), field.description or ""))
        else:
            found += [
                (f"{name}.{n}", _value(f.default), f.description or "")
                for n, f in section.model_fields.items()
            ]
    return found


def _table(name: str) -> type[Table] | None:
    if name == "mailboxes":
        return MailboxSettings
    kind = Settings.model_fields[name].annotation
    return kind if isinstance(kind, type) and issubclass(kind, Table) else None


def _setting(name: str, description: str | None, default: object) -> str:
    purpose = "\n".join(
        textwrap.wrap(
            description or "", 86, initial_indent="## ", subsequent_indent="## "
        )
    )
    return f"{purpose}\n# {name} = {_value(default)}"


def _mailboxes(description: str) -> str:
    return (
        f"\n## {description} Each has an address, an inbox and an outbox of its own:\n"
        "# [[mailboxes]]\n"
        '# address = "sudoku@example.net"\n'
        '# inbox = { host = "imap.example.net", password_file = "/etc/mailbot/net" }\n'
        '# outbox = { host = "smtp.example.net", password_file = "/etc/mailbot/net" }'
    )


def _value(default: Any) -> str:
    if default is None or default is PydanticUndefined:
        return '""'
    if isinstance(default, SecretStr):
        return json.dumps(default.get_secret_value())
    if isinstance(default, Path):
        return json.dumps(str(default))
    return json.dumps(list(default) if isinstance(default, tuple) else default)
