"""Access tokens for Gmail, by google-auth.

A person logs in with a browser: Google refuses mail scopes to device codes.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from google.auth.credentials import TokenState
from google.auth.exceptions import GoogleAuthError, RefreshError, TransportError
from google.auth.transport.requests import Request
from google.oauth2.credentials import Credentials
from google_auth_oauthlib.flow import InstalledAppFlow
from oauthlib.oauth2 import OAuth2Error
from requests.exceptions import RequestException

from mailbot.errors import BadSettings, Passing

SCOPES = ("https://mail.google.com/",)


class _Flow(InstalledAppFlow):  # type: ignore[misc]
    """The library's login flow; it calls `tell` with the address and prints nothing."""

    tell: Callable[[str], None]

    def authorization_url(self, **options: str) -> tuple[str, str]:
        """The address to open; at this time the flow's own server already listens."""
        address, state = super().authorization_url(**options)
        port = urlsplit(self.redirect_uri).port
        self.tell(
            "Open this address in a browser on this machine. From elsewhere, forward "
            f"the port first: ssh -L {port}:localhost:{port} THIS-MACHINE\n{address}"
        )
        return address, state


class Google:
    """A login.Provider; `registration` is the JSON of a desktop app's client."""

    def __init__(self, registration: str, user: str) -> None:
        self._user = user
        try:
            client = json.loads(registration)
            known = "installed" in client or "web" in client
        except (ValueError, TypeError) as error:
            raise BadSettings(f"oauth_client_file holds no client: {error}") from error
        if not known:
            raise BadSettings("oauth_client_file holds no client of a desktop app")
        self._client: dict[str, Any] = client

    def log_in(self, tell: Callable[[str], None]) -> str:
        """See login.Provider: by a browser, here or elsewhere over ssh."""
        try:
            flow = _Flow.from_client_config(self._client, SCOPES)
            flow.tell = tell
            credentials = flow.run_local_server(
                port=0,
                open_browser=False,
                authorization_prompt_message=None,
                access_type="offline",
                prompt="consent",
                login_hint=self._user,
            )
        except ValueError as error:
            raise BadSettings(f"oauth_client_file: {error}") from error
        except (GoogleAuthError, OAuth2Error) as error:
            raise BadSettings(f"Google refuses the login: {error}") from error
        except Warning as error:  # from oauthlib: the person granted fewer rights
            raise BadSettings(
                f"Google gave other rights than asked: {error}"
            ) from error
        except (RequestException, OSError) as error:
            raise Passing(f"Google cannot be reached: {error}") from error
        return str(credentials.to_json())

    def token(self, remembered: str, *, again: bool) -> tuple[str, str]:
        """See login.Provider."""
        credentials = _recalled(remembered)
        try:
            if again or credentials.token_state is not TokenState.FRESH:
                credentials.refresh(Request())  # type: ignore[no-untyped-call]
                remembered = credentials.to_json()  # type: ignore[no-untyped-call]
        except TransportError as error:
            raise Passing(f"Google cannot be reached: {error}") from error
        except RefreshError as error:
            if error.retryable:
                raise Passing(f"Google gives no token now: {error}") from error
            raise BadSettings(
                f"Google knows this login no more; run `mailbot login`: {error}"
            ) from error
        return str(credentials.token), remembered


def _recalled(remembered: str) -> Credentials:
    """Read what `to_json` wrote; the library's own reader loses the token server."""
    try:
        info = json.loads(remembered)
        expiry = datetime.fromisoformat(info["expiry"]).astimezone(UTC)
        return Credentials(  # type: ignore[no-untyped-call]
            info["token"],
            refresh_token=info["refresh_token"],
            token_uri=info["token_uri"],
            client_id=info["client_id"],
            client_secret=info["client_secret"],
            scopes=SCOPES,
            expiry=expiry.replace(tzinfo=None),  # the library's times are naive UTC
        )
    except (ValueError, LookupError, TypeError) as error:
        raise BadSettings(f"run `mailbot login` again: {error}") from error
