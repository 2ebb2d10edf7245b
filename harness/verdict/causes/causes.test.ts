import { describe, expect, test } from "vitest";
import type { Tools } from "../../check.ts";
import { type Answer, valueAt } from "../../exchange/answer.ts";
import {
  check,
  emptyPage,
  invariant,
  json,
  problem,
  requirementOf,
  runMadeUp,
} from "../../run/made-up-run.test.fixture.ts";

const serverErrors = invariant(
  "a/no-server-errors",
  ({ status }) => (status < 500 ? "held" : { expected: "a status below 500", got: String(status) }),
  { ownsResponse: true },
);
const slugStatuses = invariant(
  "a/slugs-have-statuses",
  ({ status }) => (status === 410 ? { expected: "status 404", got: "410 not-found" } : "held"),
  { ownsResponse: true },
);
const documents = invariant("a/documents", ({ body }) =>
  typeof body === "object" && body !== null && "items" in body
    ? "held"
    : { expected: "a list", got: 'member "/items": got nothing', member: "/items" },
);

describe("a rule for every response owns what it is about", () => {
  test("a check that cannot decide is blocked by it", async () => {
    const report = await runMadeUp({
      chapter: { checks: [check("a/one"), check("a/two")], invariants: [serverErrors] },
      respond: (_, id) => (id.startsWith("a/") ? json(500, {}) : emptyPage),
    });

    expect(requirementOf(report, "a/one")).toMatchObject({ verdict: "blocked", cause: "a/one#0" });
    expect(requirementOf(report, "a/one").reason).toContain("the response breaks a/no-server-errors");
    expect(report.causes).toEqual([
      {
        id: "server-error-searchVolumes",
        sentence: "`GET /search` answers 500 where a status below 500 is expected",
        verdict: "failed",
        breaks: "a/no-server-errors",
        explains: [],
        blocks: ["a/one", "a/two"],
        operations: ["searchVolumes"],
        count: 2,
        exchange: "a/one#0",
        repeat:
          "npx volume-registry-conformance run --target target.json --only a/one --only a/no-server-errors --seed 1",
        hint: "Look for a stack trace at this request in the registry's log",
      },
    ]);
  });

  test("a check goes on where it can still decide", async () => {
    const notFound = check("a/not-found", {
      run: async ({ registry, expect: assert }) =>
        assert.problem(await registry.searchVolumes(), "not-found"),
    });
    const report = await runMadeUp({
      chapter: { checks: [notFound], invariants: [slugStatuses] },
      respond: (_, id) => (id.startsWith("a/") ? problem(410, "not-found") : emptyPage),
    });

    expect(requirementOf(report, "a/not-found").verdict).toBe("passed");
    expect(report.causes?.map(({ breaks }) => breaks)).toEqual(["a/slugs-have-statuses"]);
  });

  test("a check fails by itself where no rule that owns the response was selected", async () => {
    const report = await runMadeUp({
      chapter: { checks: [check("a/one")] },
      respond: (_, id) => (id.startsWith("a/") ? json(500, {}) : emptyPage),
    });

    expect(requirementOf(report, "a/one").verdict).toBe("failed");
  });

  test("a check fails beside a rule that states the same", async () => {
    const report = await runMadeUp({
      chapter: { checks: [check("a/one", { owns: ["a/no-server-errors"] })], invariants: [serverErrors] },
      respond: (_, id) => (id.startsWith("a/") ? json(500, {}) : emptyPage),
    });

    expect(requirementOf(report, "a/one").verdict).toBe("failed");
    expect(report.causes).toHaveLength(1);
    expect(report.causes?.[0]).toMatchObject({ breaks: "a/one", explains: ["a/no-server-errors"] });
  });

  test("a must is never blocked by a should", async () => {
    const report = await runMadeUp({
      chapter: { checks: [check("a/one")], invariants: [{ ...serverErrors, level: "should" }] },
      respond: (_, id) => (id.startsWith("a/") ? json(500, {}) : emptyPage),
    });

    expect(requirementOf(report, "a/one").verdict).toBe("failed");
  });

  test("only assertions about the wrong member depend on it", async () => {
    const list = check("a/list", {
      run: async ({ registry, expect: assert }) => void assert.list(await registry.searchVolumes(), "items"),
    });
    const total = check("a/total", {
      run: async ({ registry, expect: assert }) => assert.echo(await registry.searchVolumes(), ["total"], 1),
    });
    const report = await runMadeUp({
      chapter: { checks: [list, total], invariants: [documents] },
      respond: (_, id) => (id.startsWith("a/") ? json(200, { total: 0 }) : emptyPage),
    });

    expect(requirementOf(report, "a/list").verdict).toBe("blocked");
    expect(requirementOf(report, "a/total").verdict).toBe("failed");
    expect(report.causes?.map(({ id }) => id).toSorted()).toEqual(["member-items", "member-total"]);
  });
});

