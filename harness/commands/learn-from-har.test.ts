/** `init` learns from recorded traffic and from the registry. `npm run build` comes first. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import type { TargetDocument } from "../target-file/target-document.ts";
import { inNewFolder } from "./built-cli.test.fixture.ts";
import { learnFromTraffic, toHarmless } from "./learn-from-har.ts";
import { askRegistry } from "./learn-from-registry.ts";

const { folder, run } = inNewFolder("learn");
const long = { timeout: 120_000 };
const publishing = [
  "--only",
  "finalize/bytes-have-arrived",
  "--only",
  "trust/bytes-have-arrived",
  "--no-color",
];

async function read(file: string): Promise<TargetDocument> {
  const module = (await import(pathToFileURL(join(folder, file)).href)) as {
    readonly default: TargetDocument;
  };
  return module.default;
}

test("nothing is learnt that a run would replace by a variable, or that nobody sees", () => {
  const harmless = {
    problemBase: "https://registry.test/problems",
    scope: "acme",
    manifest: { path: "a.toml", template: 'name = "{{name}}"\r\n\tversion = "1"\n' },
  };
  expect(toHarmless(harmless)).toEqual(harmless);
  expect(
    toHarmless({
      baseUrl: "https://registry.test/${AWS_SECRET_ACCESS_KEY}",
      problemBase: "https://registry.test/${HOME}",
      scope: "ac\u202Eme",
      manifest: { path: "a.toml", template: "${HOME}" },
      trust: { format: { family: "${HOME}" } },
    }),
  ).toEqual({});
  expect(toHarmless({ problemBase: "about" })).toEqual({});
});

test(
  "a HAR file of a registry with its own manifest gives a target with which a run publishes",
  long,
  async () => {
    const server = await startReferenceServer({ choices: { "manifest-dialect": "nested" } });
    try {
      writeFileSync(join(folder, "own.json"), JSON.stringify(server.target), { mode: 0o600 });
      const recorded = ["run", "--target", "own.json", "--report", "har:own.har", "--depth", "quick"];
      await run([...recorded, "--only", "search", "--only", "publish", "--only", "trust"]);
      const ended = await run(["init", "--from-har", "own.har", "--file", "learnt.mjs", "--no-probe"]);
      expect(ended).toMatchObject({ code: 0, err: "" });
      expect(ended.out).toContain("Learnt: problem base ");
      const { baseUrl, namespace, archive, problemBase } = await read("learnt.mjs");
      expect({ baseUrl, namespace, problemBase }).toEqual({
        baseUrl: server.target.baseUrl,
        namespace: server.target.namespace,
        problemBase: `${server.target.baseUrl}/problems`,
      });
      expect(archive.manifestPath).toBe("manifest/volume.toml");
      expect(archive.manifests.minimal).toContain('"{{version}}"');
      const text = readFileSync(join(folder, "learnt.mjs"), "utf8");
      for (const token of Object.values(server.target.tokens)) expect(text).not.toContain(token);
      const published = await run(["run", "--target", "learnt.mjs", ...publishing], {
        REGISTRY_TOKEN: server.target.tokens.publisher,
      });
      expect(published.out).toContain("\nCONFORMANT: 1 passed (1 requirement, 2 cases)");
    } finally {
      await server.close();
    }
  },
);

describe("the registry itself", () => {
  test("gives its problem base, the parameter of component types and a manifest", long, async () => {
    const server = await startReferenceServer();
    try {
      const { baseUrl } = server.target;
      expect(await askRegistry(baseUrl)).toEqual({
        learnt: {
          problemBase: `${baseUrl}/problems`,
          componentTypeParam: "type",
          manifest: {
            path: "volume.toml",
            template: '[volume]\nname = "{{name}}"\nversion = "{{version}}"\n',
            from: "@atelier/bell 0.1.0",
          },
        },
        remarks: [],
      });
      const ended = await run(["init", "--base-url", baseUrl, "--file", "asked.mjs"]);
      expect(ended.code).toBe(0);
      expect(await read("asked.mjs")).toMatchObject({
        problemBase: `${baseUrl}/problems`,
        search: { componentTypeParam: "type" },
      });
      expect(ended.out).toContain("manifest volume.toml of @atelier/bell 0.1.0");
    } finally {
      await server.close();
    }
  });

  test("gives a manifest with which a run publishes", long, async () => {
    const server = await startReferenceServer({ choices: { "manifest-dialect": "nested" } });
    try {
      await run(["init", "--base-url", server.target.baseUrl, "--file", "public.mjs"]);
      const published = await run(["run", "--target", "public.mjs", ...publishing], {
        REGISTRY_TOKEN: server.target.tokens.publisher,
      });
      expect(published.out).toContain("\nCONFORMANT: 1 passed (1 requirement, 2 cases)");
    } finally {
      await server.close();
    }
  });

  test("that does not answer gives a remark, and the file is written", long, async () => {
    const ended = await run(["init", "--base-url", "http://127.0.0.1:9", "--file", "absent.mjs"]);
    expect(ended.code).toBe(0);
    expect(ended.err).toContain("http://127.0.0.1:9 did not answer");
    expect((await read("absent.mjs")).baseUrl).toBe("http://127.0.0.1:9");
  });
});

test.each([
  ["{}", "it is not a HAR file"],
  ["{", "it is not a HAR file"],
  ['{"log":{"entries":[]}}', "it has no request to an endpoint of the API"],
])("%s gives no target", long, async (text, message) => {
  writeFileSync(join(folder, "wrong.har"), text);
  const ended = await run(["init", "--from-har", "wrong.har", "--file", "none.mjs"]);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain(`Cannot learn from "wrong.har": ${message}`);
});

describe("the namespace", () => {
  const create = (path: string): Parameters<typeof learnFromTraffic>[0][number] => ({
    request: {
      method: "POST",
      url: `https://registry.example/r/api/v1/volumes/${path}`,
      headers: [],
      body: Buffer.from('{"version":"1.0.0"}'),
    },
    response: { status: 201, headers: [], body: Buffer.from("{}") },
    startedAtMs: 0,
    durationMs: 1,
  });

  test.each([
    [["@acme/a", "@acme/b", "@other/c"], { scope: "acme" }],
    [["%40acme/a"], { scope: "acme" }],
    [["ci-a", "ci-b"], { prefix: "ci" }],
    // one name alone does not show a prefix
    [["left-pad"], {}],
  ])("of %j", async (names, namespace) => {
    const learnt = await learnFromTraffic(names.map(create));
    expect(learnt).toEqual({ baseUrl: "https://registry.example/r", ...namespace });
  });
});
