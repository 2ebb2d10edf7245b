import { expect, test } from "vitest";
import { exchange, interrupted, run } from "./compiled/recording.js";

const digest = `sha256:${"a".repeat(64)}`;
const body = { size: 2, digest, text: "{}" };

const lines = {
  run: {
    kind: "run",
    startedAtMs: 1_770_000_000_000,
    options: {
      depth: "standard",
      seed: 1,
      profiles: ["read"],
      only: [],
      skip: [],
      concurrency: 4,
      rate: 2.5,
      strict: false,
      readOnly: false,
      cleanUp: true,
      targetArguments: "--target target.json",
    },
    target: {
      baseUrl: "https://registry.example",
      problemBase: "https://registry.example/problems",
      implementation: { name: "acme" },
      namespace: { scope: "conf", prefix: "conf" },
      tokens: { publisher: "~redacted.publisher~" },
      fixtures: { yanked: { name: "a", version: "1.0.0" }, advisory: { id: "A-1" } },
      states: {
        url: "http://127.0.0.1:1/states",
        headers: { authorization: "~redacted.states-authorization~" },
      },
      search: { advisoryParams: {} },
      archive: {
        manifestPath: "volume.toml",
        manifests: { minimal: { template: "", expect: [] } },
        isBuiltIn: true,
      },
      trust: { format: { family: "cyclonedx" }, sendCategory: false, isBuiltIn: true },
      limits: { settleMs: 1, maxExpiryWaitMs: 1, checkDeadlineMs: 1, limiterPatienceMs: 1 },
      exclusive: false,
      features: { unpublish: true, trust: true, advisories: true, search: true },
      allowPrivateUploads: false,
      tls: {},
    },
    previous: "",
  },
  exchange: {
    id: "a/one#0",
    actor: "a/one",
    operation: "getRelease",
    request: { method: "GET", url: "https://registry.example/", headers: [["accept", "*/*"]], body },
    response: { status: 200, headers: [], body },
    startedAtMs: 0.5,
    durationMs: 1,
    previous: digest,
  },
  interrupted: { kind: "interrupted", notReached: ["a/one"], previous: digest },
};

const validators = { run, exchange, interrupted };

for (const kind of ["run", "exchange", "interrupted"] as const) {
  const line = lines[kind];
  const validate = validators[kind];

  test(`a whole ${kind} record is valid`, () => {
    expect({ valid: validate(line), errors: validate.errors }).toEqual({ valid: true, errors: null });
  });

  test(`a ${kind} record with an unknown member, or with a digest that is not one, is not valid`, () => {
    expect(validate({ ...line, extra: 1 })).toBe(false);
    expect(validate({ ...line, previous: "sha256:" })).toBe(false);
  });
}

test.each(["limits", "archive", "trust", "tokens", "features", "search"])(
  "a recorded target needs %s",
  (key) => {
    const { [key as "limits"]: _left, ...target } = lines.run.target;
    expect(run({ ...lines.run, target })).toBe(false);
  },
);
