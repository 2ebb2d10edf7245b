import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { packTree } from "../archive/pack.ts";
import { toTree } from "../archive/tree.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { startReferenceServer } from "../server.ts";
import {
  createTestClient,
  digestOf,
  member,
  type Reply,
  slugOf,
  type TestClient,
  testOrigin,
} from "../lab/test-client.ts";
import { choices } from "./index.ts";

const pairs = choices.flatMap((choice) =>
  Object.keys(choice.values).map((value) => [choice.name, value] as const),
);

/** A clock that moves on with each reading, so that lags and limits pass without waiting. */
function createMovingClock(): { now: () => number } {
  let time = Date.UTC(2026, 10, 21);
  return {
    now: () => {
      time += 10;
      return time;
    },
  };
}

function createChoosingClient(chosen: Readonly<Record<string, string>>): TestClient {
  const client = createTestClient({ choices: chosen, clock: createMovingClock() });
  const send: TestClient["send"] = async (method, path, parcel) => {
    for (;;) {
      const reply = await client.send(method, path, parcel);
      if (reply.status !== 429) return reply;
    }
  };
  return { ...client, send };
}

/** Reads until the answer is as wanted, as often as a lag may take. */
async function poll(read: () => Promise<Reply>, isWanted: (reply: Reply) => boolean): Promise<Reply> {
  let reply = await read();
  for (let tries = 0; tries < 200 && !isWanted(reply); tries += 1) reply = await read();
  expect(isWanted(reply)).toBe(true);
  return reply;
}

const isFound = (reply: Reply): boolean => reply.status === 200 || reply.status === 203;

async function follow(client: TestClient, intent: JsonObject, bytes: Uint8Array): Promise<Response> {
  const {
    url,
    method,
    headers = {},
  } = member(intent, "upload") as JsonObject & { headers?: Record<string, string> };
  let address = url as string;
  for (let tries = 0; ; tries += 1) {
    const request = new Request(address, { method: method as string, headers, body: new Uint8Array(bytes) });
    const response = await client.server.fetch(request);
    address = response.headers.get("location") ?? address;
    // a byte store may not know the upload yet
    const isEarly = response.status === 404 && tries < 200;
    // the bytes were accepted; the address leads to a page (RFC 9110, section 15.4.4)
    if (response.status === 303) return new Response(null, { status: 204 });
    if (response.status !== 429 && response.status !== 307 && !isEarly) return response;
  }
}

async function publishAs(client: TestClient, name: string, version: string): Promise<Reply> {
  const { archive } = client.server.targetAt(testOrigin);
  const manifest = archive.manifests.minimal
    .replaceAll("{{name}}", name)
    .replaceAll("{{segment}}", name.slice(name.indexOf("/") + 1))
    .replaceAll("{{version}}", version);
  const bytes = await packTree(toTree({ [archive.manifestPath]: manifest, "a.txt": version }));
  const token = client.server.tokens.publisher;
  const body = {
    version,
    mediaType: "application/gzip",
    declaredDigest: digestOf(bytes),
    declaredSize: bytes.length,
  };
  const intent = await client.send("POST", `/api/v1/volumes/${name}`, { token, body, key: toKey(version) });
  expect(intent.status).toBeLessThan(300);
  expect((await follow(client, intent.body, bytes)).status).toBeLessThan(300);
  const uploadId = encodeURIComponent(intent.body["uploadId"] as string);
  return await poll(
    async () => await client.send("POST", `/api/v1/volumes/${name}/uploads/${uploadId}/finalize`, { token }),
    ({ status }) => status < 300,
  );
}

/** A registry may take no key but UUIDs. */
function toKey(version: string): string {
  return `00000000-0000-4000-8000-${version.replaceAll(/\D/g, "").padStart(12, "0")}`;
}

async function attachTo(client: TestClient, path: string, release: JsonObject): Promise<Reply> {
  const token = client.server.tokens.publisher;
  const body: JsonObject = {
    subject: { purl: release["purl"], integrity: release["integrity"] },
    attachment: { format: client.server.targetAt(testOrigin).trust.format },
    declaredDigest: digestOf("{}"),
    declaredSize: 2,
  };
  const intent = await poll(
    async () => await client.send("POST", `${path}/trust/uploads`, { token, body }),
    ({ status }) => status < 300,
  );
  expect((await follow(client, intent.body, new TextEncoder().encode("{}"))).status).toBeLessThan(300);
  const uploadId = encodeURIComponent(intent.body["uploadId"] as string);
  return await poll(
    async () => await client.send("POST", `${path}/trust/uploads/${uploadId}/finalize`, { token, body: {} }),
    ({ status }) => status < 300,
  );
}

/** No list of dependencies and an empty one mean the same. So do addresses that were signed at two times, and any two reasons. */
function toComparable(release: JsonObject): unknown {
  const dist = member(release, "dist");
  const url = (dist["url"] as string).replace(/expires=\d+/, "expires");
  const { state } = member(release, "status");
  return { externalDependencies: [], ...release, dist: { ...dist, url }, status: { state } };
}

