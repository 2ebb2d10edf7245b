import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listSources } from "./suite-identity.ts";

/** What package.json keeps out of the package, as patterns over the folder of built files. */
function readLeftOut(): readonly RegExp[] {
  const { files } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly files: readonly string[];
  };
  return files
    .filter((pattern) => pattern.startsWith("!dist/"))
    .map((pattern) => pattern.slice("!dist/".length).replaceAll(".", String.raw`\.`))
    .map(
      (pattern) => new RegExp(`^${pattern.replace("**/", "(?:.*/)?").replaceAll("*", "[^/]*")}(?:/|$)`, "u"),
    );
}

test("an installed suite has the digest of a built clone: it counts no file that the package leaves out", () => {
  const leftOut = readLeftOut();
  expect(leftOut.length).toBeGreaterThan(3);
  expect(listSources().filter((file) => leftOut.some((pattern) => pattern.test(file)))).toEqual([]);
});

test("the digest covers what decides verdicts", () => {
  expect(listSources()).toEqual(
    expect.arrayContaining(["suites/index.ts", "harness/running/verdicts.ts", "harness/expect/expect.ts"]),
  );
});
