"""Tokens for Gmail, by google-auth. Google gives mail scopes to browsers only."""

import json
from typing import Any

from google.auth.credentials import TokenState
from google.auth.exceptions import GoogleAuthError, RefreshError, TransportError
from google.auth.transport.requests import Request
from google.oauth2.credentials import Credentials
from google_auth_oauthlib.flow import InstalledAppFlow
from oauthlib.oauth2 import OAuth2Error
from requests.exceptions import RequestException

from mailbot.errors import BadSettings, Passing
from mailbot.mail.oauth import Tell

SCOPES = ("https://mail.google.com/",)
PORT = 8765
"""Where the browser hands over the login: on this machine, or forwarded to it."""


class Google:
    """An oauth.Provider; `registration` is the client's JSON of a desktop app."""

    def __init__(self, registration: str, user: str) -> None:
        self._user = user
        try:
            self._client: dict[str, Any] = json.loads(registration)
        except ValueError as error:
            raise BadSettings(f"oauth_client_file holds no JSON: {error}") from error

    def log_in(self, tell: Tell) -> str:
        """By a browser, here or forwarded by ssh; see oauth.Provider."""
        tell(
            "Open this address in a browser on this machine. From elsewhere, forward "
            f"the port first: ssh -L {PORT}:localhost:{PORT} THIS-MACHINE"
        )
        try:
            flow = InstalledAppFlow.from_client_config(self._client, SCOPES)
            credentials = flow.run_local_server(
                port=PORT,
                open_browser=False,
                authorization_prompt_message="{url}",
                access_type="offline",
                prompt="consent",
                login_hint=self._user,
            )
        except ValueError as error:
            raise BadSettings(f"oauth_client_file: {error}") from error
        except (GoogleAuthError, OAuth2Error) as error:
            raise BadSettings(f"Google refuses the login: {error}") from error
        except (RequestException, OSError) as error:
            raise Passing(f"Google cannot be reached: {error}") from error
        return str(credentials.to_json())

    def token(self, remembered: str, *, again: bool) -> tuple[str, str]:
        """See oauth.Provider."""
        try:
            info = json.loads(remembered)
            credentials = Credentials.from_authorized_user_info(info, SCOPES)  # type: ignore[no-untyped-call]
        except ValueError as error:
            raise BadSettings(f"run `mailbot login` again: {error}") from error
        try:
            if again or credentials.token_state is not TokenState.FRESH:
                credentials.refresh(Request())
                remembered = credentials.to_json()
        except TransportError as error:
            raise Passing(f"Google cannot be reached: {error}") from error
        except RefreshError as error:
            if error.retryable:
                raise Passing(f"Google gives no token now: {error}") from error
            raise BadSettings(
                f"Google knows this login no more; run `mailbot login`: {error}"
            ) from error
        return str(credentials.token), remembered
