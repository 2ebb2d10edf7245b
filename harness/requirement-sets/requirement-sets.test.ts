import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { sentencesOf } from "../sentences.ts";
import { runMain } from "../commands/captured-main.test.fixture.ts";
import { createReferenceServer } from "../index.ts";
import {
  applyPackageSet,
  applySetText,
  describeOtherSet,
  digestOfSet,
  parseSets,
  readPackageSets,
  requirementsOf,
} from "./requirement-sets.ts";

const own = requirementsOf(chapters);

/** The digest of each frozen set: one that was published never changes. */
const frozen: Readonly<Record<string, string>> = {};

describe("the sets of the package", () => {
  const sets = readPackageSets(chapters);

  test("have different names, and only the last may be open", () => {
    expect(new Set(sets.map(({ name }) => name)).size).toBe(sets.length);
    expect(sets.slice(0, -1).map(({ state }) => state)).not.toContain("open");
  });

  test("do not change after they were frozen", () => {
    const known = sets.filter(({ state }) => state === "frozen");
    expect(
      Object.fromEntries(known.map(({ name, requirements }) => [name, digestOfSet(requirements)])),
    ).toEqual(frozen);
    expect(Object.fromEntries(known.map(({ name, digest }) => [name, digest]))).toEqual(frozen);
  });

  test("have only requirements that the suite still has; to remove one, withdraw it", () => {
    const known = sets.flatMap(({ requirements }) => Object.keys(requirements));
    expect(known.filter((id) => !Object.hasOwn(own, id))).toEqual([]);
  });

  test("are by default the newest, which is the whole suite while it is open", () => {
    const { name, outside, onlyShould } = applyPackageSet(undefined, chapters);
    expect(name).toBe(sets.at(-1)?.name);
    expect([outside, onlyShould]).toEqual([[], []]);
  });

  test("are named in the message about an unknown name", () => {
    expect(() => applyPackageSet("2026.12", chapters)).toThrow('did you mean "2026.11"');
  });
});

const [first = ""] = Object.keys(own);

test.each([
  ["not JSON", "{", "not valid JSON"],
  ["without a name", "{}", '"name"'],
  ["without requirements", '{ "name": "mine" }', '"requirements"'],
  ["with an unknown id", JSON.stringify({ name: "a", requirements: { [`${first}x`]: "must" } }), first],
  ["with an unknown level", JSON.stringify({ name: "a", requirements: { [first]: "may" } }), "must, should"],
])("a file of a set %s is refused", (_name, text, message) => {
  expect(() => applySetText(text, "set.json", chapters)).toThrow(message);
});

test.each([
  ["another version", "{}", "requirementSetsVersion"],
  ["a set without a name", '{ "requirementSetsVersion": 1, "sets": [{}] }', '"name"'],
])("sets of %s are refused", (_name, text, message) => {
  expect(() => parseSets(text, "sets.json", own)).toThrow(message);
});

test("in a file, a requirement stands for its cases, but for those with an entry of their own", () => {
  const sentence = sentencesOf(chapters).find(({ cases, level }) => level === "must" && cases.length > 2);
  const [one = "", ...others] = sentence?.cases.map(({ id }) => id) ?? [];
  const set = { name: "mine", requirements: { [sentence?.id ?? ""]: "must", [one]: "should" } };
  const { outside, onlyShould } = applySetText(JSON.stringify(set), "set.json", chapters);
  expect(onlyShould).toEqual([one]);
  expect(outside).toHaveLength(Object.keys(own).length - 1 - others.length);
  expect(outside).not.toContain(others[0]);
});

test("an open set has the requirements of the suite, a frozen one those that it lists", () => {
  const about = { name: "a", specification: "1", suite: "1" };
  const sets = [
    { ...about, state: "frozen", requirements: { [first]: "must" }, digest: "sha256:0" },
    { ...about, state: "open" },
  ];
  const text = JSON.stringify({ requirementSetsVersion: 1, sets });
  expect(parseSets(text, "sets.json", own).map(({ requirements }) => requirements)).toEqual([
    { [first]: "must" },
    own,
  ]);
});

test("the order of the requirements does not matter for the digest", () => {
  expect(digestOfSet({ a: "must", b: "gap" })).toBe(digestOfSet({ b: "gap", a: "must" }));
  expect(digestOfSet({ a: "must" })).not.toBe(digestOfSet({ a: "should" }));
});

