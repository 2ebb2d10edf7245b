import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { amongHarmlessComponents, withFurtherDeclarations } from "./varied-manifests.ts";

const declared = { purl: "pkg:npm/left-pad?a=b", constraint: "vers:npm/1.0.0", purpose: "runtime" };

const template = `
title = "{{name}}"
[[parts]]
name = "greeter"
kind = "skill"
[[needs.outside]]
package = "pkg:npm/left-pad?a=b"
range = "vers:npm/1.0.0"
why = "runtime"
"for" = ["greeter"]
`;

function needsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const { needs } = parse(text) as unknown as { needs: { outside: Record<string, unknown>[] } };
  return needs.outside;
}

test("further declarations are written as the manifest writes its own, and are expected", () => {
  const further = withFurtherDeclarations({ template, expect: [declared] });

  const written = needsIn(further?.template ?? "").map(({ package: purl, range, why, for: components }) => ({
    purl,
    constraint: range,
    purpose: why,
    components,
  }));
  expect(written).toEqual(further?.expect);
  expect(written).toHaveLength(11);
  expect(new Set(written.map(({ purl }) => purl)).size).toBe(11);
  expect(written[1]?.purl).toBe("pkg:npm/left-pad-1?a=b");
});

test("components that declarations name are in the manifest", () => {
  const further = withFurtherDeclarations({ template, expect: [declared] });

  const { parts } = parse(further?.template ?? "") as unknown as { parts: { name: string }[] };
  const known = new Set(parts.map(({ name }) => name));
  const named = further?.expect.flatMap(({ components = [] }) => components) ?? [];
  expect(known.size).toBe(3);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("what the target file expects of its own declarations stays", () => {
  const stated = { ...declared, components: ["somebody"] };

  expect(withFurtherDeclarations({ template, expect: [stated] })?.expect[0]).toEqual(stated);
});

test.each([
  ["is no TOML", "{ name: greeter }", [declared]],
  ["has no such declaration", 'title = "{{name}}"', [declared]],
  ["has no expected declaration", template, []],
])("there are no further declarations if the manifest %s", (_reason, text, expected) => {
  expect(withFurtherDeclarations({ template: text, expect: expected })).toBeUndefined();
});

test("the component that asks for too much stands between two that the registry takes", () => {
  const harmless = '[[parts]]\nname = "greeter"\nkind = "skill"\n';
  const escalating = '[[parts]]\nname = "greeter"\nmay = ["everything"]\n';

  const among = parse(amongHarmlessComponents(escalating, harmless) ?? "");

  expect(among["parts"]).toEqual([
    { name: "greeter-a", kind: "skill" },
    { name: "greeter", may: ["everything"] },
    { name: "greeter-b", kind: "skill" },
  ]);
});

test("a manifest without components is left as it is", () => {
  expect(amongHarmlessComponents('may = ["everything"]', 'name = "x"')).toBeUndefined();
});
