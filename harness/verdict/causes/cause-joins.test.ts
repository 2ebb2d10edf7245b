/** Deviations that look different and have one cause. */
import { expect, test } from "vitest";
import type { Slug } from "../../../schemas/problems.ts";
import type { Check } from "../../check.ts";
import type { WireResponse } from "../../transport/transport.ts";
import {
  check,
  emptyPage,
  invariant,
  json,
  problem,
  requirementOf,
  runMadeUp,
} from "../../run/made-up-run.test.fixture.ts";

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

/** A check that expects this problem in response to a search. */
function expectsOfSearch(id: string, slug: Slug): Check {
  return check(id, {
    run: async ({ registry, expect: assert }) => assert.problem(await registry.searchVolumes(), slug),
  });
}

test("the same wrong problem in many requests of one operation fails one requirement", async () => {
  const ids = ["one", "two", "three", "four", "five"];
  const report = await runMadeUp({
    chapter: {
      checks: ids.map((id) => expectsOfSearch(`a/${id}`, "authentication-required")),
    },
    respond: (_, id) => (id.startsWith("a/") ? problem(403, "authorization-failed") : emptyPage),
  });

  expect(report.counts).toMatchObject({ failed: 1, blocked: 4 });
  expect(report.causes).toHaveLength(1);
  expect(report.causes?.[0]?.blocks).toHaveLength(4);
});

test("a token that is refused is a cause of its own beside one that is accepted", async () => {
  const reads = check("authentication/reads", {
    run: async ({ registry, expect: assert }) => assert.success(await registry.searchVolumes()),
  });
  const report = await runMadeUp({
    chapter: { checks: [expectsOfSearch("authentication/ended", "authentication-required"), reads] },
    respond: (_, id) =>
      id.startsWith("authentication/reads") ? problem(403, "authorization-failed") : emptyPage,
  });

  expect(report.causes?.map(({ breaks }) => breaks).toSorted()).toEqual([
    "authentication/ended",
    "authentication/reads",
  ]);
});

test("what only a should sees is a cause of its own beside the must that the same response breaks", async () => {
  const nulls = check("a/nulls", {
    level: "should",
    run: async ({ registry, expect: assert }) =>
      assert.problem(await registry.searchVolumes(), "validation-failed"),
  });
  const sizes = invariant("a/sizes", ({ body }) =>
    JSON.stringify(body).includes('"size":null')
      ? { expected: "a number", got: "null", member: "/size" }
      : "held",
  );
  const respond = (_: unknown, id: string) => (id.startsWith("a/") ? json(200, { size: null }) : emptyPage);

  const both = await runMadeUp({ chapter: { checks: [nulls], invariants: [sizes] }, respond });
  expect(both.causes?.map(({ breaks }) => breaks).toSorted()).toEqual(["a/nulls", "a/sizes"]);

  const must = { ...nulls, level: "must" as const };
  const one = await runMadeUp({ chapter: { checks: [must], invariants: [sizes] }, respond });
  expect(one.causes?.map(({ breaks }) => breaks)).toEqual(["a/nulls"]);
});

const statusOfSlug = invariant(
  "a/statuses",
  ({ status }) =>
    status === 403 ? { expected: "status 401", got: "403 authentication-required" } : "not-applicable",
  { ownsResponse: true },
);
const slugOfStatus = invariant(
  "a/slugs",
  ({ status }) =>
    status === 403
      ? {
          expected: "a slug of 403 (authorization-failed)",
          got: "403 authentication-required",
          member: "/type",
        }
      : "not-applicable",
  { ownsResponse: true },
);

test.each([
  ["type", "the status", "authorization-failed", "a/slugs"],
  ["status", "the type", "authentication-required", "a/statuses"],
] as const)("the %s is wrong where a check expects %s", async (_wrong, _right, slug, breaks) => {
  const report = await runMadeUp({
    chapter: { checks: [expectsOfSearch("a/one", slug)], invariants: [statusOfSlug, slugOfStatus] },
    respond: (_, id) => (id.startsWith("a/") ? problem(403, "authentication-required") : emptyPage),
  });

  expect(report.causes).toMatchObject([{ breaks }]);
});

