import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../reference-server/server.ts";
import { allReleases, type Release } from "../../reference-server/store.ts";
import type { Report } from "../../schemas/report.ts";
import { runMain } from "./captured-main.test.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "revisit-"));
const target = join(folder, "target.json");
const before = join(folder, "before");
let server: RunningReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ states: true });
  writeFileSync(target, JSON.stringify(server.target));
  const only = ["publish", "trust", "download", "unpublish", "release-metadata"];
  const narrow = only.flatMap((one) => ["--only", one]);
  await runMain("run", "--target", target, "--keep", "--out", before, "--seed", "5", "--quiet", ...narrow);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Visited {
  readonly code: number;
  readonly report: Report;
  readonly verified: string;
}

async function visit(...options: readonly string[]): Promise<Visited> {
  const after = join(folder, "after");
  const { code } = await runMain(
    "revisit",
    before,
    "--target",
    target,
    "--out",
    after,
    "--quiet",
    ...options,
  );
  const { output } = await runMain("verify", after);
  const report = JSON.parse(readFileSync(join(after, "report.json"), "utf8")) as Report;
  return { code, report, verified: output };
}

function failedIn({ report }: Visited): readonly string[] {
  return report.cases.flatMap(({ id, verdict }) => (verdict === "failed" ? [id] : []));
}

/** Changes one release of the run behind its back, for as long as the work takes. */
async function withChanged<T>(
  isMeant: (release: Release) => boolean,
  change: (release: Release) => Release | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const { volumes } = server.registry.store;
  const release = allReleases(server.registry.store).find((one) => one.name.includes("conf") && isMeant(one));
  const versions = volumes.get(release?.name ?? "");
  const [key] = [...(versions ?? [])].find(([, one]) => one === release) ?? [];
  if (release === undefined || versions === undefined || key === undefined)
    throw new Error("the run published no such release");
  const changed = change(release);
  if (changed === undefined) versions.delete(key);
  else versions.set(key, changed);
  try {
    return await work();
  } finally {
    versions.set(key, release);
  }
}

test("a registry that kept everything is conformant, and the visit is confirmed by its recording", async () => {
  const visited = await visit();

  expect(visited.code).toBe(0);
  expect(failedIn(visited)).toEqual([]);
  expect(visited.report.counts).toMatchObject({ blocked: 0, errored: 0 });
  expect(visited.report.run.visit?.exchangesDigest).toBe(
    (JSON.parse(readFileSync(join(before, "report.json"), "utf8")) as Report).run.exchangesDigest,
  );
  expect(visited.verified).toContain("confirmed:");
});

const isAvailable = ({ status }: Release): boolean => status.state === "available";
const isHosted = ({ source }: Release): boolean => source.kind === "hosted";

test.each<
  readonly [string, (release: Release) => boolean, (release: Release) => Release | undefined, string]
>([
  [
    "a restore from an older copy has lost a release",
    (release) => isAvailable(release) && isHosted(release),
    () => undefined,
    "audit/published-releases-stay-readable",
  ],
  [
    "a garbage collection has taken an attachment",
    ({ status, attachments }) => status.state === "available" && attachments.length > 0,
    (release) => ({ ...release, attachments: [] }),
    "audit/details-keep-the-last-attachment",
  ],
  [
    "an upgrade computes integrity in another way",
    isAvailable,
    (release) => ({ ...release, integrity: `sha256:${"0".repeat(64)}` }),
    "audit/early-releases-are-there-at-the-end",
  ],
  [
    "a migration has forgotten that a release is yanked",
    ({ status }) => status.state === "yanked",
    (release) => ({ ...release, status: { state: "available" } }),
    "audit/releases-keep-their-state",
  ],
])("%s", async (_title, isMeant, change, id) => {
  const visited = await withChanged(isMeant, change, visit);

  expect(visited.code).toBe(1);
  expect(failedIn(visited)).toContain(id);
  expect(visited.report.causes?.length).toBeLessThanOrEqual(2);
  expect(visited.verified).toContain("confirmed:");
});

test("one requirement alone is judged by all that is read", async () => {
  const id = "audit/details-keep-the-last-attachment";
  const visited = await withChanged(
    ({ attachments }) => attachments.length > 0,
    (release) => ({ ...release, attachments: [] }),
    () => visit("--only", id),
  );

  expect(failedIn(visited)).toEqual([id]);
  expect(visited.report.cases).toHaveLength(1);
  expect(visited.verified).toContain("confirmed:");
});

test("nothing is written", async () => {
  const { report } = await visit();

  const sent = report.exchanges.filter(({ id }) => !id.startsWith("earlier:"));
  expect(sent.filter(({ request: { method } }) => method !== "GET")).toEqual([]);
});

test.each([
  [["--soak", "1"], /Cannot use --soak with revisit/],
  [["--reference"], /Cannot use --reference with revisit/],
  [["--out", before], /Cannot write into/],
])("%j is refused", async (options, message) => {
  const { code, output } = await runMain("revisit", before, "--target", target, ...options);

  expect(code).toBe(2);
  expect(output).toMatch(message);
});

test("a run that took back what it published cannot be visited", async () => {
  const cleaned = join(folder, "cleaned");
  await runMain("run", "--target", target, "--out", cleaned, "--only", "publish", "--quiet");

  const { code, output } = await runMain("revisit", cleaned, "--target", target);

  expect(code).toBe(2);
  expect(output).toContain("make it with --keep");
});
