import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as wire from "./compiled/wire.js";
import examples from "./wire/examples.json" with { type: "json" };

const script = fileURLToPath(new URL("compile.mjs", import.meta.url));

describe("compile.mjs", () => {
  test("finds the compiled validators and openapi.json to be what the schemas give", () => {
    const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("refuses an argument it does not know", () => {
    const { status, stderr } = spawnSync(process.execPath, [script, "--frobnicate"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain('unknown argument "--frobnicate"');
  });

  test.each(["wire", "target", "baseline", "recording", "report"])(
    "loads nothing with the validators of %s",
    (name) => {
      const code = readFileSync(new URL(`compiled/${name}.js`, import.meta.url), "utf8");
      const imported = [...code.matchAll(/^import .* from "([^"]*)";$/gm)].map(([, specifier]) => specifier);
      expect(imported).toEqual([]);
      expect(code).not.toContain("require(");
    },
  );

  test("exports a validator for every document that has an example", () => {
    for (const name of Object.keys(examples)) expect(wire).toHaveProperty(name);
  });
});