test("a few wrong problems are failures of their own", async () => {
  const report = await runMadeUp({
    chapter: {
      checks: ["one", "two"].map((id) => expectsOfSearch(`a/${id}`, "authentication-required")),
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

test("reads of several operations that succeed where one problem is right are one cause", async () => {
  const inconsistent = "inconsistent-registry-state";
  const readsNothing = check("a/metadata", {
    operations: ["getRelease"],
    run: async ({ registry, expect: assert }) =>
      assert.problem(
        await registry.getRelease({ volume: { segment: "tool" }, version: "1.0.0" }),
        inconsistent,
      ),
  });
  const listsNothing = check("a/index", {
    operations: ["getVersionIndex"],
    run: async ({ registry, expect: assert }) =>
      assert.problem(await registry.getVersionIndex({ segment: "tool" }), inconsistent),
  });
  const report = await runMadeUp({
    chapter: { checks: [readsNothing, listsNothing] },
    respond: (_, id) => (id.startsWith("a/") ? json(200, { items: [] }) : emptyPage),
  });

  expect(report.counts.failed).toBe(2);
  expect(report.causes).toHaveLength(1);
});

test("several problems in place of the one about the token are one cause", async () => {
  const report = await runMadeUp({
    chapter: { checks: ["one", "two"].map((id) => expectsOfSearch(`a/${id}`, "authentication-required")) },
    respond: (_, id) => {
      if (!id.startsWith("a/")) return emptyPage;
      return id.startsWith("a/one") ? problem(404, "not-found") : problem(400, "validation-failed");
    },
  });

  expect(report.causes).toHaveLength(1);
});

test.each([
  ["the same reason", "the size", "the size", 1],
  ["another reason", "the size", "the digest", 2],
])(
  "a valid request that is refused, and one that is refused before its token is looked at, for %s",
  async (_name, ofValid, ofOther, causes) => {
    const refusal = (detail: string): WireResponse =>
      json(400, { type: "https://problems.test/validation-failed", title: "Invalid", status: 400, detail });
    const report = await runMadeUp({
      chapter: { checks: [check("a/valid"), expectsOfSearch("b/token", "authentication-required")] },
      respond: (_, id) => {
        if (id.startsWith("a/")) return refusal(ofValid);
        return id.startsWith("b/") ? refusal(ofOther) : emptyPage;
      },
    });

    expect(report.causes).toHaveLength(causes);
  },
);

/** Checks of a search and of a list of advisories, which want a success. */
const ofTwoOperations: readonly Check[] = [
  check("a/search"),
  check("a/advisories", {
    operations: ["searchAdvisories"],
    run: async ({ registry, expect: assert }) => assert.success(await registry.searchAdvisories()),
  }),
];

test.each([
  ["idempotency-conflict", 409, 1],
  ["validation-failed", 400, 2],
] as const)("an unfounded %s of two operations", async (slug, status, causes) => {
  const report = await runMadeUp({
    chapter: { checks: ofTwoOperations },
    respond: (_, id) => (id.startsWith("a/") ? problem(status, slug) : emptyPage),
  });

  expect(report.causes).toHaveLength(causes);
});

test("an unfounded conflict of keys, and one in place of another problem, are one cause", async () => {
  const refused = check("a/refused", {
    operations: ["searchAdvisories"],
    run: async ({ registry, expect: assert }) =>
      assert.problem(await registry.searchAdvisories(), "validation-failed"),
  });
  const report = await runMadeUp({
    chapter: { checks: [check("a/search"), refused] },
    respond: (_, id) => (id.startsWith("a/") ? problem(409, "idempotency-conflict") : emptyPage),
  });

  expect(report.causes).toHaveLength(1);
});

test.each([
  ["the same reason", () => "the key is no UUID", 1],
  ["reasons of their own", (url: string) => `${url} takes no query`, 2],
  ["no reason but the title", () => "validation-failed", 2],
] as const)("refusals of two operations with %s", async (_name, toDetail, causes) => {
  const report = await runMadeUp({
    chapter: { checks: ofTwoOperations },
    respond: ({ url }, id) =>
      id.startsWith("a/")
        ? json(400, {
            type: "https://problems.test/validation-failed",
            title: "validation-failed",
            status: 400,
            detail: toDetail(url),
          })
        : emptyPage,
  });

  expect(report.causes).toHaveLength(causes);
});

test.each([
  ["the checks of one chapter", "a/advisories", 1],
  ["checks of two chapters", "b/advisories", 2],
] as const)("server errors of two operations that %s meet", async (_name, second, causes) => {
  const never = invariant("a/never", ({ status }) =>
    status >= 500 ? { expected: "a status below 500", got: String(status) } : "held",
  );
  const report = await runMadeUp({
    chapter: {
      checks: ofTwoOperations.map((one) => (one.id === "a/advisories" ? { ...one, id: second } : one)),
      invariants: [never],
    },
    respond: (_request, id) => (/^[ab]\//u.test(id) ? json(500, {}) : emptyPage),
  });

  expect(report.causes).toHaveLength(causes);
});

test("what else is wrong in the document of another release has the cause of the lookup", async () => {
  const named = invariant("a/named", ({ body }) =>
    JSON.stringify(body).includes("other")
      ? { expected: 'name to be "one"', got: '"other"', member: "/name" }
      : "held",
  );
  const reading = check("a/reading", {
    run: async ({ registry, expect: assert }) => {
      const answer = await registry.searchVolumes();
      assert.that(false, { expected: "3 items", got: "2 items", member: "/count", answer });
    },
  });
  const report = await runMadeUp({
    chapter: { checks: [reading], invariants: [named] },
    respond: (_, id) => (id.startsWith("a/") ? json(200, { name: "other", count: 2 }) : emptyPage),
  });

  expect(report.causes).toHaveLength(1);
  expect(report.causes?.[0]?.breaks).toBe("a/named");
});

test("a trust summary that should not have come is a cause of its own beside a wrong trust detail", async () => {
  const release = { volume: { segment: "conf-tool" }, version: "1.0.0" };
  const summary = check("a/summary", {
    operations: ["getTrustSummary"],
    run: async ({ registry, expect: assert }) =>
      assert.problem(await registry.getTrustSummary(release), "not-found"),
  });
  const detail = check("b/detail", {
    operations: ["getTrustDetail"],
    run: async ({ registry, expect: assert }) =>
      assert.echo(await registry.getTrustDetail(release), ["attachments"], 1),
  });
  const integrity = invariant("a/integrity", ({ body }) =>
    JSON.stringify(body).includes("integrity")
      ? { expected: 'integrity to be "right"', got: '"wrong"', member: "/integrity" }
      : "held",
  );
  const report = await runMadeUp({
    chapter: {
      checks: [summary, detail],
      invariants: [{ ...integrity, operations: ["getTrustSummary"] }],
    },
    respond: ({ url }, id) => {
      if (!/^[ab]\//u.test(id)) return emptyPage;
      return json(200, url.endsWith("summary") ? { integrity: "wrong" } : { attachments: 0 });
    },
  });

  expect(report.causes?.map(({ breaks }) => breaks).toSorted()).toEqual(["a/summary", "b/detail"]);
});

test("a right subject that is refused has the cause of the integrity that is wrong elsewhere", async () => {
  const release = { volume: { segment: "conf-tool" }, version: "1.0.0" };
  const metadata = check("a/metadata", {
    operations: ["getRelease"],
    run: async ({ registry, expect: assert }) =>
      assert.echo(await registry.getRelease(release), ["integrity"], "right"),
  });
  const attaching = check("b/attaching", {
    operations: ["createTrustUpload"],
    run: async ({ registry, expect: assert }) =>
      assert.success(await registry.createTrustUpload(release, { subject: { integrity: "right" } })),
  });
  const report = await runMadeUp({
    chapter: { checks: [metadata, attaching] },
    respond: (_, id) => {
      if (id.startsWith("a/")) return json(200, { integrity: "wrong" });
      return id.startsWith("b/") ? problem(400, "subject-binding-mismatch") : emptyPage;
    },
  });

  expect(report.causes).toHaveLength(1);
  expect(report.causes?.[0]?.breaks).toBe("a/metadata");
});

test("a cause breaks the requirement of a check, and not that of an audit of what the check did", async () => {
  const counts = (id: string, more: Partial<Check>): Check =>
    check(id, {
      ...more,
      run: async ({ registry, expect: assert }) => {
        const answer = await registry.searchVolumes();
        assert.that(false, { expected: "3 items", got: "2 items", member: "/count", answer });
      },
    });
  const report = await runMadeUp({
    chapter: { checks: [counts("a/audit", { last: true }), counts("a/check", {})] },
    respond: (_, id) => (id.startsWith("a/") ? json(200, { count: 2 }) : emptyPage),
  });

  expect(report.causes?.map(({ breaks }) => breaks)).toEqual(["a/check"]);
});

test("where conflicts of keys are missing, what else only that chapter sees has the same cause", async () => {
  const second = check("a/second", {
    run: async ({ registry, expect: assert }) => {
      const answer = await registry.searchVolumes();
      assert.that(false, { expected: "the first upload", got: "another", member: "/uploadId", answer });
    },
  });
  const report = await runMadeUp({
    chapter: { checks: [expectsOfSearch("a/conflict", "idempotency-conflict"), second] },
    respond: (_, id) => (id.startsWith("a/") ? json(200, { uploadId: "2" }) : emptyPage),
  });

  expect(report.causes?.map(({ breaks, blocks }) => [breaks, blocks])).toEqual([
    ["a/conflict", ["a/second"]],
  ]);
});

test("a header that is missing mostly in refusals that are wrong anyway has their cause", async () => {
  const challenge = invariant("a/challenge", ({ status }) =>
    status === 401
      ? { expected: "a `WWW-Authenticate` header", got: "no such header", aspect: "header" }
      : "held",
  );
  const anyRefusal = check("a/any", {
    run: async ({ registry, expect: assert }) => assert.refusal(await registry.searchVolumes()),
  });
  const forbidden = ["one", "two"].map((id) => expectsOfSearch(`a/${id}`, "authorization-failed"));
  const report = await runMadeUp({
    chapter: { checks: [...forbidden, anyRefusal], invariants: [challenge] },
    respond: (_, id) => (id.startsWith("a/") ? problem(401, "authentication-required") : emptyPage),
  });

  expect(report.causes).toHaveLength(1);
  expect(report.causes?.[0]?.breaks).toBe("a/one");
});

test("an upload that is not found, neither for its bytes nor for its finalize, is one cause", async () => {
  const upload = { uploadId: "u1", volume: { segment: "conf-a" } };
  const sending = check("a/sending", {
    run: async ({ registry, expect: assert }) =>
      assert.success(
        await registry.transferBytes({ url: "/bytes", method: "PUT", headers: [] }, new Uint8Array(1)),
      ),
  });
  const finalizing = check("a/finalizing", {
    run: async ({ registry, expect: assert }) => assert.success(await registry.finalizeReleaseUpload(upload)),
  });
  const report = await runMadeUp({
    chapter: { checks: [sending, finalizing] },
    target: { tokens: { publisher: "a-token-of-the-publisher" }, namespace: { prefix: "conf" } },
    respond: (_, id) => (id.startsWith("a/") ? problem(404, "not-found") : emptyPage),
  });

  expect(report.causes).toHaveLength(1);
});
