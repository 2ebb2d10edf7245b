import { spawnSync } from "node:child_process";
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

  test("exports a validator for every document that has an example", () => {
    for (const name of Object.keys(examples)) expect(wire).toHaveProperty(name);
  });
});
