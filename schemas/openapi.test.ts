import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { documents, formats } from "./compiled/wire.js";
import openapi from "./openapi.json" with { type: "json" };
import table from "./openapi-operations.json" with { type: "json" };
import { statusOfSlug } from "./problems.ts";

type Node = Readonly<Record<string, unknown>>;

/** Every value of a member `$ref`, anywhere. */
function referencesIn(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" ? [String(value)] : referencesIn(value),
  );
}

function valueAt(reference: string): unknown {
  const steps = reference.slice(2).split("/");
  return steps.reduce<unknown>((node, step) => (node as Node | undefined)?.[step], openapi);
}

const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
  Object.entries(item as Readonly<Record<string, Node>>).map(([method, operation]) => ({
    path,
    method,
    operation,
  })),
);

describe("openapi.json", () => {
  test("has every document and every format as a component", () => {
    const names = [...Object.keys(documents), ...Object.keys(formats)];
    expect(Object.keys(openapi.components.schemas).toSorted()).toEqual(names.toSorted());
  });

  test("refers only to places inside itself", () => {
    expect(referencesIn(openapi).filter((reference) => valueAt(reference) === undefined)).toEqual([]);
  });

  test("names every operation once", () => {
    const ids = operations.map(({ operation }) => operation["operationId"]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of table.operations) expect(ids).toContain(id);
  });

  test("describes both forms of every path that names a volume, and one form of the others", () => {
    const both = table.operations.filter(({ path }) => path.includes("{volume}"));
    expect(both.map(({ id }) => id)).toHaveLength(8);
    expect(operations).toHaveLength(table.operations.length + both.length);
  });

  test.each(operations)("$method $path declares each parameter of its path", ({ path, operation }) => {
    const declared = (operation["parameters"] as readonly Node[]).filter(
      (parameter) => parameter["in"] === "path",
    );
    expect(declared.map((parameter) => `{${String(parameter["name"])}}`)).toEqual(
      path.match(/\{\w+\}/g) ?? [],
    );
  });

  test("promises only the success statuses that are stated", () => {
    const stated = operations.filter(({ operation }) => !("2XX" in (operation["responses"] as Node)));
    const ids = stated.map(({ operation }) => String(operation["operationId"]).replace("Scoped", ""));
    expect([...new Set(ids)]).toEqual(["finalizeReleaseUpload", "getTrustSummary", "getTrustDetail"]);
  });

  test("lists known problems only, and each of them somewhere", () => {
    const used = new Set(table.operations.flatMap(({ problems }) => problems));
    const known = new Set(Object.keys(table.problems));
    expect(table.problems).toEqual(statusOfSlug);
    expect([...used].filter((slug) => !known.has(slug))).toEqual([]);
    expect([...known].filter((slug) => !used.has(slug))).toEqual([]);
  });

  test("holds schemas that judge as the compiled ones do", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    ajv.addSchema(openapi, "openapi");
    for (const { operation } of operations) {
      for (const response of Object.values(operation["responses"] as Readonly<Record<string, Node>>)) {
        const content = (response["content"] as Node | undefined)?.["application/json"] as Node | undefined;
        if (content === undefined) continue;
        const [reference = ""] = referencesIn(content["schema"]);
        const validate = ajv.getSchema(`openapi${reference}`);
        expect([reference, validate?.(content["example"]), validate?.(null)]).toEqual([
          reference,
          true,
          false,
        ]);
      }
    }
  });
});
