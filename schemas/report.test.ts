import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { report } from "./compiled/report.js";
import type { Report } from "./report.ts";
import schema from "./report.schema.json" with { type: "json" };

const digest = `sha256:${"a".repeat(64)}`;
const body = { size: 3, digest, text: "{}", base64: "e30=", cutAt: 2 };
const finding = {
  rule: "Answers 400",
  expected: "400",
  got: "500",
  exchange: "finalize/bytes-have-arrived#1",
  member: "/type",
  wanted: {
    problems: ["not-found"],
    answer: "refusal" as const,
    status: 201,
    member: "type",
    differs: true,
  },
  aspect: "body" as const,
  form: "scoped" as const,
};

const result = {
  id: "finalize/bytes-have-arrived",
  level: "must" as const,
  title: "Answers 400",
  chapter: "finalize",
  section: "Errors, rule 2",
  reading: "As it stands",
  operations: ["finalizeReleaseUpload" as const, "transferBytes" as const],
  profiles: ["publish" as const],
  verdict: "failed" as const,
  reason: "Answered 500",
  notOffered: false,
  cause: "set-up#1",
  accepted: { reason: "Known", expires: "2027-01-01" },
  checks: ["finalize/bytes-have-arrived"],
  evidence: [
    { check: "finalize/bytes-have-arrived", verdict: "failed" as const, exchanges: ["x#1"], finding },
  ],
};

/** A report with every member that a report may have; the compiler holds it to the types. */
const full: Report = {
  reportVersion: 2,
  suite: { name: "volume-registry-conformance", version: "0.1.0", digest, specification: "0.1.0-rc.1" },
  target: {
    baseUrl: "https://registry.example",
    problemBase: "https://registry.example/problems",
    implementation: { name: "acme-registry", version: "2.3.0", commit: "0a1b2c3" },
    notOffered: ["trust"],
  },
  run: {
    id: "r1",
    startedAt: "2026-11-21T09:00:00.000Z",
    durationMs: 1234.5,
    seed: 42,
    depth: "standard",
    requests: 9,
    stateRequests: 2,
    profiles: ["read", "publish"],
    only: ["finalize/*"],
    skip: [],
    strict: false,
    concurrency: 4,
    limiterWaitMs: 0,
    interrupted: false,
    exchangesDigest: digest,
  },
  verdict: "non-conformant",
  exitCode: 1,
  counts: { passed: 1, failed: 1, warned: 0, skipped: 0, blocked: 0, errored: 0 },
  profiles: [
    {
      name: "publish",
      verdict: "non-conformant",
      passed: 1,
      failed: 1,
      warned: 0,
      skipped: 0,
      blocked: 0,
      errored: 0,
    },
  ],
  requirements: [result],
  cases: [{ ...result, requirement: "finalize/bytes-are-needed" }],
  checks: [
    {
      id: "finalize/bytes-have-arrived",
      title: "Answers 400",
      verdict: "failed",
      message: "Answered 500",
      durationMs: 12,
      exchanges: ["x#1"],
      findings: [finding],
      counterexample: { any: ["thing"] },
      replay: "npx volume-registry-conformance run --only finalize/bytes-have-arrived --seed 42",
    },
  ],
  observations: [
    { id: "o/1", question: "Which?", section: "Gaps", answer: "This", observed: true, exchanges: ["x#1"] },
  ],
  causes: [
    {
      id: "finalizeReleaseUpload/500",
      sentence: "`POST` finalize answers 500",
      breaks: "finalize/bytes-have-arrived",
      explains: [],
      blocks: [],
      operations: ["finalizeReleaseUpload"],
      count: 1,
      exchange: "x#1",
      repeat: "npx volume-registry-conformance run --only finalize/bytes-have-arrived",
      hint: "Look at the log",
    },
  ],
  foreignResponses: { sentence: "One came from nginx", hint: "Try --rate", count: 1, exchange: "x#1" },
  rootCauses: [{ cause: "No token", exchange: "x#1", requirements: ["finalize/bytes-have-arrived"] }],
  baseline: { file: "baseline.json", errors: ["stale"], accepted: 1 },
  left: ["@conformance/a@1.0.0"],
  recording: { file: "exchanges.ndjson", exchanges: 1 },
  exchanges: [
    {
      id: "x#1",
      actor: "x",
      operation: "state",
      failure: "ECONNRESET",
      startedAtMs: 0.5,
      durationMs: 7,
      request: { method: "POST", url: "https://registry.example/a", headers: [["accept", "*/*"]], body },
      response: { status: 200, headers: [], body },
    },
  ],
};

