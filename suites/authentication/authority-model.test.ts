import { expect, test } from "vitest";
import { deniedTokens, permissionOf } from "./authority-model.ts";

const release = { volume: { scope: "acme", segment: "tool" }, version: "1.0.12" };

test("a token needs the grant, and a resource that has the release", () => {
  const resources = [
    "*",
    "@acme",
    "@acme/tool",
    "@acme/tool@1.0.12",
    "@acm",
    "@acme/too",
    "tool",
    "@acme/tool@1.0.1",
  ];
  const permissions = resources.map((resource) =>
    permissionOf({ grants: ["trust"], resource }, "trust", release),
  );

  expect(permissions.map((permission) => permission.charAt(0)).join("")).toBe("aaaadddd");
  expect(permissionOf({ grants: ["publish"], resource: "*" }, "trust", release)).toBe("denied");
});

test("whether authority over one release is enough to publish it is open", () => {
  const token = { grants: ["publish"] as const, resource: "@acme/tool@1.0.12" };

  expect(permissionOf(token, "publish", release)).toBe("open");
});

test("an unscoped volume is in no scope", () => {
  const unscoped = { volume: { segment: "tool" }, version: "1.0.12" };

  expect(permissionOf({ grants: ["publish"], resource: "@acme" }, "publish", unscoped)).toBe("denied");
});

test("tokens without authority differ from the release in one respect", () => {
  const scoped = deniedTokens(release, "publish", "acme").map(({ resource }) => resource);

  expect(scoped).toContain("@acme/toolx");
  expect(scoped).toContain("tool@1.0.12");
  expect(scoped).toContain("@acm");
  expect(deniedTokens(release, "unpublish", "acme").filter(({ kind }) => kind === "grant")).toHaveLength(3);
  expect(new Set(scoped).size).toBe(scoped.length);
});
