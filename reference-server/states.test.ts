import { describe, expect, test } from "vitest";
import type { JsonObject } from "./json.ts";
import { stateNames, statesHeader } from "./states.ts";
import { archiveOf, createTestClient, type Reply, slugOf, type TestClient } from "./lab/test-client.ts";

function createClient(): { client: TestClient; set: (state: string, params?: JsonObject) => Promise<Reply> } {
  const client = createTestClient({ states: true });
  const headers = { [statesHeader]: client.server.statesSecret ?? "" };
  return {
    client,
    set: async (state, params = {}) =>
      await client.send("POST", "/states", { headers, body: { state, params } }),
  };
}

const release = { name: "conf-lamp", version: "1.0.0" };
const path = "/api/v1/volumes/conf-lamp/1.0.0";

describe("the states hook", () => {
  test("is off unless asked for, and wants its secret", async () => {
    const { client } = createClient();

    expect((await createTestClient().send("POST", "/states", { body: {} })).status).toBe(404);
    expect((await client.send("POST", "/states", { body: { state: "token" } })).status).toBe(403);
  });

  test("offers the contract's states, 404 for others, 400 for wrong parameters", async () => {
    const { set } = createClient();

    expect(stateNames).toHaveLength(11);
    expect((await set("nonsense")).status).toBe(404);
    expect((await set("token", { grants: ["everything"] })).status).toBe(400);
    expect((await set("token", { grants: [], condition: "odd" })).status).toBe(400);
    expect((await set("release-status", { name: "none", version: "1.0.0", state: "yanked" })).status).toBe(
      400,
    );
    expect((await set("intent-expired", { uploadId: "none" })).status).toBe(400);
  });

  test("issues tokens in every condition", async () => {
    const { client, set } = createClient();
    const statuses: number[] = [];
    for (const condition of ["valid", "expired", "revoked", "rate-limited"]) {
      const { body } = await set("token", { grants: ["publish"], resource: "@x", condition });
      const reply = await client.send("POST", "/api/v1/volumes/@x/y", {
        token: body["token"] as string,
        body: {},
      });
      statuses.push(reply.status);
    }

    expect(statuses).toEqual([400, 401, 401, 429]);
  });

  test("takes back what it made for a run that has ended, and nothing of another run", async () => {
    const { client } = createClient();
    const setFor = async (runId: string, state: string, params: JsonObject): Promise<Reply> => {
      const headers = { [statesHeader]: client.server.statesSecret ?? "", "conformance-run": runId };
      return await client.send("POST", "/states", { headers, body: { state, params } });
    };
    const made = await Promise.all(
      ["one", "other"].map(async (run) => ({
        token: (await setFor(run, "token", { grants: ["publish"], resource: "@x" })).body["token"] as string,
        advisory: (await setFor(run, "advisory", { volume: "conf-lamp" })).body["id"] as string,
      })),
    );
    const statuses = async (): Promise<readonly (readonly number[])[]> =>
      await Promise.all(
        made.map(async ({ token, advisory }) => [
          (await client.send("POST", "/api/v1/volumes/@x/y", { token, body: {} })).status,
          (await client.send("GET", `/api/v1/advisories/${advisory}`)).status,
        ]),
      );

    expect(await statuses()).toEqual([
      [400, 200],
      [400, 200],
    ]);
    expect((await setFor("one", "run-ended", { runId: "one" })).status).toBe(200);
    expect(await statuses()).toEqual([
      [401, 404],
      [400, 200],
    ]);
  });

  test("gives a new advisory no id that another one has", async () => {
    const { client, set } = createClient();
    const headers = { [statesHeader]: client.server.statesSecret ?? "", "conformance-run": "one" };
    const body = { state: "advisory", params: { volume: "conf-lamp" } };
    await client.send("POST", "/states", { headers, body });
    const kept = await set("advisory", { volume: "conf-lamp" });
    await set("run-ended", { runId: "one" });
    const added = await set("advisory", { volume: "conf-lamp" });

    expect(added.body["id"]).not.toBe(kept.body["id"]);
  });

  test.each(["token-revoked", "token-expired"])("%s ends a token that was used", async (state) => {
    const { client, set } = createClient();
    const { body } = await set("token", { grants: ["publish"], resource: "*", condition: "valid" });
    const token = body["token"] as string;
    const send = async (): Promise<number> =>
      (await client.send("POST", "/api/v1/volumes/@x/y", { token, body: {} })).status;
    expect([await send(), (await set(state, { token })).status, await send()]).toEqual([400, 200, 401]);
    expect((await set(state, { token: "no-such-token" })).status).toBe(400);
  });

  test("sets a release's status, with and without a reason", async () => {
    const { client, set } = createClient();
    await client.publish("conf-lamp", "1.0.0");
    for (const state of ["yanked", "tombstoned", "blocked", "unavailable", "available"]) {
      expect((await set("release-status", { ...release, state, reason: "why" })).status).toBe(200);
      const { body } = await client.send("GET", path);
      expect(body["status"]).toEqual({ state, reason: "why" });
      expect("dist" in body).toBe(state === "yanked" || state === "available");
    }
  });

  test("makes git releases, advisories and irreconcilable releases", async () => {
    const { client, set } = createClient();
    await set("git-release", { ...release, repository: "https://git.example/x.git", ref: "main" });
    const { body } = await client.send("GET", path);
    const advisory = await set("advisory", { volume: "conf-lamp", withdrawn: true });
    const found = await client.send("GET", `/api/v1/advisories/${advisory.body["id"] as string}`);
    await set("inconsistent", release);

    expect(body["dist"]).toEqual({ source: "git", repository: "https://git.example/x.git", ref: "main" });
    expect(found.body).toMatchObject({ affected: { volume: "conf-lamp" }, withdrawn: {} });
    for (const read of [
      path,
      `${path}/trust/summary`,
      `${path}/trust/detail`,
      "/api/v1/index/volumes/conf-lamp",
    ]) {
      const reply = await client.send("GET", read);
      expect([read, reply.status, slugOf(reply)]).toEqual([read, 409, "inconsistent-registry-state"]);
    }
  });

  test("expires and fails intents", async () => {
    const { client, set } = createClient();
    const bytes = await archiveOf("conf-lamp", "1.0.0");
    const expired = await client.open("conf-lamp", "1.0.0", bytes);
    const failed = await client.open("conf-lamp", "1.0.0", bytes);
    await client.put(expired.body, bytes);
    await client.put(failed.body, bytes);
    await set("intent-expired", { uploadId: expired.body["uploadId"] });
    await set("intent-failed", { uploadId: failed.body["uploadId"] });

    expect(slugOf(await client.finalize("conf-lamp", expired.body))).toBe("upload-expired");
    expect(slugOf(await client.finalize("conf-lamp", failed.body))).toBe("invalid-upload-state");
  });

  test("purges a release so that it can be published again", async () => {
    const { client, set } = createClient();
    const first = await client.publish("conf-lamp", "1.0.0");
    await set("release-purged", release);

    expect((await client.send("GET", path)).status).toBe(404);
    const second = await client.publish("conf-lamp", "1.0.0");
    expect(second.status).toBe(201);
    expect((second.body["release"] as JsonObject)["integrity"]).toBe(
      (first.body["release"] as JsonObject)["integrity"],
    );
  });
});
