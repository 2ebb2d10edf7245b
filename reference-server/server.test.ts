import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { startReferenceServer } from "./server.ts";
import { archiveOf, createTestClient, digestOf, member, slugOf } from "./lab/test-client.ts";

describe.each(["@conformance/lamp", "conf-lamp"])("publishing %s", (name) => {
  test("a published release is in index, metadata, search, trust and download", async () => {
    const client = createTestClient();
    const bytes = await archiveOf(name, "1.0.0", { "docs/läs mig.md": "", "big.txt": "x".repeat(300_000) });
    const intent = await client.open(name, "1.0.0", bytes);
    const put = await client.put(intent.body, bytes);
    const finalized = await client.finalize(name, intent.body);

    expect(intent.status).toBe(201);
    expect(intent.body).toMatchObject({ target: { name, version: "1.0.0" }, state: "pending-upload" });
    expect(put.status).toBe(200);
    expect(finalized.status).toBe(201);
    const release = member(finalized.body, "release");
    expect(release).toMatchObject({ name, version: "1.0.0", status: { state: "available" } });
    expect(release["purl"]).toBe(`pkg:volume/${name.replace("@", "%40")}@1.0.0`);
    const read = await client.send("GET", `/api/v1/volumes/${name}/1.0.0`);
    expect(read.body).toEqual(release);
    const index = await client.send("GET", `/api/v1/index/volumes/${name}`);
    expect(index.body["items"]).toMatchObject([{ version: "1.0.0", integrity: release["integrity"] }]);
    const search = await client.send("GET", "/api/v1/search?type=skill&limit=100");
    expect(JSON.stringify(search.body)).toContain(`"${name}"`);
    const download = await client.send("GET", member(release, "dist")["url"] as string);
    expect(download.headers.get("content-type")).toBe("application/gzip");
    expect(download.bytes).toEqual(bytes);
    const summary = await client.send("GET", `/api/v1/volumes/${name}/1.0.0/trust/summary`);
    expect(summary.body["artifacts"]).toEqual([]);
    const detail = await client.send("GET", `/api/v1/volumes/${name}/1.0.0/trust/detail`);
    expect(detail.body["attachments"]).toEqual([]);
  });

  test("attached artifacts add up in detail and summary of that version alone", async () => {
    const client = createTestClient();
    await client.publish(name, "1.0.0");
    await client.publish(name, "1.0.1");
    const first = await client.attach(name, "1.0.0", "{}");
    const second = await client.attach(name, "1.0.0", "[]");
    const detail = await client.send("GET", `/api/v1/volumes/${name}/1.0.0/trust/detail`);
    const other = await client.send("GET", `/api/v1/volumes/${name}/1.0.1/trust/detail`);
    const summary = await client.send("GET", `/api/v1/volumes/${name}/1.0.0/trust/summary`);

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body).toMatchObject({
      status: { state: "active" },
      artifactDigest: digestOf("{}"),
      artifactSize: 2,
    });
    expect(detail.body["attachments"]).toHaveLength(2);
    expect(other.body["attachments"]).toEqual([]);
    expect(summary.body["artifacts"]).toEqual([
      { category: "bom", formatsPresent: ["cyclonedx"], present: true },
    ]);
    const [attachment] = detail.body["attachments"] as [{ locator: { url: string } }];
    const artifact = await client.send("GET", attachment.locator.url);
    expect(new TextDecoder().decode(artifact.bytes)).toBe("{}");
    expect(artifact.headers.get("content-type")).toBe("application/vnd.cyclonedx+json");
  });

  test("an unpublished version is a tombstone that cannot be published again", async () => {
    const client = createTestClient();
    const token = client.server.tokens.publisher;
    await client.publish(name, "1.0.0");
    const url = member((await client.send("GET", `/api/v1/volumes/${name}/1.0.0`)).body, "dist")[
      "url"
    ] as string;
    const gone = await client.send("DELETE", `/api/v1/volumes/${name}/1.0.0`, { token });
    const read = await client.send("GET", `/api/v1/volumes/${name}/1.0.0`);
    const again = await client.open(name, "1.0.0", new Uint8Array(1));

    expect(gone.status).toBe(200);
    expect(read.body).toMatchObject({ status: { state: "tombstoned" } });
    expect(read.body).not.toHaveProperty("dist");
    expect((await client.send("GET", url)).status).toBe(404);
    expect(slugOf(again)).toBe("version-conflict");
    expect(slugOf(await client.send("DELETE", `/api/v1/volumes/${name}/1.0.0`, { token }))).toBe("not-found");
    expect(slugOf(await client.send("DELETE", `/api/v1/volumes/${name}/7.0.0`, { token }))).toBe("not-found");
  });
});

