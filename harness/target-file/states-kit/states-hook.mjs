// A states hook for a test system of a registry, to copy: Node 20 or newer, no dependencies.
//   STATES_SECRET=… node states-hook.mjs
// Write the body of each state; one that you do not offer stays as it is. Never deploy this file with the registry.
import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

/** Thrown by a state that this system does not offer: the checks that need it are skipped. */
class NotOffered extends Error {}

/** Each gets the params of the request and returns the JSON object of the answer. An error is answered 500. */
const states = {
  // grants: list of "publish", "unpublish", "trust"; resource: "*", "@scope", a name or name@version;
  // condition: "valid", "expired", "revoked" or "rate-limited". Return { token: "…" }.
  token({ grants, resource, condition }) {
    throw new NotOffered(`${condition} token for ${resource} with ${grants}`);
  },
  // A token that the hook gave is revoked from now on, or has expired.
  "token-revoked"({ token }) {
    throw new NotOffered(token.length);
  },
  "token-expired"({ token }) {
    throw new NotOffered(token.length);
  },
  // The existing release is now in `state`: "yanked", "tombstoned", "blocked" or "unavailable".
  "release-status"({ name, version, state, reason }) {
    throw new NotOffered(`${name}@${version} ${state} ${reason}`);
  },
  // A release whose dist.source is "git".
  "git-release"({ name, version, repository, ref }) {
    throw new NotOffered(`${name}@${version} ${repository} ${ref}`);
  },
  // The release or trust intent is past its expiresAt.
  "intent-expired"({ uploadId }) {
    throw new NotOffered(uploadId);
  },
  // The intent is in the state "failed".
  "intent-failed"({ uploadId }) {
    throw new NotOffered(uploadId);
  },
  // An advisory that affects the volume. Return { id: "…" }.
  advisory({ volume, withdrawn = false }) {
    throw new NotOffered(`${volume} ${withdrawn}`);
  },
  // Every trace of the release is removed: the same identity can be published again.
  "release-purged"({ name, version }) {
    throw new NotOffered(`${name}@${version}`);
  },
  // Index, metadata and trust data of the release can no longer be reconciled.
  inconsistent({ name, version }) {
    throw new NotOffered(`${name}@${version}`);
  },
  // The run is over: take back the tokens and advisories that were made for requests with this Conformance-Run header.
  "run-ended"({ runId }) {
    throw new NotOffered(runId);
  },
};

// Three guards keep the hook out of production: a name of the environment, a secret, and the loopback interface.
const environment = (process.env.APP_ENV ?? process.env.NODE_ENV ?? "").toLowerCase();
const secret = process.env.STATES_SECRET ?? "";
if (environment.startsWith("prod") || secret.length < 16) {
  throw new Error(
    "The states hook does not start: not in production, and not without a STATES_SECRET of 16 characters",
  );
}

function isAllowed(given) {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function answer(request) {
  if (!isAllowed(request.headers["x-states-secret"])) return [403, { error: "wrong X-States-Secret" }];
  if (request.method !== "POST") return [405, { error: "expected POST" }];
  try {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { state, params = {} } = JSON.parse(text);
    if (!Object.hasOwn(states, state)) return [501, { error: "unknown state" }];
    return [200, (await states[state](params)) ?? {}];
  } catch (error) {
    return [error instanceof NotOffered ? 501 : 500, { error: error.message }];
  }
}

const server = createServer(async (request, response) => {
  const [status, body] = await answer(request);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});
server.listen(Number(process.env.PORT ?? 9001), "127.0.0.1", () => {
  console.log(`States hook at http://127.0.0.1:${server.address().port}/states`);
});
