import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { renderJson } from "../../reports/json.ts";
import { type CertifyOptions, certify } from "../index.ts";
import { runMain } from "./captured-main.test.fixture.ts";

let folder: string;

/** Milliseconds for a whole run, or for its replay. */
const minuteMs = 60_000;

async function writeRun(name: string, options: Omit<CertifyOptions, "target">): Promise<void> {
  const server = await startReferenceServer({ states: true });
  const lines: string[] = [];
  const report = await certify({
    target: { ...server.target, implementation: { name: "acme", version: "1.0" }, exclusive: true },
    writeLine: (line) => lines.push(line),
    ...options,
  });
  await server.close();
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, "report.json"), renderJson(report));
  await writeFile(join(folder, name, "exchanges.ndjson"), lines.join(""));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "certificate-"));
  await writeRun("whole", { seed: 7 });
  await writeRun("part", { only: ["search"] });
}, minuteMs);

afterAll(() => rm(folder, { recursive: true }));

/** What is said after the verification. */
function resultOf(output: string): string {
  return output.replace(/^verifying .*\n(?:\[.*\n)*/u, "");
}

async function read(...names: readonly string[]): Promise<string> {
  return await readFile(join(folder, ...names), "utf8");
}

test("certificate writes a page from a verified report", { timeout: minuteMs }, async () => {
  const { code, output } = await runMain(
    "certificate",
    join(folder, "whole"),
    "--seed-chosen-by",
    "the <programme>",
  );
  expect(resultOf(output)).toMatch(
    /^Certificate of conformance: acme 1\.0\. All \d+ requirements of the set .* passed/u,
  );
  expect(code).toBe(0);
  const page = await read("whole", "certificate.html");
  expect(page).toContain("7, given with --seed, chosen by the &lt;programme&gt;");
  const digest = createHash("sha256")
    .update(await read("whole", "exchanges.ndjson"))
    .digest("hex");
  expect(page).toContain(`sha256:${digest}`);
  expect(page.replaceAll(/<\/?span[^>]*>/gu, "")).toMatch(
    /npx volume-registry-conformance@[\d.]+ verify whole</u,
  );
});

test("a certificate of a run that left something out has to be asked for", async () => {
  const out = join(folder, "part.html");
  const refused = await runMain("certificate", join(folder, "part"), "--out", out);
  expect({ ...refused, output: resultOf(refused.output) }).toEqual({
    code: 4,
    output: `No certificate for "${join(folder, "part")}": only a part of the suite ran; --allow-partial writes a page that is marked as partial\n`,
  });
  expect((await runMain("certificate", join(folder, "part"), "--out", out, "--allow-partial")).code).toBe(0);
  expect(await read("part.html")).toContain("Partial certificate");
  // the page beside the report changes nothing of it
  await copyFile(out, join(folder, "part", "certificate.html"));
  expect((await runMain("verify", join(folder, "part"))).code).toBe(0);
});

test("a seed that the suite drew has nobody who chose it", async () => {
  const { code, output } = await runMain(
    "certificate",
    join(folder, "part"),
    "--allow-partial",
    "--seed-chosen-by",
    "me",
  );
  expect(output).toContain("Cannot use --seed-chosen-by: the suite drew the seed of this run at random");
  expect(code).toBe(2);
});

test("a report that is not what its recording gives has no certificate", async () => {
  await cp(join(folder, "part"), join(folder, "forged"), { recursive: true });
  const file = join(folder, "forged", "report.json");
  await writeFile(
    file,
    (await read("forged", "report.json")).replace('"verdict":"passed"', '"verdict":"warned"'),
  );
  const { code, output } = await runMain("certificate", join(folder, "forged"), "--allow-partial");
  expect(resultOf(output)).toMatch(/^No certificate for ".*": verify does not confirm it: .*\n$/u);
  expect(code).toBe(1);
});

test("a site has a certificate of each run that can have one", { timeout: minuteMs }, async () => {
  await mkdir(join(folder, "again"));
  for (const name of ["report.json", "exchanges.ndjson"])
    await copyFile(join(folder, "whole", name), join(folder, "again", name));
  const out = join(folder, "site");
  const { code } = await runMain("site", join(folder, "again"), join(folder, "part"), "--out", out);
  expect(code).toBe(0);
  const page = await read("site", "acme", "index.html");
  const [, file = ""] = /href="\.\/(certificate-\d\.html)"/u.exec(page) ?? [];
  expect(page.match(/certificate-\d\.html/gu)).toHaveLength(1);
  expect(await read("site", "acme", file)).toContain("Certificate of conformance");
});
