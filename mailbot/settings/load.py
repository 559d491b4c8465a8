"""Reads the settings: a TOML file, then the environment over it.

`MAILBOT_ADDRESS` sets `address`, `MAILBOT_INBOX__HOST` sets `host` of `[inbox]`. A
list is written with commas. An unknown name or a wrong value is told in one line, with
exit code 78. Only this module and `secrets` read the environment.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mailbot.errors import BadSettings, explain
from mailbot.kernel import forbid_dumping, wipe_environment
from mailbot.settings.schema import MailboxSettings, Settings
from mailbot.settings.values import Table

PREFIX = "MAILBOT_"
NOT_SETTINGS = {"MAILBOT_CONFIG"}
PLACES = ("mailbot.toml", "~/.config/mailbot/mailbot.toml", "/etc/mailbot/mailbot.toml")


_WANTED = {
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_type": "must be a whole number",
    "model_type": "must be a table, such as [inbox]",
    "path_type": 'must be a path in quotes, such as "/etc/mailbot/password"',
    "string_type": "must be text in quotes",
    "tuple_type": 'must be a list, such as ["ada@example.org", "@example.net"]',
}
"""What a value of the wrong kind should be, by pydantic's name of the error."""


def find_file(given: Path | None, environment: Mapping[str, str]) -> Path | None:
    """The file to read: the one named, else the first of `PLACES` that exists.

    Raises:
        BadSettings: the file that was named is not there.
    """
    named = given or (
        Path(environment["MAILBOT_CONFIG"]) if "MAILBOT_CONFIG" in environment else None
    )
    if named:
        if not named.is_file():
            raise BadSettings(f"no settings file {named}")
        return named
    return next((p for p in map(_expanded, PLACES) if p.is_file()), None)


def load(
    given: Path | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """All settings, checked.

    Raises:
        BadSettings: a file cannot be read, or a name or a value is wrong.
    """
    file = find_file(given, environment)
    tables = _read(file) if file else {}
    variables = _apply(tables, environment)
    try:
        context = {"folder": file.absolute().parent} if file else None
        return Settings.model_validate(tables, context=context)
    except ValidationError as error:
        raise BadSettings(_one_line(error, file, variables)) from error


def settings_file(given: Path | None) -> Path | None:
    """The file that `load` reads; None if there is none.

    Raises:
        BadSettings: the file that was named is not there.
    """
    return find_file(given, os.environ)


def mailboxes(settings: Settings) -> tuple[MailboxSettings, ...]:
    """The mailbox at the top of the file, then the others."""
    first = MailboxSettings(
        address=settings.address, inbox=settings.inbox, outbox=settings.outbox
    )
    return (first, *settings.mailboxes)


def service_manager() -> str:
    """The socket of the service manager; "" if there is none."""
    return os.environ.get("NOTIFY_SOCKET", "")


def forget_secrets() -> None:
    """Remove our variables from the environment, and hide this process.

    No child inherits a secret then, and no process of the same user finds one in our
    memory, or in what /proc shows of the environment that we were started with.
    """
    for name in [n for n in os.environ if n.startswith(PREFIX)]:
        del os.environ[name]
    wipe_environment()
    forbid_dumping()


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError:  # no home directory at all
        return Path(path)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"cannot read {file}: {explain(error)}") from error


def _apply(tables: dict[str, Any], environment: Mapping[str, str]) -> dict[str, str]:
    """Write the environment's values into the tables, in place.

    Returns:
        For each full name of a setting ("inbox.host"), the variable that sets it.
    """
    variables = {}
    for variable, value in sorted(environment.items()):
        if not variable.startswith(PREFIX) or variable in NOT_SETTINGS:
            continue
        *path, name = variable.removeprefix(PREFIX).lower().split("__")
        table = tables
        section: type[Table] = Settings
        for step in path:
            section = _section(section, step, variable)
            table = table.setdefault(step, {})
            if not isinstance(table, dict):
                raise BadSettings(f"{step} is a table, but the file sets it to a value")
        if name not in section.model_fields:
            raise BadSettings(f"{variable} in the environment names no setting")
        table[name] = _parsed(value, section.model_fields[name].annotation)
        variables[".".join((*path, name))] = variable
    return variables


def _section(section: type[Table], step: str, variable: str) -> type[Table]:
    field = section.model_fields.get(step)
    inner = field.annotation if field else None
    if not (isinstance(inner, type) and issubclass(inner, Table)):
        raise BadSettings(f"{variable} in the environment names no setting")
    return inner


def _parsed(value: str, kind: object) -> object:
    if kind == tuple[str, ...]:
        return tuple(item.strip() for item in value.split(",") if item.strip())
    if value and kind == Path | None:
        return str(Path(value).absolute())  # not relative to the settings file
    return value


def _one_line(
    error: ValidationError, file: Path | None, variables: Mapping[str, str]
) -> str:
    first = error.errors()[0]
    name = ".".join(str(step) for step in first["loc"])
    # A rule about two settings has no place of its own; its message names both.
    blamed = [
        v for n, v in variables.items() if n == name or (not name and n in first["msg"])
    ]
    where = f"{' and '.join(blamed)}: " if blamed else f"{file}: " if file else ""
    if first["type"] == "extra_forbidden":
        return f"{where}{name} is no setting; see config/mailbot.toml for all of them"
    said = _WANTED.get(first["type"]) or _message(first["msg"])
    return f"{where}{said}" if blamed or not name else f"{where}{name}: {said}"


def _message(text: str) -> str:
    """The text of an error as the end of a line."""
    text = text.removeprefix("Value error, ").replace("Input should be", "must be")
    return f"{text[0].lower()}{text[1:]}"
