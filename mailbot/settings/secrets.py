"""Fetches secrets from the place that the settings name.

A password comes from a file, a command, the service manager or the environment, never
from the command line, where every user of the machine could read it.
"""

import os
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

from mailbot.errors import BadSettings, explain
from mailbot.settings.schema import Login

_PATIENCE = 60
"""Seconds that a command may take to print a password."""


def password(
    login: Login, section: str, environment: Mapping[str, str] = os.environ
) -> str:
    """The password of a login; "" if none is set.

    A credential of the service manager goes before another place: so the same settings
    serve the service and a person who tries them by hand.

    Raises:
        BadSettings: more than one place is named, or there is no password at the place,
            or one that nobody could have typed.
    """
    found = _found(login, section, environment)
    if not found.isprintable():
        raise BadSettings(
            f"{section}: the password holds a character that cannot be seen, such as a "
            "line end: write it by hand, if it was copied"
        )
    return found


def _found(login: Login, section: str, environment: Mapping[str, str]) -> str:
    folder = environment.get("CREDENTIALS_DIRECTORY")
    if login.password_credential and folder:
        return _first_line(Path(folder) / login.password_credential, section)
    places = {
        "password": login.password.reveal(),
        "password_file": login.password_file,
        "password_command": login.password_command,
    }
    named = [name for name, place in places.items() if place]
    if len(named) > 1:
        raise BadSettings(f"{section}: {' and '.join(named)} are both set; keep one")
    if login.password_file:
        return _first_line(login.password_file, section)
    if login.password_command:
        return _printed(login.password_command, section)
    if login.password_credential and not named:
        raise BadSettings(
            f"{section}.password_credential is set, but no service manager handed over "
            "a credential; to try it by hand, set password_file, too"
        )
    return login.password.reveal().rstrip("\r\n")


def client_file(
    login: Login, environment: Mapping[str, str] = os.environ
) -> Path | None:
    """The file with the client registration for OAuth2; None if none is set.

    A credential that the service manager handed over goes before the file, unless it is
    empty, as the units' is where there was nothing to hand over.
    """
    folder = environment.get("CREDENTIALS_DIRECTORY")
    if login.oauth_client_credential and folder:
        handed = Path(folder) / login.oauth_client_credential
        try:
            empty = not handed.read_bytes().strip()
        except OSError:
            empty = False  # whoever reads it says why it cannot be read
        if not empty:
            return handed
    return login.oauth_client_file


def _first_line(file: Path, section: str) -> str:
    try:
        # Some editors begin a file with a byte order mark, which is no part of it.
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(
            f"{section}: cannot read the password from {file}: {explain(error)}"
        ) from error
    if not lines or not lines[0]:
        raise BadSettings(f"{section}: {file} holds no password")
    return lines[0]


def _printed(command: str, section: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 -- the operator's own command
            shlex.split(command),
            capture_output=True,
            encoding="utf-8-sig",
            timeout=_PATIENCE,
            check=True,
        )
    except OSError as error:
        raise BadSettings(
            f"{section}.password_command: cannot run {error.filename}: {explain(error)}"
        ) from error
    except subprocess.CalledProcessError as error:
        # Not the error's own text: it holds the command, and so perhaps a password.
        said = " ".join(error.stderr.split())[-200:]
        raise BadSettings(
            f"{section}.password_command ended with {error.returncode}: {said or '-'}"
        ) from None
    except subprocess.TimeoutExpired:
        raise BadSettings(
            f"{section}.password_command printed nothing within {_PATIENCE} s"
        ) from None
    except ValueError as error:
        raise BadSettings(f"{section}.password_command: {explain(error)}") from error
    printed = done.stdout.split("\n", 1)[0].rstrip("\r")
    if not printed:
        raise BadSettings(f"{section}.password_command printed no password")
    return printed