test("a report names the set, or is not the same", () => {
  const set = { name: "2026.11", digest: "sha256:1" };
  expect(describeOtherSet(set, set)).toBeUndefined();
  expect(describeOtherSet({ ...set, digest: "sha256:2" }, set)).toContain("of the name 2026.11");
  expect(describeOtherSet({ ...set, name: "2025.1" }, set)).toContain("give --set 2025.1");
  expect(describeOtherSet(undefined, set)).toContain("no set");
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sets-"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes a set that has all but some requirements. */
async function writeSet(name: string, without: readonly string[], changed: object = {}): Promise<string> {
  const requirements = Object.entries({ ...own, ...changed }).filter(([id]) => !without.includes(id));
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify({ name, requirements: Object.fromEntries(requirements) }));
  return file;
}

async function readRun(run: string): Promise<Report> {
  return JSON.parse(await readFile(join(run, "report.json"), "utf8")) as Report;
}

const fault = "index-of-unknown-volume-answers-validation-failed";
const newCheck = "version-index/unknown-volume-has-no-rows";
const newRule = "every-response/success-bodies-are-json";
const registry = [
  "run",
  "--reference",
  "--fault",
  fault,
  "--fault",
  "capabilities-are-html",
  "--seed",
  "7",
  "--only",
  "capabilities",
  "--only",
  "version-index",
  "--only",
  newRule,
];

describe("a registry that breaks only what came after the set", () => {
  test("is red without the set, and as before with it", { timeout: 120_000 }, async () => {
    const set = await writeSet("earlier", [
      newCheck,
      newRule,
      ...Object.keys(own).filter((id) => id.startsWith("capabilities/")),
    ]);
    const newest = await runMain(...registry, "--out", join(folder, "newest"));
    expect(newest.code).toBe(1);
    const run = join(folder, "earlier");
    const earlier = await runMain(...registry, "--set", set, "--out", run);
    expect(earlier.output).toContain("set earlier");
    expect(earlier.output).toContain(`Not in the set earlier, and not scored`);
    const report = await readRun(run);
    expect([earlier.code, report.exitCode, report.counts.failed]).toEqual([0, 0, 0]);
    expect(report.verdict).toBe("conformant");
    expect(report.run.set?.name).toBe("earlier");
    const unscored = new Map(report.unscored?.map(({ id, verdict }) => [id, verdict]));
    expect([unscored.get(newCheck), unscored.get(newRule)]).toEqual(["failed", "failed"]);
    expect(report.cases.map(({ id }) => id)).not.toContain(newCheck);
    const junit = await readFile(join(run, "junit.xml"), "utf8");
    expect(junit).toContain(newCheck);
    expect(junit).not.toMatch(/<failure|<error/u);
    for (const file of ["report.html", "report.md", "ctrf.json", "test-result.intoto.json", "badge.svg"])
      expect([file, (await readFile(join(run, file), "utf8")).includes("earlier")]).toEqual([file, true]);

    expect((await runMain("verify", run, "--set", set)).code).toBe(0);
    const other = await runMain("verify", run);
    expect(other.code).toBe(1);
    expect(other.output).toContain("give --set earlier");
    const compared = await runMain("compare", join(folder, "newest/report.json"), join(run, "report.json"));
    expect(compared.output).toContain("requirement set");
    const explained = await runMain("explain", newCheck, "--report", join(run, "report.json"), "--set", set);
    expect(explained.output).toContain("not scored");
    expect(explained.output).toContain("In the run of");
  });

  test("warns where the set has the requirement as should", { timeout: 120_000 }, async () => {
    const set = await writeSet("softer", [newRule], { [newCheck]: "should" });
    const run = join(folder, "softer");
    const { code } = await runMain(
      ...registry.slice(0, 4),
      "--seed",
      "7",
      "--only",
      "version-index",
      "--set",
      set,
      "--out",
      run,
    );
    const report = await readRun(run);
    const result = report.cases.find(({ id }) => id === newCheck);
    expect([code, result?.verdict, result?.level]).toEqual([0, "warned", "should"]);
  });
});

test("nothing can be scored if no selected requirement is in the set", async () => {
  const set = await writeSet("without", [newCheck]);
  const { code, output } = await runMain("run", "--reference", "--only", newCheck, "--set", set);
  expect([code, output]).toEqual([2, expect.stringContaining("came after the set without")]);
});

test(
  "the shards of one run have one set, and what is not scored is merged too",
  { timeout: 120_000 },
  async () => {
    const set = await writeSet("shared", [newCheck]);
    const server = await createReferenceServer({ faults: [fault] });
    const shards = [1, 2].map((index) => join(folder, `shard-${index}`));
    try {
      const target = join(folder, "target.json");
      await writeFile(target, JSON.stringify(server.target), { mode: 0o600 });
      const run = ["run", "--target", target, "--only", "version-index", "--depth", "quick", "--seed", "7"];
      for (const [place, shard] of shards.entries())
        await runMain(...run, "--shard", `${place + 1}/2`, "--set", set, "--out", shard);
    } finally {
      await server.close();
    }
    const merged = join(folder, "merged");
    expect((await runMain("merge", ...shards, "--out", merged)).output).toContain("give --set shared");
    expect((await runMain("merge", ...shards, "--set", set, "--out", merged)).code).toBe(0);
    const report = await readRun(merged);
    expect(report.unscored?.map(({ id, verdict }) => [id, verdict])).toEqual([[newCheck, "failed"]]);
    expect((await runMain("verify", merged, "--set", set)).code).toBe(0);
  },
);

test("list and explain know the sets", async () => {
  const set = await writeSet("listed", [newCheck]);
  const { output } = await runMain("list", "sets");
  expect(output).toContain("2026.11 (default)");
  // open questions are no requirements
  const judged = Object.values(own).filter((level) => level !== "gap").length;
  expect(output).toMatch(new RegExp(`\\b${judged}\\b[^]*^1 set$`, "mu"));
  const all = await runMain("list", "checks", "--chapter", "version-index", "--set", "2026.11");
  const fewer = await runMain("list", "checks", "--chapter", "version-index", "--set", set);
  expect([all.output.includes(newCheck), fewer.output.includes(newCheck)]).toEqual([true, false]);
  expect((await runMain("explain", newCheck)).output).toMatch(/In the sets +2026\.11/u);
});
