import { expect, test } from "vitest";
import { Skipped } from "../outcome.ts";
import { assertMayWrite } from "./write-guard.ts";

const limits = { readOnly: false, namespace: { scope: "conformance", prefix: "conf" } };

test.each([
  ["DELETE", "/api/v1/volumes/@conformance/a/1.0.0"],
  ["DELETE", "/api/v1/volumes/%40conformance/a/1.0.0"],
  ["DELETE", "/api/v1/volumes/conf-a/1.0.0"],
  ["POST", "/api/v1/volumes/conf-a/uploads/1/finalize"],
  ["POST", "/api/v1/volumes/@conformance/a/1.0.0/trust/uploads"],
  ["POST", "/api/v1/volumes/@else/a"],
  ["POST", "/api/v1/volumes/-malformed"],
  ["GET", "/api/v1/volumes/@else/a/1.0.0"],
])("%s %s is sent", (method, path) => {
  expect(() => assertMayWrite(limits, method, path)).not.toThrow();
});

test.each([
  ["DELETE", "/api/v1/volumes/@else/a/1.0.0"],
  ["DELETE", "/api/v1/volumes/%40else/a/1.0.0?x=@conformance/"],
  ["DELETE", "/api/v1/volumes/@conformancex/a/1.0.0"],
  ["DELETE", "/api/v1/volumes/confa/1.0.0"],
  ["POST", "/api/v1/volumes/a/uploads/1/finalize"],
  ["PUT", "/api/v1/volumes/a/1.0.0"],
  ["POST", "/api/v1/volumes/@else/a/1.0.0/trust/uploads"],
])("%s %s is not sent", (method, path) => {
  expect(() => assertMayWrite(limits, method, path)).toThrow(Skipped);
  expect(() => assertMayWrite(limits, method, path)).toThrow(/outside the target's "namespace"/);
});

test.each(["scope", "prefix"] as const)(
  "a namespace without %s lets nothing of that form be changed",
  (missing) => {
    const { [missing]: _, ...namespace } = limits.namespace;
    const path =
      missing === "scope" ? "/api/v1/volumes/@undefined/a/1.0.0" : "/api/v1/volumes/undefined-a/1.0.0";
    expect(() => assertMayWrite({ ...limits, namespace }, "DELETE", path)).toThrow(Skipped);
    expect(() => assertMayWrite({ ...limits, namespace: undefined }, "DELETE", path)).toThrow(Skipped);
  },
);

test.each(["POST", "PUT", "DELETE", "PATCH"])("a run that only reads sends no %s", (method) => {
  expect(() => assertMayWrite({ ...limits, readOnly: true }, method, "/api/v1/volumes/conf-a")).toThrow(
    /^needs write access \(no publisher token, or --read-only\)$/,
  );
});

test("only with a states hook, names of this run may be tried in other scopes", () => {
  const path = "/api/v1/volumes/@long/conf-abcdefg-x/1.0.0";
  expect(() => assertMayWrite(limits, "DELETE", path)).toThrow(Skipped);
  const hooked = { ...limits, runWord: () => "abcdefg" };
  expect(() => assertMayWrite(hooked, "DELETE", path)).not.toThrow();
  expect(() => assertMayWrite(hooked, "DELETE", "/api/v1/volumes/@long/abcdefg/1.0.0")).toThrow(Skipped);
  expect(() => assertMayWrite(hooked, "DELETE", "/api/v1/volumes/else-abcdefg-x/1.0.0")).toThrow(Skipped);
});
