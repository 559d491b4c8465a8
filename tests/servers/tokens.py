"""An OAuth2 server on loopback: introspection for Dovecot, tokens for the bot.

It knows the device flow, codes from a browser, and refreshing; `approved_for` is the
user who has said yes. As a proxy (HTTPS_PROXY) it is every host that is asked for, with
the certificate it was given.
"""

import json
import ssl
from base64 import urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs

MICROSOFT = "https://login.microsoftonline.com"
"""The only host that Microsoft's library accepts; tests lead it here by a proxy."""


_GOOGLE = "https://mail.google.com/"


class Tokens(ThreadingHTTPServer):
    """The server. `seen` lists the requests: (path, form).

    `scope` is the scope of tokens that are given to a login by browser.
    """

    daemon_threads = True

    def __init__(self, secure: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.secure = secure
        self.valid: dict[str, str] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.approved_for = ""
        self.lifetime = 3600
        self.broken = False
        self.scope = _GOOGLE
        self._device_scope = ""
        self.url = f"http://127.0.0.1:{self.server_port}"
        Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def grant(self, user: str) -> str:
        """A fresh access token with which `user` may log in."""
        token = f"access-{len(self.valid)}-{user}"
        self.valid[token] = user
        return token

    def revoke(self) -> None:
        """Make every access token invalid."""
        self.valid.clear()

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, dict[str, object]]:
        """What the server says to a POST of `form`."""
        self.seen.append((path, form))
        if self.broken:
            return 503, {"error": "temporarily_unavailable"}
        if path.startswith("/introspect"):
            user = self.valid.get(form.get("token", ""))
            return 200, {"active": bool(user), "username": user or ""}
        if path.endswith("/openid-configuration"):
            return 200, {
                "issuer": f"{MICROSOFT}/common/v2.0",
                "authorization_endpoint": f"{MICROSOFT}/authorize",
                "token_endpoint": f"{MICROSOFT}/token",
                "device_authorization_endpoint": f"{MICROSOFT}/devicecode",
            }
        if path.endswith("/discovery/instance"):
            return 200, {"metadata": []}
        if path.endswith("/devicecode"):
            self._device_scope = form["scope"]
            return 200, {
                "device_code": "device",
                "user_code": "ABCD-EFGH",
                "verification_uri": f"{self.url}/verify",
                "verification_url": f"{self.url}/verify",
                "message": f"open {self.url}/verify and enter ABCD-EFGH",
                "expires_in": 60,
                "interval": 0,
            }
        return self._token(form)

    def _token(self, form: dict[str, str]) -> tuple[int, dict[str, object]]:
        user, scope = self.approved_for, form.get("scope", self.scope)
        if form.get("grant_type") == "refresh_token":
            user = form["refresh_token"].removeprefix("refresh-")
        elif "device_code" in form:
            scope = self._device_scope
        if not user:
            return 400, {"error": "authorization_pending"}
        if user == "revoked":
            return 400, {"error": "invalid_grant", "error_description": "revoked"}
        about = urlsafe_b64encode(json.dumps({"uid": user, "utid": "lab"}).encode())
        return 200, {
            "client_info": about.decode().rstrip("="),
            "access_token": self.grant(user),
            "refresh_token": f"refresh-{user}",
            "expires_in": self.lifetime,
            "token_type": "Bearer",
            "scope": scope,
        }


class _Requests(BaseHTTPRequestHandler):
    server: Tokens

    def do_GET(self) -> None:
        self._send(*self.server.answer(self.path.partition("?")[0], {}))

    def do_CONNECT(self) -> None:
        assert self.server.secure
        self.send_response(200)
        self.end_headers()
        self.connection = self.server.secure.wrap_socket(self.connection, True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", 0)
        self.close_connection = False

    def finish(self) -> None:
        super().finish()
        self.connection.close()  # what was wrapped, the server does not know of

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        self._send(*self.server.answer(self.path, form))

    def _send(self, status: int, answer: dict[str, object]) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Stay quiet."""
