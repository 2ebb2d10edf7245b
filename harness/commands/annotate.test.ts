import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { renderJson } from "../../reports/json.ts";
import type { Report } from "../../schemas/report.ts";
import { certify } from "../index.ts";
import { runMain } from "./captured-main.test.fixture.ts";

/** Made up: the headings of two endpoints, and words of our own. */
const text = `# A specification

## Search

\`GET /api/v1/search\` finds volumes. Possible errors: \`validation-failed\`, \`rate-limited\`. <script>alert(1)</script>

## Capability metadata

\`GET /api/v1/capabilities\` tells what a registry offers.

## Limits

| Limit | Value |
|---|---|
| search \`limit\` | a few at once |
| a limit of tomorrow | 7 |
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotate-"));
  await writeFile(join(folder, "spec.md"), text);
  const server = await startReferenceServer({});
  const report = await certify({ target: { baseUrl: server.baseUrl }, only: ["search"], seed: 1 });
  await server.close();
  await writeFile(join(folder, "report.json"), renderJson(report));
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

function annotate(...args: readonly string[]): ReturnType<typeof runMain> {
  return runMain("annotate", ...args);
}

test(
  "annotate writes the page and the documents, and names what is lost, changed and new",
  { timeout: 60_000 },
  async () => {
    const [spec, report, html, holes, implementations] = [
      "spec.md",
      "report.json",
      "a.html",
      "h.md",
      "i.md",
    ].map((name) => join(folder, name)) as [string, string, string, string, string];
    const { code, output } = await annotate(
      spec,
      "--report",
      report,
      "--html",
      html,
      "--holes",
      holes,
      "--implementation-report",
      implementations,
    );
    expect(code).toBe(1);
    expect(output).toContain("lost     rule:authentication/1: Authentication, 1");
    expect(output).toContain("new      Limits: | a limit of tomorrow | 7 |");
    expect(output).toContain("changed  limit:search-limit: Limits, search-limit");
    const page = await readFile(html, "utf8");
    expect(page).toContain("search/");
    expect(page).toContain("no requirement");
    expect(page).not.toContain("<script>alert(1)</script>");
    expect(await readFile(holes, "utf8")).toContain("## Open questions");
    expect(await readFile(implementations, "utf8")).toMatch(/`search\/[a-z-]+` \| must \| .* \| 1 of 1 \|/);
  },
);

test("--diff prints what has changed with the requirements about it, and writes no page", async () => {
  const [before, after, report] = ["spec.md", "changed.md", "report.json"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(after, text.replace("a few at once", "many at once"));
  const page = join(folder, "none.html");
  const { code, output } = await annotate(after, "--diff", before, "--report", report, "--html", page);
  expect(code).toBe(0);
  expect(output).toContain("**Changed: Limits**");
  expect(output).toContain("+ | search `limit` | many at once |");
  expect(output).toMatch(/^- `search\/[a-z-]+` \(must\)$/mu);
  expect(output).toMatch(/\| [^|]+ \| (?:conformant|partial) \| \d+ passed, 0 failed, 0 warned \|/u);
  await expect(readFile(page)).rejects.toThrow("ENOENT");
});

test("--ballot has each question that was observed, and needs a report", async () => {
  const ballot = join(folder, "ballot.md");
  const page = ["--html", join(folder, "c.html")];
  await annotate(
    join(folder, "spec.md"),
    "--report",
    join(folder, "report.json"),
    "--ballot",
    ballot,
    ...page,
  );
  expect(await readFile(ballot, "utf8")).toMatch(/^## 1\. /mu);
  expect(await annotate(join(folder, "spec.md"), "--ballot", ballot, ...page)).toMatchObject({ code: 2 });
});

test("where a registry is makes no difference between reports, on the page as in the documents", async () => {
  const [spec, report, here, moved, page] = [
    "spec.md",
    "report.json",
    "here.json",
    "moved.json",
    "d.html",
  ].map((name) => join(folder, name)) as [string, string, string, string, string];
  const written = JSON.parse(await readFile(report, "utf8")) as Report;
  const inPlace = (baseUrl: string): Report => ({
    ...written,
    target: { ...written.target, baseUrl },
    observations: written.observations.map((one) => ({
      ...one,
      observed: true,
      answer: `${baseUrl}/problems`,
    })),
  });
  for (const [place, file] of [here, moved].entries())
    await writeFile(file, renderJson(inPlace(`http://127.0.0.1:${place + 1}`)));
  await annotate(spec, "--report", here, "--report", moved, "--html", page);
  expect(await readFile(page, "utf8")).toContain("They have the same verdicts and answers.");
});

test("a text without a heading of the specification is refused", async () => {
  const file = join(folder, "other.md");
  await writeFile(file, "# Cooking\n\nBoil water.\n");
  const { code, output } = await annotate(file, "--html", join(folder, "b.html"));
  expect(code).toBe(2);
  expect(output).toContain("none of the headings");
});
