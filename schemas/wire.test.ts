import { describe, expect, test } from "vitest";
import { documents, type WireDocument } from "./compiled/wire.js";
import openapi from "./openapi.json" with { type: "json" };
import examples from "./wire/examples.json" with { type: "json" };

type Members = Readonly<Record<string, unknown>>;

/** What the specification says of each document, by pattern of pointer (`*` for every item). */
interface Demands {
  /** Pointers that must be there wherever their object is. */
  readonly required: readonly string[];
  /** Pointers to the objects that have no members but their own. */
  readonly closed: readonly string[];
  /** Pointers of members whose type is not given. */
  readonly untyped: readonly string[];
}

const intent = ["/uploadId", "/upload", "/upload/url"];
const release: Demands = {
  required: [
    "/name",
    "/version",
    "/purl",
    "/integrity",
    "/status",
    "/status/state",
    "/dist",
    "/dist/source",
    "/dist/mediaType",
    "/dist/url",
    ...["declarationKey", "purl", "constraint", "purpose"].map(
      (member) => `/externalDependencies/*/${member}`,
    ),
  ],
  closed: ["", "/status", "/dist", "/externalDependencies/*"],
  untyped: [],
};
const advisoryUntyped = [
  "/affected/ranges/*/type",
  "/affected/componentImpact/*/component",
  "/affected/componentImpact/*/note",
  "/relationships/*/type",
  "/relationships/*/target",
];
const none: Demands = { required: [], closed: [], untyped: [] };
const under = (prefix: string, pointers: readonly string[]): readonly string[] =>
  pointers.map((pointer) => prefix + pointer);

const demands: Readonly<Record<WireDocument, Demands>> = {
  advisory: { ...none, untyped: advisoryUntyped },
  advisoryList: { ...none, required: ["/items"], untyped: under("/items/*", advisoryUntyped) },
  createReleaseUploadRequest: none,
  createTrustUploadRequest: none,
  finalizeReleaseResult: {
    required: ["/uploadId", "/release", "/detailUrl", ...under("/release", release.required)],
    closed: under("/release", release.closed),
    untyped: [],
  },
  finalizeTrustRequest: none,
  finalizeTrustResult: { ...none, required: ["/uploadId", "/attachmentId"] },
  problem: { ...none, required: ["/type", "/title", "/status"] },
  releaseMetadata: release,
  releaseUploadIntent: { ...none, required: intent },
  searchResult: { ...none, required: ["/items"], untyped: ["/items/*/components/*/name"] },
  trustAttachment: { ...none, untyped: ["/locator/embedded"] },
  trustDetail: { ...none, required: ["/attachments"], untyped: ["/attachments/*/locator/embedded"] },
  trustSummary: { ...none, required: ["/artifacts"] },
  trustUploadIntent: { ...none, required: intent },
  versionIndex: { required: ["/items", "/items/*/status/state"], closed: ["/items/*/status"], untyped: [] },
};

/** Objects whose members the specification does not list. */
const unlisted = new Set(["/upload/headers", "/judgments", "/items/*/dependencies"]);

interface Place {
  readonly pointer: string;
  readonly pattern: string;
  readonly value: unknown;
}

function placesOf(
  value: unknown,
  pointer = "",
  pattern = "",
  untyped: readonly string[] = [],
): readonly Place[] {
  const here = { pointer, pattern, value };
  if (typeof value !== "object" || value === null || unlisted.has(pattern) || untyped.includes(pattern))
    return [here];
  const star = Array.isArray(value);
  const inside = Object.entries(value).flatMap(([key, member]) =>
    placesOf(member, `${pointer}/${key}`, `${pattern}/${star ? "*" : key}`, untyped),
  );
  return [here, ...inside];
}

