import { describe, expect, test } from "vitest";
import { finalizeReleaseResult, releaseMetadata } from "./compiled/wire.js";
import examples from "./wire/examples.json" with { type: "json" };

const { dist: hosted, ...bare } = examples.releaseMetadata;
const git = { source: "git", repository: "https://git.example/acme/tools.git", ref: "v1.2.3" };
const declaration = examples.releaseMetadata.externalDependencies[0];

describe("where a release has a distribution", () => {
  test.each(["available", "yanked"])("%s requires dist", (state) => {
    expect(releaseMetadata({ ...bare, status: { state }, dist: hosted })).toBe(true);
    expect(releaseMetadata({ ...bare, status: { state }, dist: git })).toBe(true);
    expect(releaseMetadata({ ...bare, status: { state } })).toBe(false);
  });

  test.each(["blocked", "tombstoned", "unavailable"])("%s forbids dist", (state) => {
    expect(releaseMetadata({ ...bare, status: { state } })).toBe(true);
    expect(releaseMetadata({ ...bare, status: { state }, dist: hosted })).toBe(false);
    expect(releaseMetadata({ ...bare, status: { state }, dist: null })).toBe(false);
  });

  test.each(["deleted", "Available", ""])("%j is no state, with or without dist", (state) => {
    expect(releaseMetadata({ ...bare, status: { state } })).toBe(false);
    expect(releaseMetadata({ ...bare, status: { state }, dist: hosted })).toBe(false);
  });
});

describe("a distribution is exactly one of its variants", () => {
  const withDist = (dist: unknown) => releaseMetadata({ ...bare, dist });

  test.each([
    hosted,
    git,
    { ...hosted, url: "file:///srv/tools.tar.gz" },
    { ...git, repository: "ssh://git@git.example/acme/tools" },
    { ...git, ref: " " },
  ])("accepts %j", (dist) => {
    expect(withDist(dist)).toBe(true);
  });

  test.each([
    {},
    { source: "cdn" },
    { source: "git" },
    { source: "svn", url: "https://a/b" },
    { ...hosted, ...git },
    { ...git, ...hosted },
    { ...hosted, mediaType: "application/x-gzip" },
    { ...hosted, mediaType: "application/gzip; charset=binary" },
    { ...hosted, url: "/acme/tools.tar.gz" },
    { ...hosted, size: 10 },
    { ...git, ref: "" },
    { ...git, ref: null },
    { ...git, ref: 1 },
    { ...git, repository: null },
    { ...git, repository: ["https://git.example/a"] },
    { ...git, extra: true },
    { ...git, repository: "git@git.example:acme/tools.git" },
    { ...git, mediaType: "application/gzip" },
    { source: "git", repository: git.repository },
    { source: "git", ref: git.ref },
  ])("refuses %j", (dist) => {
    expect(withDist(dist)).toBe(false);
  });
});

describe("external dependencies", () => {
  const withDependencies = (externalDependencies: unknown) =>
    releaseMetadata({ ...examples.releaseMetadata, externalDependencies });

  test("may be empty, and may differ in one member only", () => {
    expect(withDependencies([])).toBe(true);
    expect(withDependencies([declaration, { ...declaration, purpose: "build" }])).toBe(true);
  });

  test("are unique, whatever the order of their members", () => {
    const reversed = Object.fromEntries(Object.entries(declaration ?? {}).toReversed());
    expect(withDependencies([declaration, declaration])).toBe(false);
    expect(withDependencies([declaration, reversed])).toBe(false);
  });

  test.each([
    [["formatter"], true],
    [[], false],
    [["formatter", "formatter"], false],
    [["Formatter"], false],
    [["@acme/formatter"], false],
    [["a".repeat(129)], false],
  ])("components %j: %s", (components, valid) => {
    expect(withDependencies([{ ...declaration, components }])).toBe(valid);
  });

  test("are compared without trusting what they hold", () => {
    const hostile: unknown = JSON.parse(
      '[{"valueOf":1},{"valueOf":2},{"toString":1,"__proto__":{}},{"constructor":1}]',
    );
    expect(withDependencies(hostile)).toBe(false);
    expect(releaseMetadata.errors?.some(({ keyword }) => keyword === "uniqueItems")).toBe(false);
  });

  test("are compared in the time that reading them takes", () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({
      ...declaration,
      constraint: `vers:npm/${index}`,
    }));
    expect(withDependencies(many)).toBe(true);
    expect(withDependencies([...many, many[7]])).toBe(false);
  });

  test("may be towers of brackets without exhausting the stack", () => {
    const tower: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(withDependencies([tower, tower])).toBe(false);
  });
});

describe("the result of finalizing", () => {
  const withRelease = (release: unknown) =>
    finalizeReleaseResult({ ...examples.finalizeReleaseResult, release });

  test("holds an available release with a distribution", () => {
    expect(withRelease(examples.releaseMetadata)).toBe(true);
    expect(withRelease({ ...bare, dist: git })).toBe(true);
  });

  test.each([
    ["no distribution", bare],
    ["a yanked release", { ...examples.releaseMetadata, status: { state: "yanked" } }],
    ["a blocked release", { ...bare, status: { state: "blocked" } }],
    ["an unknown member", { ...examples.releaseMetadata, extra: 1 }],
  ])("refuses %s", (_, release) => {
    expect(withRelease(release)).toBe(false);
  });
});
