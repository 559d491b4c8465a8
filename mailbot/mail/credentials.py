"""What a server accepts as a login: a password or OAuth2 access tokens."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Password:
    """A login name and its password or app password."""

    user: str
    password: str = field(repr=False)

    @property
    def is_ascii(self) -> bool:
        """Whether every way to log in can carry it."""
        return (self.user + self.password).isascii()

    @property
    def remedy(self) -> str:
        """What a person can do if the server refuses the login."""
        advice = f"check user and password (the user is {self.user})"
        if self.password != self.password.strip():
            advice += "; the password begins or ends with a blank"
        return advice


@dataclass(frozen=True, slots=True)
class Bearer:
    """A login name and the source of its OAuth2 access tokens (mail.oauth).

    `token(True)` asks for a new token because the server refused the last one. It
    raises Passing if the token server cannot be reached, and BadSettings if a person
    has to log in again.
    """

    user: str
    token: Callable[[bool], str] = field(repr=False)
    remedy: ClassVar[str] = "check user, and run `mailbot login` again"


Credentials = Password | Bearer

ONLY_ASCII = (
    "the server takes no letters beyond ASCII, such as umlauts, in user and password: "
    "choose another password there"
)
