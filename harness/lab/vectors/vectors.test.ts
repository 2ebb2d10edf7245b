import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../../reference-server/server.ts";
import { formats, type WireFormat } from "../../../schemas/compiled/wire.js";
import { buildArchive } from "../../given/archive.ts";
import { textAt } from "../../exchange/answer.ts";
import { encodeSegment, toVolume, toVolumePath } from "../../exchange/volume.ts";
import { sha256 } from "../../seed.ts";
import { archiveVectors, manifestVectors, toManifestText } from "./archive-vectors.ts";
import { nameVectors, type PurlVector } from "./name-vectors.ts";
import { makeVectors, renderVectors } from "./render-vectors.ts";
import { valueVectors } from "./value-vectors.ts";
import type { Vector } from "./vector.ts";

const root = join(import.meta.dirname, "../../..");
const rendered = await renderVectors();
const { sets } = await makeVectors();

describe("the files", () => {
  test.each(Object.keys(rendered))("%s is current (npm run generate writes it)", (file) => {
    expect(readFileSync(join(root, file)).equals(Buffer.from(rendered[file] ?? ""))).toBe(true);
  });

  test("no other file is there", () => {
    const folder = join(root, "schemas/vectors");
    const found = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:json|gz)$/.test(entry.name))
      .map(({ name }) => name);
    const expected = Object.keys(rendered).map((file) => file.split("/").at(-1) ?? "");
    expect(found.toSorted()).toEqual([...expected, "vectors.schema.json"].toSorted());
  });

  test("follow their schema", () => {
    const schema = JSON.parse(
      readFileSync(join(root, "schemas/vectors/vectors.schema.json"), "utf8"),
    ) as object;
    const validate = new Ajv2020().compile(schema);
    const wrong = Object.entries(rendered).filter(
      ([, content]) => typeof content === "string" && !validate(JSON.parse(content)),
    );
    expect(wrong).toEqual([]);
  });

  test("have valid and invalid vectors with a reason, and each value once", () => {
    for (const { name, vectors } of sets) {
      expect([name, new Set(vectors.map(({ value }) => value)).size]).toEqual([name, vectors.length]);
      expect(vectors.some(({ result }) => result === "valid")).toBe(true);
      expect(vectors.some(({ result }) => result === "invalid")).toBe(true);
      expect(vectors.every(({ reason }) => reason !== "")).toBe(true);
    }
  });
});

const wireFormats: Readonly<Record<string, WireFormat>> = {
  scopes: "scope",
  "name-segments": "nameSegment",
  "volume-names": "volumeName",
  versions: "version",
  purls: "releasePurl",
  digests: "digest",
  timestamps: "timestamp",
  "declaration-keys": "declarationKey",
  "external-purls": "externalPurl",
};

test.each([...nameVectors(), ...valueVectors])(
  "the schemas agree with the vectors of $name",
  ({ name, vectors }) => {
    const format = wireFormats[name];
    if (format === undefined) throw new Error(`no format for ${name}`);
    const wrong = vectors.filter(({ value, result }) => formats[format](value) !== (result !== "invalid"));
    expect(wrong).toEqual([]);
  },
);