/** Patterns of every member that a schema lists, as `openapi.json` has it: one document, so that references are near. */
function listedMembers(schema: unknown, pattern = ""): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const node = schema as Members;
  const reference = node["$ref"];
  if (typeof reference === "string") {
    const steps = reference.slice(2).split("/");
    return listedMembers(
      steps.reduce<unknown>((value, step) => (value as Members)[step], openapi),
      pattern,
    );
  }
  const properties = Object.entries((node["properties"] ?? {}) as Members);
  const branches = [...((node["allOf"] ?? []) as unknown[]), node["then"]];
  return [
    ...properties.map(([key]) => `${pattern}/${key}`),
    ...properties.flatMap(([key, property]) => listedMembers(property, `${pattern}/${key}`)),
    ...listedMembers(node["items"], `${pattern}/*`),
    ...branches.flatMap((branch) => listedMembers(branch, pattern)),
  ];
}

/** The members of the other variant of a distribution, which no document has beside those of the first. */
const ofGit = /\/dist\/(?:repository|ref)$/;

/** A copy of a document in which one place is changed; `undefined` takes the member away. */
function changed(document: unknown, pointer: string, value: unknown): unknown {
  if (pointer === "") return value;
  const copy: unknown = structuredClone(document);
  const steps = pointer.slice(1).split("/");
  const last = steps.pop() ?? "";
  let parent = copy;
  for (const step of steps) parent = Reflect.get(parent as object, step);
  if (value === undefined) Reflect.deleteProperty(parent as object, last);
  else Reflect.set(parent as object, last, value);
  return copy;
}

/** Values of every JSON type but the one at hand. An integer is no fraction. */
function othersThan(value: unknown): readonly unknown[] {
  const kind = Array.isArray(value) ? "array" : typeof value;
  const samples: Readonly<Record<string, readonly unknown[]>> = {
    string: ["", "text"],
    number: [0, 1.5, -1],
    boolean: [true, false],
    object: [{}],
    array: [[], [1]],
  };
  const others = Object.entries(samples).flatMap(([name, values]) => (name === kind ? [] : values));
  return [null, ...others, ...(kind === "number" ? [1.5, -1] : [])];
}

describe.each(Object.keys(demands) as WireDocument[])("%s", (name) => {
  const validate = documents[name];
  const example: unknown = examples[name];
  const { required, closed, untyped } = demands[name];
  const places = placesOf(example, "", "", untyped);
  const objects = places.filter(
    ({ value, pattern }) => typeof value === "object" && !Array.isArray(value) && !untyped.includes(pattern),
  );
  const members = places.filter(({ pattern }) => pattern !== "" && !pattern.endsWith("/*"));

  test("accepts its fullest example", () => {
    expect({ valid: validate(example), errors: validate.errors }).toEqual({ valid: true, errors: null });
  });

  test.each(places.filter(({ pattern }) => !untyped.includes(pattern)))(
    "refuses a value of another type at $pattern",
    ({ pointer, value }) => {
      expect(othersThan(value).filter((other) => validate(changed(example, pointer, other)))).toEqual([]);
    },
  );

  test.each(members)("holds $pattern to be required only where that is said", ({ pointer, pattern }) => {
    expect(validate(changed(example, pointer, undefined))).toBe(!required.includes(pattern));
  });

  test("accepts a document without any optional member", () => {
    const optional = members.filter(({ pattern }) => !required.includes(pattern)).toReversed();
    let document = example;
    for (const { pointer } of optional) document = changed(document, pointer, undefined);
    expect({ valid: validate(document), errors: validate.errors }).toEqual({ valid: true, errors: null });
  });

  test.each(objects)(
    "allows unknown members at '$pattern' unless that is ruled out",
    ({ pointer, pattern }) => {
      for (const unknown of [1, null, { deep: [] }]) {
        expect(validate(changed(example, `${pointer}/x-unknown`, unknown))).toBe(!closed.includes(pattern));
      }
    },
  );

  test("refuses a member named __proto__ only in closed objects", () => {
    const document: unknown = JSON.parse(JSON.stringify(example).replace("{", '{"__proto__":{"a":1},'));
    expect(validate(document)).toBe(!closed.includes(""));
  });

  test.each(untyped)("accepts anything at %s, whose type is not given", (pattern) => {
    for (const { pointer } of places.filter((place) => place.pattern === pattern)) {
      for (const value of [null, 1, "text", {}, []]) {
        expect(validate(changed(example, pointer, value))).toBe(true);
      }
    }
  });

  test("has every member of its schema in its example", () => {
    const given = new Set(placesOf(example).map(({ pattern }) => pattern));
    const listed = listedMembers(openapi.components.schemas[name]).filter((pattern) => !ofGit.test(pattern));
    expect(listed.filter((pattern) => !given.has(pattern))).toEqual([]);
  });

  test("names in its table only what the example has", () => {
    const known = new Set(places.map(({ pattern }) => pattern));
    for (const pattern of [...required, ...closed, ...untyped]) expect(known).toContain(pattern);
  });
});

