import { expect, test } from "vitest";
import semver from "semver";
import { restartOf, untriedVersion } from "./context.ts";

const before = { actor: { id: "a/check.scoped", restarts: 0 } };
const once = { actor: { id: "a/check.scoped", restarts: 1 } };
const twice = { actor: { id: "a/check.scoped", restarts: 2 } };
const other = { actor: { id: "a/other.scoped", restarts: 1 } };

test("a version is another one after each restart, of each actor", () => {
  const contexts = [before, once, twice, other];
  for (const version of ["1.2.0", "2.0.0-rc.1", "1.9.0-Beta.9"]) {
    const versions = contexts.map((context) => untriedVersion(context, version));
    expect(versions[0]).toBe(version);
    expect(new Set(versions).size).toBe(contexts.length);
    for (const one of versions) expect(one).toMatch(new RegExp(`^${version.slice(0, -1)}\\d+$`));
    const [first = "", second = "", third = ""] = versions;
    expect([semver.compare(first, second), semver.compare(second, third)]).toEqual([-1, -1]);
  }
});

test("the versions of one restart keep their order, in the set-ups that are built for it too", () => {
  const restart = restartOf(once);
  const setUp = {
    actor: { id: "given/a.scoped", restarts: 0 },
    keepsSetUps: true,
    ...(restart === undefined ? {} : { restart }),
  };
  const versions = [untriedVersion(setUp, "1.0.0-rc.2"), untriedVersion(once, "1.0.0-rc.10")];
  expect(versions.map((version) => semver.compare(version, versions[0] ?? ""))).toEqual([0, 1]);
});

test("a set-up that restarts takes the next version, and belongs to no restart of a check", () => {
  const setUp = { actor: { id: "given/a.scoped", restarts: 2 }, keepsSetUps: true };
  expect(untriedVersion(setUp, "1.0.2")).toBe("1.0.4");
  expect(restartOf(setUp)).toBeUndefined();
});

test("a prerelease of a set-up that restarts stays below the one that another set-up of the volume has next", () => {
  const versions = [1, 2].map((restarts) =>
    untriedVersion({ actor: { id: "given/a.scoped", restarts }, keepsSetUps: true }, "1.0.0-rc.10+build.7"),
  );
  expect(versions).toEqual(["1.0.0-rc.10.1+build.7", "1.0.0-rc.10.2+build.7"]);
  const inOrder = ["1.0.0-rc.10", ...versions, "1.0.0-rc.11"];
  expect(inOrder.toSorted((a, b) => semver.compare(a, b))).toEqual(inOrder);
});
