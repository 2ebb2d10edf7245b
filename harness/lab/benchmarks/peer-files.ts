/** The same requests and assertions in the language of each tool: `GET` of a release, its status, media type, name and version. */

/** What every tool requests and asserts. */
interface Wanted {
  readonly origin: string;
  readonly path: string;
  readonly version: string;
}

/** A tool: the file that it reads, and what `node` is called with. `OTHERS` and `OURS` stand for the folders with their packages and with ours. */
export interface Peer {
  readonly name: string;
  readonly file: string;
  readonly render: (all: readonly Wanted[]) => string;
  readonly words: (file: string, origin: string) => readonly string[];
}

/** The name of the release that every answer is about. */
export const releaseName = "sample";

/** The requests with nothing around them, which the others are compared with. */
export const bareName = "undici alone";

const mediaType = "application/json";

const toUrl = ({ origin, path }: Wanted): string => `${origin}${path}`;

const toCases = (all: readonly Wanted[]): string =>
  `const cases = ${JSON.stringify(all.map((one) => [toUrl(one), one.version]))};`;

/** Assertions of plain programs, on `status`, `type` and `body`. */
const assertions = `assert.equal(status, 200);
  assert.match(type, /^application\\/json/);
  assert.equal(body.name, "${releaseName}");
  assert.equal(body.version, version);`;

const fetched = `const response = await fetch(url);
  const { status } = response;
  const type = response.headers.get("content-type");
  const body = await response.json();`;

const bareUndici: Peer = {
  name: bareName,
  file: "bare.mjs",
  render: (all) => `import assert from "node:assert/strict";
import { request } from "undici";
${toCases(all)}
for (const [url, version] of cases) {
  const { statusCode: status, headers, body: stream } = await request(url);
  const type = headers["content-type"];
  const body = await stream.json();
  ${assertions}
}
`,
  words: (file) => [file],
};

const nodeTest: Peer = {
  name: "node:test",
  file: "node.mjs",
  render: (all) => `import assert from "node:assert/strict";
import test from "node:test";
${toCases(all)}
for (const [url, version] of cases) test(url, async () => {
  ${fetched}
  ${assertions}
});
`,
  words: (file) => [file],
};

const vitest: Peer = {
  name: "Vitest",
  file: "peer.test.mjs",
  render: (all) => `import { assert, test } from "vitest";
${toCases(all)}
for (const [url, version] of cases) test(url, async () => {
  ${fetched}
  ${assertions}
});
`,
  words: (file) => ["OURS/vitest/vitest.mjs", "run", file, "--root", "."],
};

const pactum: Peer = {
  name: "Pactum",
  file: "pactum.mjs",
  render: (all) => `import test from "node:test";
import pactum from "pactum";
${toCases(all)}
for (const [url, version] of cases) test(url, async () => {
  await pactum.spec().get(url).expectStatus(200).expectHeaderContains("content-type", "${mediaType}")
    .expectJsonMatch({ name: "${releaseName}", version });
});
`,
  words: (file) => [file],
};

const newman: Peer = {
  name: "Newman",
  file: "collection.json",
  render: (all) =>
    JSON.stringify({
      info: {
        name: "peer",
        schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
      },
      item: all.map((one) => ({
        name: one.path,
        request: { method: "GET", url: toUrl(one) },
        event: [
          {
            listen: "test",
            script: {
              exec: [
                `pm.test("as expected", () => {`,
                `  pm.response.to.have.status(200);`,
                `  pm.expect(pm.response.headers.get("content-type")).to.contain("${mediaType}");`,
                `  pm.expect(pm.response.json()).to.include({ name: "${releaseName}", version: "${one.version}" });`,
                `});`,
              ],
            },
          },
        ],
      })),
    }),
  words: (file) => ["OTHERS/newman/bin/newman.js", "run", file],
};

const stepCi: Peer = {
  name: "Step CI",
  // YAML has all of JSON
  file: "workflow.yml",
  render: (all) =>
    JSON.stringify({
      version: "1.1",
      tests: {
        peer: {
          steps: all.map((one) => ({
            name: one.path,
            http: {
              url: toUrl(one),
              method: "GET",
              check: {
                status: 200,
                headers: { "content-type": mediaType },
                jsonpath: { "$.name": releaseName, "$.version": one.version },
              },
            },
          })),
        },
      },
    }),
  words: (file) => ["OTHERS/stepci/dist/index.js", "run", file],
};

const respect: Peer = {
  name: "Redocly Respect",
  file: "peer.arazzo.yaml",
  render: (all) =>
    JSON.stringify({
      arazzo: "1.0.1",
      info: { title: "peer", version: "1.0.0" },
      sourceDescriptions: [{ name: "api", type: "openapi", url: "swagger.json" }],
      workflows: [
        {
          workflowId: "peer",
          steps: all.map((one, place) => ({
            stepId: `step-${place}`,
            "x-operation": { url: toUrl(one), method: "get" },
            successCriteria: [
              { condition: "$statusCode == 200" },
              { condition: `$response.header.content-type == '${mediaType}'` },
              { condition: `$response.body#/name == '${releaseName}'` },
              { condition: `$response.body#/version == '${one.version}'` },
            ],
          })),
        },
      ],
    }),
  words: (file) => ["OTHERS/@redocly/cli/bin/cli.js", "respect", file, "--max-steps", "100000"],
};

const dredd: Peer = {
  name: "Dredd",
  file: "swagger.json",
  // it looks at the values of members in this version of the format only
  render: (all) =>
    JSON.stringify({
      swagger: "2.0",
      info: { title: "peer", version: "1.0.0" },
      produces: [mediaType],
      paths: Object.fromEntries(
        all.map(({ path, version }) => {
          const properties = { name: { enum: [releaseName] }, version: { enum: [version] } };
          const schema = { type: "object", required: ["name", "version"], properties };
          const examples = { [mediaType]: { name: releaseName, version } };
          return [path, { get: { responses: { 200: { description: "a release", schema, examples } } } }];
        }),
      ),
    }),
  words: (file, origin) => ["OTHERS/dredd/bin/dredd", file, origin, "--loglevel", "error"],
};

export const peers: readonly Peer[] = [bareUndici, nodeTest, pactum, vitest, respect, stepCi, newman, dredd];
