import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTarget, toTarget } from "./read-target.ts";
import { builtInFormat, builtInManifest } from "./target.ts";
import { TargetError } from "./target-error.ts";

const folder = mkdtempSync(join(tmpdir(), "conformance-target-"));

function write(name: string, content: string, mode = 0o600): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

async function messageOf(source: Parameters<typeof readTarget>[0]): Promise<string> {
  const error: unknown = await readTarget(source).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TargetError);
  return error instanceof Error ? error.message : "";
}

test("a JSON file is read, variables replaced, defaults filled in", async () => {
  const file = write(
    "good.json",
    JSON.stringify({
      baseUrl: "https://registry.example/base/",
      tokens: { publisher: "${TOKEN}" },
      limits: { settleMs: 1 },
    }),
  );
  const { target, warnings } = await readTarget({ file, environment: { TOKEN: "abcd1234" } });
  expect(target.baseUrl).toBe("https://registry.example/base");
  expect(target.tokens.publisher).toBe("abcd1234");
  expect(target.limits).toMatchObject({ settleMs: 1, maxExpiryWaitMs: 10_000 });
  expect(target.archive.manifestPath).toBe("volume.toml");
  expect(target.namespace).toBeUndefined();
  expect(warnings).toEqual([]);
});

test("a file with nothing but a base URL has every default, and is left as it was", async () => {
  const content = Object.freeze({ baseUrl: "http://127.0.0.1:1" });
  expect(await toTarget(content, ".", "of the test")).toEqual({
    baseUrl: "http://127.0.0.1:1",
    tokens: {},
    fixtures: {},
    search: { advisoryParams: {} },
    archive: { manifestPath: "volume.toml", manifests: { minimal: builtInManifest }, isBuiltIn: true },
    trust: { format: builtInFormat, sendCategory: false, isBuiltIn: true },
    limits: { settleMs: 5000, maxExpiryWaitMs: 10_000, checkDeadlineMs: 120_000, limiterPatienceMs: 180_000 },
    exclusive: false,
    features: { unpublish: true, trust: true, advisories: true, search: true },
    allowPrivateUploads: false,
    tls: {},
  });
});

test("an ES module is read", async () => {
  const file = write("target.mjs", 'export default { baseUrl: "http://127.0.0.1:1" };\n');
  expect((await readTarget({ file, environment: {} })).target.baseUrl).toBe("http://127.0.0.1:1");
});

test("a manifest can come from a file beside the target file", async () => {
  write("manifest.toml", 'name = "{{name}}"\n');
  const file = write(
    "file.json",
    JSON.stringify({
      baseUrl: "http://127.0.0.1:1",
      archive: { manifests: { minimal: { file: "manifest.toml" } } },
    }),
  );
  const { target } = await readTarget({ file, environment: {} });
  expect(target.archive.manifests.minimal?.template).toBe('name = "{{name}}"\n');
  expect(target.archive.isBuiltIn).toBe(false);
});

test("a kind of manifest can be a list", async () => {
  const file = write(
    "list.json",
    JSON.stringify({
      baseUrl: "http://127.0.0.1:1",
      archive: { manifests: { permissionEscalation: ["first", { template: "second" }, "third"] } },
    }),
  );
  const { target } = await readTarget({ file, environment: {} });
  const { template, further = [] } = target.archive.manifests.permissionEscalation ?? { template: "" };
  expect([template, ...further.map((one) => one.template)]).toEqual(["first", "second", "third"]);
});

test("a base URL on the command line takes the place of the file's", async () => {
  const file = write("other.json", JSON.stringify({ baseUrl: "http://127.0.0.1:1" }));
  expect((await readTarget({ file, baseUrl: "http://127.0.0.1:2", environment: {} })).target.baseUrl).toBe(
    "http://127.0.0.1:2",
  );
  expect((await readTarget({ baseUrl: "http://127.0.0.1:3", environment: {} })).target.baseUrl).toBe(
    "http://127.0.0.1:3",
  );
});

test("a states hook brings a namespace with it", async () => {
  const file = write(
    "hook.json",
    JSON.stringify({ baseUrl: "http://127.0.0.1:1", states: { url: "http://127.0.0.1:1/states" } }),
  );
  expect((await readTarget({ file, environment: {} })).target.namespace).toEqual({
    scope: "conformance",
    prefix: "conf",
  });
});

