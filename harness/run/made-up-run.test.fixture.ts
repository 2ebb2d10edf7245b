/** A run of made-up checks against a registry that exists only as a function. */
import { expect } from "vitest";
import type { Chapter, Check, Invariant, Observation } from "../check.ts";
import { createRedaction } from "../recording/redaction.ts";
import type { Transport, WireRequest, WireResponse } from "../transport/transport.ts";
import { toTarget } from "../target-file/read-target.ts";
import type { Target } from "../target-file/target.ts";
import type { Report } from "../../schemas/report.ts";
import { runSuite } from "./run.ts";
import { defaultRunOptions, type RunOptions, type RunPlan } from "../plan/run-plan.ts";

/** Milliseconds that each made-up exchange takes. */
export const exchangeMs = 10;

/** A JSON answer. */
export function json(status: number, body: unknown): WireResponse {
  return {
    status,
    headers: [["content-type", status < 400 ? "application/json" : "application/problem+json"]],
    body: Buffer.from(JSON.stringify(body)),
  };
}

export function problem(status: number, slug: string): WireResponse {
  return json(status, { type: `https://problems.test/${slug}`, title: slug, status });
}

/** What a search of an empty catalogue answers. */
export const emptyPage: WireResponse = json(200, { items: [], total: 0, limit: 20, offset: 0 });

type Respond = (request: WireRequest, exchangeId: string) => WireResponse | undefined;

/** Answers nothing where `respond` gives nothing, as a network that fails. Its clock moves by one exchange at a time. */
export function createMadeUpTransport(respond: Respond): Transport {
  let now = 0;
  return {
    live: true,
    send: (request, exchangeId) => {
      const startedAtMs = now;
      now += exchangeMs;
      const response = respond(request, exchangeId);
      return Promise.resolve({
        ...(response === undefined ? { failure: "connection reset" } : { response }),
        startedAtMs,
        durationMs: exchangeMs,
      });
    },
    sleep: () => Promise.resolve(),
    now: () => performance.now(),
    close: () => Promise.resolve(),
  };
}

/** A check that passes with one search, but for what is said of it. */
export function check(id: string, more: Partial<Check> = {}): Check {
  return {
    id,
    level: "must",
    rule: `the rule of ${id}`,
    source: "Endpoints, Search",
    operations: ["searchVolumes"],
    forms: "none",
    run: async ({ registry, expect: assert }) => assert.success(await registry.searchVolumes()),
    ...more,
  };
}

/** The scenario of a check that ends with this. */
export function throwing(reason: unknown): () => Promise<void> {
  return () => Promise.reject(reason);
}

export function invariant(id: string, judge: Invariant["judge"], more: Partial<Invariant> = {}): Invariant {
  return {
    id,
    level: "must",
    rule: `the rule of ${id}`,
    source: "",
    operations: ["searchVolumes"],
    judge,
    ...more,
  };
}

export function observation(id: string, observe: Observation["observe"]): Observation {
  return { id, question: "?", source: "", operations: ["searchVolumes"], forms: "none", observe };
}

export interface MadeUpRun {
  readonly chapter: Partial<Chapter>;
  readonly target?: Partial<Target>;
  readonly options?: Partial<RunOptions>;
  readonly plan?: Partial<RunPlan>;
  readonly respond?: Respond;
}

export async function runMadeUp({
  chapter,
  target,
  options,
  plan,
  respond = () => emptyPage,
}: MadeUpRun): Promise<Report> {
  return await runSuite({
    chapters: [{ id: "a", title: "A", checks: [], ...chapter }],
    target: { ...(await toTarget({ baseUrl: "http://registry.test" }, ".", "made up")), ...target },
    options: {
      ...defaultRunOptions,
      seed: 1,
      concurrency: 1,
      targetArguments: "--target target.json",
      ...options,
    },
    transport: createMadeUpTransport(respond),
    redaction: createRedaction(),
    suite: { name: "made-up", version: "0", digest: "", specification: "0" },
    startedAtMs: Date.parse("2026-01-02T03:04:05Z"),
    writeLine: () => {},
    ...plan,
  });
}

/** The one requirement with this id. */
export function requirementOf(report: Report, id: string): Report["cases"][number] {
  const found = report.cases.filter((one) => one.id === id);
  expect(found).toHaveLength(1);
  return found[0] as Report["cases"][number];
}
