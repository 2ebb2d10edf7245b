/** `fix` against a registry that is repaired while it runs. `npm run build` comes first. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inNewFolder, type StartedCli } from "./built-cli.test.fixture.ts";

const { folder, run, start, serve } = inNewFolder("fix");
const long = { timeout: 120_000 };
const waiting = "Watching for changes";

/** What is printed until all of these are there; the two streams of a process arrive in any order. */
async function read({ untilPrinted }: StartedCli, ...texts: readonly string[]): Promise<string> {
  let printed = "";
  while (!texts.every((text) => printed.includes(text))) printed += await untilPrinted("\n");
  return printed;
}

function portOf(file: string): string {
  const { baseUrl } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly baseUrl: string };
  return new URL(baseUrl).port;
}

test(
  "each cause is shown with its request, runs again after a change, and gives way to the next",
  long,
  async () => {
    const bytes = "bytes-of-any-upload-count";
    const faults = ["--fault", bytes, "--fault", "negative-size-accepted"];
    const broken = await serve(faults, "target.json");
    const port = portOf("target.json");
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/server.ts"), "broken");
    const only = ["--only", "finalize/bytes-*", "--only", "publish/negative-sizes-are-refused"];
    const fixing = start(["fix", "--target", "target.json", "--watch", "src", ...only, "--no-color"]);

    const first = await read(fixing, "The first of 2 causes", waiting);
    for (const part of ["  expected  ", "  got       ", "\nRequest\n  POST ", "\nResponse\n  "])
      expect(first).toContain(part);

    writeFileSync(join(folder, "src/server.ts"), "still broken");
    const again = await read(fixing, "The first of 2 causes", waiting);
    expect(again).toContain("Running again: src/server.ts changed");
    expect(again).toContain("Not fixed yet: ");

    await broken.end();
    const better = await serve(["--port", port, "--fault", bytes], "target.json");
    const second = await read(fixing, "Fixed: ", "The last known cause", waiting);
    expect(second).toContain("Fixed: publish/negative-sizes-are-refused");
    expect(first).toContain("A similar request that the registry accepted");
    expect(first.replaceAll(/ +/gu, " ")).toMatch(/body \/declaredSize\n this -\d+\n accepted [1-9]/u);

    await better.end();
    const right = await serve(["--port", port], "target.json");
    await read(fixing, "No known cause is left: everything runs again", "\nCONFORMANT: ");
    expect(await fixing.ended()).toBe(0);
    await right.end();
    expect(existsSync(join(folder, "conformance-report/report.json"))).toBe(true);
  },
);

test("with a report, what failed in it runs first", long, async () => {
  const server = await serve(["--fault", "bytes-of-any-upload-count"], "reported.json");
  const only = ["--only", "finalize/bytes-*", "--seed", "5"];
  expect(await run(["run", "--target", "reported.json", ...only, "--out", "before"])).toMatchObject({
    code: 1,
  });
  const args = [
    "fix",
    "--target",
    "reported.json",
    "--failed-from",
    "before/report.json",
    "--out",
    "after",
    "--watch",
    "before",
  ];
  const fixing = start(args);
  const shown = await read(fixing, "The last known cause", waiting);
  expect(shown).not.toContain("Wrote");
  expect(await fixing.end("SIGINT")).toBe(1);
  expect(existsSync(join(folder, "after"))).toBe(false);
  await server.end();
});

test.each([
  [["--watch", ".", "--reference"], "the bundled server does not change"],
  [["--watch", ".", "--repeat", "2"], "it belongs to one run"],
  [["--watch", "no-such-folder"], 'Cannot watch "no-such-folder"'],
  [[], "Cannot wait for changes without a terminal"],
])("%j is a mistake", long, async (args, message) => {
  const ended = await run(["fix", "--base-url", "http://127.0.0.1:9", ...args]);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain(message);
});