describe("the reference server agrees with the vectors of", () => {
  let server: RunningReferenceServer;
  let token: string;

  async function send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${server.baseUrl}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  }

  async function create(
    volumePath: string,
    version: string,
    more: object = {},
  ): Promise<{ status: number; body: unknown }> {
    return await send("POST", `volumes/${volumePath}`, {
      version,
      mediaType: "application/gzip",
      declaredDigest: sha256("bytes"),
      declaredSize: 5,
      ...more,
    });
  }

  async function publish(
    name: string,
    version: string,
    bytes: Uint8Array,
  ): Promise<{ status: number; body: unknown }> {
    const path = toVolumePath(toVolume(name));
    const intent = await create(path, version, { declaredDigest: sha256(bytes), declaredSize: bytes.length });
    expect(intent.status).toBeLessThan(300);
    const { upload, uploadId } = intent.body as {
      upload: { url: string; method: string; headers: object };
      uploadId: string;
    };
    const { url, method, headers } = upload;
    await fetch(new URL(url, server.baseUrl), { method, headers: { ...headers }, body: Buffer.from(bytes) });
    return await send("POST", `volumes/${path}/uploads/${encodeSegment(uploadId)}/finalize`);
  }

  async function manifestOnly(text: string): Promise<Uint8Array> {
    return (await buildArchive([{ name: "volume.toml", content: text }])).bytes;
  }

  /** Those whose answer is not what the vector says. An open one may be answered in either way, but not with a server error. */
  async function disagreements<One extends Vector>(
    vectors: readonly One[],
    ask: (vector: One) => Promise<{ status: number }>,
  ): Promise<readonly object[]> {
    const wrong: object[] = [];
    for (const vector of vectors) {
      const { status } = await ask(vector);
      const accepted = status < 300;
      const isRight = status < 500 && (vector.result === "open" || accepted === (vector.result === "valid"));
      if (!isRight) wrong.push({ ...vector, status });
    }
    return wrong;
  }

  function vectorsOf(name: string): readonly Vector[] {
    const found = sets.find((set) => set.name === name);
    if (found === undefined) throw new Error(`no vectors of ${name}`);
    return found.vectors;
  }

  beforeAll(async () => {
    server = await startReferenceServer({ states: true });
    const response = await fetch(server.statesUrl ?? "", {
      method: "POST",
      headers: { "content-type": "application/json", ...server.target.states?.headers },
      body: JSON.stringify({
        state: "token",
        params: { grants: ["publish", "trust"], resource: "*", condition: "valid" },
      }),
    });
    token = textAt(await response.json(), "token") ?? "";
  });

  afterAll(() => server.close());

  test("scopes", async () => {
    const wrong = await disagreements(vectorsOf("scopes"), ({ value }) =>
      create(toVolumePath({ scope: value, segment: "name" }), "1.0.0"),
    );
    expect(wrong).toEqual([]);
  });

  test.each(["name-segments", "volume-names"])("%s", async (name) => {
    const wrong = await disagreements(vectorsOf(name), ({ value }) =>
      create(toVolumePath(toVolume(value)), "1.0.0"),
    );
    expect(wrong).toEqual([]);
  });

  test("versions", async () => {
    expect(await disagreements(vectorsOf("versions"), ({ value }) => create("a-volume", value))).toEqual([]);
  });

  test("digests", async () => {
    const wrong = await disagreements(vectorsOf("digests"), ({ id, value }) =>
      create(`volume-of-${id}`, "1.0.0", { declaredDigest: value }),
    );
    expect(wrong).toEqual([]);
  });

  test("purls: valid ones are those of releases, invalid ones bind to none", async () => {
    const name = "subject";
    expect((await publish(name, "1.0.0", await manifestOnly(toManifestText(name, "1.0.0")))).status).toBe(
      201,
    );
    const { body } = await send("GET", `volumes/${name}/1.0.0`);
    const got: (readonly [id: string, status: number, purl: string])[] = [];
    const expected: typeof got = [];
    for (const vector of vectorsOf("purls") as readonly PurlVector[]) {
      const { id, value, name: own, version } = vector;
      if (own !== undefined && version !== undefined) {
        const result = await publish(own, version, await manifestOnly(toManifestText(own, version)));
        got.push([id, result.status, textAt(result.body, "release", "purl") ?? ""]);
        expected.push([id, 201, value]);
      } else if (vector.result === "invalid") {
        const format = { family: "cyclonedx", mediaType: "application/vnd.cyclonedx+json", version: "1.6" };
        const answer = await send("POST", `volumes/${name}/1.0.0/trust/uploads`, {
          subject: { purl: value, integrity: textAt(body, "integrity") },
          attachment: { format },
          declaredDigest: sha256("bytes"),
          declaredSize: 5,
        });
        got.push([id, answer.status, value]);
        expected.push([id, 400, value]);
      }
    }
    expect(got).toEqual(expected);
  });

  /** The problem that an upload was refused with, if the vector does not list it. */
  function unlistedProblem(
    { problems }: { readonly problems: readonly string[] },
    body: unknown,
  ): string | undefined {
    const slug = textAt(body, "type")?.split("/").at(-1);
    return slug === undefined || problems.includes(slug) ? undefined : slug;
  }

  test("archives and manifests", async () => {
    const { set, files } = await archiveVectors();
    const manifests = await Promise.all(
      manifestVectors().vectors.map(async (vector) => ({ vector, bytes: await manifestOnly(vector.value) })),
    );
    const uploads = [
      ...set.vectors.map((vector) => ({ vector, bytes: files[vector.value] ?? new Uint8Array() })),
      ...manifests,
    ];
    const bytesOf = new Map(uploads.map(({ vector, bytes }) => [vector.id, bytes]));
    const unlisted: (string | undefined)[] = [];
    const wrong = await disagreements(
      uploads.map(({ vector }) => vector),
      async (vector) => {
        const result = await publish(vector.name, vector.version, bytesOf.get(vector.id) ?? new Uint8Array());
        unlisted.push(unlistedProblem(vector, result.body));
        return result;
      },
    );
    expect(wrong).toEqual([]);
    expect(unlisted.filter((slug) => slug !== undefined)).toEqual([]);
  });
});
