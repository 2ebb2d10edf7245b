/**
 * Bundles the program and the library into dist/bundle/, the part of dist/ that is in the package: few files load faster than hundreds.
 * Packages that a run needs stay outside. With it go the digests, the source maps, and the types that a user of the library sees.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { rolldown } from "rolldown";
import { digestOfBundle, identityFile } from "../dist/harness/bundled-digest.js";
import { mapsFile } from "../dist/harness/source-stack.js";
import { digestOfSuite } from "../dist/harness/suite-digest.js";
import { thinMappings } from "./thin-source-map.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const built = join(root, "dist");
const folder = join(built, "bundle");

const entries = {
  cli: "harness/cli.ts",
  index: "harness/index.ts",
  vitest: "harness/vitest.ts",
  // worker threads, which are started by their names
  worker: "harness/selftest/worker.ts",
  "verify-worker": "harness/commands/verify-worker.ts",
};

const countedAtBuild = {
  name: "digest counted at build time",
  resolveId: (source) =>
    source.endsWith("/suite-digest.ts") ? join(root, "harness/bundled-digest.ts") : undefined,
};

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: entries,
  cwd: root,
  platform: "node",
  external: /^[^./]/u,
  plugins: [countedAtBuild],
});
const { output } = await bundle.write({
  dir: folder,
  format: "esm",
  chunkFileNames: "[name]-[hash].js",
  sourcemap: "hidden",
  // the maps tell the names in a stack
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
});
await bundle.close();

const maps = output.flatMap(({ fileName }) => {
  if (!fileName.endsWith(".map")) return [];
  const file = join(folder, fileName);
  const { sourcesContent: _texts, ...map } = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  // a fault or a choice is a few lines that replace a rule of the reference server: the rest of a stack says where
  if (/^(?:faults|choices)-/u.test(fileName)) return [];
  return [[fileName.replace(/\.map$/u, ""), { ...map, names: [], mappings: thinMappings(map.mappings) }]];
});
writeFileSync(
  join(folder, mapsFile),
  brotliCompressSync(JSON.stringify(Object.fromEntries(maps)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }),
);
writeFileSync(
  join(folder, identityFile),
  JSON.stringify({ suite: digestOfSuite(), bundle: digestOfBundle(folder) }),
);

/** The declarations that a declaration names. */
function namedIn(file) {
  const text = readFileSync(join(built, file), "utf8");
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\()"(\.[^"]+)"/gu)].map(([, named]) =>
    posix.join(posix.dirname(file), named.replace(/\.(?:tsx?|js)$/u, ".d.ts")),
  );
}

/** These declarations, and those that they name, directly or through others. */
function reachTypes(firsts) {
  const found = new Set(firsts);
  for (const file of found) for (const named of namedIn(file)) found.add(named);
  return found;
}

const typeEntries = ["harness/index.d.ts", "harness/vitest.d.ts"];
// what a user of the library can import
const offered = new Set(typeEntries.flatMap((file) => [file, ...namedIn(file)]));

for (const file of reachTypes(typeEntries)) {
  const copy = join(folder, "types", file);
  mkdirSync(dirname(copy), { recursive: true });
  const text = readFileSync(join(built, file), "utf8");
  writeFileSync(copy, offered.has(file) ? text : text.replaceAll(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gmu, ""));
}
