"""Reads the settings: a TOML file, then the environment over it.

`MAILBOT_ADDRESS` sets `address`, `MAILBOT_INBOX__HOST` sets `host` of `[inbox]`. A
list is written with commas. An unknown name or a wrong value is told in one line, with
exit code 78. Only this module and `secrets` read the environment.
"""

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec import ValidationError, convert

from mailbot.errors import BadSettings, explain
from mailbot.kernel import forbid_dumping, wipe_environment
from mailbot.options import File, Table
from mailbot.settings.schema import MailboxSettings, Secret, Settings, is_table

PREFIX = "MAILBOT_"
NOT_SETTINGS = {"MAILBOT_CONFIG"}
PLACES = ("mailbot.toml", "~/.config/mailbot/mailbot.toml", "/etc/mailbot/mailbot.toml")

WRITTEN = "can be written by another user"

_TRUTH = {"yes": "true", "on": "true", "no": "false", "off": "false"}
"""How else the environment may say what is true."""


def find_file(
    given: Path | None, environment: Mapping[str, str] = os.environ
) -> Path | None:
    """The file that `load` reads: the one named, else the first of `PLACES`.

    Raises:
        BadSettings: the file that was named is not there, or the one that was found is
            another user's, who could have us run commands; or anybody may write to it.
    """
    named = given or (
        Path(environment["MAILBOT_CONFIG"]) if "MAILBOT_CONFIG" in environment else None
    )
    if named:
        _check_file(named)
    # Not Path.is_file, which raises where a folder is closed to us, before Python 3.14.
    found = named or next(filter(os.path.isfile, map(_expanded, PLACES)), None)
    if found and anybody_writes(found):
        raise BadSettings(f"{found.absolute()} {WRITTEN}: chmod o-w {found.absolute()}")
    if found and not named and found.stat().st_uid not in (0, os.geteuid()):
        raise BadSettings(
            f"{found.absolute()} {WRITTEN}: give it with --config if it is yours, or "
            "go to another folder"
        )
    return found


def _check_file(path: Path) -> None:
    """Check that a file is there.

    Raises:
        BadSettings: it is not, or it is a folder, or a folder above it is closed to us.
    """
    try:
        # Path.is_file of Python 3.14 hides that a folder is closed to us.
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadSettings(f"no settings file {path}")
    except OSError as error:
        raise BadSettings(f"no settings file {path}: {explain(error)}") from error


def anybody_writes(path: Path) -> bool:
    """Whether any user of this machine may write to a file, or into a folder."""
    return bool(path.stat().st_mode & stat.S_IWOTH)


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
        return checked(tables, file.absolute().parent if file else None)
    except ValidationError as error:
        raise BadSettings(_one_line(str(error), file, variables)) from error


def checked(tables: Mapping[str, Any], folder: Path | None = None) -> Settings:
    """The settings that tables of plain values hold.

    Args:
        tables: as in the file.
        folder: what the paths of files are relative to; None leaves them as they are.

    Raises:
        ValidationError: a name or a value is wrong.
    """
    placed = _placed(tables, Settings, folder)
    _check_texts(placed)
    return convert(placed, Settings, strict=False, dec_hook=_read_text)


def no_file_found() -> str:
    """That no settings file was found, and which folders are closed to this user."""
    told = f"no settings file was found ({', '.join(PLACES)})"
    closed = [str(place.parent) for place in map(_expanded, PLACES) if _closed(place)]
    return f"{told}; this user cannot read {', '.join(closed)}" if closed else told


def _closed(path: Path) -> bool:
    """Whether this user may not even see if a file is there."""
    try:
        path.stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return False


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
        # Some editors begin a file with a byte order mark, which is no part of it.
        return tomllib.loads(file.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"cannot read {file}: {explain(error)}") from error
    except RecursionError:
        raise BadSettings(f"cannot read {file}: too many brackets") from None


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
        kinds = get_type_hints(section)
        if name not in kinds:
            raise BadSettings(f"{variable} in the environment names no setting")
        if not value.isascii() and "\\udc" in ascii(value):
            raise BadSettings(f"{variable} in the environment is not UTF-8")
        table[name] = _parsed(value, kinds[name])
        variables[".".join((*path, name))] = variable
    return variables


def _section(section: type[Table], step: str, variable: str) -> type[Table]:
    inner = get_type_hints(section).get(step)
    if not is_table(inner):
        raise BadSettings(f"{variable} in the environment names no setting")
    return inner


