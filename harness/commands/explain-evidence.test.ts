import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { inNewFolder } from "./built-cli.test.fixture.ts";

const { folder, run } = inNewFolder("evidence");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const id = "finalize/bytes-have-arrived";

test("evidence of a report ends with a command that runs as it is printed", async () => {
  const made = await run(["run", "--reference", "--only", id, "--depth", "quick", "--out", "out"]);
  expect(made.code, made.err).toBe(0);
  const args = ["explain", id, "--report", "out/report.json"];
  const [byNode, byNpx] = await Promise.all([
    run(args, { npm_command: "" }),
    run(args, { npm_command: "exec" }),
  ]);
  expect(byNode.out).toMatch(new RegExp(`^PASSED ${id}$`, "mu"));
  expect(byNode.out).toMatch(/^ {2}repeat +node \S*cli\.js run --reference --only /mu);
  expect(byNpx.out).toMatch(/^ {2}repeat +npx \S+ run --reference --only /mu);
});

test("what the run did not select is said", async () => {
  const { out } = await run([
    "explain",
    "capabilities/answers-anonymous-callers",
    "--report",
    "out/report.json",
  ]);
  expect(out).toMatch(/Not part of the run of 20/u);
});
