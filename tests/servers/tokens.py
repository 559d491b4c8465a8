"""An OAuth2 server on loopback: introspection for Dovecot, tokens for the bot.

It knows the device flow and refreshing; a person's consent is `approve()`.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs


class Tokens(ThreadingHTTPServer):
    """The server. `seen` lists what was asked for: (path, form)."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Requests)
        self.valid: dict[str, str] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.approved_for = ""
        self.lifetime = 3600
        self.broken = False
        self.url = f"http://127.0.0.1:{self.server_port}"
        Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def grant(self, user: str) -> str:
        """A fresh access token with which `user` may log in."""
        token = f"access-{len(self.valid)}-{user}"
        self.valid[token] = user
        return token

    def revoke(self) -> None:
        """Make every token invalid."""
        self.valid.clear()

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, dict[str, object]]:
        """What the server says to a POST of `form`."""
        self.seen.append((path, form))
        if self.broken:
            return 503, {"error": "temporarily_unavailable"}
        if path.startswith("/introspect"):
            user = self.valid.get(form.get("token", ""))
            return 200, {"active": bool(user), "username": user or ""}
        if path.endswith("/devicecode"):
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
        if form.get("grant_type") == "refresh_token":
            user = form["refresh_token"].removeprefix("refresh-")
        else:
            user = self.approved_for
        if not user:
            return 400, {"error": "authorization_pending"}
        if user == "revoked":
            return 400, {"error": "invalid_grant", "error_description": "revoked"}
        return 200, {
            "access_token": self.grant(user),
            "refresh_token": f"refresh-{user}",
            "expires_in": self.lifetime,
            "token_type": "Bearer",
            "scope": form.get("scope", ""),
        }


class _Requests(BaseHTTPRequestHandler):
    server: Tokens

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
