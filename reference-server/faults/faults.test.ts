import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { Call } from "../call.ts";
import { onlyWhen, replaceRule } from "../rules/change.ts";
import { archiveOf, createTestClient, digestOf, slugOf } from "../lab/test-client.ts";
import type { FaultFile } from "./fault.ts";
import { faults } from "./index.ts";

const folder = dirname(fileURLToPath(import.meta.url));

/** The files of faults, by their path without its ending: `<chapter>/<stem>`. */
const paths: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !["changes", "compiled"].includes(entry.name))
  .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file.slice(0, -3)}`));

function exportNameOf(path: string): string {
  return path.replace(/^.*\//, "").replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

async function load(path: string): Promise<FaultFile> {
  const loaded = (await import(pathToFileURL(join(folder, `${path}.ts`)).href)) as Readonly<
    Record<string, FaultFile>
  >;
  expect(Object.keys(loaded)).toEqual([exportNameOf(path)]);
  return loaded[exportNameOf(path)] ?? {};
}

/** The ids of everything that a file of checks exports. */
function idsIn(value: unknown): ReadonlySet<string> {
  if (typeof value !== "object" || value === null) return new Set();
  const own = "id" in value && typeof value.id === "string" ? [value.id] : [];
  return new Set([...own, ...Object.values(value).flatMap((part) => [...idsIn(part)])]);
}

describe("files of faults", () => {
  test.each(paths)("%s breaks what the file of checks with its path checks", async (path) => {
    const checks = join(folder, "../../suites", `${path}.ts`);
    expect(existsSync(checks)).toBe(true);
    const written = idsIn(await import(pathToFileURL(checks).href));
    const requirements = Object.keys(await load(path));
    expect(requirements.filter((id) => !id.startsWith(`${dirname(path)}/`))).toEqual([]);
    expect(requirements.filter((id) => !written.has(id))).toEqual([]);
  });

  test.each(paths)("%s imports no other file of faults", (path) => {
    const source = readFileSync(join(folder, `${path}.ts`), "utf8");
    const imported = [...source.matchAll(/ from "(\.[^"]*)"/g)].map(([, from = ""]) => from);
    expect(imported.filter((from) => !/^\.\.\/(?:\.\.\/|changes\/|fault\.ts$)/.test(from))).toEqual([]);
  });

  test("are all listed", async () => {
    const loaded = await Promise.all(paths.map(load));
    const written = loaded.flatMap((file) => Object.values(file).flatMap((entries) => Object.keys(entries)));
    expect(faults.map(({ name }) => name).toSorted()).toEqual(written.toSorted());
  });

  test("have a summary only where it says more than the name", async () => {
    const loaded = await Promise.all(paths.map(load));
    const repeated = loaded
      .flatMap((file) => Object.values(file).flatMap((entries) => Object.entries(entries)))
      .filter(
        ([name, entry]) => typeof entry !== "function" && toWords(entry.summary ?? "") === toWords(name),
      );
    expect(repeated).toEqual([]);
  });
});

/** The words that carry meaning, in their order. */
function toWords(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !["a", "an", "the", "is", "are", "of"].includes(word))
    .join(" ");
}

describe("faults", () => {
  test("have different names, and change the rules", { timeout: 60_000 }, () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    const { rules } = createTestClient().server;
    for (const { name } of faults)
      expect(createTestClient({ faults: [name] }).server.rules).not.toEqual(rules);
  });

  test("that break a plainer sentence too name a requirement that another fault breaks", () => {
    const requirements = new Set(faults.map(({ breaks }) => breaks));
    const wrong = faults.filter(
      ({ breaks, leads }) => leads !== undefined && (leads === breaks || !requirements.has(leads)),
    );
    expect(wrong).toEqual([]);
  });

  test("have a sentence as their summary", () => {
    for (const { summary } of faults) expect(summary).toMatch(/^[A-Z0-9].*[^.]$/);
  });

  test("break the rule they name", async () => {
    const size = createTestClient({ faults: ["negative-size-accepted"] });
    const body = {
      version: "1.0.0",
      mediaType: "application/gzip",
      declaredDigest: digestOf(""),
      declaredSize: -1,
    };
    const token = size.server.tokens.publisher;
    expect((await size.send("POST", "/api/v1/volumes/conf-a", { token, body })).status).toBe(201);
    const expired = createTestClient({ faults: ["expired-token-accepted"] });
    expect(
      (await expired.send("DELETE", "/api/v1/volumes/conf-a/1.0.0", { token: expired.server.tokens.expired }))
        .status,
    ).toBe(404);
    const problem = await createTestClient({ faults: ["problem-status-differs"] }).send(
      "GET",
      "/api/v1/advisories/x",
    );
    expect([problem.status, problem.body["status"]]).toEqual([404, 500]);
  });

  test("can be confined to some requests", async () => {
    const change = onlyWhen(
      (call) => call.form === "unscoped",
      replaceRule("identity", "hasDoubleHyphen", () => () => false),
    );
    const client = createTestClient();
    const call = { form: "scoped" } as Call;
    const rules = change(client.server.rules);

    expect(rules.selection.forCall(call, rules)).toBe(rules);
    const broken = rules.selection.forCall({ ...call, form: "unscoped" }, rules);
    expect(broken.identity.hasDoubleHyphen("a--b", call)).toBe(false);
    expect(rules.selection.forCall({ ...call, form: "unscoped" }, rules)).toBe(broken);
  });

  test("can be confined twice", () => {
    const inner = onlyWhen(
      (call) => call.operation === "getRelease",
      replaceRule("identity", "hasDoubleHyphen", () => () => false),
    );
    const change = onlyWhen((call) => call.form === "unscoped", inner);
    const { rules } = createTestClient().server;
    const isBroken = (call: Partial<Call>): boolean => {
      const changed = change(rules);
      return !changed.selection.forCall(call as Call, changed).identity.hasDoubleHyphen("a--b", call as Call);
    };

    expect(isBroken({ form: "unscoped", operation: "getRelease" })).toBe(true);
    expect(isBroken({ form: "scoped", operation: "getRelease" })).toBe(false);
    expect(isBroken({ form: "unscoped", operation: "getTrustDetail" })).toBe(false);
  });

  test("can hold in one circumstance only", async () => {
    const client = createTestClient({
      faults: ["repeated-finalize-conflicts"],
      circumstance: "scoped",
    });
    expect(client.server.rules.selection).not.toBe(createTestClient().server.rules.selection);
    expect(() => createTestClient({ faults: ["repeated-finalize-conflicts"], circumstance: "x" })).toThrow(
      'Cannot break anything in "x": expected one of scoped, unscoped, ',
    );
  });

  test("let two finalizes race", async () => {
    const client = createTestClient({ faults: ["finalize-races"] });
    const bytes = await archiveOf("conf-a", "1.0.0");
    const intents = [
      await client.open("conf-a", "1.0.0", bytes),
      await client.open("conf-a", "1.0.0", bytes),
    ];
    for (const { body } of intents) await client.put(body, bytes);
    const replies = await Promise.all(intents.map(async ({ body }) => await client.finalize("conf-a", body)));

    expect(replies.map((reply) => (reply.status === 201 ? "won" : slugOf(reply)))).toEqual(["won", "won"]);
  });
});
