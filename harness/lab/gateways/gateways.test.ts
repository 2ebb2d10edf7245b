import { expect, test } from "vitest";
import type { Report } from "../../../schemas/report.ts";
import type { WholeRun } from "../resilience/whole-run.ts";
import { gatewaySetups } from "./gateway-setups.ts";
import { toOutcome } from "./meet-gateway.ts";
import { presign } from "./presigned-url.ts";
import { storeSetups } from "./store-setups.ts";

test("there are at least thirty set-ups, each with a name of its own", () => {
  const names = [...gatewaySetups, ...storeSetups].map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(30);
  expect(new Set(names).size).toBe(names.length);
});

test("CI runs gateways and the object store", () => {
  expect(gatewaySetups.filter(({ isSample }) => isSample === true).length).toBeGreaterThanOrEqual(3);
  expect(storeSetups.some(({ isSample }) => isSample === true)).toBe(true);
});

test("a presigned URL is the one of the example in Amazon's documentation", () => {
  const address = { origin: "https://examplebucket.s3.amazonaws.com", key: "test.txt" };
  const url = presign("GET", address, {
    accessKey: "AKIAIOSFODNN7EXAMPLE",
    secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    expiresIn: 86_400,
    now: new Date("2013-05-24T00:00:00Z"),
  });
  expect(new URL(url).searchParams.get("X-Amz-Signature")).toBe(
    "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  );
});

function runWith(exitCode: number, verdicts: Readonly<Record<string, string>>, more = {}): WholeRun {
  const cases = Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict }));
  const measured = { requests: 1, peakMebibytes: 1, megabytesOfFiles: 1, cpuSeconds: 1, seconds: 1 };
  const report = { cases } as unknown as Report;
  return { exitCode, verdict: "", report, output: "", leaked: false, ...measured, ...more };
}

const setup = {
  name: "one",
  summary: "forwards",
  program: { name: "nginx", command: "nginx", package: "nginx" },
};

test.each([
  ["another exit code", runWith(4, {}), "exit code 4 in place of 0"],
  ["another failure", runWith(0, { a: "failed" }), "failed, unlike decided: a"],
  ["a token", runWith(0, {}, { leaked: true }), "a token is in what was written"],
])("%s differs from what was decided", (_name, run, difference) => {
  expect(toOutcome({ ...setup, decided: { exitCode: 0 } }, run).differences).toEqual([difference]);
});

test("a failure that was decided has to come, and what the terminal says", () => {
  const decided = { exitCode: 1, failed: ["a"], says: /nginx/ };
  expect(
    toOutcome({ ...setup, decided }, runWith(1, { a: "failed" }, { output: "nginx" })).differences,
  ).toEqual([]);
  expect(toOutcome({ ...setup, decided }, runWith(1, { a: "passed" })).differences).toHaveLength(2);
});
