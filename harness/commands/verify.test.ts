import { beforeAll, describe, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import type { Report } from "../../schemas/report.ts";
import { certify, type CertifyOptions, chapters } from "../index.ts";
import { changed } from "../lab/resilience/behaviour.ts";
import { startHostileServer } from "../lab/resilience/hostile-server.ts";
import { sample } from "../lab/resilience/try-behaviour.ts";
import { textAt, valueAt } from "../exchange/answer.ts";
import { verify, type Verification } from "../verify/verify.ts";
import { readRecording } from "../verify/read-recording.ts";
import { sha256 } from "../seed.ts";
import { describeSuite } from "../suite-identity.ts";

/** A recorded run: what `run` writes to its directory. */
interface RecordedRun {
  readonly report: Report;
  readonly lines: readonly string[];
}

async function recordRun(
  only: readonly string[],
  faults: readonly string[] = [],
  options: Partial<CertifyOptions> = {},
): Promise<RecordedRun> {
  const server = await startReferenceServer({ states: true, faults });
  const lines: string[] = [];
  const { archive } = server.target;
  const { externalDependencies, permissionEscalation } = archive.manifests;
  // a target file may have several of these
  const lists = {
    externalDependencies: [externalDependencies, externalDependencies],
    permissionEscalation: [permissionEscalation, permissionEscalation],
  };
  try {
    const report = await certify({
      target: { ...server.target, archive: { ...archive, manifests: { ...archive.manifests, ...lists } } },
      only,
      seed: 7,
      cleanUp: false,
      writeLine: (line) => lines.push(line),
      ...options,
    });
    return { report: JSON.parse(JSON.stringify(report)) as Report, lines };
  } finally {
    await server.close();
  }
}

async function verifyLines(report: Report, lines: readonly string[]): Promise<Verification> {
  const recording = readRecording(lines.join(""));
  if ("broken" in recording) return { differences: [recording.broken] };
  return await verify(report, recording, { chapters, suite: describeSuite() });
}

/** Lines with one record changed and every digest after it made right again, as a careful forger would. */
function forge(
  lines: readonly string[],
  change: (record: Record<string, unknown>) => unknown,
): readonly string[] {
  let previous = "";
  return lines.map((line) => {
    const record = JSON.parse(line) as Record<string, unknown>;
    const forged = JSON.stringify({ ...(change(record) as object), previous });
    previous = sha256(forged);
    return `${forged}\n`;
  });
}

function withDigest(report: Report, lines: readonly string[]): Report {
  const digest = sha256(lines.at(-1)?.trimEnd() ?? "");
  return { ...report, run: { ...report.run, exchangesDigest: digest } };
}

const only = ["finalize/bytes-have-arrived", "every-response/*"];
let honest: RecordedRun;

beforeAll(async () => {
  honest = await recordRun(only);
}, 60_000);

test("an honest run is confirmed, its verdicts recomputed from the exchanges", async () => {
  const { differences, report } = await verifyLines(honest.report, honest.lines);
  expect(differences).toEqual([]);
  expect(report?.cases).toHaveLength(honest.report.cases.length);
});

test("an honest run of the whole suite is confirmed", { timeout: 120_000 }, async () => {
  const { report, lines } = await recordRun([]);
  expect((await verifyLines(report, lines)).differences).toEqual([]);
});

test("an honest run that found much, races among it, is confirmed", { timeout: 120_000 }, async () => {
  const { report, lines } = await recordRun(
    ["histories/*", "publish/*", "trust/*", "every-response/*"],
    [
      "index-loses-versions-published-at-once",
      "finalizes-of-one-volume-exclude-each-other",
      "trust-attachments-race",
      "upload-id-is-the-volume",
      "short-digests-accepted",
    ],
  );
  // at the least, what the two faults without a race break
  expect(report.counts.failed).toBeGreaterThanOrEqual(2);
  expect((await verifyLines(report, lines)).differences).toEqual([]);
});

/** Values that a header named like a credential may have in an upload instruction of a conforming registry. */
const innocent: readonly (readonly [string, string, (intent: Intent) => string])[] = [
  ["the media type", "X-Auth-Content-Type", () => "application/gzip"],
  ["the id of the upload", "X-Upload-Token", ({ uploadId }) => uploadId],
  ["the end of the upload", "X-Auth-Expires", ({ expiresAt }) => expiresAt],
  ["the state", "X-Auth-State", () => "available"],
  ["the purl", "X-Auth-Subject", ({ purl }) => purl],
  ["the version", "X-Auth-Version", () => "1.0.0-rc.1"],
];

interface Intent {
  readonly uploadId: string;
  readonly expiresAt: string;
  readonly purl: string;
}

function addHeader(body: unknown, name: string, toValue: (intent: Intent) => string): unknown {
  const uploadId = textAt(body, "uploadId") ?? "";
  const volume = textAt(body, "target", "name") ?? "";
  const purl = `pkg:volume/${volume.replace("@", "%40")}@${textAt(body, "target", "version") ?? ""}`;
  const value = toValue({ uploadId, purl, expiresAt: textAt(body, "expiresAt") ?? "" });
  const upload = valueAt(body, "upload");
  const headers = { ...(valueAt(body, "upload", "headers") as object), [name]: value };
  return { ...(body as object), upload: { ...(upload as object), headers } };
}

test.each(innocent)(
  "an honest run is conformant and confirmed although a header named like a credential has %s (%s)",
  { timeout: 60_000 },
  async (_what, name, toValue) => {
    const server = await startHostileServer({
      name: "innocent",
      place: "create",
      summary: "names a header like a credential",
      answer: (occasion) =>
        changed(occasion, (body) =>
          textAt(body, "uploadId") === undefined ? body : addHeader(body, name, toValue),
        ),
    });
    const lines: string[] = [];
    try {
      const report = await certify({
        target: { ...server.target },
        only: sample,
        seed: 7,
        writeLine: (line) => lines.push(line),
      });
      expect(report.cases.filter(({ verdict }) => verdict === "failed" || verdict === "blocked")).toEqual([]);
      const written = JSON.parse(JSON.stringify(report)) as Report;
      expect((await verifyLines(written, lines)).differences).toEqual([]);
    } finally {
      await server.close();
    }
  },
);

test("an honest run that only reads is confirmed", async () => {
  const server = await startReferenceServer({});
  const lines: string[] = [];
  try {
    const report = await certify({
      target: { baseUrl: server.baseUrl },
      seed: 7,
      writeLine: (line) => lines.push(line),
    });
    expect(report.verdict).toBe("partial");
    const written = JSON.parse(JSON.stringify(report)) as Report;
    expect((await verifyLines(written, lines)).differences).toEqual([]);
  } finally {
    await server.close();
  }
});

describe("an interrupted run", () => {
  /** Interrupts it when so many checks are done, others being under way. */
  async function interruptAfter(checks: number): Promise<RecordedRun> {
    const controller = new AbortController();
    return await recordRun([], [], {
      depth: "quick",
      cleanUp: true,
      signal: controller.signal,
      onProgress: ({ checksDone }) => {
        if (checksDone === checks) controller.abort();
      },
    });
  }

  test.each([3, 40, 130])(
    "is confirmed when it ended after %i checks",
    { timeout: 60_000 },
    async (checks) => {
      const { report, lines } = await interruptAfter(checks);
      expect(report.run.interrupted).toBe(true);
      expect(report.exitCode).toBe(130);
      expect((await verifyLines(report, lines)).differences).toEqual([]);
    },
  );

  test("names the interrupt once as the cause of all that it left open", { timeout: 60_000 }, async () => {
    const { report } = await interruptAfter(40);
    expect(report.counts.skipped).toBe(0);
    const causes = report.rootCauses.map(({ cause }) => cause);
    expect(causes).toEqual(["the run was interrupted before the end of this check"]);
    expect(report.rootCauses[0]).not.toHaveProperty("exchange");
  });

  test("does not pass for one that was not interrupted", { timeout: 60_000 }, async () => {
    const { report, lines } = await interruptAfter(40);
    const forged = { ...report, run: { ...report.run, interrupted: false } };
    expect((await verifyLines(forged, lines)).differences.join()).toContain("interrupted");
  });
});

describe("tampering is found out", () => {
  function swapVerdict(report: Report): Report {
    return {
      ...report,
      cases: report.cases.map((one, index) => (index === 0 ? { ...one, verdict: "failed" } : one)),
    };
  }
  function editedExchange(report: Report): Report {
    return {
      ...report,
      exchanges: report.exchanges.map((one, index) =>
        index === 3 ? { ...one, durationMs: one.durationMs + 1 } : one,
      ),
    };
  }
  function accept(report: Report, expires: string): Report {
    const [first, ...rest] = report.cases;
    if (first === undefined) throw new Error("the run has no requirement");
    return { ...report, cases: [{ ...first, accepted: { reason: "known", expires } }, ...rest] };
  }
  const tamperings: readonly (readonly [string, (run: RecordedRun) => RecordedRun])[] = [
    ["a verdict is changed in the report", ({ report, lines }) => ({ report: swapVerdict(report), lines })],
    [
      "a requirement is taken out of the report",
      ({ report, lines }) => ({ report: { ...report, requirements: report.cases.slice(1) }, lines }),
    ],
    [
      "the counts are changed",
      ({ report, lines }) => ({ report: { ...report, counts: { ...report.counts, passed: 999 } }, lines }),
    ],
    [
      "the run's verdict is changed",
      ({ report, lines }) => ({
        report: { ...report, verdict: report.verdict === "partial" ? "conformant" : "partial" },
        lines,
      }),
    ],
    ["the exit code is changed", ({ report, lines }) => ({ report: { ...report, exitCode: 1 }, lines })],
    [
      "the seed is changed",
      ({ report, lines }) => ({ report: { ...report, run: { ...report.run, seed: 8 } }, lines }),
    ],
    [
      "the implementation is renamed",
      ({ report, lines }) => ({
        report: { ...report, target: { ...report.target, implementation: { name: "other" } } },
        lines,
      }),
    ],
    [
      "what the run left behind is denied",
      ({ report, lines }) => ({ report: { ...report, left: ["@conformance/one@1.0.0"] }, lines }),
    ],
    [
      "what the run created is denied",
      ({ report, lines }) => ({ report: { ...report, created: [] }, lines }),
    ],
    [
      "a result is accepted without a baseline",
      ({ report, lines }) => ({ report: accept(report, "2099-01-01"), lines }),
    ],
    [
      "a result that passed is accepted",
      ({ report, lines }) => ({
        report: { ...accept(report, "2099-01-01"), baseline: { file: "b.json", errors: [], accepted: 1 } },
        lines,
      }),
    ],
    [
      "an exchange is edited in the report",
      ({ report, lines }) => ({ report: editedExchange(report), lines }),
    ],
    [
      "an exchange is edited in the recording",
      ({ report, lines }) => ({
        report,
        lines: lines.map((line, index) => (index === 4 ? line.replace('"status":', '"status": ') : line)),
      }),
    ],
    [
      "an exchange is removed",
      ({ report, lines }) => ({ report, lines: lines.filter((_, index) => index !== 4) }),
    ],
    ["the last exchange is removed", ({ report, lines }) => ({ report, lines: lines.slice(0, -1) })],
    [
      "two exchanges change places",
      ({ report, lines }) => ({
        report,
        lines: [...lines.slice(0, -2), lines.at(-1) ?? "", lines.at(-2) ?? ""],
      }),
    ],
    ["an exchange is added", ({ report, lines }) => ({ report, lines: [...lines, lines.at(-1) ?? ""] })],
    [
      "another suite made the report",
      ({ report, lines }) => ({
        report: { ...report, suite: { ...report.suite, digest: sha256("other") } },
        lines,
      }),
    ],
    [
      "the recording stops in the middle of a line",
      ({ report, lines }) => ({ report, lines: [lines.join("").slice(0, -20)] }),
    ],
  ];

  test.each(tamperings)("%s", async (_name, tamper) => {
    const { report, lines } = tamper(honest);
    expect((await verifyLines(report, lines)).differences).not.toEqual([]);
  });

  const forgeries: readonly (readonly [string, (record: Record<string, unknown>) => unknown])[] = [
    ["a refusal is made a success", (record) => changeStatus(record, 400, 201)],
    [
      "an answer's body is replaced",
      (record) => (record["id"] === "preflight#0" ? changeBody(record) : record),
    ],
    [
      "the run's options are changed",
      (record) =>
        record["kind"] === "run"
          ? { ...record, options: { ...(record["options"] as object), depth: "quick" } }
          : record,
    ],
  ];

  test.each(forgeries)("with all digests made right again: %s", async (_name, change) => {
    const lines = forge(honest.lines, change);
    const { differences } = await verifyLines(withDigest(honest.report, lines), lines);
    expect(differences).not.toEqual([]);
  });
});

test.each<readonly [string, (record: Record<string, unknown>) => unknown, RegExp]>([
  [
    "a target without limits",
    (record) => (record["kind"] === "run" ? { ...record, target: { baseUrl: "http://a.test" } } : record),
    /^exchanges\.ndjson line 1 is not valid: member "\/target" must have required property/,
  ],
  [
    "a status that is text",
    (record) =>
      record["id"] === "preflight#0" ? { ...record, response: { status: "200", headers: [] } } : record,
    /^exchanges\.ndjson line 2 is not valid: member "\/response\/status" must be integer$/,
  ],
  [
    "an exchange without an id",
    ({ id, ...record }) =>
      id === "preflight#0" ? record : { ...record, ...(id === undefined ? {} : { id }) },
    /^exchanges\.ndjson line 2 is not valid: the record must have required property 'id'$/,
  ],
  [
    "an interrupt between the exchanges",
    (record) => (record["id"] === "preflight#0" ? { kind: "interrupted", notReached: [] } : record),
    /^exchanges\.ndjson line 2 is not valid/,
  ],
])("a recording with %s is not judged, and its line is named", async (_name, change, message) => {
  const lines = forge(honest.lines, change);
  const { differences } = await verifyLines(withDigest(honest.report, lines), lines);
  expect(differences).toEqual([expect.stringMatching(message)]);
});

function changeStatus(record: Record<string, unknown>, from: number, to: number): unknown {
  const response = record["response"] as { status: number } | undefined;
  return response?.status === from ? { ...record, response: { ...response, status: to } } : record;
}

function changeBody(record: Record<string, unknown>): unknown {
  const text = JSON.stringify({ type: "https://elsewhere.test/not-found", title: "t", status: 404 });
  const response = record["response"] as object;
  return { ...record, response: { ...response, body: { size: text.length, digest: sha256(text), text } } };
}

test("the first difference names the requirement and both verdicts", async () => {
  const [first] = honest.report.cases;
  const requirements = honest.report.cases.map((one, index) =>
    index === 0 ? { ...one, verdict: "failed" as const } : one,
  );
  const { differences } = await verifyLines({ ...honest.report, cases: requirements }, honest.lines);
  expect(differences[0]).toBe(
    `requirement ${first?.id ?? ""} is failed in the report, and the recording gives passed`,
  );
});
