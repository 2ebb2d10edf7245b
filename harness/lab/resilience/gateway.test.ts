import { afterEach, expect, test, vi } from "vitest";
import { type Behaviour, ofText } from "./behaviour.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";
import { type Ending, runAgainst, sample } from "./try-behaviour.ts";

// a busy machine takes long
vi.setConfig({ testTimeout: 60_000 });

let server: HostileServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function run(place: Behaviour["place"], answer: Behaviour["answer"]): Promise<Ending> {
  server = await startHostileServer({ name: "gateway", place, summary: "answers for the registry", answer });
  return await runAgainst({ target: server.target, timeoutMs: 2_000 });
}

function idsOf({ report }: Ending, verdict: string): readonly string[] {
  return (report?.cases ?? []).flatMap((one) => (one.verdict === verdict ? [one.id] : []));
}

const forwards = "every-response/gateways-forward-every-request";

test.each(["release", "search", "create", "finalize"] as const)(
  "a 502 at %s that goes away is a warning, once",
  async (place) => {
    const ending = await run(place, ({ ordinal, conforming }) =>
      ordinal === 2 ? ofText("<h1>Bad Gateway</h1>", 502, "text/html") : conforming(),
    );
    expect(idsOf(ending, "warned")).toEqual([forwards]);
    expect([...idsOf(ending, "failed"), ...idsOf(ending, "blocked")]).toEqual([]);
  },
);

test.each(["create", "finalize"] as const)(
  "a limiter that answers every third %s with 503 as HTML is a warning, however often it does",
  async (place) => {
    const ending = await run(place, ({ ordinal, conforming }) =>
      ordinal % 3 === 0 ? ofText("<h1>Unavailable</h1>", 503, "text/html") : conforming(),
    );
    expect(idsOf(ending, "warned")).toEqual([forwards]);
    expect([...idsOf(ending, "failed"), ...idsOf(ending, "blocked")]).toEqual([]);
  },
);

test.each(["create", "finalize"] as const)(
  "a 502 in place of the answer to a %s that was applied blames nobody, in the ledgers of the run either",
  async (place) => {
    server = await startHostileServer({
      name: "gateway",
      place,
      summary: "loses every third answer",
      answer: async ({ ordinal, conforming }) => {
        const answer = await conforming();
        return ordinal % 3 === 0 ? ofText("<h1>Bad Gateway</h1>", 502, "text/html") : answer;
      },
    });
    const ending = await runAgainst({
      target: server.target,
      timeoutMs: 2_000,
      only: [...sample, "audit/*"],
    });
    expect(idsOf(ending, "warned")).toEqual([forwards]);
    expect([...idsOf(ending, "failed"), ...idsOf(ending, "errored")]).toEqual([]);
  },
);

test.each([502, 503])("a %d in place of a refusal that a check waits for blocks nothing", async (status) => {
  let lost = 0;
  server = await startHostileServer({
    name: "gateway",
    place: "create",
    summary: "loses the first refusal",
    answer: async ({ conforming }) => {
      const answer = await conforming();
      if (answer.status !== 409 || lost > 0) return answer;
      lost += 1;
      return ofText("<h1>Lost</h1>", status, "text/html");
    },
  });
  const only = ["idempotency/keys-of-creates-conflict-with-another-version"];
  const ending = await runAgainst({ target: server.target, timeoutMs: 2_000, only });
  expect(lost).toBe(1);
  expect(idsOf(ending, "passed")).toContain(only[0]);
  expect([...idsOf(ending, "failed"), ...idsOf(ending, "blocked")]).toEqual([]);
});

test("a 502 for the same request of a scenario, however often it restarts, fails as a server error", async () => {
  const ending = await run("create", () => ofText("<h1>Bad Gateway</h1>", 502, "text/html"));
  expect(idsOf(ending, "failed")).toContain("every-response/endpoints-never-answer-server-errors");
});

test("a page in place of each refusal fails one requirement, and blocks what needs the refusal", async () => {
  const ending = await run("release", async ({ conforming }) => {
    const answer = await conforming();
    return answer.status === 404 ? ofText("<h1>Missing</h1>", 404, "text/html") : answer;
  });
  expect(idsOf(ending, "failed")).toEqual(["every-response/errors-are-problem-json"]);
});

test("a 503 that stays fails once as a server error and once as HTML, and blocks what needs the answer", async () => {
  const ending = await run("search", () => ofText("<h1>Unavailable</h1>", 503, "text/html"));
  expect(idsOf(ending, "failed")).toEqual([
    "every-response/errors-are-problem-json",
    "every-response/endpoints-never-answer-server-errors",
  ]);
  const searches = idsOf(ending, "blocked").filter((id) => id.startsWith("search/"));
  expect(searches).toHaveLength(3);
  const reasons = ending.report?.cases.flatMap((one) => (one.verdict === "blocked" ? [one.reason] : []));
  expect(new Set(reasons)).toEqual(
    new Set(["a gateway answered searchVolumes with 503 in place of the registry"]),
  );
});

test("a 502 that is a problem of the API fails at once", async () => {
  const ending = await run("search", () =>
    ofText(
      '{"type":"https://registry.test/problems/not-found","title":"a","status":502}',
      502,
      "application/problem+json",
    ),
  );
  expect(idsOf(ending, "failed")).toContain("every-response/endpoints-never-answer-server-errors");
  expect(idsOf(ending, "warned")).not.toContain(forwards);
});

test.each([
  ["503 with Retry-After", 503, 1, "1"],
  ["503", 503, 2, ""],
  ["500", 500, 2, ""],
  ["504", 504, 1, ""],
] as const)("a byte store that answers %s at first is waited for", async (_name, status, times, after) => {
  const ending = await run("upload", ({ ordinal, conforming }) =>
    ordinal <= times
      ? { ...ofText("SlowDown", status, "text/plain"), headers: [["retry-after", after]] }
      : conforming(),
  );
  expect([...idsOf(ending, "failed"), ...idsOf(ending, "blocked"), ...idsOf(ending, "warned")]).toEqual([]);
});

test("a success without a document, in place of a finalize that was not applied, is one failure", async () => {
  let count = 0;
  server = await startHostileServer({
    name: "gateway",
    place: "finalize",
    summary: "answers the second finalize itself",
    answer: ({ conforming }) => {
      count += 1;
      return count === 2 ? ofText("", 201, "application/json") : conforming();
    },
  });
  const only = [
    "version-index/lists-only-published-versions",
    "version-index/lists-many-versions",
    "every-response",
  ];
  const ending = await runAgainst({ target: server.target, timeoutMs: 2_000, only });
  expect(ending.report?.causes?.filter(({ verdict }) => verdict === "failed")).toHaveLength(1);
  expect(idsOf(ending, "failed")).toEqual(["every-response/finalize-release-results-are-well-formed"]);
  expect(idsOf(ending, "blocked")).not.toEqual([]);
});
