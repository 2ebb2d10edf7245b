import { afterEach, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { certify } from "../index.ts";
import { type Behaviour, ofText, problem } from "../lab/resilience/behaviour.ts";
import { type HostileServer, startHostileServer } from "../lab/resilience/hostile-server.ts";
import { type Ending, runAgainst } from "../lab/resilience/try-behaviour.ts";

let server: HostileServer | undefined;

afterEach(async () => {
  await server?.close();
});

async function run(place: Behaviour["place"], answer: Behaviour["answer"]): Promise<Ending> {
  server = await startHostileServer({ name: "refusing", place, summary: "refuses", answer });
  return await runAgainst({
    target: server.target,
    timeoutMs: 2_000,
    only: ["finalize/bytes-have-arrived", "search/*"],
  });
}

test.each([
  ["create", 401, "authentication-required"],
  ["create", 403, "authorization-failed"],
  ["finalize", 403, "authorization-failed"],
] as const)("a %s that is refused with %d in every form is a refused token", async (place, status, slug) => {
  const { exitCode, reason } = await run(place, () => problem(slug, status));
  expect(exitCode).toBe(3);
  expect(reason).toMatch(/^The registry rejected the publisher token: .* answered 40[13]/);
});

test.each([401, 403])("an upload host that answers %d says nothing about the token", async (status) => {
  const { exitCode, report } = await run("upload", () => ofText("no", status, "text/plain"));
  expect(exitCode).not.toBe(3);
  const verdicts = report?.requirements.map(({ id, verdict }) => `${id} ${verdict}`);
  // what needs no bytes is decided all the same
  expect(verdicts).toContain("search/answers-anonymous-callers passed");
});

test("any number of runs with one seed find names that nobody has used", { timeout: 60_000 }, async () => {
  const registry = await startReferenceServer({ states: false });
  try {
    const verdicts: string[] = [];
    for (let count = 0; count < 11; count++) {
      const { target } = registry;
      const only = ["finalize/success-is-created"];
      const report = await certify({ target: { ...target }, seed: 5, only, cleanUp: false });
      verdicts.push(report.verdict);
    }
    expect(verdicts).toEqual(Array.from({ length: 11 }, () => "conformant"));
  } finally {
    await registry.close();
  }
});

test.each([301, 302, 307, 308])(
  "a base URL that redirects with %d ends the run before it begins, and says what to give instead",
  async (status) => {
    const behind = await startReferenceServer({ states: false });
    server = await startHostileServer({
      name: "redirecting",
      place: "release",
      summary: "sends every request on to another address",
      answer: ({ path }) => ({ ...ofText("", status), headers: [["location", `${behind.baseUrl}${path}`]] }),
    });
    try {
      const { exitCode, reason } = await runAgainst({ target: server.target, timeoutMs: 2_000 });
      expect(exitCode).toBe(3);
      expect(reason).toBe(
        `${server.baseUrl} redirects to ${behind.baseUrl}: give that as the base URL, since requests that change something are not sent on`,
      );
    } finally {
      await behind.close();
    }
  },
);
