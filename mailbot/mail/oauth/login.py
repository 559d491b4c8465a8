"""OAuth2: access tokens for a mailbox, renewed before they expire.

A person logs in once (`mailbot login`). From then on the provider's library exchanges
its refresh token for access tokens. Its state is one string, which is kept in a file
that only we may read.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from mailbot.errors import BadSettings, explain

ProviderName = Literal["google", "microsoft"]
Tell = Callable[[str], None]


class Provider(Protocol):
    """A provider's library. Every method may raise Passing or BadSettings."""

    def log_in(self, tell: Tell) -> str:
        """Let a person log in, and return the library's state.

        `tell` shows the person what to do.
        """

    def token(self, remembered: str, *, again: bool) -> tuple[str, str]:
        """An access token, valid for some minutes at least, and the new state.

        Args:
            remembered: the library's state.
            again: the server refused the last token, so another is needed.
        """


class OAuthOptions(Struct, frozen=True):
    """Whose mailbox it is, our registration (JSON), and the folder for the state."""

    provider: ProviderName
    user: str
    client_file: Path | None
    folder: Path

    @property
    def file(self) -> Path:
        """The file with the library's state."""
        plain = "".join(c if c.isalnum() or c in "@.-_" else "_" for c in self.user)
        return self.folder / f"oauth-{self.provider}-{plain}.json"


class TokenSource:
    """The access tokens of one login; the `token` of credentials.Bearer."""

    def __init__(self, options: OAuthOptions, provider: Provider | None = None) -> None:
        self._options = options
        self._provider = provider or make_provider(options)

    def __call__(self, again: bool = False) -> str:
        """A token that is valid for some minutes at least.

        Args:
            again: the server refused the last token, so another is needed.

        Raises:
            Passing: the provider cannot be reached.
            BadSettings: a person has to log in, for the first time or again.
        """
        file = self._options.file
        try:
            remembered = file.read_text("utf-8")
        except FileNotFoundError:
            raise BadSettings(
                f"nobody has logged in as {self._options.user}; run `mailbot login`"
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise BadSettings(f"cannot read {file}: {explain(error)}") from error
        token, now_remembered = self._provider.token(remembered, again=again)
        if now_remembered != remembered:
            remember(file, now_remembered)
        return token

    def log_in(self, tell: Tell) -> None:
        """Let a person log in as `tell` shows, and keep the library's state."""
        remember(self._options.file, self._provider.log_in(tell))


def make_provider(options: OAuthOptions) -> Provider:
    """The provider that the options name.

    Raises:
        BadSettings: its library is not installed, or our registration is missing.
    """
    if options.client_file is None:
        raise BadSettings(
            "oauth_client_file is not set: OAuth2 needs the registration of a client, "
            f"made once at {options.provider}"
        )
    try:
        registration = options.client_file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(
            f"cannot read oauth_client_file {options.client_file}: {explain(error)}"
        ) from error
    try:
        if options.provider == "google":
            from mailbot.mail.oauth.google import Google

            return Google(registration, options.user)
        from mailbot.mail.oauth.microsoft import Microsoft

        return Microsoft(registration)
    except ImportError as error:
        raise BadSettings(
            f"oauth needs more: deploy/setup.sh --with {options.provider}, or pip "
            f"install 'sudoku-mailbot[{options.provider}]'"
        ) from error


def remember(file: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all.

    If root writes it, the folder's owner gets it: that is the service that reads it.

    Raises:
        BadSettings: it cannot be written.
    """
    new = file.with_suffix(f".{os.getpid()}.new")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            heir = find_new_owner(
                os.fstat(descriptor), file.parent.stat(), os.geteuid()
            )
            if heir:
                os.fchown(descriptor, *heir)
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)
    except OSError as error:
        raise BadSettings(
            f"cannot remember the login in {file}: {explain(error)}"
        ) from error


def find_new_owner(
    file: os.stat_result, folder: os.stat_result, user: int
) -> tuple[int, int] | None:
    """The uid and gid that a new file must get; None if it has the right ones.

    Args:
        file: the status of the file.
        folder: the status of its folder.
        user: the uid that made the file.
    """
    owner = folder.st_uid, folder.st_gid
    return owner if user == 0 and owner != (file.st_uid, file.st_gid) else None
