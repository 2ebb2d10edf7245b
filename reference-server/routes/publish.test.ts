import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../json.ts";
import {
  archiveOf,
  createTestClient,
  digestOf,
  minimalManifest,
  slugOf,
  type TestClient,
} from "../lab/test-client.ts";

const name = "@conformance/lamp";
const path = `/api/v1/volumes/${name}`;
const wanted: JsonObject = {
  version: "1.0.0",
  mediaType: "application/gzip",
  declaredDigest: digestOf("x"),
  declaredSize: 1,
};

async function finalizeBytes(client: TestClient, bytes: Uint8Array): Promise<string> {
  const intent = await client.open(name, "1.0.0", bytes);
  await client.put(intent.body, bytes);
  const reply = await client.finalize(name, intent.body);
  const again = await client.finalize(name, intent.body);
  expect(slugOf(again)).toBe("invalid-upload-state");
  return reply.status === 201 ? "published" : slugOf(reply);
}

interface Entry {
  readonly name: string;
  readonly text?: string;
  readonly type?: "file" | "directory" | "symlink" | "link" | "character-device" | "fifo";
  readonly linkname?: string;
}

async function tarGz(entries: readonly Entry[], level = 6): Promise<Uint8Array> {
  const archive = pack();
  for (const { text = "", ...header } of entries) archive.entry(header, text);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(Buffer.from(chunk as Uint8Array));
  return new Uint8Array(gzipSync(Buffer.concat(chunks), { level }));
}

const manifest: Entry = { name: "volume.toml", text: minimalManifest(name, "1.0.0") };

