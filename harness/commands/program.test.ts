import { expect, test } from "vitest";
import { programName } from "./program.ts";

test.each([
  ["an installed command", { script: "/usr/bin/registry-conformance" }, "registry-conformance"],
  [
    "the command with the package's name",
    { script: "/usr/bin/volume-registry-conformance" },
    "volume-registry-conformance",
  ],
  ["npx", { script: "/x/.bin/registry-conformance", npmCommand: "exec" }, "npx registry-conformance"],
  ["npx with a shim", { script: "/x/cli.js", npmCommand: "exec" }, "npx volume-registry-conformance"],
  ["a clone", { script: "/home/me/dist/harness/cli.js" }, "node dist/harness/cli.js"],
  ["a clone elsewhere", { script: "/opt/a b/cli.js" }, "node '/opt/a b/cli.js'"],
  ["a program that uses the library", { script: "/home/me/own.js" }, "registry-conformance"],
] as const)("%s is named as it was started", (_name, start, expected) => {
  expect(programName({ folder: "/home/me", ...start })).toBe(expected);
});