test.each([
  [
    "an unknown key is named with the nearest known one",
    '{"baseUrl":"http://a.test","namespce":{}}',
    /unknown key "namespce", did you mean "namespace"/,
  ],
  [
    "an unknown key deeper down too",
    '{"baseUrl":"http://a.test","tokens":{"publiser":"abcd"}}',
    /unknown key "publiser" in "tokens", did you mean "publisher"/,
  ],
  [
    "an unset variable is named",
    '{"baseUrl":"http://a.test","tokens":{"publisher":"${NOT_SET}"}}',
    /environment variable "NOT_SET" is not set/,
  ],
  ["a missing base URL is named", "{}", /"baseUrl" is missing/],
  [
    "a value of the wrong type is named",
    '{"baseUrl":"http://a.test","exclusive":"yes"}',
    /"exclusive" must be boolean/,
  ],
  ["a base URL that is none is shown", '{"baseUrl":"registry"}', /"baseUrl"/],
  ["a base URL of another scheme is refused", '{"baseUrl":"ftp://a.test"}', /"baseUrl"/],
  ["a base URL with a password is refused", '{"baseUrl":"http://u:p@a.test"}', /user name or password/],
  [
    "a token too short to redact is refused",
    '{"baseUrl":"http://a.test","tokens":{"publisher":"abc"}}',
    /fewer than 4 characters/,
  ],
  [
    "a token that stands in the namespace is refused",
    '{"baseUrl":"http://a.test","namespace":{"scope":"my-conformance"},"tokens":{"publisher":"my-conformance"}}',
    /token "publisher" is part of the base URL or the namespace/,
  ],
  [
    "a token that no header can carry is refused",
    '{"baseUrl":"http://a.test","tokens":{"publisher":"abc def"}}',
    /that an Authorization header cannot have/,
  ],
  ["text that is no JSON is refused", "{", /JSON/],
  ["what is no object is called it", "[]", /: it must be object/],
])("%s", async (_name, content, expected) => {
  const file = write("bad.json", content);
  const message = await messageOf({ file, environment: {} });
  expect(message).toMatch(expected);
  expect(message).toContain("bad.json");
});

test("all mistakes are told at once, each with its line and column", async () => {
  const file = write(
    "many.json",
    `{
  "baseUrl": "registry.example",
  "namespce": {},
  "tokens": { "publisher": "\${NOT_SET}", "outsider": "\${EMPTY}" },
  "exclusive": "yes"
}`,
  );
  const [head, ...lines] = (await messageOf({ file, environment: { EMPTY: "" } })).split("\n");
  expect(head).toBe(`Cannot read target "${file}": 5 mistakes`);
  expect(lines.toSorted()).toEqual([
    '  line 2, column 3: "baseUrl" is "registry.example", which has no scheme, did you mean "https://registry.example"',
    '  line 3, column 3: unknown key "namespce", did you mean "namespace"',
    '  line 4, column 15: environment variable "NOT_SET" is not set',
    '  line 4, column 42: environment variable "EMPTY" is empty',
    '  line 5, column 3: "exclusive" must be boolean',
  ]);
});

test("a YAML file is read, with its variables", async () => {
  const file = write(
    "good.yaml",
    "# a comment\nbaseUrl: https://registry.example\ntokens: { publisher: '${TOKEN}' }\nexclusive: true\n",
  );
  const { target } = await readTarget({ file, environment: { TOKEN: "abcd1234" } });
  expect(target).toMatchObject({
    baseUrl: "https://registry.example",
    exclusive: true,
    tokens: { publisher: "abcd1234" },
  });
});

test("all mistakes of a YAML file are told in its order, each with its line and column", async () => {
  const file = write(
    "many.yaml",
    "baseUrl: registry.example\nnamespce: {}\ntokens:\n  publisher: ${NOT_SET}\nexclusive: 'yes'\n",
  );
  const [head, ...lines] = (await messageOf({ file, environment: {} })).split("\n");
  expect(head).toBe(`Cannot read target "${file}": 4 mistakes`);
  expect(lines).toEqual([
    '  line 1, column 1: "baseUrl" is "registry.example", which has no scheme, did you mean "https://registry.example"',
    '  line 2, column 1: unknown key "namespce", did you mean "namespace"',
    '  line 4, column 3: environment variable "NOT_SET" is not set',
    '  line 5, column 1: "exclusive" must be boolean',
  ]);
});

test("all mistakes of a module are told, each with its line and column", async () => {
  const file = write(
    "many.mjs",
    'export default {\n  // tokens: {},\n  baseUrl: "registry.example",\n  namespce: {},\n  tokens: { publisher: "${NOT_SET}" },\n};\n',
  );
  const [head, ...lines] = (await messageOf({ file, environment: {} })).split("\n");
  expect(head).toBe(`Cannot read target "${file}": 3 mistakes`);
  expect(lines.toSorted()).toEqual([
    '  line 3, column 3: "baseUrl" is "registry.example", which has no scheme, did you mean "https://registry.example"',
    '  line 4, column 3: unknown key "namespce", did you mean "namespace"',
    '  line 5, column 13: environment variable "NOT_SET" is not set',
  ]);
});

