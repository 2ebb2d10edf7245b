import { expect, test } from "vitest";
import type { Exchange, RecordedBody } from "../../schemas/report.ts";
import { failingReport } from "../lab/examples/example-report.ts";
import { hostileReport } from "../lab/examples/hostile-report.ts";
import { packExchanges, unpackExchanges } from "./exchange-columns.ts";
import type { ShownExchange } from "./shown-exchange.ts";

const exchange: ShownExchange = {
  id: "a/b#1",
  operation: "getRelease",
  request: { method: "GET", url: "https://registry.example/api/v1/a", headers: [["accept", "a/b"]] },
  response: { status: 200, headers: [] },
  startedAtMs: 1,
  durationMs: 2.5,
  path: "/api/v1/a",
};

function shown({ actor: _actor, about: _about, ...rest }: Exchange): ShownExchange {
  return { ...rest, path: rest.request.url.slice(8) };
}

function afterPacking(exchanges: readonly ShownExchange[]): readonly ShownExchange[] {
  const { columns, bytes } = packExchanges(exchanges);
  return unpackExchanges(JSON.parse(JSON.stringify(columns)) as typeof columns, bytes);
}

function withBodies(...bodies: readonly RecordedBody[]): readonly ShownExchange[] {
  return bodies.map((body) => ({
    ...exchange,
    request: { ...exchange.request, body },
    response: { status: 201, headers: [], body },
  }));
}

test.each([
  ["a failing report", () => failingReport().exchanges.map(shown)],
  ["a hostile registry", () => hostileReport().exchanges.map(shown)],
  [
    "headers with odd names",
    () => [
      {
        ...exchange,
        response: {
          status: 200,
          headers: [
            ["__proto__", "a"],
            ["Constructor", ""],
            ["constructor", "b"],
            ["__proto__", "c"],
          ] as const,
        },
      },
      exchange,
    ],
  ],
  [
    "exchanges without a response, and on another server",
    () => [
      {
        id: "a/b#2",
        operation: "other" as const,
        request: exchange.request,
        failure: "connect ECONNREFUSED",
        startedAtMs: 3,
        durationMs: 4,
        path: exchange.request.url,
      },
      exchange,
    ],
  ],
  [
    "bodies of every kind",
    () =>
      withBodies(
        { size: 0, digest: "", text: "" },
        { size: 4, digest: "", text: "é€".slice(0, 1) + "ab" },
        { size: 9, digest: "", text: "ab" },
        { size: 900, digest: "sha256:ab", text: "ab", cutAt: 2 },
        { size: 3, digest: "", base64: "AP/+" },
        { size: 3, digest: "", base64: "AP/+" },
        { size: 900, digest: "sha256:cd", base64: "/w==", cutAt: 1 },
        { size: 1, digest: "", base64: "/x==" },
        { size: 3, digest: "", base64: "no base64" },
        { size: 3, digest: "" },
      ),
  ],
])("%s comes back as it was packed", (_name, make) => {
  const exchanges = make();
  expect(afterPacking(exchanges)).toEqual(exchanges);
});

test("equal bodies that are not text are kept once", () => {
  const { bytes } = packExchanges(withBodies({ size: 3, digest: "", base64: "AP/+" }));
  expect([...bytes]).toEqual([0, 255, 254]);
});
