import { expect, test } from "vitest";
import type { WireOutcome } from "../transport/transport.ts";
import { dispatch } from "./dispatch.ts";
import { baseUrl, madeUpSession } from "./made-up-session.test.fixture.ts";
import { type Actor, createActor, restartScenario, type Session } from "./session.ts";

const broken: WireOutcome = {
  failure: "the response broke off after 3 of 9 bytes: other side closed",
  startedAtMs: 0,
  durationMs: 0,
};
const lost: WireOutcome = { failure: "other side closed", startedAtMs: 0, durationMs: 0 };
const whole: WireOutcome = {
  response: { status: 200, headers: [], body: new Uint8Array() },
  startedAtMs: 0,
  durationMs: 0,
};

const owner = {
  id: "every-response/a",
  level: "must" as const,
  ownsResponse: true,
  finding: { expected: "a whole body", got: "a part" },
};

/** A session whose requests end in this order. */
function sessionWith(outcomes: readonly WireOutcome[]): {
  readonly session: Session;
  readonly judged: (string | number)[];
  readonly sent: () => number;
} {
  const left = [...outcomes];
  const judged: (string | number)[] = [];
  const session: Session = {
    ...madeUpSession(() => left.shift() ?? whole),
    judge: ({ exchange, status }) => judged.push(exchange.failure ?? status),
    brokenRules: () => [owner],
  };
  return { session, judged, sent: () => outcomes.length - left.length };
}

async function send(session: Session, actor: Actor, method: "GET" | "POST"): Promise<number> {
  const { status } = await dispatch(session, actor, {
    operation: "getRelease",
    about: {},
    rateLimitKey: "read",
    follow: false,
    request: { method, url: `${baseUrl}/release`, headers: [], maxBytes: 1 },
  });
  return status;
}

test("a read whose responses break off is sent five times, and then judged", async () => {
  const { session, judged, sent } = sessionWith(Array.from({ length: 9 }, () => broken));
  await expect(send(session, createActor(session, "check"), "GET")).rejects.toMatchObject({ owner });
  expect(sent()).toBe(5);
  expect(judged).toEqual([broken.failure]);
});

test.each([
  ["broke off four times", [broken, broken, broken, broken, whole], 200],
  ["broke off once", [broken, whole], 200],
])("a read whose responses %s is judged by the whole one alone", async (_case, outcomes, status) => {
  const { session, judged } = sessionWith(outcomes);
  expect(await send(session, createActor(session, "check"), "GET")).toBe(status);
  expect(judged).toEqual([status]);
});

test.each([
  ["none came at first", [lost, broken, broken]],
  ["none came at last", [broken, broken, lost]],
  ["none came in between", [broken, lost, broken]],
])("a bad network is nobody's failure: %s", async (_case, outcomes) => {
  const { session, judged, sent } = sessionWith([...outcomes, broken, broken, broken]);
  await expect(send(session, createActor(session, "check"), "GET")).rejects.toMatchObject({
    isTransient: true,
    owner: undefined,
  });
  expect(sent()).toBe(3);
  expect(judged).toEqual([]);
});

test("a request that cannot be repeated alone is judged in the fourth try of its scenario", async () => {
  const { session, judged } = sessionWith(Array.from({ length: 9 }, () => broken));
  const actor = createActor(session, "check");
  for (let tries = 1; tries < 4; tries++) {
    await expect(send(session, actor, "POST")).rejects.toMatchObject({ isTransient: true, owner: undefined });
    restartScenario(session, actor);
  }
  expect(judged).toEqual([]);
  await expect(send(session, actor, "POST")).rejects.toMatchObject({ owner });
  expect(judged).toEqual([broken.failure]);
});
