/** Deviations that look different and have one cause. */
import { expect, test } from "vitest";
import {
  check,
  emptyPage,
  invariant,
  json,
  problem,
  requirementOf,
  runMadeUp,
} from "./made-up-run.test.fixture.ts";

test("several members that are wrong in the same problems are one cause", async () => {
  const rules = ["type", "title"].map((member) =>
    invariant(`a/${member}`, ({ status }) =>
      status === 404 ? { expected: `a ${member}`, got: "nothing", member: `/${member}` } : "held",
    ),
  );
  const report = await runMadeUp({
    chapter: { checks: [check("a/one"), check("a/two")], invariants: rules },
    respond: (_, id) => (id.startsWith("a/") ? problem(404, "not-found") : emptyPage),
  });

  const ofProblems = report.causes?.filter(({ id }) => id.startsWith("problem-member"));
  expect(ofProblems).toHaveLength(1);
  expect(ofProblems?.[0]?.explains).toHaveLength(1);
});

test("members of an object that is wrong as a whole have the cause of the object", async () => {
  const inner = check("a/inner", {
    run: async ({ registry, expect: assert }) =>
      void assert.text(await registry.searchVolumes(), "upload", "url"),
  });
  const whole = invariant("a/whole", ({ body }) =>
    JSON.stringify(body).includes('"upload":"')
      ? { expected: "an object", got: '"x"', member: "/upload" }
      : "held",
  );
  const report = await runMadeUp({
    chapter: { checks: [{ ...inner, owns: ["a/whole"] }], invariants: [whole] },
    respond: (_, id) => (id.startsWith("a/") ? json(200, { upload: "x" }) : emptyPage),
  });

  expect(report.causes).toHaveLength(1);
  expect(report.counts.failed).toBe(1);
});

test("a rule that had nothing to judge but a malformed response has its cause", async () => {
  const documents = invariant("a/documents", ({ body }) =>
    Array.isArray(body) ? { expected: "an object", got: "an array", member: "" } : "held",
  );
  const complete = invariant("a/complete", () => "not-applicable");
  const reading = check("a/reading", {
    run: async ({ registry, expect: assert }) => void assert.list(await registry.searchVolumes(), "items"),
  });
  const report = await runMadeUp({
    chapter: { checks: [reading], invariants: [documents, complete] },
    respond: (_, id) => (id.startsWith("a/") ? json(200, [id]) : emptyPage),
  });

  expect(requirementOf(report, "a/complete").verdict).toBe("blocked");
  expect(report.causes?.map(({ breaks }) => breaks)).toEqual(["a/documents"]);
});

test("the same wrong problem in many requests of one operation fails one requirement", async () => {
  const ids = ["one", "two", "three", "four", "five"];
  const report = await runMadeUp({
    chapter: {
      checks: ids.map((id) =>
        check(`a/${id}`, {
          run: async ({ registry, expect: assert }) =>
            assert.problem(await registry.searchVolumes(), "authentication-required"),
        }),
      ),
    },
    respond: (_, id) => (id.startsWith("a/") ? problem(403, "authorization-failed") : emptyPage),
  });

  expect(report.counts).toMatchObject({ failed: 1, blocked: 4 });
  expect(report.causes).toHaveLength(1);
  expect(report.causes?.[0]?.blocks).toHaveLength(4);
});

test("a few wrong problems are failures of their own", async () => {
  const report = await runMadeUp({
    chapter: {
      checks: ["one", "two"].map((id) =>
        check(`a/${id}`, {
          run: async ({ registry, expect: assert }) =>
            assert.problem(await registry.searchVolumes(), "authentication-required"),
        }),
      ),
    },
    respond: (_, id) => (id.startsWith("a/") ? problem(403, "authorization-failed") : emptyPage),
  });

  expect(report.counts.failed).toBe(2);
  expect(report.causes).toHaveLength(1);
});

test("where a problem comes with the status of a success, a check that expects the problem goes on", async () => {
  const asSuccess = invariant(
    "a/as-success",
    ({ status, body }) =>
      status === 200 && JSON.stringify(body).includes("not-found")
        ? { expected: "a problem with an error status", got: "200 not-found" }
        : "held",
    { ownsResponse: true },
  );
  const notFound = check("a/not-found", {
    run: async ({ registry, expect: assert }) => {
      const answer = await registry.searchVolumes();
      assert.problem(answer, "not-found");
      assert.refusal(answer);
    },
  });
  const report = await runMadeUp({
    chapter: { checks: [notFound], invariants: [asSuccess] },
    respond: (_, id) =>
      id.startsWith("a/") ? json(200, { type: "https://problems.test/not-found" }) : emptyPage,
  });

  expect(requirementOf(report, "a/not-found").verdict).toBe("passed");
  expect(report.causes?.map(({ breaks }) => breaks)).toEqual(["a/as-success"]);
});
