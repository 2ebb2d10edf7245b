import { describe, expect, test } from "vitest";
import { documents, formats, type WireDocument, type WireFormat } from "./compiled/wire.js";
import { describeErrors } from "./describe.ts";
import examples from "./wire/examples.json" with { type: "json" };

function descriptionOf(name: WireDocument | WireFormat, data: unknown): string {
  const validate = { ...documents, ...formats }[name];
  expect(validate(data)).toBe(false);
  return describeErrors(validate.errors, data);
}

const { problem, releaseMetadata } = examples;
const { dist, ...bare } = releaseMetadata;

describe("describeErrors", () => {
  test.each<[WireDocument | WireFormat, unknown, string]>([
    ["problem", null, "document: got null, expected object"],
    ["problem", [], "document: got an array of 0, expected object"],
    ["problem", { ...problem, status: "404" }, 'member "/status": got "404", expected integer'],
    ["problem", { ...problem, status: 99 }, 'member "/status": got 99, expected at least 100'],
    ["problem", { ...problem, status: 600 }, 'member "/status": got 600, expected at most 599'],
    ["problem", { ...problem, title: "" }, 'member "/title": got "", expected at least 1 characters'],
    ["problem", { ...problem, detail: null }, 'member "/detail": got null, expected string'],
    ["problem", { ...problem, type: "x" }, 'member "/type": got "x", expected a URI (RFC 3986)'],
    ["problem", { type: problem.type, status: 404 }, 'member "/title": got nothing, expected a value'],
    [
      "releaseMetadata",
      { ...releaseMetadata, "a/b": {} },
      'member "/a~1b": got an object of 0 members, expected no such member',
    ],
    ["releaseMetadata", bare, 'member "/dist": got nothing, expected a value'],
    [
      "releaseMetadata",
      { ...releaseMetadata, status: { state: "blocked" } },
      'member "/dist": got an object of 3 members, expected no such member',
    ],
    [
      "releaseMetadata",
      { ...releaseMetadata, dist: { ...dist, mediaType: "text/plain" } },
      'member "/dist/mediaType": got "text/plain", expected "application/gzip"',
    ],
    [
      "releaseMetadata",
      { ...releaseMetadata, dist: { source: "svn" } },
      'member "/dist/source": got "svn", expected one of "cdn", "git"',
    ],
    [
      "releaseMetadata",
      { ...releaseMetadata, externalDependencies: [1, 1] },
      'member "/externalDependencies/0": got 1, expected object; ' +
        'member "/externalDependencies/1": got 1, expected object; ' +
        'member "/externalDependencies": got equal items 1 and 0, expected different items',
    ],
    ["timestamp", "soon", 'document: got "soon", expected a date-time (ISO 8601 or RFC 3339)'],
    [
      "timestamp",
      "2026-02-30T00:00:00Z",
      'document: got "2026-02-30T00:00:00Z", expected a date-time (ISO 8601 or RFC 3339)',
    ],
    ["digest", "md5", 'document: got "md5", expected a digest (sha256: and 64 lowercase hex digits)'],
  ])("%s: %j", (name, data, expected) => {
    expect(descriptionOf(name, data)).toBe(expected);
  });

  test("gives nothing where nothing is wrong", () => {
    expect(describeErrors(null, {})).toBe("");
    expect(describeErrors(undefined, {})).toBe("");
    expect(describeErrors([], {})).toBe("");
  });

  test("tells how many more errors there are", () => {
    expect(descriptionOf("releaseMetadata", {})).toMatch(/^(?:member "[^"]+": [^;]+; ){3}and 2 more$/);
  });

  test("describes a document with a hundred thousand errors at once", () => {
    const items = Array.from({ length: 100_000 }, () => ({ published: "soon" }));
    expect(descriptionOf("advisoryList", { items })).toMatch(/; and \d+ more$/);
  });

  test("cuts long values and says how long they were where that matters", () => {
    const description = descriptionOf("scope", "a".repeat(5000));
    expect(description).toContain(
      `got "${"a".repeat(80)}…" (5000 characters), expected at most 64 characters`,
    );
    expect(description.length).toBeLessThan(600);
  });

  test("lets no control, bidirectional or invisible character through", () => {
    const hostile = "\u001b[31m\u009b1m\u202e\u200b\n\u0000\ud800";
    const description = descriptionOf("releaseMetadata", { ...releaseMetadata, name: hostile, [hostile]: 1 });
    expect(description).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(description).toContain(String.raw`\u001b[31m\u009b1m\u202e\u200b\n\u0000\ud800`);
  });

  test("reads own members only", () => {
    const data: unknown = JSON.parse('{"__proto__":{"type":"inherited"},"title":"x","status":400}');
    expect(descriptionOf("problem", data)).toBe('member "/type": got nothing, expected a value');
    const closed: unknown = JSON.parse(JSON.stringify(releaseMetadata).replace("{", '{"__proto__":7,'));
    expect(descriptionOf("releaseMetadata", closed)).toBe(
      'member "/__proto__": got 7, expected no such member',
    );
  });

  test("describes keywords it has no words for by the validator's own", () => {
    const error = {
      instancePath: "",
      schemaPath: "#/x",
      keyword: "toString",
      params: {},
      message: "must be different",
    };
    expect(describeErrors([error], 1)).toBe("document: got 1, expected different");
  });
});