def _parsed(value: str, kind: object) -> object:
    if kind == tuple[str, ...]:
        return tuple(item.strip() for item in value.split(",") if item.strip())
    if value and kind == File:
        return str(_expanded(value).absolute())  # not relative to the settings file
    return _TRUTH.get(value.lower(), value) if kind is bool else value


def _placed(
    tables: Mapping[str, Any], section: type[Table], folder: Path | None
) -> dict[str, Any]:
    """The tables, with the paths of files below a folder; an empty one is None.

    "~" is a home folder in them.
    """
    kinds = get_type_hints(section)
    placed = dict(tables)
    for name, value in tables.items():
        kind = kinds.get(name)
        if kind == File and value == "":
            placed[name] = None
        elif kind == File and folder and isinstance(value, str):
            placed[name] = str(folder / _expanded(value))
        elif is_table(kind) and isinstance(value, dict):
            placed[name] = _placed(value, kind, folder)
        elif kind == tuple[MailboxSettings, ...] and isinstance(value, list):
            placed[name] = [
                _placed(one, MailboxSettings, folder) if isinstance(one, dict) else one
                for one in value
            ]
    return placed


def _check_texts(tables: Mapping[str, Any], above: str = "") -> None:
    """Refuse texts that no server, folder or address is called by.

    A blank or a line end that came with a copied value would be seen in no message. In
    a password a blank may be meant, and in a command either does no harm.
    """
    for name, value in tables.items():
        if name in {"password", "password_command"}:
            continue
        for step, one in enumerate(value if isinstance(value, list) else [value]):
            place = f"{above}{name}.{step}" if isinstance(value, list) else above + name
            if isinstance(one, dict):
                _check_texts(one, f"{place}.")
            elif isinstance(one, str) and one != one.strip():
                raise ValidationError(f"{place}: begins or ends with a blank")
            elif isinstance(one, str) and not one.isprintable():
                raise ValidationError(f"{place}: holds what cannot be printed")


def _read_text(kind: type, value: object) -> object:
    """A path or a secret, which msgspec does not know."""
    if kind is Secret and isinstance(value, str):
        return Secret(value)
    if kind is Path and isinstance(value, str | Path):
        return Path(value)
    if kind is Secret:
        raise TypeError("must be text in quotes")
    raise TypeError('must be a path in quotes, such as "/etc/mailbot/password"')


def _one_line(error: str, file: Path | None, variables: Mapping[str, str]) -> str:
    name, said = told(error)
    # A rule about two settings has no place of its own; its message names both.
    blamed = [v for n, v in variables.items() if n == name or (not name and n in said)]
    where = f"{' and '.join(blamed)}: " if blamed else f"{file}: " if file else ""
    if said == NO_SETTING:
        return f"{where}{name} {said}"
    return f"{where}{said}" if blamed or not name else f"{where}{name}: {said}"


NO_SETTING = "is no setting; see config/mailbot.toml for all of them"

_WANTED = {
    "array": 'a list, such as ["ada@example.org", "@example.net"]',
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table, such as [inbox]",
    "str": "text in quotes",
}
"""What a value of the wrong kind should be, by msgspec's name of that kind."""

_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_WRONG_KIND = re.compile(r"Expected `(\w+)`(?:, got .*|( .*))")
_OWN_RULE = re.compile(r"([\w.]+): (.*)", re.DOTALL)
"""The messages of msgspec, and those of our own rules (`schema.Settings`)."""


def told(error: str) -> tuple[str, str]:
    """The full name of the setting that msgspec's error is about, and what is wrong."""
    message, _, place = error.partition(" - at `$")
    steps = re.findall(r"\w+", place)
    if unknown := _UNKNOWN.fullmatch(message):
        return ".".join((*steps, unknown[1])), NO_SETTING
    if missing := _MISSING.fullmatch(message):
        return ".".join((*steps, missing[1])), "must be set"
    if wrong := _WRONG_KIND.fullmatch(message):
        return ".".join(steps), f"must be {_WANTED[wrong[1]]}{wrong[2] or ''}"
    if message.startswith("Invalid enum value"):
        return ".".join(steps), f"must be {_choices(steps)}"
    if rule := _OWN_RULE.fullmatch(message):
        return rule[1], rule[2]
    return ".".join(steps), message


def _choices(steps: list[str]) -> str:
    """The values that a setting may have."""
    kind: Any = Settings
    for step in steps:
        inner = get_type_hints(kind).get(step) if is_table(kind) else get_args(kind)[0]
        kind = inner
    *others, last = map(repr, get_args(kind))
    return f"{', '.join(others)} or {last}"
