"""OAuth2: access tokens for a mailbox, kept on disk and renewed before they expire.

A person logs in once (`mailbot login`); from then on the provider's library trades its
refresh token for access tokens. What it must remember is one string, kept in a file
that only we may read.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from mailbot.errors import BadSettings, explain

ProviderName = Literal["google", "microsoft"]
Tell = Callable[[str], None]


class Provider(Protocol):
    """Google or Microsoft. Every method may raise Passing or BadSettings."""

    def log_in(self, tell: Tell) -> str:
        """Let a person log in, told how by `tell`; what is to be remembered."""

    def token(self, remembered: str, *, again: bool) -> tuple[str, str]:
        """An access token that lasts a while, and what is to be remembered now.

        `again`: not the last one, which was refused.
        """


@dataclass(frozen=True, slots=True)
class OAuthOptions:
    """Whose mailbox, the client registration (JSON), and where tokens are kept."""

    provider: ProviderName
    user: str
    client_file: Path | None
    folder: Path

    @property
    def file(self) -> Path:
        """What is remembered of the login."""
        plain = "".join(c if c.isalnum() or c in "@.-_" else "_" for c in self.user)
        return self.folder / f"oauth-{self.provider}-{plain}.json"


class TokenSource:
    """Access tokens of one login; for `credentials.Bearer`."""

    def __init__(self, options: OAuthOptions, provider: Provider | None = None) -> None:
        self._options = options
        self._provider = provider or make_provider(options)

    def __call__(self, again: bool = False) -> str:
        """A token that is valid for some minutes at least.

        Raises:
            Passing: the provider cannot be reached.
            BadSettings: nobody has logged in, or the provider knows us no more.
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
        """Let a person log in, told how by `tell`, and remember it."""
        remember(self._options.file, self._provider.log_in(tell))


def make_provider(options: OAuthOptions) -> Provider:
    """The provider's library, behind our words.

    Raises:
        BadSettings: it is not installed, or the client registration is missing.
    """
    if options.client_file is None:
        raise BadSettings(
            "oauth_client_file is not set: OAuth2 needs the registration of a client, "
            f"made once at {options.provider}"
        )
    try:
        registration = options.client_file.expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(
            f"cannot read oauth_client_file {options.client_file}: {explain(error)}"
        ) from error
    try:
        if options.provider == "google":
            from mailbot.mail.oauth.google import Google

            return Google(registration, options.user)
        from mailbot.mail.oauth.microsoft import Microsoft

        return Microsoft(registration, options.user)
    except ImportError as error:
        raise BadSettings(
            f"oauth needs an extra: pip install 'sudoku-mailbot[{options.provider}]'"
        ) from error


def remember(file: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all.

    Root writes it for the folder's owner: the service that is to read it.

    Raises:
        BadSettings: it cannot be written.
    """
    new = file.with_suffix(f".{os.getpid()}.new")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            heir = find_heir(os.fstat(descriptor), file.parent.stat(), os.geteuid())
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


def find_heir(
    file: os.stat_result, folder: os.stat_result, user: int
) -> tuple[int, int] | None:
    """Who is to own a file that `user` made: uid and gid, None if it stays as it is."""
    heir = folder.st_uid, folder.st_gid
    return heir if user == 0 and heir != (file.st_uid, file.st_gid) else None