describe("a check that answers for a deviation", () => {
  const other = (id: string, more = {}) =>
    check(id, {
      run: async ({ registry, expect: assert }) =>
        assert.problem(await registry.searchVolumes(), "not-found"),
      ...more,
    });
  const conflict = (_: unknown, id: string) =>
    id.startsWith("a/") ? problem(409, "version-conflict") : emptyPage;

  test("fails, and the others are blocked by it", async () => {
    const owner = other("a/unknown", { answersFor: ["another problem for not-found"] });
    const beside = other("a/beside", { owns: ["a/unknown"] });
    const report = await runMadeUp({
      chapter: { checks: [owner, other("a/on-its-way"), beside] },
      respond: conflict,
    });

    expect(report.cases.map(({ verdict }) => verdict)).toEqual(["failed", "blocked", "failed"]);
    expect(report.causes).toHaveLength(1);
    expect(report.causes?.[0]).toMatchObject({ blocks: ["a/on-its-way"], count: 3 });
  });

  test("blocks nothing where it did not fail itself", async () => {
    const owner = other("a/unknown", { answersFor: ["another problem for not-found"] });
    const report = await runMadeUp({
      chapter: { checks: [owner, other("a/on-its-way")] },
      respond: (_, id) => {
        if (id.startsWith("preflight")) return emptyPage;
        return id.startsWith("a/on") ? problem(409, "version-conflict") : problem(404, "not-found");
      },
    });

    expect(requirementOf(report, "a/on-its-way").verdict).toBe("failed");
  });
});

describe("what looks different is one cause", () => {
  /** Expects a refusal of a search. */
  const refused = (id: string, expectIt: (tools: Tools, answer: Answer) => void) =>
    check(id, { run: async (tools) => expectIt(tools, await tools.registry.searchVolumes()) });

  test("where one look at the token is missing", async () => {
    const named = refused("authentication/named", (tools, answer) =>
      tools.expect.problem(answer, "authentication-required"),
    );
    const later = refused("authentication/later", (tools, answer) =>
      tools.expect.problem(answer, "authentication-required"),
    );
    const some = refused("authentication/some", (tools, answer) => tools.expect.refusal(answer));
    const report = await runMadeUp({
      chapter: { checks: [named, later, some] },
      respond: (_, id) => (id.startsWith("authentication/later") ? problem(404, "not-found") : emptyPage),
    });

    expect(report.counts.failed).toBe(3);
    expect(report.causes).toHaveLength(1);
  });

  test("where the same problem is wrong, in place of another one or of a success", async () => {
    const instead = refused("a/instead", (tools, answer) =>
      tools.expect.problem(answer, "validation-failed"),
    );
    const report = await runMadeUp({
      chapter: { checks: [instead, check("a/one")] },
      respond: (_, id) => (id.startsWith("a/") ? problem(404, "not-found") : emptyPage),
    });

    expect(report.counts.passed).toBe(0);
    expect(report.causes).toHaveLength(1);
  });

  test("where a document shows a wrong state, whatever else it lacks", async () => {
    const state = refused("a/state", (tools, answer) =>
      tools.expect.that(false, {
        expected: "`status.state` to be available",
        got: '"unavailable"',
        answer,
        member: "/status/state",
      }),
    );
    const download = refused("a/download", (tools, answer) => void tools.expect.text(answer, "dist", "url"));
    const report = await runMadeUp({
      chapter: { checks: [state, download] },
      respond: (_, id) => (id.startsWith("a/") ? json(200, { status: { state: "unavailable" } }) : emptyPage),
    });

    expect(report.counts.passed).toBe(0);
    expect(report.causes).toHaveLength(1);
  });
});

