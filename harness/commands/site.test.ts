import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { renderJson } from "../../reports/json.ts";
import { certify } from "../index.ts";
import { runMain } from "./captured-main.test.fixture.ts";

let folder: string;

async function writeRun(name: string, implementation: object, faults: readonly string[] = []): Promise<void> {
  const server = await startReferenceServer({ faults });
  const lines: string[] = [];
  const report = await certify({
    target: { baseUrl: server.baseUrl, implementation },
    only: ["search"],
    seed: 1,
    writeLine: (line) => lines.push(line),
  });
  await server.close();
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, "report.json"), renderJson(report));
  await writeFile(join(folder, name, "exchanges.ndjson"), lines.join(""));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-"));
  await writeRun("old", { name: "Acme <b>", version: "1.0" });
  await writeRun("new", { name: "Acme <b>", version: "1.1" });
  await writeRun("other", { name: "acme b", version: "2.0" });
  await writeRun("forged", { name: "forged", version: "1.0" });
  const file = join(folder, "forged", "report.json");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace('"verdict":"passed"', '"verdict":"warned"'));
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

async function makeSite(out: string, names: readonly string[], ...more: readonly string[]): Promise<number> {
  const folders = names.map((name) => join(folder, name));
  return (await runMain("site", ...folders, "--out", join(folder, out), ...more)).code;
}

test(
  "site writes a page, a badge and the reports of each implementation, and a matrix",
  { timeout: 60_000 },
  async () => {
    expect(await makeSite("site", ["old", "new", "other"])).toBe(0);
    const files = await readdir(join(folder, "site"), { recursive: true });
    expect(files.toSorted()).toEqual(
      [
        "acme-b",
        "acme-b-2",
        "index.html",
        "matrix.html",
        ...["badge.svg", "index.html", "report-1.html", "report-2.html"].map((file) => join("acme-b", file)),
        ...["badge.svg", "index.html", "report-1.html"].map((file) => join("acme-b-2", file)),
      ].toSorted(),
    );
    const index = await readFile(join(folder, "site/index.html"), "utf8");
    expect(index).toContain("Acme &lt;b&gt; 1.1");
    expect(index).not.toContain("Acme <b>");
    const own = await readFile(join(folder, "site/acme-b/index.html"), "utf8");
    expect(own.indexOf("report-2.html")).toBeLessThan(own.indexOf("report-1.html"));
    expect(own).toContain("verified from its recording");
  },
);

test(
  "a report that cannot be verified is left out, or marked if that is asked for",
  { timeout: 60_000 },
  async () => {
    expect(await makeSite("strict", ["new", "forged"])).toBe(1);
    expect(await readFile(join(folder, "strict/index.html"), "utf8")).not.toContain("forged");
    expect(await makeSite("open", ["new", "forged"], "--allow-unverified")).toBe(1);
    expect(await readFile(join(folder, "open/index.html"), "utf8")).toContain("not verified");
    expect(await makeSite("none", ["forged"])).toBe(2);
  },
);
