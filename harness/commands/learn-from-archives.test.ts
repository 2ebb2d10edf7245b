import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { learnFromArchives } from "./learn-from-archives.ts";

async function toArchive(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

/** A registry with these archives by name, each at an address of its own; every request is noted. */
async function learn(items: readonly unknown[], archives: Readonly<Record<string, Uint8Array | "git">>) {
  const asked: string[] = [];
  const learnt = await learnFromArchives("https://registry.test/r", items, {
    get: (url) => {
      asked.push(url);
      const archive = archives[url.split("/").at(-2) ?? ""];
      if (archive === undefined) return Promise.resolve({ status: 404, body: undefined });
      const dist = { source: archive === "git" ? "git" : "cdn", url: `${url}.tar.gz` };
      return Promise.resolve({ status: 200, body: { dist } });
    },
    download: (url) => {
      asked.push(url);
      const archive = archives[url.split("/").at(-2) ?? ""];
      return Promise.resolve(typeof archive === "object" ? archive : undefined);
    },
  });
  return { learnt, asked };
}

const manifest = await toArchive({
  "readme.md": "bell 1.0.0+b",
  "a/package.toml": 'scope = "acme"\nname = "bell"\nversion = "1.0.0+b"\n',
});

test("a release of a scope is read before others, and its identity becomes placeholders", async () => {
  const items = [
    { name: "tide", latestVersion: "1.0.0" },
    { name: "@acme/bell", latestVersion: "1.0.0+b" },
  ];
  const { learnt, asked } = await learn(items, { bell: manifest });
  expect(learnt).toEqual({
    path: "a/package.toml",
    template: 'scope = "{{scope}}"\nname = "{{segment}}"\nversion = "{{version}}"\n',
    from: "@acme/bell 1.0.0+b",
  });
  const url = "https://registry.test/r/api/v1/volumes/@acme/bell/1.0.0%2Bb";
  expect(asked).toEqual([url, `${url}.tar.gz`]);
});

test("releases without an archive that can be read are passed over, three at most", async () => {
  const names = ["absent", "from-git", "broken", "bell"];
  const items = names.map((name) => ({ name, latestVersion: "1.0.0+b" }));
  const archives = { "from-git": "git", broken: Buffer.from("no archive"), bell: manifest } as const;
  expect((await learn(items.slice(1), archives)).learnt?.path).toBe("a/package.toml");
  const { learnt, asked } = await learn(items, archives);
  expect(learnt).toBeUndefined();
  expect(asked).toHaveLength(4);
});

test.each([
  [{ name: "bell", latestVersion: "1.0.0\nprocess.exit(1)" }],
  [{ name: "../bell", latestVersion: "1.0.0" }],
  [{ name: "bell" }],
  ["bell"],
])("%j names no release, and nothing is asked for it", async (item) => {
  expect(await learn([item], { bell: manifest })).toEqual({ learnt: undefined, asked: [] });
});
