/** The first line of a run is written before the suite is loaded, which takes several times as long as everything before. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

/** What a module loads before anything in it runs: its own imports and those of what it imports; packages by their names. */
function loadedBefore(entry: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    const file = new URL(path, root);
    if (!path.includes("/") || !existsSync(file) || !statSync(file).isFile()) continue;
    const text = readFileSync(file, "utf8").replaceAll(/^(?:import|export) type [^;]*;/gm, "");
    for (const [, named = ""] of text.matchAll(/^(?:import|export)\b[^;"]*"([^"]+)";/gm))
      waiting.push(
        named.startsWith(".") ? fileURLToPath(new URL(named, file)).slice(fileURLToPath(root).length) : named,
      );
  }
  return loaded;
}

test("`run` says what it probes before it loads the suite, the client or the reports' schemas", () => {
  const loaded = [
    ...loadedBefore("harness/cli.ts"),
    ...loadedBefore("harness/commands/main.ts"),
    ...loadedBefore("harness/commands/run-command.ts"),
  ];
  expect(loaded).toContain("harness/commands/progress.ts");
  expect(
    loaded.filter((path) => /^suites\/|^reference-server\/|schemas\/compiled\/(?:report|wire)/.test(path)),
  ).toEqual([]);
  expect(loaded.filter((path) => ["undici", "fast-check", "tar-stream", "ajv"].includes(path))).toEqual([]);
});