type Node = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function objectsOf(value: unknown, pointer = ""): readonly (readonly [string, Node])[] {
  if (pointer.endsWith("/counterexample")) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsOf(item, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  return [
    [pointer, value],
    ...Object.entries(value).flatMap(([key, member]) => objectsOf(member, `${pointer}/${key}`)),
  ];
}

function withMember(pointer: string, key: string, value: unknown): unknown {
  const copy: unknown = structuredClone(full);
  let parent = copy;
  for (const step of pointer.split("/").slice(1)) parent = Reflect.get(parent as object, step);
  if (value === undefined) Reflect.deleteProperty(parent as object, key);
  else Reflect.set(parent as object, key, value);
  return copy;
}

const objects = objectsOf(full);
const members = objects.flatMap(([pointer, node]) => Object.keys(node).map((key) => [pointer, key] as const));

/** What `report.ts` says of one type: the members of an interface, in the words of JSON Schema. */
interface Shape {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

const source = readFileSync(new URL("report.ts", import.meta.url), "utf8").replaceAll(
  /\/\*[\s\S]*?\*\//g,
  "",
);
const toDefinition = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const unions = Object.fromEntries(
  [...source.matchAll(/export type (\w+) =((?:\s*\|?\s*"[^"]*")+);/g)].map(([, name = "", words = ""]) => [
    name,
    [...words.matchAll(/"([^"]*)"/g)].map(([, word]) => word),
  ]),
);
const bodies = new Map(
  [...source.matchAll(/export interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n\}/g)].map(
    ([, name = "", base, text = ""]) => [name, { base, text }] as const,
  ),
);
const interfaces = Object.fromEntries(
  [...bodies].map(([name, { base, text }]) => [
    name,
    toShape(base === undefined ? text : `${bodies.get(base)?.text ?? ""}\n${text}`),
  ]),
);

/** Cuts the members of an interface apart at the semicolons that stand outside every bracket. */
function toShape(text: string): Shape {
  const declarations: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, character] of Array.from(text).entries()) {
    if ("{<([".includes(character)) depth++;
    if ("}>)]".includes(character)) depth--;
    if (character === ";" && depth === 0) {
      declarations.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  const rest = text.slice(start).trim();
  if (rest !== "") declarations.push(rest);
  const parsed = declarations.map((declaration) => {
    const match = /^readonly (\w+)(\??):\s*([\s\S]+)$/.exec(declaration);
    if (match === null) throw new Error(`Cannot read "${declaration}" in report.ts`);
    return { name: match[1] ?? "", optional: match[2] === "?", type: toTypeSchema((match[3] ?? "").trim()) };
  });
  return {
    required: parsed.filter(({ optional }) => !optional).map(({ name }) => name),
    properties: Object.fromEntries(parsed.map(({ name, type }) => [name, type])),
  };
}

function toTypeSchema(type: string): unknown {
  if (type === "Readonly<Record<Verdict, number>>") {
    const verdicts = unions["Verdict"] ?? [];
    return {
      required: verdicts,
      properties: Object.fromEntries(verdicts.map((verdict) => [verdict, { type: "number" }])),
    };
  }
  if (type.startsWith("readonly ") && type.endsWith("[]"))
    return { type: "array", items: toTypeSchema(type.slice(9, -2)) };
  if (type.startsWith("{")) return toShape(type.slice(1, -1));
  if (["string", "number", "boolean"].includes(type)) return { type };
  if (type === "unknown") return {};
  if (/^\d+$/.test(type)) return { const: Number(type) };
  if (!type.includes("|")) return { $ref: `#/$defs/${toDefinition(type)}` };
  return {
    enum: type
      .split("|")
      .flatMap((part) => (part.includes('"') ? [part.trim().slice(1, -1)] : (unions[part.trim()] ?? []))),
  };
}

/** A part of the schema without what types cannot say: bounds, patterns and descriptions. */
function toComparable(node: unknown): unknown {
  if (!isObject(node)) return node;
  if (node["$ref"] !== undefined) return { $ref: node["$ref"] };
  if (node["const"] !== undefined) return { const: node["const"] };
  if (node["enum"] !== undefined) return { enum: node["enum"] };
  if (node["type"] === "object") {
    if (node["additionalProperties"] !== false) throw new Error("An object of the report schema is open");
    const properties = Object.entries((node["properties"] ?? {}) as Node);
    return {
      required: node["required"] ?? [],
      properties: Object.fromEntries(properties.map(([name, property]) => [name, toComparable(property)])),
    };
  }
  if (node["type"] === "array") return { type: "array", items: toComparable(node["items"]) };
  if (node["type"] === "integer") return { type: "number" };
  return node["type"] === undefined ? {} : { type: node["type"] };
}

describe("report schema", () => {
  test("accepts a report with every member", () => {
    expect({ valid: report(full), errors: report.errors }).toEqual({ valid: true, errors: null });
  });

  test.each(objects.map(([pointer]) => pointer))("refuses unknown members at '%s'", (pointer) => {
    expect(report(withMember(pointer, "unknownMember", 1))).toBe(false);
  });

  test.each(members.filter(([, key]) => key !== "counterexample"))(
    "refuses null at %s/%s",
    (pointer, key) => {
      expect(report(withMember(pointer, key, null))).toBe(false);
    },
  );

  test.each([
    ["/suite", "digest", "sha256:A"],
    ["/run", "startedAt", "2026-11-21"],
    ["/run", "requests", 1.5],
    ["/counts", "passed", -1],
    ["/requirements/0", "verdict", "Failed"],
    ["/requirements/0/accepted", "expires", "2027-02-29"],
    ["/exchanges/0", "operation", "download"],
    ["/exchanges/0/request", "headers", [["accept"]]],
    ["/exchanges/0/request", "headers", [["accept", "a", "b"]]],
    ["", "reportVersion", 1],
  ])("refuses %s/%s: %j", (pointer, key, value) => {
    expect(report(withMember(pointer, key, value))).toBe(false);
  });
});

describe("report.ts and report.schema.json", () => {
  const definitions: Node = schema.$defs;

  test("define the same names", () => {
    const names = [...Object.keys(unions), ...Object.keys(interfaces), "HeaderField"].filter(
      (name) => name !== "Report",
    );
    expect(Object.keys(definitions).toSorted()).toEqual(names.map(toDefinition).toSorted());
    expect(source.match(/export (?:type|interface) \w+/g)).toHaveLength(names.length + 1);
  });

  test.each(Object.keys(interfaces))("agree on %s", (name) => {
    const node = name === "Report" ? schema : definitions[toDefinition(name)];
    expect(toComparable(node)).toEqual(interfaces[name]);
  });

  test.each(Object.keys(unions))("agree on the words of %s", (name) => {
    expect(toComparable(definitions[toDefinition(name)])).toEqual({ enum: unions[name] });
  });
});
