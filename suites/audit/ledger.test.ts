import { expect, test } from "vitest";
import type { Answer } from "../../harness/exchange/answer.ts";
import { withAbout } from "../../harness/recording/read-about.ts";
import type { Exchange } from "../../schemas/report.ts";
import { ledger } from "./ledger.ts";
import { toRefused } from "./refused.ts";

const base = "https://registry.example/api/v1";
const paths = {
  getRelease: "/volumes/conf-a/1.0.0",
  getTrustSummary: "/volumes/conf-a/1.0.0/trust/summary",
  getTrustDetail: "/volumes/conf-a/1.0.0/trust/detail",
  getVersionIndex: "/index/volumes/conf-a",
} as const;

function answered(operation: keyof typeof paths, status: number): Answer {
  const url = `${base}${paths[operation]}`;
  const exchange: Exchange = {
    id: "a/check#0",
    actor: "a/check",
    operation,
    request: { method: "GET", url, headers: [] },
    startedAtMs: 1,
    durationMs: 1,
  };
  return {
    exchange: withAbout(exchange, "https://registry.example"),
    status,
    url,
    bytes: new Uint8Array(),
    body: undefined,
    isJson: false,
    endedAtMs: 2,
  };
}

const operations = ["getRelease", "getTrustSummary", "getTrustDetail", "getVersionIndex"] as const;

test.each(operations)(
  "%s without a response, or answered by a limiter or a gateway, says nothing",
  (operation) => {
    for (const status of [0, 429, 502, 503]) {
      const run = {};
      ledger.note(run, answered(operation, status), undefined);
      expect(ledger.entries(run)).toEqual([]);
    }
  },
);

test.each(operations)("%s that answers 404 says that nothing is there", (operation) => {
  const run = {};
  ledger.note(run, answered(operation, 404), undefined);
  expect(ledger.entries(run)).toHaveLength(1);
});

test.each(["", "/api/v1", "/svc/api/v1/registry"])(
  "a refused request keeps its path below the base %s",
  (path) => {
    const body = Buffer.from('{"version":"v1"}');
    const { exchange, ...plain } = answered("getRelease", 400);
    const url = `https://registry.example${path}/api/v1/volumes/conf-a`;
    const refusal: Answer = {
      ...plain,
      exchange: {
        ...exchange,
        operation: "createReleaseUpload",
        about: {
          operation: "createReleaseUpload",
          volume: { segment: "conf-a" },
          version: "v1",
          credential: "publisher",
        },
        request: { method: "POST", url, headers: [["authorization", "Bearer ~redacted.publisher~"]] },
      },
      body: { type: "https://registry.example/problems/validation-failed", status: 400 },
    };
    expect(toRefused(refusal, body)).toMatchObject([{ path: "/api/v1/volumes/conf-a" }]);
  },
);

test.each(["", "/a%20b", "/%7Euser/api/v1"])("a read below the base %s is noted", (path) => {
  const read = answered("getRelease", 404);
  const url = `https://registry.example${path}/api/v1/volumes/conf-a/1.0.0`;
  const run = {};
  const { exchange } = read;
  ledger.note(run, { ...read, exchange: { ...exchange, request: { ...exchange.request, url } } }, undefined);
  expect(ledger.entries(run)).toHaveLength(1);
});
