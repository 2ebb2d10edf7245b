import { describe, expect, test } from "vitest";
import type { Call } from "../call.ts";
import { onlyWhen, replaceRule } from "../rules/change.ts";
import { archiveOf, createTestClient, digestOf, slugOf } from "../lab/test-client.ts";
import { faults } from "./index.ts";

describe("faults", () => {
  test("have names of their own, and change the rules", () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    const { rules } = createTestClient().server;
    for (const { name } of faults)
      expect(createTestClient({ faults: [name] }).server.rules).not.toEqual(rules);
  });

  test("break the rule they name", async () => {
    const size = createTestClient({ faults: ["negative-size-accepted"] });
    const body = {
      version: "1.0.0",
      mediaType: "application/gzip",
      declaredDigest: digestOf(""),
      declaredSize: -1,
    };
    const token = size.server.tokens.publisher;
    expect((await size.send("POST", "/api/v1/volumes/conf-a", { token, body })).status).toBe(201);
    const expired = createTestClient({ faults: ["expired-token-accepted"] });
    expect(
      (await expired.send("DELETE", "/api/v1/volumes/conf-a/1.0.0", { token: expired.server.tokens.expired }))
        .status,
    ).toBe(404);
    const problem = await createTestClient({ faults: ["problem-status-differs"] }).send(
      "GET",
      "/api/v1/advisories/x",
    );
    expect([problem.status, problem.body["status"]]).toEqual([404, 500]);
  });

  test("can be confined to some requests", async () => {
    const change = onlyWhen(
      (call) => call.form === "unscoped",
      replaceRule("identity", "hasDoubleHyphen", () => () => false),
    );
    const client = createTestClient();
    const call = { form: "scoped" } as Call;
    const rules = change(client.server.rules);

    expect(rules.selection.forCall(call, rules)).toBe(rules);
    const broken = rules.selection.forCall({ ...call, form: "unscoped" }, rules);
    expect(broken.identity.hasDoubleHyphen("a--b", call)).toBe(false);
    expect(rules.selection.forCall({ ...call, form: "unscoped" }, rules)).toBe(broken);
  });

  test("let two finalizes race", async () => {
    const client = createTestClient({ faults: ["finalize-races"] });
    const bytes = await archiveOf("conf-a", "1.0.0");
    const intents = [
      await client.open("conf-a", "1.0.0", bytes),
      await client.open("conf-a", "1.0.0", bytes),
    ];
    for (const { body } of intents) await client.put(body, bytes);
    const replies = await Promise.all(intents.map(async ({ body }) => await client.finalize("conf-a", body)));

    expect(replies.map((reply) => (reply.status === 201 ? "won" : slugOf(reply)))).toEqual(["won", "won"]);
  });
});
