import { describe, expect, test } from "vitest";
import { target } from "./compiled/target.js";
import schema from "./target.schema.json" with { type: "json" };

const baseUrl = "https://registry.example";
const release = { name: "@acme/old", version: "1.0.0" };

/** Every key that a target file may have. */
const full = {
  $schema: "./target.schema.json",
  baseUrl,
  problemBase: "https://registry.example/problems",
  implementation: { name: "acme-registry", version: "2.3.0", commit: "0a1b2c3" },
  namespace: { scope: "conformance", prefix: "conf" },
  tokens: {
    publisher: "${REGISTRY_TOKEN}",
    outsider: "o",
    publishOnly: "p",
    trustOnly: "t",
    expired: "e",
    revoked: "r",
    rateLimited: "l",
    foreign: "f",
  },
  fixtures: {
    yanked: release,
    tombstoned: release,
    blocked: release,
    unavailable: release,
    git: release,
    externalDependencies: release,
    advisory: { id: "ADV-1" },
  },
  states: { url: "http://127.0.0.1:9001/states", headers: { authorization: "Bearer ${HOOK_TOKEN}" } },
  search: { componentTypeParam: "type", advisoryParams: { severity: "critical" } },
  archive: {
    manifestPath: "volume.toml",
    manifests: {
      minimal: 'name = "{{name}}"\nversion = "{{version}}"\n',
      externalDependencies: {
        file: "./dependencies.toml",
        expect: [
          { purl: "pkg:npm/left-pad", constraint: "vers:npm/*", purpose: "runtime", components: ["greeter"] },
        ],
      },
      permissionEscalation: { template: "x" },
      semanticallyInvalid: { template: "y", expect: [] },
    },
  },
  trust: {
    category: "bom",
    format: {
      family: "cyclonedx",
      mediaType: "application/vnd.cyclonedx+json",
      version: "1.6",
      predicateType: "https://cyclonedx.org/bom",
      profile: "minimal",
    },
    sendCategory: false,
    mismatchedArtifact: { file: "./other.json" },
  },
  limits: {
    largestArchive: 1048576,
    settleMs: 5000,
    maxExpiryWaitMs: 10_000,
    checkDeadlineMs: 120_000,
    limiterPatienceMs: 180_000,
  },
  exclusive: false,
  features: { unpublish: true, trust: true, advisories: true, search: true },
  allowPrivateUploads: true,
  replicas: ["https://eu.registry.example"],
  tls: { ca: "./ca.pem" },
};

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every object of a document, with the pointer to it. */
function objectsOf(value: unknown, pointer = ""): readonly (readonly [string, Node])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsOf(item, `${pointer}/${index}`));
  if (!isNode(value)) return [];
  return [
    [pointer, value],
    ...Object.entries(value).flatMap(([key, member]) => objectsOf(member, `${pointer}/${key}`)),
  ];
}

function withMember(pointer: string, key: string, value: unknown): unknown {
  const copy: unknown = structuredClone(full);
  let parent = copy;
  for (const step of pointer.split("/").slice(1)) parent = Reflect.get(parent as object, step);
  Reflect.set(parent as object, key, value);
  return copy;
}

const openObjects = new Set(["/states/headers", "/search/advisoryParams"]);
const objects = objectsOf(full);
const members = objects.flatMap(([pointer, node]) => Object.keys(node).map((key) => [pointer, key] as const));

/** Every property of the schema and of the schemas in it, with what is said of it. */
const schemaProperties = objectsOf(schema)
  .filter(([pointer]) => pointer.endsWith("/properties"))
  .flatMap(([, node]) => Object.entries(node) as [string, Node][]);

describe("target file", () => {
  test("accepts a file with every key", () => {
    expect({ valid: target(full), errors: target.errors }).toEqual({ valid: true, errors: null });
  });

  test("needs nothing but the base URL", () => {
    expect(target({ baseUrl })).toBe(true);
    expect(target({})).toBe(false);
  });

  test.each(objects.map(([pointer]) => pointer))(
    "refuses unknown keys at '%s' unless it is a free map",
    (pointer) => {
      expect(target(withMember(pointer, "unknownKey", "x"))).toBe(openObjects.has(pointer));
    },
  );

  test("names the unknown key, and carries the known ones for a suggestion", () => {
    expect(target({ baseUrl, namespce: {} })).toBe(false);
    const error = target.errors?.find(({ keyword }) => keyword === "additionalProperties");
    expect(error?.params["additionalProperty"]).toBe("namespce");
    expect(error?.parentSchema?.["properties"]).toHaveProperty("namespace");
  });

  test.each(members)("refuses null, lists and values of other types at %s/%s", (pointer, key) => {
    for (const wrong of [null, [null], Number.NaN])
      expect(target(withMember(pointer, key, wrong))).toBe(false);
  });

  test.each([
    ["the base URL without a scheme", "", "baseUrl", "registry.example"],
    ["a base URL of another scheme", "", "baseUrl", "ftp://registry.example"],
    ["a scope with its @", "/namespace", "scope", "@conformance"],
    ["a scope in capitals", "/namespace", "scope", "Conformance"],
    ["a prefix that ends in a hyphen", "/namespace", "prefix", "conf-"],
    ["an empty token", "/tokens", "publisher", ""],
    ["a negative limit", "/limits", "settleMs", -1],
    ["a fraction of a millisecond", "/limits", "settleMs", 0.5],
    ["a fixture without a version", "/fixtures", "yanked", { name: "a" }],
    ["a manifest of both kinds", "/archive/manifests", "minimal", { template: "a", file: "b" }],
    ["a manifest of neither kind", "/archive/manifests", "minimal", { expect: [] }],
    [
      "a dependency without a purpose",
      "/archive/manifests/externalDependencies",
      "expect",
      [{ purl: "a", constraint: "b" }],
    ],
    ["a header that is no string", "/states", "headers", { a: 1 }],
  ])("refuses %s", (_, pointer, key, value) => {
    expect(target(withMember(pointer, key, value))).toBe(false);
  });

  test.each([
    ["/namespace", "scope", "${SCOPE}"],
    ["", "baseUrl", "${REGISTRY_URL}"],
    ["", "baseUrl", "https://${HOST}:8443/registry"],
    ["", "baseUrl", "http://localhost:8080"],
    ["/states", "url", "${HOOK}/states"],
  ])("accepts, for editors, a variable in place of a value: %s/%s %s", (pointer, key, value) => {
    expect(target(withMember(pointer, key, value))).toBe(true);
  });

  test("describes every key, for editors", () => {
    const silent = schemaProperties.filter(([, property]) => !("description" in property));
    expect(silent.map(([key]) => key)).toEqual([]);
  });

  test("has no key that its full example lacks", () => {
    const given = new Set(members.map(([, key]) => key));
    expect(schemaProperties.map(([key]) => key).filter((key) => !given.has(key))).toEqual([]);
  });
});
