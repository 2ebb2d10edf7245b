import { expect, test } from "vitest";
import type { Check } from "../../check.ts";
import { type Answer, valueAt } from "../../exchange/answer.ts";
import type { Registry } from "../../api/registry.ts";
import type { Tools } from "../../run/tools.ts";
import { createLedger } from "../../ledger.ts";
import { check, emptyPage, json, runMadeUp } from "../../run/made-up-run.test.fixture.ts";

const volume = { segment: "conf-tool" };
const publisher = { tokens: { publisher: "publisher-token", outsider: "outsider-token" } };

/** A check of a create with the token of an outsider, which the registry accepts. */
function ofOutsider(name: string, judge: (tools: Tools, answer: Answer) => void): Check {
  return check(`authentication/${name}`, {
    operations: ["createReleaseUpload"],
    run: async (tools) =>
      judge(tools, await tools.registry.createReleaseUpload(volume, {}, { as: "outsider" })),
  });
}

async function runAccepting(checks: readonly Check[]) {
  return await runMadeUp({
    chapter: { checks },
    target: { ...publisher, namespace: { prefix: "conf" } },
    respond: (_, id) => (id.startsWith("authentication/") ? json(201, { uploadId: "one" }) : emptyPage),
  });
}

test("the requirement leads that names the one right answer, and the sentence says whose token it was", async () => {
  const report = await runAccepting([
    ofOutsider("changes-nothing", ({ expect: assert }, answer) => assert.refusal(answer)),
    ofOutsider("repeated", ({ expect: assert }, answer) =>
      assert.problem(answer, "authorization-failed", "not-found", "idempotency-conflict"),
    ),
    ofOutsider("outsiders-cannot-publish", ({ expect: assert }, answer) =>
      assert.problem(answer, "authorization-failed"),
    ),
    ofOutsider("new-volumes", ({ expect: assert }, answer) => assert.problem(answer, "authorization-failed")),
  ]);

  expect(report.causes).toMatchObject([
    {
      breaks: "authentication/outsiders-cannot-publish",
      sentence:
        '`POST /volumes/{name}` with the token "outsider" answers 201 where 403 authorization-failed is expected',
    },
  ]);
});

test("where only some refusal is expected, that names the cause", async () => {
  const report = await runAccepting([
    ofOutsider("changes-nothing", ({ expect: assert }, answer) => assert.refusal(answer)),
  ]);

  expect(report.causes?.[0]?.sentence).toBe(
    '`POST /volumes/{name}` with the token "outsider" answers 201 where a client error (4xx) is expected',
  );
});

test("a check leads before an audit, also if the audit sees the deviation in other words", async () => {
  const search = async (registry: Registry): Promise<Answer> => await registry.searchVolumes();
  const audit = check("audit/hits", {
    last: true,
    ledgers: [createLedger(() => [])],
    run: async ({ registry, expect: assert }) => {
      const answer = await search(registry);
      assert.that(valueAt(answer.body, "items", 0) === undefined, {
        expected: "volumes that were published",
        got: '"tool" "9.9.9"',
        answer,
        member: "/items",
      });
    },
  });
  const latest = check("a/latest", {
    run: async ({ registry, expect: assert }) =>
      assert.echo(await search(registry), ["items", 0, "latestVersion"], "1.0.0"),
  });
  const report = await runMadeUp({
    chapter: { checks: [audit, latest] },
    respond: (_, id) =>
      id.startsWith("given/") || id === "preflight"
        ? emptyPage
        : json(200, { items: [{ name: "tool", latestVersion: "9.9.9" }], total: 1, limit: 20, offset: 0 }),
  });

  expect(report.causes).toMatchObject([{ breaks: "a/latest" }]);
});