describe("creating an upload intent", () => {
  const refused: readonly (readonly [string, JsonObject, string])[] = [
    ["a version with a leading zero", { ...wanted, version: "01.0.0" }, "validation-failed"],
    ["a version with a v", { ...wanted, version: "v1.0.0" }, "validation-failed"],
    ["no version", { ...wanted, version: undefined }, "validation-failed"],
    ["another media type", { ...wanted, mediaType: "application/zip" }, "unsupported-media-type"],
    ["a media type that is no text", { ...wanted, mediaType: 1 }, "validation-failed"],
    ["an upper-case digest", { ...wanted, declaredDigest: digestOf("x").toUpperCase() }, "validation-failed"],
    ["a negative size", { ...wanted, declaredSize: -1 }, "validation-failed"],
    ["a fractional size", { ...wanted, declaredSize: 1.5 }, "validation-failed"],
    ["a size in words", { ...wanted, declaredSize: "1" }, "validation-failed"],
    ["an absurd size", { ...wanted, declaredSize: 2 ** 52 }, "payload-too-large"],
    ["a key that is no text", { ...wanted, idempotencyKey: 7 }, "validation-failed"],
  ];

  test.each(refused)("refuses %s", async (_what, body, slug) => {
    const client = createTestClient();

    expect(slugOf(await client.send("POST", path, { token: client.server.tokens.publisher, body }))).toBe(
      slug,
    );
  });

  const odd: readonly (readonly [string, Json, string, string])[] = [
    ["a list", [], "application/json", "validation-failed"],
    ["null", null, "application/json", "validation-failed"],
    ["text as its media type", wanted, "text/plain", "unsupported-media-type"],
    ["a body that is too long", "x".repeat(70_000), "application/json", "payload-too-large"],
  ];

  test.each(odd)("refuses %s", async (_what, body, type, slug) => {
    const client = createTestClient();
    const parcel = { token: client.server.tokens.publisher, body, headers: { "content-type": type } };

    expect(slugOf(await client.send("POST", path, parcel))).toBe(slug);
  });

  test("refuses text that is not JSON, not UTF-8, or nests without end", async () => {
    const client = createTestClient();
    const authorization = `Bearer ${client.server.tokens.publisher}`;
    for (const body of ["{", new Uint8Array([0xff, 0xfe]), `${"[".repeat(30_000)}${"]".repeat(30_000)}`]) {
      const headers = { authorization, "content-type": "application/json" };
      const reply = await client.server.fetch(
        new Request(`http://r.test${path}`, { method: "POST", headers, body }),
      );
      expect(reply.status).toBe(400);
    }
  });

  test("is unharmed by a __proto__ member and ignores a name of the body", async () => {
    const client = createTestClient();
    const headers = {
      authorization: `Bearer ${client.server.tokens.publisher}`,
      "content-type": "application/json",
    };
    const body = `{"__proto__":{"isAdmin":true},"name":"@other/x",${JSON.stringify(wanted).slice(1)}`;
    const reply = await client.server.fetch(
      new Request(`http://r.test${path}`, { method: "POST", headers, body }),
    );

    expect(await reply.json()).toMatchObject({ target: { name } });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test.each([
    "@conformance/a--b",
    "@conformance/-a",
    "@conformance/A",
    `@conformance/${"a".repeat(129)}`,
    "@x--y/a",
  ])("refuses the name %s", async (bad) => {
    const client = createTestClient();
    const token = client.server.registry.tokens.issue({
      subject: "all",
      grants: ["publish"],
      resources: ["*"],
      expiresAt: undefined,
      isRevoked: false,
      isRateLimited: false,
    });

    expect(slugOf(await client.send("POST", `/api/v1/volumes/${bad}`, { token, body: wanted }))).toBe(
      "validation-failed",
    );
  });

  test("refuses a version that exists", async () => {
    const client = createTestClient();
    await client.publish(name, "1.0.0");

    expect(slugOf(await client.open(name, "1.0.0", new Uint8Array(1)))).toBe("version-conflict");
  });
});

describe("transferring bytes", () => {
  test("wants the signature, the headers, and an open intent", async () => {
    const client = createTestClient();
    const bytes = await archiveOf(name, "1.0.0");
    const { body } = await client.open(name, "1.0.0", bytes);
    const upload = body["upload"] as { url: string; headers: Record<string, string> };
    const headers = upload.headers;

    expect(
      slugOf(await client.send("PUT", upload.url.replace(/signature=.*/, "signature=x"), { headers })),
    ).toBe("authorization-failed");
    expect(slugOf(await client.send("PUT", upload.url))).toBe("unsupported-media-type");
    expect(slugOf(await client.send("POST", upload.url, { headers }))).toBe("validation-failed");
    expect(slugOf(await client.send("PUT", "/transfers/none?signature=x", { headers }))).toBe("not-found");
    await client.put(body, bytes);
    await client.finalize(name, body);
    expect(slugOf(await client.put(body, bytes))).toBe("invalid-upload-state");
  });
});

describe("finalizing a release", () => {
  test("refuses bytes that have not arrived, and may be repeated once they have", async () => {
    const client = createTestClient();
    const bytes = await archiveOf(name, "1.0.0");
    const { body } = await client.open(name, "1.0.0", bytes);

    expect(slugOf(await client.finalize(name, body))).toBe("missing-uploaded-bytes");
    await client.put(body, bytes);
    expect((await client.finalize(name, body)).status).toBe(201);
  });

  test("refuses an intent whose time is over", async () => {
    let now = Date.UTC(2026, 0, 1);
    const client = createTestClient({ clock: { now: () => now } });
    const bytes = await archiveOf(name, "1.0.0");
    const { body } = await client.open(name, "1.0.0", bytes);
    await client.put(body, bytes);
    now = Date.parse(body["expiresAt"] as string);

    const reply = await client.finalize(name, body);
    expect([reply.status, slugOf(reply)]).toEqual([410, "upload-expired"]);
  });

  test("refuses other bytes than declared, by digest and by size", async () => {
    const client = createTestClient();
    const bytes = await archiveOf(name, "1.0.0");
    const other = Uint8Array.from(bytes);
    other[9] = 77;
    const digest = await client.open(name, "1.0.0", bytes);
    await client.put(digest.body, other);
    const size = await client.open(name, "1.0.0", bytes);
    await client.put(size.body, new Uint8Array(3));

    expect(slugOf(await client.finalize(name, digest.body))).toBe("digest-mismatch");
    expect(slugOf(await client.finalize(name, size.body))).toBe("validation-failed");
  });

  test("finds an upload only under its own volume", async () => {
    const client = createTestClient();
    const { body } = await client.open(name, "1.0.0", new Uint8Array(1));

    expect(slugOf(await client.finalize("@conformance/other", body))).toBe("not-found");
    expect(slugOf(await client.finalize(name, { uploadId: "none" }))).toBe("not-found");
    expect(slugOf(await client.finalize("@conformance/a--b", body))).toBe("not-found");
  });

  test("lets one of two finalizes at the same time win", async () => {
    const client = createTestClient();
    const bytes = await archiveOf(name, "1.0.0", { a: "x".repeat(100_000) });
    const intents = [await client.open(name, "1.0.0", bytes), await client.open(name, "1.0.0", bytes)];
    for (const intent of intents) await client.put(intent.body, bytes);
    const replies = await Promise.all(
      intents.map(async (intent) => await client.finalize(name, intent.body)),
    );

    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([201, 409]);
  });

  const link: Entry = { name: "escape", type: "symlink", linkname: "../outside" };
  const archives: readonly (readonly [string, () => Promise<Uint8Array>, string])[] = [
    ["bytes that are not gzip", async () => Buffer.from("plain"), "invalid-archive"],
    ["no bytes at all", async () => new Uint8Array(), "invalid-archive"],
    ["gzip of something else than tar", async () => gzipSync("no tar in here".repeat(90)), "invalid-archive"],
    ["gzip cut short", async () => (await tarGz([manifest])).subarray(0, 60), "invalid-archive"],
    ["an archive without a manifest", async () => await tarGz([{ name: "a" }]), "invalid-archive"],
    ["an archive of nothing", async () => await tarGz([]), "invalid-archive"],
    ["an entry above the root", async () => await tarGz([manifest, { name: "../a" }]), "invalid-archive"],
    ["an absolute entry", async () => await tarGz([manifest, { name: "/etc/a" }]), "invalid-archive"],
    ["a symbolic link", async () => await tarGz([manifest, link]), "invalid-archive"],
    ["a hard link", async () => await tarGz([manifest, { ...link, type: "link" }]), "invalid-archive"],
    [
      "a device",
      async () => await tarGz([manifest, { name: "d", type: "character-device" }]),
      "invalid-archive",
    ],
    [
      "two entries of one path",
      async () => await tarGz([manifest, { name: "a" }, { name: "./a" }]),
      "invalid-archive",
    ],
    [
      "a file as a folder",
      async () => await tarGz([manifest, { name: "a" }, { name: "a/b" }]),
      "invalid-archive",
    ],
    ["a gzip bomb", async () => gzipSync(Buffer.alloc(20 * 1024 * 1024)), "invalid-archive"],
    [
      "folders and ./ paths",
      async () => await tarGz([{ name: "./", type: "directory" }, manifest]),
      "published",
    ],
    [
      "a manifest that is not TOML",
      async () => await tarGz([{ name: "volume.toml", text: "[" }]),
      "invalid-manifest",
    ],
    ["a manifest of nothing", async () => await tarGz([{ name: "volume.toml" }]), "invalid-manifest"],
    ["another version", async () => await archiveOf(name, "1.0.1"), "identity-mismatch"],
    ["another name", async () => await archiveOf("@conformance/other", "1.0.0"), "identity-mismatch"],
  ];

  test.each(archives)("of %s", async (_what, make, outcome) => {
    const client = createTestClient();

    expect(await finalizeBytes(client, new Uint8Array(await make()))).toBe(outcome);
  });

  test("refuses more entries than the profile allows", async () => {
    const client = createTestClient();
    const entries = Array.from({ length: 10_001 }, (_none, index) => ({ name: `f${index}` }));

    expect(await finalizeBytes(client, await tarGz(entries))).toBe("invalid-archive");
  });

  test("accepts or refuses each manifest template as the target says", async () => {
    const client = createTestClient();
    const { manifests } = client.server.targetAt("http://r.test").archive;
    const outcomes: string[] = [];
    for (const template of [
      manifests.minimal,
      manifests.externalDependencies.template,
      manifests.permissionEscalation,
      manifests.semanticallyInvalid,
    ]) {
      const fresh = createTestClient();
      const text = template.replaceAll("{{name}}", name).replaceAll("{{version}}", "1.0.0");
      outcomes.push(await finalizeBytes(fresh, await tarGz([{ name: "volume.toml", text }])));
      if (template !== manifests.externalDependencies.template) continue;
      const { body } = await fresh.send("GET", `${path}/1.0.0`);
      expect(body["externalDependencies"]).toMatchObject(manifests.externalDependencies.expect);
    }

    expect(outcomes).toEqual(["published", "published", "permission-escalation", "invalid-manifest"]);
  });
});

describe("integrity", () => {
  async function integrityOf(bytes: Uint8Array): Promise<string> {
    const client = createTestClient();
    expect(await finalizeBytes(client, bytes)).toBe("published");
    return (await client.send("GET", `${path}/1.0.0`)).body["integrity"] as string;
  }

  test("is of the tree: order, gzip level and folders do not count, contents and paths do", async () => {
    const first = { name: "a", text: "1" };
    const second = { name: "b", text: "2" };
    const reference = await integrityOf(await tarGz([manifest, first, second]));
    const reordered = await integrityOf(
      await tarGz([second, { name: "d/", type: "directory" }, first, manifest], 0),
    );
    const changed = await integrityOf(await tarGz([manifest, first, { ...second, text: "3" }]));
    const renamed = await integrityOf(await tarGz([manifest, first, { ...second, name: "c" }]));

    expect(reordered).toBe(reference);
    expect(new Set([reference, changed, renamed]).size).toBe(3);
    expect(reference).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe("the sum of all uploads", () => {
  test("what has no room is too large, and a transfer again takes no further room", async () => {
    const bytes = await archiveOf("conf-lamp", "1.0.0");
    const client = createTestClient({ capacity: bytes.byteLength + 10 });
    const first = await client.open("conf-lamp", "1.0.0", bytes);
    expect((await client.put(first.body, bytes)).status).toBe(200);
    expect((await client.finalize("conf-lamp", first.body)).status).toBe(201);

    const second = await client.open("conf-lamp", "1.0.1", bytes);
    const refused = await client.put(second.body, bytes);

    expect(refused.status).toBe(413);
    expect(slugOf(refused)).toBe("payload-too-large");
  });

  test("transfers at once count together", async () => {
    const bytes = await archiveOf("conf-lamp", "1.0.0");
    const client = createTestClient({ capacity: bytes.byteLength * 2 });
    const intents = await Promise.all(
      ["1.0.0", "1.0.1", "1.0.2", "1.0.3"].map((version) => client.open("conf-lamp", version, bytes)),
    );
    const answers = await Promise.all(intents.map(({ body }) => client.put(body, bytes)));
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(2);
    for (const { status } of answers) expect([200, 413]).toContain(status);
  });
});
