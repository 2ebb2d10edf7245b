import { expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { renderHar } from "../../reports/har.ts";
import type { Report } from "../../schemas/report.ts";
import { certify, chapters } from "../index.ts";
import { createRecorder } from "../recording/recorder.ts";
import { createRedaction } from "../recording/redaction.ts";
import { readRecording } from "../verify/read-recording.ts";
import { verify } from "../verify/verify.ts";
import { describeSuite } from "../suite-identity.ts";
import { toTarget } from "../target-file/read-target.ts";
import { startForwarder } from "../traffic/forward.ts";
import { judgeRecording } from "../traffic/judge-recording.ts";
import type { ObservedExchange } from "../traffic/observed.ts";
import { readHar } from "../traffic/read-har.ts";
import { createTrafficJudge } from "../traffic/traffic-judge.ts";
import { showsCredential } from "../traffic/traffic-secrets.ts";
import { toTrafficSettings } from "./traffic-options.ts";

interface Certified {
  readonly report: Report;
  readonly lines: readonly string[];
  readonly har: unknown;
}

async function certifyReference(faults: readonly string[]): Promise<Certified> {
  const server = await startReferenceServer({ states: true, faults });
  const lines: string[] = [];
  try {
    const report = await certify({
      target: { ...server.target },
      depth: "quick",
      seed: 3,
      cleanUp: false,
      writeLine: (line) => lines.push(line),
    });
    return { report, lines, har: JSON.parse(renderHar(report)) as unknown };
  } finally {
    await server.close();
  }
}

const settings = (source: "har" | "recording" | "proxy", hidesCredentials = false) =>
  toTrafficSettings({ profile: [] }, { source, command: "judge traffic.har", hidesCredentials });

async function judge(
  exchanges: readonly ObservedExchange[],
  baseUrl: string,
  lines: string[] = [],
): Promise<Report> {
  const redaction = createRedaction();
  const judge = createTrafficJudge({
    chapters,
    redaction,
    target: await toTarget({ baseUrl }, ".", "the test"),
    options: await settings("har", !exchanges.some(({ request }) => showsCredential(request))),
    suite: describeSuite(),
    startedAtMs: exchanges[0]?.startedAtMs ?? 0,
    recorder: createRecorder(redaction, (line) => lines.push(line)),
  });
  for (const exchange of exchanges) judge.observe(exchange);
  return judge.report();
}

function redIds({ cases: requirements }: Pick<Report, "cases">): readonly string[] {
  return requirements
    .filter(
      ({ id, verdict }) => id.startsWith("every-response/") && (verdict === "failed" || verdict === "warned"),
    )
    .map(({ id }) => id);
}

async function judgeLines(lines: readonly string[]): Promise<Report> {
  const recording = readRecording(lines.join(""));
  if ("broken" in recording) throw new Error(recording.broken);
  return judgeRecording(recording, {
    chapters,
    suite: describeSuite(),
    options: await settings("recording"),
    writeLine: () => {},
  });
}

/** Faults that rules for every response see in short bodies. */
const shortFaults = ["release-has-published-at", "search-lacks-items", "unauthorized-has-no-challenge"];

test.each([0, 1, 2, 3])(
  "the exchanges of a run are judged as the run judged them, with %i faults",
  { timeout: 60_000 },
  async (count) => {
    const { report, lines, har } = await certifyReference(shortFaults.slice(0, count));
    const observed = readHar(har) ?? [];
    expect(observed.length).toBeGreaterThan(100);

    const fromRecording = redIds(await judgeLines(lines));
    expect(fromRecording).toEqual(expect.arrayContaining([...redIds(report)]));
    // a run may report a broken rule as the consequence of another, but never as passed
    const verdicts = new Map(report.cases.map(({ id, verdict }) => [id, verdict]));
    expect(fromRecording.filter((id) => verdicts.get(id) === "passed")).toEqual([]);
    const fromHar = redIds(await judge(observed, report.target.baseUrl));
    // an archive has the beginnings of long bodies only, and those are not judged
    expect(fromRecording).toEqual(expect.arrayContaining([...fromHar]));
    expect(fromHar.length > 0).toBe(count > 0);
  },
);

test(
  "a report about traffic is confirmed from its recording, and not if a verdict is changed",
  { timeout: 60_000 },
  async () => {
    const { report, har } = await certifyReference([]);
    const lines: string[] = [];
    const judged = await judge(readHar(har) ?? [], report.target.baseUrl, lines);
    expect(judged.verdict).not.toBe("non-conformant");
    expect(judged.run.traffic?.source).toBe("har");
    const written = JSON.parse(JSON.stringify(judged)) as Report;
    const recording = readRecording(lines.join(""));
    if ("broken" in recording) throw new Error(recording.broken);
    const by = { chapters, suite: describeSuite() };
    expect((await verify(written, recording, by)).differences).toEqual([]);
    const requirements = written.cases.map((one) => ({ ...one, verdict: "failed" as const }));
    expect((await verify({ ...written, cases: requirements }, recording, by)).differences).not.toEqual([]);
  },
);

test("a whole run through the proxy passes, and its traffic too", { timeout: 120_000 }, async () => {
  const server = await startReferenceServer({ states: true });
  const observed: ObservedExchange[] = [];
  const forwarder = await startForwarder({
    to: server.baseUrl,
    host: "127.0.0.1",
    port: 0,
    onExchange: (exchange) => observed.push(exchange),
  });
  try {
    const report = await certify({
      target: { ...server.target, baseUrl: forwarder.url },
      depth: "quick",
      seed: 3,
    });
    expect(report.cases.filter(({ verdict }) => verdict === "failed")).toEqual([]);
    await forwarder.close();
    expect(observed.length).toBeGreaterThan(100);
    const lines: string[] = [];
    const judged = await judge(observed, server.baseUrl, lines);
    expect(redIds(judged)).toEqual([]);
    expect(judged.counts.passed).toBeGreaterThan(30);
    const publisher = server.tokens.publisher;
    expect(publisher.length).toBeGreaterThan(8);
    expect(lines.join("")).not.toContain(publisher);
    expect(JSON.stringify(judged)).not.toContain(publisher);
  } finally {
    await server.close();
  }
});

test("a read that answers 401 is judged only if the file shows credentials", async () => {
  const problem = { type: "https://r.test/problems/authentication-required", title: "t", status: 401 };
  const read = {
    request: { method: "GET", url: "https://r.test/api/v1/search", headers: [] },
    response: {
      status: 401,
      headers: [
        ["content-type", "application/problem+json"],
        ["www-authenticate", "Bearer"],
      ],
      body: Buffer.from(JSON.stringify(problem)),
    },
    startedAtMs: 0,
    durationMs: 1,
  } satisfies ObservedExchange;
  const withToken = {
    ...read,
    request: { ...read.request, headers: [["authorization", "Bearer abcdefgh1"]] },
  };
  const id = "every-response/reads-need-no-token";
  expect(redIds(await judge([read], "https://r.test"))).not.toContain(id);
  expect(redIds(await judge([read, withToken as unknown as ObservedExchange], "https://r.test"))).toContain(
    id,
  );
});

test("a gateway that answers for the registry is a warning, and breaks no other rule", async () => {
  const answer = {
    request: { method: "GET", url: "https://r.test/api/v1/search", headers: [["authorization", "Bearer x"]] },
    response: {
      status: 502,
      headers: [["content-type", "text/html"]],
      body: Buffer.from("<h1>Bad gateway</h1>"),
    },
    startedAtMs: 0,
    durationMs: 1,
  } as const;
  const report = await judge([answer], "https://r.test");
  expect(redIds(report)).toEqual(["every-response/gateways-forward-every-request"]);
  expect(report.counts.failed).toBe(0);
});
