import { describe, expect, test } from "vitest";
import type { Action } from "../tokens.ts";
import { createTestClient, digestOf, slugOf, type TestClient } from "../lab/test-client.ts";

const volume = "/api/v1/volumes/@conformance/lamp";
const writes: readonly (readonly [string, string, Action])[] = [
  ["POST", volume, "publish"],
  ["POST", `${volume}/uploads/x/finalize`, "publish"],
  ["POST", `${volume}/1.0.0/trust/uploads`, "trust"],
  ["POST", `${volume}/1.0.0/trust/uploads/x/finalize`, "trust"],
  ["DELETE", `${volume}/1.0.0`, "unpublish"],
  ["DELETE", "/api/v1/volumes/conf-lamp/1.0.0", "unpublish"],
];

function issue(client: TestClient, grants: readonly Action[], resource: string): string {
  return client.server.registry.tokens.issue({
    subject: "someone",
    grants,
    resources: [resource],
    expiresAt: undefined,
    isRevoked: false,
    isRateLimited: false,
  });
}

describe.each(writes)("%s %s", (method, path, action) => {
  test("is 401 without a usable token, in a challenge", async () => {
    const client = createTestClient();
    const { expired, revoked } = client.server.tokens;
    for (const authorization of [
      undefined,
      "Bearer",
      "Bearer unknown",
      `Basic ${client.server.tokens.publisher}`,
      client.server.tokens.publisher,
      `Bearer ${client.server.tokens.publisher}, Bearer x`,
      `Bearer ${expired}`,
      `Bearer ${revoked}`,
    ]) {
      const reply = await client.send(
        method,
        path,
        authorization === undefined ? {} : { headers: { authorization } },
      );
      expect([authorization, reply.status, slugOf(reply)]).toEqual([
        authorization,
        401,
        "authentication-required",
      ]);
      expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
  });

  test("is 403 for a token of another namespace, or of other actions", async () => {
    const client = createTestClient();
    const others = (["publish", "unpublish", "trust"] as const).filter((other) => other !== action);
    for (const token of [client.server.tokens.outsider, issue(client, others, "*"), issue(client, [], "*")]) {
      const reply = await client.send(method, path, { token });
      expect([reply.status, slugOf(reply)]).toEqual([403, "authorization-failed"]);
    }
  });

  test("is 429 for a rate-limited token", async () => {
    const client = createTestClient();
    const reply = await client.send(method, path, { token: client.server.tokens.rateLimited });

    expect([reply.status, slugOf(reply)]).toEqual([429, "rate-limited"]);
    expect(reply.headers.get("retry-after")).toBe("1");
  });
});

describe("a token's resource", () => {
  const body = {
    version: "1.0.0",
    mediaType: "application/gzip",
    declaredDigest: digestOf(""),
    declaredSize: 0,
  };
  const resources: readonly (readonly [string, number])[] = [
    ["*", 201],
    ["@conformance", 201],
    ["@conformance/lamp", 201],
    ["@conformance/lamp@1.0.0", 201],
    ["@conformance/la*", 201],
    ["@conformance/lamp@1.0.1", 403],
    ["@conformance/lam", 403],
    ["@conform", 403],
    ["lamp", 403],
  ];

  test.each(resources)("%s gives %i", async (resource, status) => {
    const client = createTestClient();

    expect(
      (await client.send("POST", volume, { token: issue(client, ["publish"], resource), body })).status,
    ).toBe(status);
  });

  test("of one version does not finalize another", async () => {
    const client = createTestClient();
    const intent = await client.open("@conformance/lamp", "2.0.0", new Uint8Array());
    const token = issue(client, ["publish"], "@conformance/lamp@1.0.0");

    expect((await client.finalize("@conformance/lamp", intent.body, { token })).status).toBe(403);
  });
});

test("reads take no notice of a bad token, except of one that is rate-limited", async () => {
  const client = createTestClient();

  expect((await client.send("GET", "/api/v1/search", { token: "nonsense" })).status).toBe(200);
  expect((await client.send("GET", "/api/v1/search", { token: client.server.tokens.expired })).status).toBe(
    200,
  );
  expect(
    (await client.send("GET", "/api/v1/search", { token: client.server.tokens.rateLimited })).status,
  ).toBe(429);
});
