import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReferenceServer, type RunningReferenceServer } from "../../reference-server/server.ts";
import { runMain } from "./captured-main.test.fixture.ts";

let folder: string;
let server: RunningReferenceServer;

function runShard(shard: string, out: string, more: readonly string[] = []): ReturnType<typeof runMain> {
  const args = ["run", "--target", join(folder, "target.json"), "--depth", "quick", "--only", "search/*"];
  return runMain(...args, "--shard", shard, "--out", join(folder, out), ...more);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance-merge-"));
  server = await startReferenceServer({ states: true });
  await writeFile(join(folder, "target.json"), JSON.stringify(server.target), { mode: 0o600 });
  for (const index of [1, 2]) await runShard(`${index}/2`, `part-${index}`, ["--seed", "3"]);
}, 60_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test("all shards become one report that is confirmed", async () => {
  const out = join(folder, "whole");
  const { code } = await runMain("merge", join(folder, "part-2"), join(folder, "part-1"), "--out", out);
  expect(code).toBe(0);
  expect(await runMain("verify", out)).toMatchObject({
    code: 0,
    output: expect.stringContaining("confirmed") as string,
  });
});

test("a shard that is missing, or there twice, is refused", async () => {
  const missing = await runMain("merge", join(folder, "part-1"), "--out", join(folder, "no"));
  expect(missing).toMatchObject({ code: 2, output: expect.stringContaining("shard 2/2 missing") as string });
  const twice = await runMain(
    "merge",
    join(folder, "part-1"),
    join(folder, "part-1"),
    "--out",
    join(folder, "no"),
  );
  expect(twice).toMatchObject({ code: 2, output: expect.stringContaining("there twice") as string });
});

test("shards of different runs are refused", async () => {
  await runShard("2/2", "other", ["--seed", "4"]);
  const { code, output } = await runMain(
    "merge",
    join(folder, "part-1"),
    join(folder, "other"),
    "--out",
    join(folder, "no"),
  );
  expect([code, output]).toEqual([2, expect.stringContaining("they differ in --seed")]);
});

test.each(["0/3", "4/3", "1", "a/b", "1/0"])("--shard %s is refused", async (shard) => {
  expect((await runShard(shard, "no", ["--seed", "3"])).code).toBe(2);
});

test("--shard needs a seed, since parts of different seeds are not one run", async () => {
  expect(await runShard("1/2", "no")).toMatchObject({
    code: 2,
    output: expect.stringContaining("--seed") as string,
  });
});
