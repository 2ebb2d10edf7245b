/**
 * One identity published again and again, each time with other files or in other packing, so that nothing but that can
 * make its integrity another. Between two of them the states hook takes every trace of the release away.
 */
import type { Check } from "../../harness/check.ts";
import { type ArchiveEntry, type Archive, buildArchive } from "../../harness/given/archive.ts";
import type { Given } from "../../harness/given/given.ts";
import { toFullName } from "../../harness/registry/volume.ts";

type Tools = Parameters<Check["run"]>[0];

/** How a variant comes from the plain one. */
export interface Variant {
  readonly entries?: (plain: readonly ArchiveEntry[]) => readonly ArchiveEntry[];
  readonly gzipLevel?: 0 | 1 | 6 | 9;
}

/** Long enough that a digest of the first block alone misses its end. */
const long = "All work and no play makes a dull archive.\n".repeat(2048);

const files: readonly ArchiveEntry[] = [
  { name: "a.txt", content: "alpha\n" },
  { name: "docs/b.txt", content: "beta\n" },
  { name: "docs/c.txt", content: "ab" },
  { name: "docs/d.txt", content: "c" },
  { name: "docs/long.txt", content: long },
];

function replacing(...changes: readonly (readonly [name: string, entry: Partial<ArchiveEntry>])[]): Variant {
  const byName = new Map(changes);
  return { entries: (plain) => plain.map((entry) => ({ ...entry, ...byName.get(entry.name) })) };
}

function adding(entry: ArchiveEntry): Variant {
  return { entries: (plain) => [...plain, entry] };
}

function everywhere(change: Partial<ArchiveEntry>): Variant {
  return { entries: (plain) => plain.map((entry) => ({ ...entry, ...change })) };
}

/** What makes a variant another than the plain archive. */
export type VariantName =
  | "again"
  | "byte"
  | "tail"
  | "renamed"
  | "case"
  | "moved"
  | "swapped"
  | "shifted"
  | "empty"
  | "order"
  | "level"
  | "times"
  | "modes"
  | "owners"
  | "directories";

const variants: Readonly<Record<VariantName, Variant>> = {
  again: {},
  byte: replacing(["a.txt", { content: "alphb\n" }]),
  tail: replacing(["docs/long.txt", { content: `${long.slice(0, -2)}!\n` }]),
  renamed: replacing(["a.txt", { name: "z.txt" }]),
  case: replacing(["a.txt", { name: "A.txt" }]),
  moved: replacing(["a.txt", { name: "docs/a.txt" }]),
  swapped: replacing(["a.txt", { content: "beta\n" }], ["docs/b.txt", { content: "alpha\n" }]),
  shifted: replacing(["docs/c.txt", { content: "a" }], ["docs/d.txt", { content: "bc" }]),
  empty: adding({ name: "empty.txt", content: "" }),
  order: {
    entries: ([manifest, ...rest]) => [...(manifest === undefined ? [] : [manifest]), ...rest.toReversed()],
  },
  level: { gzipLevel: 0 },
  times: everywhere({ mtimeMs: 1_000_000_000_000 }),
  modes: everywhere({ mode: 0o755 }),
  owners: everywhere({ owner: { uid: 1234, gid: 1234, uname: "somebody", gname: "people" } }),
  directories: adding({ name: "hollow", type: "directory" }),
};

/** What is published at each depth: each variant costs four requests. */
const variantsAt: Readonly<Record<Tools["depth"], readonly VariantName[]>> = {
  quick: [],
  standard: ["again", "tail", "order", "case", "moved", "swapped", "shifted", "empty", "level", "times"],
  deep: Object.keys(variants) as VariantName[],
};

interface Series {
  readonly plain: string;
  /** What each variant came to, or why it could not be published. */
  readonly results: ReadonlyMap<VariantName, { readonly integrity: string } | { readonly error: unknown }>;
}

/**
 * The integrity of the plain files and of a variant of them under the same identity.
 * @throws Skipped where the hook cannot purge releases, Blocked where one of the two could not be published
 */
export async function compareVariant(
  { given, depth }: Pick<Tools, "given" | "depth">,
  name: VariantName,
): Promise<{ readonly plain: string; readonly varied: string }> {
  const { plain, results } = await given.shared("integrity/series", (own) =>
    publishSeries(own, variantsAt[depth]),
  );
  const result = results.get(name);
  if (result === undefined) throw given.blocked(`the variant "${name}" is not published at this depth`);
  if ("error" in result) throw result.error;
  return { plain, varied: result.integrity };
}

async function publishSeries(given: Given, names: readonly VariantName[]): Promise<Series> {
  const release = { volume: given.volume(), version: "1.0.0" };
  const good = await given.archive(release, { files });
  const first = await given.publishedRelease({ ...release, archive: good });
  const results = new Map<VariantName, { readonly integrity: string } | { readonly error: unknown }>();
  for (const name of names) {
    await given.state("release-purged", { name: toFullName(release.volume), version: release.version });
    try {
      const archive = await vary(good, variants[name]);
      const { integrity } = await given.publishedRelease({ ...release, archive });
      results.set(name, { integrity });
    } catch (error) {
      results.set(name, { error });
    }
  }
  return { plain: first.integrity, results };
}

async function vary(good: Archive, { entries, gzipLevel }: Variant): Promise<Archive> {
  return await buildArchive(entries?.(good.entries) ?? good.entries, gzipLevel);
}
