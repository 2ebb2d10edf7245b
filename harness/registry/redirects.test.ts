import { expect, test } from "vitest";
import { createJournal } from "./journal.ts";
import { createScheduler } from "./scheduler.ts";
import { createRecorder } from "./recorder.ts";
import { createRedaction } from "./redaction.ts";
import { dispatch } from "./dispatch.ts";
import { createActor, type Session } from "./session.ts";
import { createUnderWay } from "./under-way.ts";
import type { WireOutcome, WireRequest } from "./transport.ts";

const baseUrl = "https://registry.test";

/** Follows the redirects that the table says, and gives every request that went out. */
async function follow(
  redirects: Readonly<Record<string, string>>,
  first: Pick<WireRequest, "url" | "headers">,
  status = 307,
): Promise<readonly WireRequest[]> {
  const sent: WireRequest[] = [];
  const redaction = createRedaction();
  const sleep = (): Promise<void> => Promise.resolve();
  const session: Session = {
    baseUrl,
    transport: {
      live: true,
      send(request) {
        sent.push(request);
        const location = redirects[request.url];
        const headers = location === undefined ? [] : [["location", location] as const];
        const response = { status: location === undefined ? 200 : status, headers, body: new Uint8Array() };
        return Promise.resolve({ response, startedAtMs: 0, durationMs: 0 } satisfies WireOutcome);
      },
      sleep,
      close: sleep,
    },
    recorder: createRecorder(redaction, () => {}),
    underWay: createUnderWay(),
    tokensUnderWay: createUnderWay(),
    journal: createJournal(),
    redaction,
    chainLengthOf: () => 0,
    expiries: new Map(),
    scheduler: createScheduler({ concurrency: 1, live: true, sleep }),
    seed: 1,
    unavailable: new Map(),
    limiterPatienceMs: 1,
    settleMs: 1,
    arrivals: new Set(),
    checkDeadlineMs: 1_000,
    readOnly: false,
    namespace: undefined,
    judge: () => {},
    note: () => {},
    brokenRules: () => [],
  };
  const request = { method: "PUT", maxBytes: 1, body: Buffer.from("bytes"), ...first };
  await dispatch(session, createActor(session, "check"), {
    operation: "transferBytes",
    rateLimitKey: "transfer",
    follow: true,
    request,
  });
  return sent;
}

const upload = [
  ["content-type", "application/gzip"],
  ["authorization", "Bearer a"],
  ["x-upload-key", "b"],
  ["X-Amz-Security-Token", "c"],
] as const;

test("headers of an instruction follow to another origin, but for its authorization", async () => {
  const [first, second, third] = await follow(
    {
      "https://bytes.test/a": "/b",
      "https://bytes.test/b": "https://other.test/c",
    },
    { url: "https://bytes.test/a", headers: upload },
  );
  expect(first?.headers).toEqual(upload);
  expect(second?.headers).toEqual(upload);
  expect(third?.url).toBe("https://other.test/c");
  expect(third?.headers).toEqual(upload.filter(([name]) => name !== "authorization"));
});

test.each([
  ["another host", "https://other.test/a"],
  ["another port", "https://registry.test:8443/a"],
  ["another scheme", "http://registry.test/a"],
  ["the same host with a name in front", "https://evil.registry.test/a"],
  ["another host after a user name", "https://registry.test@other.test/a"],
])("a token does not follow to %s, nor back again", async (_name, location) => {
  const sent = await follow(
    { [`${baseUrl}/a`]: location, [location]: `${baseUrl}/back` },
    { url: `${baseUrl}/a`, headers: [["authorization", "Bearer a"]] },
  );
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.slice(1).flatMap(({ headers }) => headers)).toEqual([]);
});

test("a token stays with the registry's own origin", async () => {
  const sent = await follow(
    { [`${baseUrl}/a`]: "/b" },
    { url: `${baseUrl}/a`, headers: [["authorization", "Bearer a"]] },
  );
  expect(sent[1]?.headers).toEqual([["authorization", "Bearer a"]]);
});

test("an upload whose redirect would change its method is not followed", async () => {
  expect(await follow({ [`${baseUrl}/a`]: "/b" }, { url: `${baseUrl}/a`, headers: [] }, 302)).toHaveLength(1);
});