test("where responses are compared and none is named, a cause has the operations of its requirement", async () => {
  const same = check("a/same", {
    operations: ["getRelease"],
    run: async ({ expect: assert }) => assert.equal("a", "b", { what: "the integrity of the same tree" }),
  });
  const report = await runMadeUp({ chapter: { checks: [same] }, respond: () => emptyPage });

  expect(report.causes?.map(({ operations }) => operations)).toEqual([["getRelease"]]);
});

test("where a finding expects the whole rule, the sentence of the cause quotes the rule", async () => {
  const rule = "A problem has a type.";
  const typed = invariant("a/typed", ({ status }) =>
    status === 404 ? { expected: rule, got: "nothing", member: "/type" } : "held",
  );
  const report = await runMadeUp({
    chapter: { checks: [check("a/one")], invariants: [typed] },
    respond: (_, id) => (id.startsWith("a/") ? problem(404, "not-found") : emptyPage),
  });

  expect(report.causes?.map(({ sentence }) => sentence)).toContain(
    '`GET /search` answers 404 against the rule "A problem has a type": got nothing',
  );
});

test("responses of a gateway are one cause, and said on top", async () => {
  const report = await runMadeUp({
    chapter: { checks: [check("a/one")], invariants: [serverErrors] },
    respond: (_, id) =>
      id.startsWith("a/")
        ? {
            status: 503,
            headers: [
              ["content-type", "text/html"],
              ["server", "nginx"],
            ],
            body: Buffer.from("<html>"),
          }
        : emptyPage,
  });

  expect(report.foreignResponses).toMatchObject({
    sentence: expect.stringMatching(
      /^\d+ responses? came from nginx as text\/html \(status 503\)/u,
    ) as unknown,
    exchange: "a/one#0",
  });
  expect(report.causes?.map(({ id }) => id)).toEqual(["foreign-response"]);
});

test("a number in a response is not told as its status", async () => {
  const report = await runMadeUp({
    chapter: {
      checks: [
        check("a/size", {
          run: async ({ registry, expect: assert }) => {
            const answer = await registry.searchVolumes();
            assert.equal(valueAt(answer.body, "size"), 177, { what: "size", answer });
          },
        }),
      ],
    },
    respond: (_, id) => (id.startsWith("a/") ? json(200, { size: 178 }) : emptyPage),
  });

  expect(report.causes?.[0]?.sentence).toBe("`GET /search`: got 178, expected size to be 177");
});

test("responses that are too deep to be read are one cause, whatever was to be shown by them", async () => {
  const deep = {
    type: "https://p.test/not-found",
    extension: JSON.parse("[".repeat(300) + "]".repeat(300)) as unknown,
  };
  const statuses = [400, 404];
  const report = await runMadeUp({
    chapter: {
      checks: ["a/one", "a/two"].map((id) =>
        check(id, {
          run: async ({ registry, expect: assert }) => assert.success(await registry.searchVolumes()),
        }),
      ),
    },
    respond: (_, id) =>
      id.startsWith("a/") ? json(statuses[id.includes("two") ? 1 : 0] ?? 0, deep) : emptyPage,
  });

  expect(report.causes).toHaveLength(1);
  expect(report.causes?.[0]).toMatchObject({
    blocks: ["a/one", "a/two"],
    sentence: "the answer to searchVolumes nests more than 256 levels deep",
  });
});
