import { expect, test } from "vitest";
import {
  check,
  emptyPage,
  invariant,
  json,
  problem,
  requirementOf,
  runMadeUp,
} from "../../run/made-up-run.test.fixture.ts";

const total = (id: string, more = {}) =>
  check(id, {
    owns: ["a/totals"],
    run: async ({ registry, expect: assert }) => assert.echo(await registry.searchVolumes(), ["total"], 0),
    ...more,
  });
const totals = invariant("a/totals", ({ body }) =>
  typeof body === "object" && body !== null && "total" in body && body.total === 0
    ? "held"
    : { expected: "a total", got: "7", member: "/total" },
);
const wrongTotal = (_: unknown, id: string) =>
  id.startsWith("a/") ? json(200, { items: [], total: 7 }) : emptyPage;

test("of several requirements that see the same wrong member, the one that is listed first fails", async () => {
  const report = await runMadeUp({
    chapter: { checks: [total("a/plain"), total("a/special")], invariants: [totals] },
    respond: wrongTotal,
  });

  expect(report.cases.map(({ id, verdict }) => [id, verdict])).toEqual([
    ["a/plain", "failed"],
    ["a/special", "blocked"],
    ["a/totals", "blocked"],
  ]);
  expect(requirementOf(report, "a/totals").reason).toContain("rests on a failure above, of a/plain");
  expect(requirementOf(report, "a/totals").evidence.every(({ finding }) => finding === undefined)).toBe(true);
  expect(report.causes).toHaveLength(1);
  expect(report.causes?.[0]).toMatchObject({
    breaks: "a/plain",
    explains: [],
    blocks: ["a/special", "a/totals"],
    count: 2,
  });
});

test("a warning blocks nothing, and is not blocked", async () => {
  const warning = total("a/warning", { level: "should" });
  const report = await runMadeUp({
    chapter: { checks: [warning, total("a/second", { level: "should" })] },
    respond: wrongTotal,
  });

  expect(report.cases.map(({ verdict }) => verdict)).toEqual(["warned", "warned"]);
});

test("a rule for every response is blocked where it only judges the response to a wrongly accepted request", async () => {
  const refused = check("a/refused", {
    run: async ({ registry, expect: assert }) =>
      assert.problem(await registry.searchVolumes(), "validation-failed"),
  });
  const report = await runMadeUp({
    chapter: { checks: [refused], invariants: [totals] },
    respond: wrongTotal,
  });

  expect(report.cases.map(({ verdict }) => verdict)).toEqual(["failed", "blocked"]);
  expect(report.causes?.map(({ breaks }) => breaks)).toEqual(["a/refused"]);
});

test("each check that asks its own request fails, although the wrong answers are one cause", async () => {
  const asking = (id: string) =>
    check(id, {
      run: async ({ registry, expect: assert }) =>
        assert.problem(await registry.searchVolumes(), "validation-failed"),
    });
  const report = await runMadeUp({
    chapter: { checks: [asking("a/one"), asking("a/two")] },
    respond: (_, id) => (id.startsWith("a/") ? problem(404, "not-found") : emptyPage),
  });

  expect(report.cases.map(({ verdict }) => verdict)).toEqual(["failed", "failed"]);
  expect(report.causes).toHaveLength(1);
});

test("a request that was sent with a wrong value is a consequence of that value", async () => {
  const wrong = "pkg:volume/wrong@1.0.0";
  const first = check("a/first", {
    run: async ({ registry, expect: assert }) =>
      assert.echo(await registry.searchVolumes(), ["purl"], "pkg:volume/right@1.0.0"),
  });
  const sends = check("a/sends", {
    run: async ({ registry, expect: assert }) =>
      assert.success(await registry.searchVolumes([["query", wrong]])),
  });
  const report = await runMadeUp({
    chapter: { checks: [first, sends] },
    respond: ({ url }, id) => {
      if (!id.startsWith("a/")) return emptyPage;
      return url.includes("query=") ? problem(400, "validation-failed") : json(200, { purl: wrong });
    },
  });

  expect(report.causes).toHaveLength(1);
  expect(report.causes?.[0]).toMatchObject({ breaks: "a/first", count: 2 });
});

test("a request with a value that the run had sent before is no consequence of a response that shows it", async () => {
  const value = "pkg:volume/of-the-run@1.0.0";
  const first = check("a/first", {
    run: async ({ registry, expect: assert }) => {
      await registry.searchVolumes([["query", value]]);
      assert.echo(await registry.searchVolumes(), ["purl"], "pkg:volume/right@1.0.0");
    },
  });
  const sends = check("b/sends", {
    run: async ({ registry, expect: assert }) =>
      assert.success(await registry.searchVolumes([["query", value]])),
  });
  const report = await runMadeUp({
    chapter: { checks: [first, sends] },
    respond: ({ url }, id) => {
      if (id.startsWith("b/")) return problem(400, "validation-failed");
      return id.startsWith("a/") && !url.includes("query=") ? json(200, { purl: value }) : emptyPage;
    },
  });

  expect(report.causes?.map(({ breaks }) => breaks).toSorted()).toEqual(["a/first", "b/sends"]);
});

test("what a finalize answers is a consequence of an upload id that two uploads have", async () => {
  const volume = { segment: "conf-tool" };
  const creates = check("a/creates", {
    run: async ({ registry, expect: assert }) =>
      assert.that(false, {
        expected: "an uploadId that no other upload has",
        got: "the uploadId of another upload",
        wanted: { differs: true },
        answer: await registry.createReleaseUpload(volume, {}),
        member: "/uploadId",
      }),
  });
  const finalizes = check("a/finalizes", {
    run: async ({ registry, expect: assert }) =>
      assert.success(await registry.finalizeReleaseUpload({ volume, uploadId: "other" })),
  });
  const report = await runMadeUp({
    chapter: { checks: [creates, finalizes] },
    respond: ({ url }, id) => {
      if (!id.startsWith("a/")) return emptyPage;
      return url.endsWith("/finalize") ? problem(409, "version-conflict") : json(201, { uploadId: "other" });
    },
    target: { tokens: { publisher: "publisher-token" }, namespace: { prefix: "conf" } },
  });

  expect(report.causes).toMatchObject([{ breaks: "a/creates" }]);
});
