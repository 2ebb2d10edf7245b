import { expect, it } from "vitest";
import type { About, Exchange } from "../schemas/report.ts";
import { indexReport } from "./evidence-list.ts";
import { conformantReport } from "./lab/examples/example-report.ts";
import { describeRequest } from "./request-lines.ts";
import { toStatesCall } from "./states-call.test.fixture.ts";

const about: About = {
  operation: "createTrustUpload",
  volume: { scope: "conformance", segment: "a" },
  version: "1.0.0",
  credential: "token-of-a",
};

function toExchange(headers: readonly [string, string][]): Exchange {
  return {
    id: "a#1",
    actor: "a",
    operation: "createTrustUpload",
    about,
    request: {
      method: "POST",
      url: "https://registry.example/api/v1/volumes/@conformance/a/1.0.0/trust/uploads",
      headers,
    },
    response: { status: 403, headers: [] },
    startedAtMs: 1,
    durationMs: 1,
  };
}

/** The call to the states hook that gave the token. */
function toState(params: object): Exchange {
  return toStatesCall("token", params, { answered: { token: "~redacted.token-of-a~" } });
}

function describe(exchanges: readonly Exchange[]): readonly string[] {
  const index = indexReport({ ...conformantReport(), exchanges });
  return describeRequest({ exchange: "a#1", sentence: "" }, index).map(
    ({ label, text }) => `${label}: ${text}`,
  );
}

it("shows headers that few requests have, with their values", () => {
  const plain: readonly [string, string][] = [
    ["Host", "registry.example"],
    ["Accept", "*/*"],
    ["Content-Type", "application/json"],
    ["Authorization", "Bearer ~redacted.publisher~"],
  ];
  expect(describe([toExchange(plain)])).toEqual([]);
  expect(describe([toExchange([...plain, ["If-None-Match", '"a", W/"b"'], ["X", "y".repeat(200)]])])).toEqual(
    ['header: If-None-Match: "a", W/"b"', "header: X: y×200"],
  );
  expect(describe([toExchange([["content-type", "text/plain"]])])).toEqual([
    "header: content-type: text/plain",
  ]);
});

const withToken: readonly [string, string][] = [["authorization", "Bearer ~redacted.token-of-a~"]];

it.each([
  [
    { grants: ["trust"], resource: "@conformance/a@1.0.0" },
    "allows only trust, for the release of the request",
  ],
  [
    { grants: ["trust", "publish"], resource: "@conformance/a" },
    "allows only publish and trust, for the volume of the request",
  ],
  [{ grants: [], resource: "@conformance" }, "allows no action, for the scope of the request"],
  [
    { grants: ["trust"], resource: "@conformance/a@1.0.0-b" },
    "allows only trust, for the release @conformance/a@1.0.0-b",
  ],
  [{ grants: ["trust"], resource: "@other" }, 'allows only trust, for the scope "@other"'],
  [
    { grants: ["trust"], resource: "@conf" },
    'allows only trust, for the scope "@conf", with which that of the request begins',
  ],
  [{ grants: ["trust"], resource: "b" }, 'allows only trust, for the volume "b"'],
  [
    { grants: ["publish", "unpublish", "trust"], resource: "*", condition: "revoked" },
    "is revoked, allows every action, for every volume",
  ],
])("says what the token of the states hook is for: %j", (params, text) => {
  expect(describe([toState(params), toExchange(withToken)])).toEqual([`token: ${text}`]);
});

it("says nothing of a token that may do everything, and of one that the hook did not give", () => {
  const all = { grants: ["publish", "unpublish", "trust"], resource: "*", condition: "valid" };
  expect(describe([toState(all), toExchange(withToken)])).toEqual([]);
  expect(describe([toExchange(withToken)])).toEqual([]);
});