describe("empty lists", () => {
  test.each([
    ["versionIndex", { items: [] }],
    ["searchResult", { items: [], total: 0, limit: 1, offset: 0 }],
    ["advisoryList", { items: [] }],
    ["trustSummary", { artifacts: [] }],
    ["trustDetail", { attachments: [] }],
  ] as const)("%s accepts none", (name, document) => {
    expect(documents[name](document)).toBe(true);
  });
});

describe("bounds", () => {
  const problem: Members = examples.problem;
  const search: Members = examples.searchResult;
  const cases: readonly (readonly [WireDocument, Members, string, readonly unknown[], readonly unknown[]])[] =
    [
      ["problem", problem, "/status", [100, 404, 599, 404.0], [99, 600, 0, "404"]],
      ["problem", problem, "/title", ["x"], [""]],
      ["problem", problem, "/instance", ["", "urn:x:1", "a/b", "#f"], ["a b", "1:b", "\\"]],
      [
        "problem",
        problem,
        "/type",
        ["about:blank", "urn:problems:not-found"],
        ["/problems/not-found", "not-found", ""],
      ],
      ["searchResult", search, "/limit", [1, 100, 1000], [0, -1]],
      ["searchResult", search, "/offset", [0, 5], [-1]],
      ["searchResult", search, "/total", [0], [-1, 0.5]],
      [
        "searchResult",
        search,
        "/items/0/components/0/type",
        ["agent", "lsp-server"],
        ["Agent", "plugin", ""],
      ],
      ["releaseUploadIntent", examples.releaseUploadIntent, "/uploadId", ["x"], [""]],
      ["releaseUploadIntent", examples.releaseUploadIntent, "/upload/url", ["x", "not a url"], [""]],
      [
        "releaseUploadIntent",
        examples.releaseUploadIntent,
        "/mediaType",
        [],
        ["application/x-gzip", "application/gzip "],
      ],
      [
        "releaseUploadIntent",
        examples.releaseUploadIntent,
        "/state",
        ["uploaded", "failed"],
        ["finalized", "pending"],
      ],
      ["trustUploadIntent", examples.trustUploadIntent, "/state", ["expired"], ["done"]],
      ["trustUploadIntent", examples.trustUploadIntent, "/uploadId", [], [""]],
      ["finalizeTrustResult", examples.finalizeTrustResult, "/attachmentId", ["x"], [""]],
      ["finalizeTrustResult", examples.finalizeTrustResult, "/detailUrl", ["", "not a url"], []],
      ["finalizeReleaseResult", examples.finalizeReleaseResult, "/detailUrl", ["", "../x"], ["not a url"]],
      ["finalizeReleaseResult", examples.finalizeReleaseResult, "/uploadId", [], [""]],
      [
        "createReleaseUploadRequest",
        examples.createReleaseUploadRequest,
        "/declaredSize",
        [0, 2 ** 60],
        [-1, 0.5, "0"],
      ],
      ["versionIndex", examples.versionIndex, "/items/0/version", ["not semver: a plain string"], []],
      ["trustDetail", examples.trustDetail, "/subject/purl", ["a plain string"], []],
    ];

  test.each(cases)("%s (case %#)", (name, document, pointer, accepted, refused) => {
    const passes = (value: unknown): boolean => documents[name](changed(document, pointer, value));
    expect(accepted.filter(passes)).toEqual(accepted);
    expect(refused.filter(passes)).toEqual([]);
  });
});
