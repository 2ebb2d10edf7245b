/**
 * Publishes the same identity several times, each time with different files or different packing, so that nothing else can
 * change its integrity. See `renewal.ts` for how an identity becomes free again. Each publication waits for the one before: so
 * there are two such series side by side, each with an identity and a plain release of its own. A check asks one of them.
 */
import { Blocked, repeatOnNetworkFailure, Skipped } from "../../harness/outcome.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import { type Archive, type ArchiveEntry, buildArchive } from "../../harness/given/archive.ts";
import type { Given, PublishedRelease, SituationTools } from "../../harness/given/given.ts";
import { type HostileTree, hostileTrees } from "../inputs/hostile-trees.ts";
import { hostileVolume } from "../situations/hostile-volume.ts";
import {
  singleFile,
  nameVariants,
  plainFiles,
  standardVariants,
  uniteFiles,
  type Variant,
  type VariantName,
  variants,
} from "./mutations.ts";
import { noRenewal, type Renewal, renewalOf } from "./renewal.ts";
import { describeDifference } from "./tree-difference.ts";

/** Variants with the same file tree in different packing. */
const packings: readonly VariantName[] = ["again", "order", "level", "times"];

/** The variants published at each depth. */
const variantsAt: Readonly<Record<Tools["depth"], readonly VariantName[]>> = {
  quick: [],
  standard: standardVariants,
  deep: Object.keys(variants).filter((name) => name !== "repacked"),
};

/** The integrity of a variant, or the error that kept it from being published. */
type Result = { readonly integrity: string; readonly archive: Archive } | { readonly error: unknown };

interface Series {
  readonly plain: Pick<PublishedRelease, "integrity" | "archive">;
  readonly results: ReadonlyMap<VariantName, Result>;
}

/** What the variants of a series change. */
type Subject = "contents" | "names";

/** The plain files and variants of them, published under one identity. */
const series: Situation<Series, [subject: Subject, names: readonly VariantName[]]> = situation(
  (subject, _names) => `integrity/series-of-${subject}`,
  (tools, _subject, names) => publishSeries(tools, names),
);

function subjectOf(name: VariantName): Subject {
  return nameVariants.has(name) ? "names" : "contents";
}

/** The variants of these that this depth publishes. */
export function variantsFor(
  { depth }: Pick<Tools, "depth">,
  names: readonly VariantName[],
): readonly VariantName[] {
  const unknown = names.find((name) => variants[name] === undefined);
  if (unknown !== undefined) throw new Error(`There is no variant "${unknown}"`);
  const published = variantsAt[depth];
  return names.filter((name) => published.includes(name) || (packings.includes(name) && depth !== "quick"));
}

/** The integrities of the plain archive and of a variant. */
interface Compared {
  readonly plain: string;
  readonly varied: string;
  /** How the trees differ, in words. */
  readonly describeDifference: () => string;
}

/**
 * The integrity of the plain archive and of a variant, published under the same identity.
 * @returns undefined if the registry accepts no tree that the variant could change
 * @throws Skipped if no identity can be published twice, Blocked if one of the two could not be published
 */
export async function compareVariant(
  { given, depth }: Pick<Tools, "given" | "depth">,
  name: VariantName,
): Promise<Compared | undefined> {
  const subject = subjectOf(name);
  const names = variantsAt[depth].filter((one) => subjectOf(one) === subject);
  const { plain, results } = await series(given, subject, names);
  const result = results.get(name);
  if (result === undefined) return undefined;
  if ("error" in result) throw result.error;
  return {
    plain: plain.integrity,
    varied: result.integrity,
    describeDifference: () => describeDifference(plain.archive.entries, result.archive.entries),
  };
}

/** The files of trees; a tree that is about its packing has none of its own. */
function filesOf(trees: readonly HostileTree[]): readonly (readonly ArchiveEntry[])[] {
  return trees.filter(({ gzipLevel }) => gzipLevel === undefined).map(({ files }) => files);
}

/** The files of the trees that the registry accepts, one by one. */
async function acceptedFiles({ given }: SituationTools): Promise<readonly (readonly ArchiveEntry[])[]> {
  const { publications } = await hostileVolume(given);
  return filesOf(
    publications.filter(({ publication }) => publication.release !== undefined).map(({ tree }) => tree),
  );
}

/**
 * The first release of the series: with the files of all unusual trees; or, where that is refused, with those of the trees that the
 * registry accepts; or, where these are refused together, with ordinary ones; or with the fewest.
 */
async function publishPlain(tools: SituationTools): Promise<PublishedRelease> {
  const { given, target } = tools;
  const volume = given.volume();
  async function publishAs(
    version: string,
    ...trees: readonly (readonly ArchiveEntry[])[]
  ): Promise<PublishedRelease> {
    const archive = await given.archive({ volume, version }, { files: uniteFiles(...trees) });
    return await given.publishedRelease({ volume, version, archive });
  }
  const all = filesOf(hostileTrees(target.archive.manifestPath));
  const attempts = [
    () => publishAs("1.0.0", plainFiles, ...all),
    async () => publishAs("1.0.1", plainFiles, ...(await acceptedFiles(tools))),
    () => publishAs("1.0.2", plainFiles),
    () => publishAs("1.0.3", singleFile),
  ];
  return await attempts.reduceRight((second, first) => () => unlessRefused(first, second))();
}

/** The first, or the second where the registry answers the first with a refusal. */
async function unlessRefused<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof Blocked) || error.isTransient || error.status === undefined) throw error;
    return await second();
  }
}

async function publishSeries(tools: SituationTools, names: readonly VariantName[]): Promise<Series> {
  const { given } = tools;
  const first = await publishPlain(tools);
  const renewal = renewalOf(tools, first);

  async function publish(name: VariantName): Promise<Result | undefined> {
    try {
      const archive = await vary(first.archive, variants[name] ?? {});
      if (archive === undefined) return undefined;
      const integrity = await repeatOnNetworkFailure(() => publishOnce(given, renewal, archive));
      return { integrity, archive };
    } catch (error) {
      // where no identity can be published twice, there is no series
      if (error instanceof Skipped) throw error;
      if (renewal.mayBeRefused() && error instanceof Blocked && !error.isTransient)
        throw new Skipped(noRenewal);
      if (error instanceof Blocked && error.slug === "invalid-archive") {
        // the text does not give the archive profile
        renewal.noteRefused();
        return undefined;
      }
      return { error };
    }
  }

  const results = new Map<VariantName, Result>();
  for (const name of names) {
    const result = await publish(name);
    if (result !== undefined) results.set(name, result);
  }
  const repacked = results.get("repacked");
  if (repacked === undefined) return { plain: first, results };
  // if every packing change together leaves the integrity the same, each alone does too; otherwise each is tried alone
  const isSame = "integrity" in repacked && repacked.integrity === first.integrity;
  for (const name of packings) {
    const result = isSame ? repacked : await publish(name);
    if (result !== undefined) results.set(name, result);
  }
  return { plain: first, results };
}

async function publishOnce(given: Given, renewal: Renewal, archive: Archive): Promise<string> {
  return (await given.publishedRelease({ ...(await renewal.next()), archive })).integrity;
}

async function vary(plainArchive: Archive, { entries, gzipLevel }: Variant): Promise<Archive | undefined> {
  const changed = entries === undefined ? plainArchive.entries : entries(plainArchive.entries);
  return changed === undefined ? undefined : await buildArchive(changed, gzipLevel);
}
