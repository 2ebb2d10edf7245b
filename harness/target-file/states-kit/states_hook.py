"""A states hook for a test system of a registry, to copy: Python 3.9 or newer, no dependencies.

    STATES_SECRET=… python3 states_hook.py

Write the body of each state; one that you do not offer stays as it is. Never deploy this file with the registry.
"""

import hmac
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class NotOffered(Exception):
    """Raised by a state that this system does not offer: the checks that need it are skipped."""


def token(grants, resource, condition="valid"):
    """grants: list of "publish", "unpublish", "trust"; resource: "*", "@scope", a name or name@version;
    condition: "valid", "expired", "revoked" or "rate-limited". Return {"token": "…"}."""
    raise NotOffered


def token_revoked(token):
    """A token that the hook gave is revoked from now on."""
    raise NotOffered


def token_expired(token):
    """A token that the hook gave has expired."""
    raise NotOffered


def release_status(name, version, state, reason=None):
    """The existing release is now in `state`: "yanked", "tombstoned", "blocked" or "unavailable"."""
    raise NotOffered


def git_release(name, version, repository, ref):
    """A release whose dist.source is "git"."""
    raise NotOffered


def intent_expired(uploadId):
    """The release or trust intent is past its expiresAt."""
    raise NotOffered


def intent_failed(uploadId):
    """The intent is in the state "failed"."""
    raise NotOffered


def advisory(volume, withdrawn=False):
    """An advisory that affects the volume. Return {"id": "…"}."""
    raise NotOffered


def release_purged(name, version):
    """Every trace of the release is removed: the same identity can be published again."""
    raise NotOffered


def inconsistent(name, version):
    """Index, metadata and trust data of the release can no longer be reconciled."""
    raise NotOffered


def run_ended(runId):
    """Take back the tokens and advisories that were made for requests with this Conformance-Run header."""
    raise NotOffered


# Each returns the JSON object of the answer. An error is answered 500.
STATES = {
    "token": token,
    "token-revoked": token_revoked,
    "token-expired": token_expired,
    "release-status": release_status,
    "git-release": git_release,
    "intent-expired": intent_expired,
    "intent-failed": intent_failed,
    "advisory": advisory,
    "release-purged": release_purged,
    "inconsistent": inconsistent,
    "run-ended": run_ended,
}

# Three guards keep the hook out of production: a name of the environment, a secret, and the loopback interface.
SECRET = os.environ.get("STATES_SECRET", "")


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        size = int(self.headers.get("Content-Length") or 0)
        status, body = self.find_answer(self.rfile.read(size))
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def find_answer(self, data):
        given = self.headers.get("X-States-Secret") or ""
        if not hmac.compare_digest(given.encode(), SECRET.encode()):
            return 403, {"error": "wrong X-States-Secret"}
        try:
            request = json.loads(data)
            state = STATES.get(request["state"])
            if state is None:
                return 501, {"error": "unknown state"}
            return 200, state(**request.get("params", {})) or {}
        except NotOffered:
            return 501, {"error": "not offered"}
        except Exception as error:
            return 500, {"error": str(error)}

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    if os.environ.get("APP_ENV", "").lower().startswith("prod") or len(SECRET) < 16:
        sys.exit("The states hook does not start: not in production, and not without a STATES_SECRET of 16 characters")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9001"))), Hook)
    print(f"States hook at http://127.0.0.1:{server.server_port}/states", flush=True)
    server.serve_forever()
