import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { runMain } from "../commands/captured-main.test.fixture.ts";
import { parseErrata, readPackageErrata, requirementIds } from "./read-errata.ts";

const known = requirementIds(chapters);
const withdrawn = {
  id: "search/pages-have-no-duplicates",
  status: "withdrawn",
  reason: "The rule was wrong.",
  date: "2026-11-22",
};

function toFile(...errata: readonly object[]): string {
  return JSON.stringify({ errataVersion: 1, errata });
}

test("the package's errata are valid", () => {
  expect(readPackageErrata(known)).toBeInstanceOf(Array);
});

const [first = ""] = [...known];

test.each([
  ["not JSON", "{", "not valid JSON"],
  ["without a version", "{}", "errataVersion"],
  ["with an unknown id", toFile({ ...withdrawn, id: `${first}x` }), `did you mean "${first}"`],
  ["with another status", toFile({ ...withdrawn, status: "gone" }), "withdrawn or disputed"],
  ["without a date", toFile({ ...withdrawn, date: "soon" }), '"date"'],
  ["without a reason", toFile({ ...withdrawn, reason: "" }), '"reason"'],
])("errata %s are refused", (_name, text, message) => {
  expect(() => parseErrata(text, "errata.json", known)).toThrow(message);
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "errata-"));
});

afterAll(() => rm(folder, { recursive: true }));

test(
  "a withdrawn requirement does not run, a disputed one does, and verify needs the same errata",
  { timeout: 120_000 },
  async () => {
    const ids = [...known].filter((id) => id.startsWith("capabilities/") || id.startsWith("version-index/"));
    const [out = "", questioned = ""] = ids;
    const file = join(folder, "errata.json");
    await writeFile(
      file,
      toFile({ ...withdrawn, id: out }, { ...withdrawn, id: questioned, status: "disputed" }),
    );
    const run = join(folder, "run");
    const ran = await runMain(
      "run",
      "--reference",
      "--only",
      "{capabilities,version-index}",
      "--errata",
      file,
      "--out",
      run,
    );
    expect(ran.output).toContain(`Withdrawn on 2026-11-22, and not run: ${out}`);
    expect(ran.output).toContain(`Disputed since 2026-11-22: ${questioned}`);
    const report = JSON.parse(await readFile(join(run, "report.json"), "utf8")) as Report;
    const reported = report.cases.map(({ id }) => id);
    expect(reported).not.toContain(out);
    expect(reported).toContain(questioned);
    expect(report.run.errata?.map(({ id, status }) => [id, status])).toEqual([
      [out, "withdrawn"],
      [questioned, "disputed"],
    ]);
    for (const name of ["report.html", "report.md"])
      expect([name, (await readFile(join(run, name), "utf8")).includes("The rule was wrong.")]).toEqual([
        name,
        true,
      ]);
    expect((await runMain("verify", run, "--errata", file)).code).toBe(0);
    const other = await runMain("verify", run);
    expect(other.code).toBe(1);
    expect(other.output).toContain("other errata");
  },
);
