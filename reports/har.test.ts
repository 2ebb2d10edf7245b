import { describe, expect, it } from "vitest";
import { exampleReport } from "./lab/examples/example-builder.ts";
import { failingReport } from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";
import { renderHar } from "./har.ts";
import type { Report } from "../schemas/report.ts";

type Json = Readonly<Record<string, unknown>>;

/** The members that HAR 1.2 requires in each object, with their types. */
const demanded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  log: { version: "string", creator: "object", entries: "array" },
  creator: { name: "string", version: "string" },
  page: { startedDateTime: "string", id: "string", title: "string", pageTimings: "object" },
  entry: {
    startedDateTime: "string",
    time: "number",
    request: "object",
    response: "object",
    cache: "object",
    timings: "object",
  },
  request: {
    method: "string",
    url: "string",
    httpVersion: "string",
    cookies: "array",
    headers: "array",
    queryString: "array",
    headersSize: "number",
    bodySize: "number",
  },
  postData: { mimeType: "string", params: "array", text: "string" },
  response: {
    status: "number",
    statusText: "string",
    httpVersion: "string",
    cookies: "array",
    headers: "array",
    content: "object",
    redirectURL: "string",
    headersSize: "number",
    bodySize: "number",
  },
  content: { size: "number", mimeType: "string" },
  timings: { send: "number", wait: "number", receive: "number" },
};

function missing(kind: string, value: unknown): readonly string[] {
  const object = (value ?? {}) as Json;
  const typeOf = (member: unknown): string => (Array.isArray(member) ? "array" : typeof member);
  return Object.entries(demanded[kind] ?? {})
    .filter(([name, type]) => typeOf(object[name]) !== type)
    .map(([name, type]) => `${kind}.${name} is ${typeOf(object[name])}, not ${type}`);
}

interface HarEntry {
  readonly pageref: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: Json & { readonly postData?: Json; readonly queryString: readonly Json[] };
  readonly response: Json & { readonly content: Json };
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
}

interface HarLog {
  readonly pages: readonly { readonly id: string }[];
  readonly entries: readonly HarEntry[];
}

function toLog(report: Report): HarLog {
  return (JSON.parse(renderHar(report)) as { readonly log: HarLog }).log;
}

function withExchange(change: Partial<Report["exchanges"][number]>): Report {
  const report = exampleReport();
  const [first] = report.exchanges;
  return { ...report, exchanges: first === undefined ? [] : [{ ...first, ...change }] };
}

describe("renderHar", () => {
  it.each([
    ["failing", failingReport],
    ["hostile", hostileReport],
  ])("has every member that HAR 1.2 requires, for a %s report", (_name, makeReport) => {
    const log = toLog(makeReport());

    expect(missing("log", log)).toEqual([]);
    expect(log.pages.flatMap((page) => missing("page", page))).toEqual([]);
    const faults = log.entries.flatMap((entry) =>
      missing("entry", entry)
        .concat(missing("request", entry.request), missing("response", entry.response))
        .concat(entry.request.postData === undefined ? [] : missing("postData", entry.request.postData))
        .concat(missing("content", entry.response.content), missing("timings", entry.timings)),
    );
    expect(faults).toEqual([]);
  });

  it("has every exchange of the report, in the order they were sent, on the page of its check", () => {
    const report = failingReport();
    const log = toLog(report);

    expect(log.entries).toHaveLength(report.exchanges.length);
    const times = log.entries.map((entry) => entry.startedDateTime);
    expect(times).toEqual(times.toSorted());
    const pages = new Set(log.pages.map((page) => page.id));
    expect(log.entries.filter((entry) => !pages.has(entry.pageref))).toEqual([]);
  });

  it("has timings that add up to the duration", () => {
    for (const { time, timings } of toLog(failingReport()).entries) {
      expect(timings.send + timings.wait + timings.receive).toBe(time);
    }
  });

  it("parses the query", () => {
    const search = toLog(exampleReport()).entries.find((entry) =>
      String(entry.request["url"]).includes("/search?"),
    );

    expect(search?.request.queryString).toEqual([
      { name: "limit", value: "20" },
      { name: "type", value: "tool" },
    ]);
  });

  it("marks base64 and cut bodies", () => {
    const body = { size: 5000, digest: "sha256:0", base64: "AAEC", cutAt: 3 };
    const [entry] = toLog(withExchange({ response: { status: 200, headers: [], body } })).entries;

    expect(entry?.response.content).toEqual({
      size: 5000,
      mimeType: "",
      text: "AAEC",
      encoding: "base64",
      comment: "only the first 3 of 5000 bytes are kept",
    });
  });

  it("shows a request without a response as browsers do", () => {
    const { response: _, ...request } = exampleReport().exchanges[0] as Report["exchanges"][number];
    const [entry] = toLog({
      ...exampleReport(),
      exchanges: [{ ...request, failure: "connect ECONNREFUSED" }],
    }).entries;

    expect(entry?.response).toMatchObject({ status: 0, _error: "connect ECONNREFUSED" });
  });
});
