/** The advice of `run --list` and at the end of `run`: which keys of the target file would decide how many more. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../reference-server/server.ts";
import { defaultRunOptions, type RunOptions } from "../plan/run-plan.ts";
import { toTarget } from "../target-file/read-target.ts";
import { runMain } from "./captured-main.test.fixture.ts";
import { adviseOnKeys, renderRunList } from "./run-list.ts";

const options: RunOptions = { ...defaultRunOptions, seed: 1, cleanUp: false, targetArguments: "" };
const baseUrl = "http://127.0.0.1:1";
const release = { name: "@acme/old", version: "1.0.0" };
const namespace = { scope: "conformance", prefix: "conf" };

/** A key as the advice writes it, and a target file's part that has it. */
const additions: Readonly<Record<string, object>> = {
  '"tokens.publisher"': { tokens: { publisher: "a-publisher" } },
  '"tokens.outsider"': { tokens: { outsider: "an-outsider" } },
  '"tokens.publishOnly"': { tokens: { publishOnly: "only-publishes" } },
  '"tokens.trustOnly"': { tokens: { trustOnly: "only-attaches" } },
  '"tokens.expired"': { tokens: { expired: "has-expired" } },
  '"tokens.revoked"': { tokens: { revoked: "was-revoked" } },
  '"tokens.rateLimited"': { tokens: { rateLimited: "is-limited" } },
  '"fixtures.yanked"': { fixtures: { yanked: release } },
  '"fixtures.tombstoned"': { fixtures: { tombstoned: release } },
  '"fixtures.blocked"': { fixtures: { blocked: release } },
  '"fixtures.unavailable"': { fixtures: { unavailable: release } },
  '"fixtures.git"': { fixtures: { git: release } },
  '"fixtures.externalDependencies"': { fixtures: { externalDependencies: release } },
  '"fixtures.advisory"': { fixtures: { advisory: { id: "A-1" } } },
  '"search.componentTypeParam"': { search: { componentTypeParam: "type" } },
  '"archive.manifests.semanticallyInvalid"': { archive: { manifests: { semanticallyInvalid: "x" } } },
  '"archive.manifests.permissionEscalation"': { archive: { manifests: { permissionEscalation: "x" } } },
  '"exclusive": true': { exclusive: true },
  'a states hook ("states.url") that offers every state': { states: { url: "http://127.0.0.1:1/states" } },
};

async function listFor(document: object): Promise<string> {
  return renderRunList(await toTarget({ baseUrl, namespace, ...document }, ".", "target.json"), options);
}

function countRunning(list: string): number {
  return Number(/^(\d+) would run/mu.exec(list)?.[1]);
}

function keysOf(list: string): readonly (readonly [key: string, count: number])[] {
  const rows = [...list.matchAll(/^ +(.*) would decide (\d+) more$/gmu)];
  return rows.map(([, key = "", count]) => [key, Number(count)] as const);
}

describe("each number of the advice is what its key decides", () => {
  test.each([
    ["a base URL only", {}],
    ["a publisher", { tokens: { publisher: "a-publisher" } }],
  ])("with %s", async (_name, document: { readonly tokens?: object }) => {
    const list = await listFor(document);
    const keys = keysOf(list).filter(([key]) => Object.hasOwn(additions, key));
    expect(keys.length).toBeGreaterThan(5);
    for (const [key, count] of keys) {
      const added: { readonly tokens?: object } = additions[key] ?? {};
      const tokens = { ...document.tokens, ...added.tokens };
      const after = countRunning(await listFor({ ...document, ...added, tokens }));
      expect(after - countRunning(list), key).toBe(count);
    }
  });
});

test("the key that decides most comes first, and the advice has at most five", async () => {
  const target = await toTarget({ baseUrl, namespace }, ".", "target.json");
  const [title, first, ...others] = adviseOnKeys(target, options);
  expect(title).toBe("What the target file could add:");
  expect(first).toMatch(/^ {2}"tokens\.publisher" would decide \d+ more$/u);
  expect(others.filter((line) => /^ *"[^"]+".* would decide \d+ more$/u.test(line))).toHaveLength(4);
  expect(others).toContainEqual(expect.stringMatching(/\d+ further keys too: --list lists all$/u));
});

test("where a run only reads, no key of a write is advised", async () => {
  const target = await toTarget({ baseUrl, namespace }, ".", "target.json");
  const advice = adviseOnKeys(target, { ...options, readOnly: true }).join("\n");
  expect(advice).toContain('"search.componentTypeParam"');
  expect(advice).not.toContain("tokens.publisher");
});

describe("at the end of a run", () => {
  let server: RunningReferenceServer;
  let folder = "";
  const only = ["--only", "capabilities", "--only", "search/filter-*", "--only", "identity/*-kept-exactly"];

  beforeAll(async () => {
    server = await startReferenceServer();
    folder = mkdtempSync(join(tmpdir(), "conformance-advice-"));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  });

  function run(...args: readonly string[]): ReturnType<typeof runMain> {
    return runMain("run", ...only, "--depth", "quick", "--out", join(folder, "out"), "--no-color", ...args);
  }

  test("a base URL alone: the keys as in the list, and how to begin a target file", async () => {
    const [ended, listed] = [
      await run("--base-url", server.target.baseUrl),
      await run("--base-url", server.target.baseUrl, "--list"),
    ];
    expect(ended.code).toBe(4);
    expect(keysOf(ended.output).length).toBeGreaterThan(2);
    expect(keysOf(ended.output)).toEqual(keysOf(listed.output));
    expect(ended.output.replaceAll(/\s+/gu, " ")).toContain(
      `init --base-url ${server.target.baseUrl} writes a target file`,
    );
    // the verdict stays the last line
    expect(ended.output.trimEnd().split("\n").at(-1)).toMatch(/^PARTIAL/u);
  });

  test("a target file: its own gaps only", async () => {
    const file = join(folder, "target.json");
    const { fixtures: _fixtures, search: _search, ...target } = server.target;
    writeFileSync(file, JSON.stringify(target));
    const { output } = await run("--target", file);
    expect(output).toMatch(/^ +"search\.componentTypeParam" would decide \d+ more$/mu);
    expect(output).not.toContain("tokens.publisher");
    expect(output).not.toContain("writes a target file");
  });

  test("nothing is advised where nothing is missing, or only failures are printed", async () => {
    const [whole, quiet] = [
      await run("--reference"),
      await run("--base-url", server.target.baseUrl, "--quiet"),
    ];
    for (const { output } of [whole, quiet]) expect(output).not.toMatch(/would decide \d+ more/u);
  });
});
