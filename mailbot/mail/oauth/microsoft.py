"""Access tokens for Microsoft 365 and Outlook.com, by MSAL and a device code."""

import json
from collections.abc import Callable
from typing import Any

import msal
from msal.exceptions import MsalError
from requests.exceptions import RequestException

from mailbot.errors import BadSettings, Passing

SCOPES = [
    "https://outlook.office.com/IMAP.AccessAsUser.All",
    "https://outlook.office.com/SMTP.Send",
]
AUTHORITY = "https://login.microsoftonline.com"
_LOST = {"invalid_grant", "interaction_required", "invalid_client"}


class Microsoft:
    """A login.Provider; `registration` is {"client_id": ..., "tenant": "common"}.

    Tests give an `http_client`, as MSAL defines it, in place of the network.
    """

    def __init__(self, registration: str, http_client: object = None) -> None:
        self._http_client = http_client
        try:
            client = json.loads(registration)
            self._client_id = str(client["client_id"])
            self._tenant = str(client.get("tenant", "common"))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadSettings("oauth_client_file holds no client_id") from error

    def log_in(self, tell: Callable[[str], None]) -> str:
        """See login.Provider: by a code that the person types into any browser."""
        cache = msal.SerializableTokenCache()

        def ask() -> Any:
            app = self._app(cache)
            flow = app.initiate_device_flow(scopes=SCOPES)
            if "user_code" not in flow:
                return flow
            tell(flow["message"])
            return app.acquire_token_by_device_flow(flow)

        _reached(ask)
        return str(cache.serialize())

    def token(self, remembered: str, *, again: bool) -> tuple[str, str]:
        """See login.Provider."""
        cache = msal.SerializableTokenCache()
        try:
            json.loads(remembered)["RefreshToken"].values()
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise BadSettings(f"run `mailbot login` again: {error}") from error
        cache.deserialize(remembered)

        def ask() -> Any:
            app = self._app(cache)
            account = next(iter(app.get_accounts()), None)
            return app.acquire_token_silent_with_error(
                SCOPES, account=account, force_refresh=again
            ) or {"error": "invalid_grant"}

        answer = _reached(ask)
        return str(answer["access_token"]), str(cache.serialize())

    def _app(self, cache: object) -> Any:
        return msal.PublicClientApplication(
            self._client_id,
            authority=f"{AUTHORITY}/{self._tenant}",
            token_cache=cache,
            http_client=self._http_client,
        )


def _reached(ask: Callable[[], Any]) -> Any:
    """The answer of MSAL, if it holds a token.

    Raises:
        Passing: Microsoft cannot be reached, or gives no token now.
        BadSettings: a person has to log in again.
    """
    try:
        answer = ask()
    except (RequestException, MsalError, ValueError, LookupError) as error:
        raise Passing(f"Microsoft cannot be reached: {error}") from error
    if "access_token" in answer:
        return answer
    what = answer.get("error_description") or answer.get("error")
    if answer.get("error") in _LOST:
        raise BadSettings(
            f"Microsoft knows this login no more; run `mailbot login`: {what}"
        )
    raise Passing(f"Microsoft gives no token now: {what}")
