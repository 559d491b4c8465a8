"""Writes the settings file that shows every setting, from the schema itself.

python -c "from tests.settings_document import toml; print(toml(), end='')" \\
    >config/mailbot.toml
"""

import ast
import json
import textwrap
from collections.abc import Iterator
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import fields

from mailbot.options import Table
from mailbot.settings.schema import MailboxSettings, Secret, Settings, is_table

HEADER = """\
# Every setting of the mailbot, with its default. A line that begins with a single "#"
# may be uncommented. The environment goes over this file: MAILBOT_ADDRESS,
# MAILBOT_INBOX__HOST, ... (two underscores between a table and its setting). The path
# of a file may be relative to this file's folder.
"""


class _Setting(NamedTuple):
    name: str
    kind: object
    default: object
    purpose: str


def toml() -> str:
    """The text of config/mailbot.toml."""
    every = list(_settings_of(Settings))
    parts = [HEADER, *(_commented(one) for one in every if not _table(one))]
    for one in every:
        section = _table(one)
        if section is MailboxSettings:
            parts.append(_mailboxes(one.purpose))
        elif section:
            head = f"\n## {one.purpose}\n[{one.name}]"
            parts += [head, *map(_commented, _settings_of(section))]
    return "\n".join(parts) + "\n"


def rows() -> list[tuple[str, str, str]]:
    """The full name, the default as TOML, and the purpose of every setting."""
    found = []
    for one in _settings_of(Settings):
        section = _table(one)
        if section is None:
            found.append((one.name, _value(one.default), one.purpose))
        elif section is not MailboxSettings:
            found += [
                (f"{one.name}.{inner.name}", _value(inner.default), inner.purpose)
                for inner in _settings_of(section)
            ]
    return found


def _settings_of(section: type[Table]) -> Iterator[_Setting]:
    purposes = _purposes(section)
    for field in fields(section):
        yield _Setting(field.name, field.type, field.default, purposes[field.name])


def _purposes(section: type[Table]) -> dict[str, str]:
    """The docstrings below the settings of a table, by their names."""
    found = {}
    for kind in section.__mro__[: section.__mro__.index(Table)]:
        (definition,) = ast.parse(getsource(kind)).body
        assert isinstance(definition, ast.ClassDef)
        for setting, text in pairwise(definition.body):
            match setting, text:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(purpose))),
                ):
                    found[name] = purpose
    return found


def _table(setting: _Setting) -> type[Table] | None:
    if setting.name == "mailboxes":
        return MailboxSettings
    return setting.kind if is_table(setting.kind) else None


def _commented(setting: _Setting) -> str:
    purpose = "\n".join(
        textwrap.wrap(
            setting.purpose, 86, initial_indent="## ", subsequent_indent="## "
        )
    )
    return f"{purpose}\n# {setting.name} = {_value(setting.default)}"


def _mailboxes(description: str) -> str:
    return (
        f"\n## {description} Each has an address, an inbox and an outbox of its own:\n"
        "# [[mailboxes]]\n"
        '# address = "sudoku@example.net"\n'
        '# inbox = { host = "imap.example.net", password_file = "/etc/mailbot/net" }\n'
        '# outbox = { host = "smtp.example.net", password_file = "/etc/mailbot/net" }'
    )


def _value(default: object) -> str:
    if default is None:
        return '""'
    if isinstance(default, Secret):
        return json.dumps(default.reveal())
    if isinstance(default, Path):
        return json.dumps(str(default))
    return json.dumps(list(default) if isinstance(default, tuple) else default)