test("a target file can be given by its path alone", async () => {
  const file = write("path.json", '{"baseUrl":"http://127.0.0.1:1"}');
  expect((await readTarget(file)).target.baseUrl).toBe("http://127.0.0.1:1");
});

test.each([
  [
    "a syntax error has its line and column",
    "a.json",
    '{\n  "baseUrl": x\n}',
    /unexpected character in the JSON \(line 2, column 14\)$/u,
  ],
  [
    "a text that ends too early is called so",
    "b.json",
    '{"baseUrl": ',
    /the text ends too early in the JSON/u,
  ],
  [
    "YAML in a file with another name is called so",
    "d.json",
    "# target\nbaseUrl: https://a.test\n",
    /it is YAML, expected JSON; give the file a name that ends in \.yaml$/u,
  ],
  [
    "a syntax error of YAML has its line and column, and no word of the file",
    "f.yaml",
    'baseUrl: "https://a.test\ntokens: s3cret',
    /invalid YAML, missing char \(line 2, column 15\)$/u,
  ],
  [
    "a duplicate key of YAML is a mistake",
    "g.yaml",
    "baseUrl: https://a.test\nbaseUrl: https://b.test\n",
    /invalid YAML, duplicate key \(line 2, column 1\)$/u,
  ],
  ["YAML that is not an object is called so", "c.yaml", "- x", /: it must be object$/u],
  [
    "a local host without a scheme is one of http",
    "e.json",
    '{"baseUrl":"localhost:8080/x"}',
    /no scheme, did you mean "http:\/\/localhost:8080\/x" \(line 1, column 2\)$/u,
  ],
])("%s", async (_name, name, content, expected) => {
  expect(await messageOf({ file: write(name, content), environment: {} })).toMatch(expected);
});

test("a directory is called so", async () => {
  expect(await messageOf({ file: folder, environment: {} })).toMatch(
    /: it is a directory, expected a file$/u,
  );
});

test("a file that is not there is named", async () => {
  expect(await messageOf({ file: join(folder, "none.json"), environment: {} })).toMatch(/no such file/);
});

test("a file with a token that others can read is worth a warning", async () => {
  const file = write("open.json", '{"baseUrl":"http://a.test","tokens":{"publisher":"abcd1234"}}', 0o644);
  expect((await readTarget({ file, environment: {} })).warnings.join()).toMatch(
    /can be read by others \(mode 644\)/,
  );
});

test("a token that looks like an ordinary word is accepted, with a warning", async () => {
  const file = write("words.json", '{"baseUrl":"http://a.test","tokens":{"publisher":"test"}}', 0o600);
  const { target, warnings } = await readTarget({ file, environment: {} });
  expect(target.tokens.publisher).toBe("test");
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(
    /^Tokens that look like ordinary words \("publisher"\) are redacted only where/,
  );
});

test.each([
  '{"tokens":{"publisher":s3cr3t-abcdef}}',
  "s3cr3t-abcdef",
  "s3cr3t-abcdef\n",
  '"s3cr3t\n-abcdef"',
  "\ts3cr3t",
])("what is no JSON is told without a word of the file, which holds tokens: %j", async (content) => {
  const file = write("broken.json", content);
  const message = await messageOf({ file, environment: {} });
  expect(message).toMatch(/^Cannot read target ".*": .* in (?:the )?JSON/u);
  expect(message).not.toMatch(/s3cr3t|abcdef/u);
});

test("a JSON file may begin with a byte order mark", async () => {
  const file = write("marked.json", '\uFEFF{"baseUrl":"http://127.0.0.1:1"}');
  expect((await readTarget({ file, environment: {} })).target.baseUrl).toBe("http://127.0.0.1:1");
});

test.each([
  ["nowhere", "--base-url must be an http or https URL"],
  ["http://user:word@127.0.0.1", "--base-url holds a user name or password, give a token instead"],
])("the option is named where its URL is wrong, with and without a file", async (baseUrl, message) => {
  const file = write("right.json", '{"baseUrl":"http://127.0.0.1:1"}');
  expect(await messageOf({ baseUrl, environment: {} })).toBe(message);
  expect(await messageOf({ file, baseUrl, environment: {} })).toBe(message);
});
