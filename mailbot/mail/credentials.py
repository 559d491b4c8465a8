"""How we prove who we are to a server."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Password:
    """A login name and its password or app password."""

    user: str
    password: str = field(repr=False)
    remedy: ClassVar[str] = "check user and password"
    """What to do where a server refuses them."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """A login name and where its OAuth2 access tokens come from (mail.oauth).

    `token(True)` asks for another one than the last, which was not accepted. It
    raises Passing where the token server cannot be reached, BadSettings where a
    person has to log in again.
    """

    user: str
    token: Callable[[bool], str] = field(repr=False)
    remedy: ClassVar[str] = "check user, and run `mailbot login` again"


Credentials = Password | Bearer
