/**
 * Publishes the same identity several times, each time with different files or different packing, so that nothing else can
 * change its integrity. Before each new publication the states hook purges the release.
 */
import { repeatOnNetworkFailure, Skipped } from "../../harness/outcome.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import { type ArchiveEntry, type Archive, buildArchive } from "../../harness/given/archive.ts";
import type { Given } from "../../harness/given/given.ts";
import { toFullName } from "../../harness/registry/volume.ts";

/** How a variant differs from the plain archive. */
export interface Variant {
  readonly entries?: (plain: readonly ArchiveEntry[]) => readonly ArchiveEntry[];
  readonly gzipLevel?: 0 | 1 | 6 | 9;
}

/** Long enough that a digest of the first block alone misses its end; compressed, the archive stays below 64 KiB. */
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

/** The variants, by their difference from the plain archive. */
export type VariantName =
  | "repacked"
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

/** Variants with the same file tree in different packing. */
const packings: readonly VariantName[] = ["again", "order", "level", "times"];

/** Reverses the entries after the manifest, which stays first. */
function reversed([manifest, ...rest]: readonly ArchiveEntry[]): readonly ArchiveEntry[] {
  return [...(manifest === undefined ? [] : [manifest]), ...rest.toReversed()];
}

const oldTimes: Partial<ArchiveEntry> = { mtimeMs: 1_000_000_000_000 };

const variants: Readonly<Record<VariantName, Variant>> = {
  repacked: {
    entries: (plain) => reversed(plain).map((entry) => ({ ...entry, ...oldTimes })),
    gzipLevel: 1,
  },
  again: {},
  byte: replacing(["a.txt", { content: "alphb\n" }]),
  tail: replacing(["docs/long.txt", { content: `${long.slice(0, -2)}!\n` }]),
  renamed: replacing(["a.txt", { name: "z.txt" }]),
  case: replacing(["a.txt", { name: "A.txt" }]),
  moved: replacing(["a.txt", { name: "docs/a.txt" }]),
  swapped: replacing(["a.txt", { content: "beta\n" }], ["docs/b.txt", { content: "alpha\n" }]),
  shifted: replacing(["docs/c.txt", { content: "a" }], ["docs/d.txt", { content: "bc" }]),
  empty: adding({ name: "empty.txt", content: "" }),
  order: { entries: reversed },
  level: { gzipLevel: 1 },
  times: everywhere(oldTimes),
  modes: everywhere({ mode: 0o755 }),
  owners: everywhere({ owner: { uid: 1234, gid: 1234, uname: "somebody", gname: "people" } }),
  directories: adding({ name: "hollow", type: "directory" }),
};

/** The variants published at each depth. Each costs three requests to the registry and one to the hook. */
const variantsAt: Readonly<Record<Tools["depth"], readonly VariantName[]>> = {
  quick: [],
  standard: ["repacked", "tail", "case", "moved", "swapped", "shifted", "empty"],
  deep: (Object.keys(variants) as VariantName[]).filter((name) => name !== "repacked"),
};

/** The integrity of a variant, or the error that kept it from being published. */
type Result = { readonly integrity: string } | { readonly error: unknown };

interface Series {
  readonly plain: string;
  readonly results: ReadonlyMap<VariantName, Result>;
}

/** The plain files and variants of them, published under one identity. */
const series: Situation<Series, [names: readonly VariantName[]]> = situation(
  (_names) => "integrity/series",
  ({ given }, names) => publishSeries(given, names),
);

/**
 * The integrity of the plain archive and of a variant, published under the same identity.
 * @throws Skipped if the hook cannot purge releases, Blocked if one of the two could not be published
 */
export async function compareVariant(
  { given, depth }: Pick<Tools, "given" | "depth">,
  name: VariantName,
): Promise<{ readonly plain: string; readonly varied: string }> {
  const { plain, results } = await series(given, variantsAt[depth]);
  const result = results.get(name);
  if (result === undefined) throw given.blocked(`the variant "${name}" is not published at this depth`);
  if ("error" in result) throw result.error;
  return { plain, varied: result.integrity };
}

async function publishSeries(given: Given, names: readonly VariantName[]): Promise<Series> {
  const release = { volume: given.volume(), version: "1.0.0" };
  const plainArchive = await given.archive(release, { files });
  const { integrity: plain } = await given.publishedRelease({ ...release, archive: plainArchive });

  async function publishOnce(name: VariantName): Promise<string> {
    await given.state("release-purged", { name: toFullName(release.volume), version: release.version });
    const archive = await vary(plainArchive, variants[name]);
    return (await given.publishedRelease({ ...release, archive })).integrity;
  }

  async function publish(name: VariantName): Promise<Result> {
    try {
      return { integrity: await repeatOnNetworkFailure(() => publishOnce(name)) };
    } catch (error) {
      // without a hook that purges releases, there is no series
      if (error instanceof Skipped) throw error;
      return { error };
    }
  }

  const results = new Map<VariantName, Result>();
  for (const name of names) results.set(name, await publish(name));
  const repacked = results.get("repacked");
  if (repacked === undefined) return { plain, results };
  // if every packing change together leaves the integrity the same, each alone does too; otherwise each is tried alone
  const isSame = "integrity" in repacked && repacked.integrity === plain;
  for (const name of packings) results.set(name, isSame ? repacked : await publish(name));
  return { plain, results };
}

async function vary(plainArchive: Archive, { entries, gzipLevel }: Variant): Promise<Archive> {
  return await buildArchive(entries?.(plainArchive.entries) ?? plainArchive.entries, gzipLevel);
}