describe("paths outside the API", () => {
  test("an unknown path is 404 and another method is 405, both about:blank", async () => {
    const client = createTestClient();
    const path = await client.send("GET", "/api/v2/search");
    const method = await client.send("PATCH", "/api/v1/search");

    expect([path.status, path.body["type"]]).toEqual([404, "about:blank"]);
    expect([method.status, method.body["type"], method.headers.get("allow")]).toEqual([
      405,
      "about:blank",
      "GET",
    ]);
    expect(path.headers.get("content-type")).toBe("application/problem+json");
  });

  test("an error of ours is a 500 that tells nothing", async () => {
    const seen: unknown[] = [];
    const client = createTestClient({ onError: (error) => seen.push(error) });
    client.server.registry.store.volumes.get = () => {
      throw new Error("secret of the store");
    };
    const reply = await client.send("GET", "/api/v1/volumes/quill/1.0.0");

    expect(reply.status).toBe(500);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
    expect(seen).toHaveLength(1);
  });

  test("HEAD answers as GET does, without a body", async () => {
    const client = createTestClient();
    const reply = await client.send("HEAD", "/api/v1/search");

    expect(reply.status).toBe(200);
    expect(reply.bytes.byteLength).toBe(0);
  });
});

describe("options", () => {
  test("unknown faults, choices and base paths are errors that name them", () => {
    expect(() => createTestClient({ faults: ["nope"] })).toThrow('Cannot break "nope"');
    expect(() => createTestClient({ choices: { nope: "1" } })).toThrow('Cannot choose "nope"');
    expect(() => createTestClient({ basePath: "a b" })).toThrow('Cannot serve below "a b"');
  });
});

describe("a listening server", () => {
  test("serves below a base path, names itself in every URL, and closes at once with a connection open", async () => {
    const server = await startReferenceServer({ basePath: "/registry/", states: true });
    const kept = request(`${server.baseUrl}/api/v1/volumes/conf-a`, { method: "POST" });
    kept.on("error", () => undefined);
    kept.write("{");
    const answer = await fetch(`${server.baseUrl}/api/v1/index/volumes/quill`);
    const body = (await answer.json()) as { items: [{ release: { url: string } }] };
    const release = await fetch(body.items[0].release.url);
    const state = await fetch(server.target.states?.url ?? "", {
      method: "POST",
      headers: { ...server.target.states?.headers, "content-type": "application/json" },
      body: JSON.stringify({ state: "token", params: { grants: [] } }),
    });

    expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/registry$/);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("date")).not.toBeNull();
    expect(release.status).toBe(200);
    expect(await state.json()).toHaveProperty("token");
    await server.close();
    await expect(fetch(server.baseUrl)).rejects.toThrow("fetch failed");
  });
});

test("on every interface, addresses are those of the request", async () => {
  const server = await startReferenceServer({ host: "0.0.0.0" });
  const port = Number(new URL(server.baseUrl).port);
  /** What a client that names the server so reads of an unknown release. */
  async function readAs(host: string): Promise<string> {
    return await new Promise((resolve, reject) => {
      const path = "/api/v1/volumes/conf-lamp/1.0.0";
      const sent = request({ host: "127.0.0.1", port, path, headers: { host } }, (response) => {
        response.setEncoding("utf8").once("data", (text: string) => resolve(text));
      });
      sent.once("error", reject);
      sent.end();
    });
  }
  try {
    expect(server.baseUrl).toBe(`http://127.0.0.1:${port}`);
    for (const host of [`127.0.0.1:${port}`, "registry.example:8080"])
      expect(JSON.parse(await readAs(host))).toMatchObject({ type: `http://${host}/problems/not-found` });
  } finally {
    await server.close();
  }
});
