import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { archiveOf, createTestClient, digestOf, slugOf } from "../lab/test-client.ts";

const path = "/api/v1/volumes/conf-lamp";
const body: JsonObject = {
  version: "1.0.0",
  mediaType: "application/gzip",
  declaredDigest: digestOf("x"),
  declaredSize: 1,
};

describe("an idempotency key", () => {
  test("gives the same intent for the same request, from header or body", async () => {
    const client = createTestClient();
    const token = client.server.tokens.publisher;
    const first = await client.send("POST", path, { token, body, key: "k" });
    const again = await client.send("POST", path, { token, body, key: "k" });
    const moved = await client.send("POST", path, { token, body: { ...body, idempotencyKey: "k" } });
    const both = await client.send("POST", path, { token, key: "k", body: { ...body, idempotencyKey: "k" } });

    expect(first.body["idempotencyKey"]).toBe("k");
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect([moved.body, both.body]).toEqual([first.body, first.body]);
  });

  test("conflicts when the request differs, or header and body do", async () => {
    const client = createTestClient();
    const token = client.server.tokens.publisher;
    await client.send("POST", path, { token, body, key: "k" });

    expect(
      slugOf(await client.send("POST", path, { token, body: { ...body, declaredSize: 2 }, key: "k" })),
    ).toBe("idempotency-conflict");
    expect(
      slugOf(await client.send("POST", path, { token, body: { ...body, idempotencyKey: "j" }, key: "k" })),
    ).toBe("idempotency-conflict");
  });

  test("is its own on another path, for another caller, and in another case", async () => {
    const client = createTestClient();
    const { publisher, publishOnly } = client.server.tokens;
    const first = await client.send("POST", path, { token: publisher, body, key: "k" });
    const upper = await client.send("POST", path, { token: publisher, body, key: "K" });
    const other = await client.send("POST", "/api/v1/volumes/conf-other", {
      token: publishOnly,
      body,
      key: "k",
    });

    expect(new Set([first, upper, other].map((reply) => reply.body["uploadId"])).size).toBe(3);
  });

  test("gives the same release for the same finalize", async () => {
    const client = createTestClient();
    const bytes = await archiveOf("conf-lamp", "1.0.0");
    const intent = await client.open("conf-lamp", "1.0.0", bytes);
    await client.put(intent.body, bytes);
    const replies = await Promise.all(
      [1, 2].map(async () => await client.finalize("conf-lamp", intent.body, { key: "k" })),
    );

    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
    expect(slugOf(await client.finalize("conf-lamp", intent.body, { key: "j" }))).toBe(
      "invalid-upload-state",
    );
  });
});
