import { describe, expect, test } from "vitest";
import { expectedMembers, type WireDocument } from "./compiled/wire.js";
import { missingMembers } from "./expected-members.ts";
import examples from "./wire/examples.json" with { type: "json" };

describe("missingMembers", () => {
  test.each(Object.keys(examples) as WireDocument[])("misses nothing in the fullest %s", (document) => {
    expect(missingMembers(document, examples[document])).toEqual([]);
  });

  test("lists members of known documents only", () => {
    for (const document of Object.keys(expectedMembers)) expect(examples).toHaveProperty(document);
  });

  test("names what is absent, also inside an absent object", () => {
    expect(
      missingMembers("releaseUploadIntent", { uploadId: "x", upload: { url: "u" }, state: "uploaded" }),
    ).toEqual(["/target/name", "/target/version", "/expiresAt", "/upload/method"]);
    expect(missingMembers("trustUploadIntent", {})).toEqual([
      "/subject/purl",
      "/subject/integrity",
      "/state",
      "/expiresAt",
      "/upload/method",
    ]);
  });

  test("names the item that lacks a member", () => {
    expect(missingMembers("versionIndex", { items: [{ version: "1.0.0" }, {}, { version: "" }, 7] })).toEqual(
      ["/items/1/version", "/items/3/version"],
    );
    expect(missingMembers("versionIndex", { items: [] })).toEqual([]);
  });

  test("counts null as there, since null is a value", () => {
    expect(missingMembers("trustSummary", { subject: { purl: null, integrity: "" } })).toEqual([]);
  });

  test("does not take an inherited member for one", () => {
    const data: unknown = JSON.parse('{"__proto__":{"subject":{"purl":"","integrity":""}}}');
    expect(missingMembers("trustDetail", data)).toEqual(["/subject/purl", "/subject/integrity"]);
  });

  test("expects nothing of documents that are not listed", () => {
    expect(missingMembers("problem", {})).toEqual([]);
  });
});
