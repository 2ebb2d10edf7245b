import { expect, test } from "vitest";
import { createRegistry } from "./create-registry.ts";
import { dispatch } from "./dispatch.ts";
import { baseUrl, checkDeadlineMs, madeUpSession } from "./made-up-session.test.fixture.ts";
import { type Actor, createActor, type Session } from "./session.ts";

const durationMs = checkDeadlineMs * 0.6;

async function read(session: Session, actor: Actor): Promise<number> {
  const { status } = await dispatch(session, actor, {
    operation: "getRelease",
    about: {},
    rateLimitKey: "read",
    follow: false,
    request: { method: "GET", url: `${baseUrl}/release`, headers: [], maxBytes: 1 },
  });
  return status;
}

/** A session whose exchanges begin at these moments, one after the other. */
function sessionWith(startedAt: readonly number[]): Session {
  const moments = [...startedAt];
  return madeUpSession(() => ({
    response: { status: 200, headers: [], body: new Uint8Array() },
    startedAtMs: moments.shift() ?? 0,
    durationMs,
  }));
}

test("requests at once take a check the time of the longest", async () => {
  const session = sessionWith([0, 0, 0]);
  const actor = createActor(session, "check");
  await Promise.all([read(session, actor), read(session, actor)]);
  expect(actor.busyMs).toBe(durationMs);
  expect(await read(session, actor)).toBe(200);
});

test("requests one after the other take a check the sum of their times, and end it when that is too long", async () => {
  const session = sessionWith([0, durationMs]);
  const actor = createActor(session, "check");
  await read(session, actor);
  await read(session, actor);
  await expect(read(session, actor)).rejects.toThrow(`the check took more than ${checkDeadlineMs} ms`);
});

test("the bytes at an address that was read just now are requested before what can wait", async () => {
  const sent: string[] = [];
  const session = madeUpSession(({ url }) => {
    sent.push(url.slice(-1));
    return { response: { status: 200, headers: [], body: new Uint8Array() }, startedAtMs: 0, durationMs: 0 };
  });
  const registry = createRegistry(session, createActor(session, "check"), () =>
    Promise.reject(new Error("no token")),
  );
  const waiting = ["1", "2", "3"].map((name) => registry.fetchLocator(`${baseUrl}/${name}`));
  const urgent = registry.fetchLocator(`${baseUrl}/A`, "transferBytes", { isFresh: true });
  await Promise.all([...waiting, urgent]);
  // one of the others may have found a free place already
  expect(sent.indexOf("A")).toBeLessThan(2);
});

const problemJson = ["content-type", "application/problem+json"] as const;

test.each([
  ["once", 1, [["connection", "close"]], 200, 2],
  ["for ever", 9, [["connection", "Close"]], 408, 4],
  ["and does not close the connection", 1, [["connection", "keep-alive"]], 408, 1],
  ["as a problem of its own", 1, [["connection", "close"], problemJson], 408, 1],
] as const)(
  "a request is sent again where the server answers 408 %s",
  async (_case, times, headers, status, requests) => {
    let sent = 0;
    const judged: number[] = [];
    const made = madeUpSession(() => ({
      response: { status: ++sent > times ? 200 : 408, headers, body: new Uint8Array() },
      startedAtMs: 0,
      durationMs: 0,
    }));
    const session: Session = { ...made, judge: (answer) => judged.push(answer.status) };
    expect(await read(session, createActor(session, "check"))).toBe(status);
    expect(sent).toBe(requests);
    expect(judged).toEqual([status]);
  },
);

/** What a finalize with a key ends in, whose first answer is a gateway's 504 and whose second one is this conflict. */
async function finalizeAfterGateway(slug: string): Promise<number> {
  let sent = 0;
  const problem = Buffer.from(
    JSON.stringify({ type: `${baseUrl}/problems/${slug}`, title: slug, status: 409 }),
  );
  const session = madeUpSession(() => ({
    response:
      ++sent === 1
        ? { status: 504, headers: [["content-type", "text/html"]], body: new Uint8Array() }
        : { status: 409, headers: [problemJson], body: problem },
    startedAtMs: 0,
    durationMs: 0,
  }));
  const { status } = await dispatch(session, createActor(session, "check"), {
    operation: "finalizeTrustUpload",
    about: {},
    rateLimitKey: "publisher",
    follow: false,
    request: {
      method: "POST",
      url: `${baseUrl}/finalize`,
      headers: [["idempotency-key", "7f2c"]],
      maxBytes: 1024,
    },
  });
  return status;
}

test("a conflict after a gateway's answer says nothing of a request with a key, unless it is about the key", async () => {
  await expect(finalizeAfterGateway("invalid-upload-state")).rejects.toThrow(
    "answered 409 after a gateway's answer to an earlier try",
  );
  expect(await finalizeAfterGateway("idempotency-conflict")).toBe(409);
});

test("a body that is not in its content coding is judged if it comes twice, and then a rule owns it", async () => {
  const sent: string[] = [];
  const judged: (string | undefined)[] = [];
  const failure = "the response body is not in its content coding gzip";
  const owner = {
    id: "every-response/a",
    level: "must" as const,
    ownsResponse: true,
    finding: { expected: "gzip", got: "text" },
  };
  const made = madeUpSession(({ url }) => {
    sent.push(url);
    return { failure, startedAtMs: 0, durationMs: 0 };
  });
  const session: Session = {
    ...made,
    judge: ({ exchange }) => judged.push(exchange.failure),
    brokenRules: () => [owner],
  };
  await expect(read(session, createActor(session, "check"))).rejects.toMatchObject({ owner });
  expect(sent).toHaveLength(2);
  expect(judged).toEqual([failure]);

  const unjudged = createActor(made, "unjudged");
  await expect(read(made, unjudged)).rejects.toThrow("got no usable response");
});
