import { expect, test } from "vitest";
import type { Exchange } from "../schemas/report.ts";
import { describeIntegrity, describeSubject } from "./subject-difference.ts";

function create(subject: unknown): Exchange {
  return {
    id: "a#0",
    actor: "a",
    operation: "createTrustUpload",
    about: { operation: "createTrustUpload", volume: { scope: "acme", segment: "tool" }, version: "1.0.0" },
    request: {
      method: "POST",
      url: "http://registry.example/api/v1/volumes/@acme/tool/1.0.0/trust/uploads",
      headers: [],
      body: { size: 0, digest: "", text: JSON.stringify({ subject }) },
    },
    startedAtMs: 0,
    durationMs: 1,
  };
}

test("a purl of another release is told beside the release of the path", () => {
  expect(describeSubject(create({ purl: "pkg:volume/%40acme/tool@1.1.0" }))).toEqual([
    "/subject/purl names version 1.1.0, the path version 1.0.0",
  ]);
  expect(describeSubject(create({ purl: "pkg:volume/tool@1.0.0" }))).toEqual([
    "/subject/purl names the volume tool, the path @acme/tool",
  ]);
});

test("nothing is told of a purl that names the release of the path, and of what is none", () => {
  for (const subject of [
    { purl: "pkg:volume/%40acme/tool@1.0.0" },
    { purl: "tool" },
    { purl: 1 },
    {},
    null,
    "tool",
  ])
    expect(describeSubject(create(subject))).toEqual([]);
});

test("an integrity beside the purl of the release of the path is not that of the release", () => {
  const integrity = `sha256:${"0123456789abcdef".repeat(4)}`;
  const tell = (right: string): readonly string[] => {
    const wrong = create({ purl: "pkg:volume/%40acme/tool@1.0.0", integrity });
    const text = JSON.stringify({ integrity: right });
    const read: Exchange = {
      ...wrong,
      operation: "getRelease",
      response: { status: 200, headers: [], body: { size: 0, digest: "", text } },
    };
    return describeIntegrity(wrong, [wrong, read]);
  };
  const line = '/subject/integrity is "sha256:0123…456789abcdef", not that of the release';

  expect(tell(`sha256:${"f".repeat(64)}`)).toEqual([line]);
  expect(tell(`sha256:${"f".repeat(52)}456789abcdef`)).toEqual([
    `${line}, which ends with the same 12 digits`,
  ]);
  expect(tell(`sha256:01234567${"f".repeat(56)}`)).toEqual([`${line}, which begins with the same 8 digits`]);
  for (const subject of [{ purl: "pkg:volume/tool@1.0.0", integrity }, { integrity: 1 }, {}, null])
    expect(describeIntegrity(create(subject), [])).toEqual([]);
});