async function download(client: TestClient, locator: string): Promise<Reply> {
  let url = locator;
  for (let hops = 0; hops < 5; hops += 1) {
    const reply = await client.send("GET", url);
    const location = reply.headers.get("location");
    if (location === null) return reply;
    url = new URL(location, url).href;
  }
  throw new Error("Cannot download: too many redirects");
}

describe.each(pairs)("%s=%s", (name, value) => {
  test.each(["@conformance/lamp", "conf-lamp"])(
    "publishes, attests, reads and unpublishes %s",
    async (volume) => {
      const client = createChoosingClient({ [name]: value });
      const path = `/api/v1/volumes/${volume}/1.0.0`;
      const finalized = await publishAs(client, volume, "1.0.0");
      expect(finalized.status).toBe(201);
      const release = member(finalized.body, "release");
      const read = await poll(async () => await client.send("GET", path), isFound);
      expect(toComparable(read.body)).toEqual(toComparable(release));
      await poll(
        async () => await client.send("GET", `/api/v1/index/volumes/${volume}`),
        (reply) => isFound(reply) && (reply.body["items"] as unknown[]).length > 0,
      );
      const locator = member(release, "dist")["url"] as string;
      // the address of an archive may be one that HTTP cannot fetch
      const isFetchable = /^https?:/u.test(locator);
      const archive = isFetchable
        ? (await poll(async () => await download(client, locator), isFound)).bytes
        : gzipSync("an archive elsewhere");
      expect(gunzipSync(archive).byteLength).toBeGreaterThan(0);
      expect((await attachTo(client, path, release)).body).toHaveProperty("attachmentId");
      const detail = await poll(
        async () => await client.send("GET", `${path}/trust/detail`),
        (reply) => reply.status === 200 && (reply.body["attachments"] as unknown[]).length > 0,
      );
      expect(detail.body["subject"]).toMatchObject({
        purl: release["purl"],
        integrity: release["integrity"],
      });
      const problem = await client.send("GET", `/api/v1/volumes/${volume}/9.9.9`);
      expect(slugOf(problem)).toBe("not-found");
      expect(problem.body["status"]).toBe(404);
      const isKept = name === "scoped-unpublish" && volume.startsWith("@");
      await poll(
        async () => await client.send("DELETE", path, { token: client.server.tokens.publisher }),
        ({ status }) => status < 300 === !isKept,
      );
      const stopped = (reply: Reply): boolean =>
        isKept ||
        reply.status === 404 ||
        reply.status === 403 ||
        (isJsonObject(reply.body["status"]) && member(reply.body, "status")["state"] !== "available");
      await poll(async () => await client.send("GET", path), stopped);
    },
  );
});

const wanted: JsonObject = {
  version: "1.0.0",
  mediaType: "application/gzip",
  declaredDigest: digestOf(""),
  declaredSize: 0,
};

describe("choices", () => {
  test("are many, have names of their own, and never name their default among their values", () => {
    expect(new Set(choices.map(({ name }) => name)).size).toBe(choices.length);
    expect(pairs.length).toBeGreaterThanOrEqual(80);
    for (const choice of choices) expect(Object.keys(choice.values)).not.toContain(choice.default);
  });

  test("take their default as a value, and refuse one they do not have", () => {
    expect(() => createTestClient({ choices: { "create-status": "201" } })).not.toThrow();
    expect(() => createTestClient({ choices: { "create-status": "418" } })).toThrow(
      'Cannot choose "create-status=418": expected one of 201, 200, 202',
    );
  });

  test("tell the target what a client has to know", () => {
    const dialect = createTestClient({
      choices: { "manifest-dialect": "nested", "search-type-parameter": "component" },
    });
    const target = dialect.server.targetAt(testOrigin);
    const lagging = createTestClient({ choices: { "index-lag": "200-ms" } }).server.targetAt(testOrigin);

    expect(target.archive.manifestPath).toBe("manifest/volume.toml");
    expect(target.search.componentTypeParam).toBe("componentType");
    expect(lagging.limits.settleMs).toBeGreaterThan(target.limits.settleMs);
  });

  test("of a lag hide what was published until it has settled", async () => {
    const client = createTestClient({ choices: { "metadata-lag": "two-polls" } });
    await publishAs(client, "conf-lamp", "1.0.0");
    const statuses: number[] = [];
    for (let read = 0; read < 3; read += 1) {
      statuses.push((await client.send("GET", "/api/v1/volumes/conf-lamp/1.0.0")).status);
    }

    expect(statuses).toEqual([404, 404, 200]);
  });

  test("of a limiter refuse who is too fast, and let through who waits", async () => {
    let time = 0;
    const client = createTestClient({ choices: { "rate-limit": "strict-date" }, clock: { now: () => time } });
    const replies: Reply[] = [];
    for (let sent = 0; sent < 12; sent += 1) replies.push(await client.send("GET", "/api/v1/capabilities"));
    time += 1_000;

    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect(Date.parse(replies.at(-1)?.headers.get("retry-after") ?? "")).toBe(1_000);
    expect((await client.send("GET", "/api/v1/capabilities")).status).toBe(200);
  });

  test("of a repeated finalize give the same release again", async () => {
    const client = createTestClient({ choices: { "second-finalize": "same-release" } });
    const bytes = await packTree(
      toTree({ "volume.toml": '[volume]\nname = "conf-lamp"\nversion = "1.0.0"\n' }),
    );
    const intent = await client.open("conf-lamp", "1.0.0", bytes);
    await client.put(intent.body, bytes);
    const first = await client.finalize("conf-lamp", intent.body);

    expect(await client.finalize("conf-lamp", intent.body)).toMatchObject({ status: 201, body: first.body });
  });

  const answers: readonly (readonly [string, string, (client: TestClient) => Promise<Reply>, string])[] = [
    [
      "bad-token-on-reads",
      "refused",
      async (client) => await client.send("GET", "/api/v1/search", { token: "x" }),
      "authentication-required",
    ],
    [
      "outsider-answer",
      "404",
      async (client) =>
        await client.send("DELETE", "/api/v1/volumes/conf-a/1.0.0", { token: client.server.tokens.outsider }),
      "not-found",
    ],
    [
      "error-order",
      "existence",
      async (client) =>
        await client.send("DELETE", "/api/v1/volumes/conf-a/1.0.0", { token: client.server.tokens.outsider }),
      "not-found",
    ],
    [
      "error-order",
      "body",
      async (client) =>
        await client.send("POST", "/api/v1/volumes/conf-a", {
          token: client.server.tokens.outsider,
          body: {},
        }),
      "validation-failed",
    ],
    [
      "empty-key",
      "refused",
      async (client) =>
        await client.send("POST", "/api/v1/volumes/conf-a", {
          token: client.server.tokens.publisher,
          body: { ...wanted, idempotencyKey: "" },
        }),
      "validation-failed",
    ],
    [
      "encoded-at",
      "refused",
      async (client) => await client.send("GET", "/api/v1/volumes/%40atelier/bell/0.1.0"),
      "not-found",
    ],
    [
      "search-unknown-parameter",
      "refused",
      async (client) => await client.send("GET", "/api/v1/search?q=x"),
      "validation-failed",
    ],
    [
      "size-limit",
      "1-mebibyte",
      async (client) => await client.open("conf-a", "1.0.0", new Uint8Array(1_100_000)),
      "payload-too-large",
    ],
    [
      "version-limits",
      "64-characters",
      async (client) => await client.open("conf-a", "9007199254740992.0.0", new Uint8Array(1)),
      "validation-failed",
    ],
    [
      "create-unknown-members",
      "identity-mismatch",
      async (client) =>
        await client.send("POST", "/api/v1/volumes/conf-a", {
          token: client.server.tokens.publisher,
          body: { name: "conf-b" },
        }),
      "identity-mismatch",
    ],
    [
      "media-type-refusal",
      "400",
      async (client) =>
        await client.send("POST", "/api/v1/volumes/conf-a", {
          token: client.server.tokens.publisher,
          body: { version: "1.0.0", mediaType: "text/plain" },
        }),
      "validation-failed",
    ],
  ];

  test.each(answers)("of %s=%s answer otherwise", async (name, value, ask, slug) => {
    expect(slugOf(await ask(createTestClient({ choices: { [name]: value } })))).toBe(slug);
    expect(slugOf(await ask(createTestClient()))).not.toBe(slug);
  });

  test("of open intents reserve a version until the intent has expired", async () => {
    let time = 0;
    const client = createTestClient({
      choices: { "version-conflict": "reserved" },
      clock: { now: () => time },
    });
    await client.open("conf-a", "1.0.0", new Uint8Array(1));
    const second = await client.open("conf-a", "1.0.0", new Uint8Array(1));
    time += 3_600_000;

    expect(slugOf(second)).toBe("version-conflict");
    expect((await client.open("conf-a", "1.0.0", new Uint8Array(1))).status).toBe(201);
  });

  test("of bytes open a second origin when the server listens", async () => {
    const server = await startReferenceServer({ choices: { "bytes-origin": "other" } });
    const answer = await fetch(`${server.baseUrl}/api/v1/volumes/quill/3.2.1+build.5`);
    const { dist } = (await answer.json()) as { dist: { url: string } };
    const archive = await fetch(dist.url);
    await server.close();

    expect(new URL(dist.url).origin).not.toBe(new URL(server.baseUrl).origin);
    expect(archive.status).toBe(200);
  });

  test.each([
    ["framing", "chunked", "transfer-encoding", "chunked"],
    ["connection", "close", "connection", "close"],
    ["compression", "gzip", "content-encoding", "gzip"],
    ["date-header", "absent", "date", null],
    ["extra-headers", "caching", "expires", "0"],
  ])("of %s=%s reach the wire", async (name, value, header, expected) => {
    const server = await startReferenceServer({ choices: { [name]: value } });
    const answer = await fetch(`${server.baseUrl}/api/v1/search`);
    const body: unknown = await answer.json();
    await server.close();

    expect(answer.headers.get(header)).toBe(expected);
    expect(body).toHaveProperty("items");
  });
});
