/**
 * Publishes the same identity several times, each time with different files or different packing, so that nothing else can
 * change its integrity. See `renewal.ts` for how an identity becomes free again. Each publication waits for the one before: so
 * there are two such series side by side, each with an identity and a plain release of its own. A check asks one of them.
 */
import { type Blocked, repeatOnNetworkFailure } from "../../harness/outcome.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { type Archive, buildArchive, buildArchiveOfMembers } from "../../harness/given/archive.ts";
import type { Given, PublishedRelease, SituationTools } from "../../harness/given/given.ts";
import { nameVariants, standardVariants, type VariantName, variants } from "./mutations.ts";
import { type Pack, publishPlain, type Subject } from "./plain-release.ts";
import { afterRefusal } from "./refused-variants.ts";
import { type Renewal, renewalOf } from "./renewal.ts";
import { isServed } from "./served-links.ts";
import { describeDifference } from "./tree-difference.ts";

/** Variants with the same file tree in different packing. */
const packings: readonly VariantName[] = ["again", "order", "level", "times"];

/** The variants published at each depth. */
const variantsAt: Readonly<Record<Tools["depth"], readonly VariantName[]>> = {
  quick: [],
  standard: standardVariants,
  deep: Object.keys(variants).filter((name) => name !== "repacked"),
};

/** The integrity of a variant; or the response that refused its link; or the error that kept it from being published. */
type Result =
  | (Pick<PublishedRelease, "integrity" | "archive" | "answer"> & { readonly isLeftOut?: boolean })
  | { readonly refused: Blocked }
  | { readonly error: unknown };

interface Series {
  readonly plain: Pick<PublishedRelease, "integrity" | "archive">;
  readonly results: ReadonlyMap<VariantName, Result>;
  readonly pack: Pack;
}

/** The plain files and variants of them, published under one identity. */
const series: Situation<Series, [subject: Subject, names: readonly VariantName[]]> = situation(
  (subject, _names) => `integrity/series-of-${subject}`,
  (tools, subject, names) => publishSeries(tools, subject, names),
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
  /** That of another variant, if the two differ from the plain archive in the same place. */
  readonly plain: string;
  readonly varied: string;
  /** The response that has it. */
  readonly answer: Answer;
  /** True if the two are equal, and the registry does not serve what the variant adds. */
  readonly isLeftOut: boolean;
  /** How the trees differ, in words. */
  readonly describeDifference: () => string;
}

/** The variants of the depth that belong to one series with this one, published with it. */
async function seriesOf({ given, depth }: Pick<Tools, "given" | "depth">, subject: Subject): Promise<Series> {
  const names = variantsAt[depth].filter((one) => subjectOf(one) === subject);
  return await series(given, subject, names);
}

/**
 * The integrity of the plain archive and of a variant, published under the same identity.
 * @returns undefined if the registry accepts no tree that the variant could change, or refuses the variant
 * @throws Skipped if no identity can be published twice, Blocked if one of the two could not be published
 */
export async function compareVariant(
  tools: Pick<Tools, "given" | "depth">,
  name: VariantName,
): Promise<Compared | undefined> {
  const { plain, results, pack } = await seriesOf(tools, subjectOf(name));
  const result = results.get(name);
  if (result === undefined || "refused" in result) return undefined;
  if ("error" in result) throw result.error;
  const base = baseOf(results, name) ?? plain;
  const packing = pack === buildArchive ? "" : " (the gzip file has three members)";
  return {
    plain: base.integrity,
    varied: result.integrity,
    answer: result.answer,
    isLeftOut: result.isLeftOut ?? false,
    describeDifference: () => `${describeDifference(base.archive.entries, result.archive.entries)}${packing}`,
  };
}

/** The response with which the registry refuses the link of a variant; undefined if it accepts it. */
export async function linkRefusal(
  tools: Pick<Tools, "given" | "depth">,
  name: VariantName,
): Promise<Blocked | undefined> {
  const { results } = await seriesOf(tools, subjectOf(name));
  const result = results.get(name);
  return result !== undefined && "refused" in result ? result.refused : undefined;
}

/** True if the archives of a series have several gzip members: the registry refused none of them for that. */
export async function acceptsMembers(tools: Pick<Tools, "given" | "depth">): Promise<boolean> {
  return (await seriesOf(tools, "names")).pack === buildArchiveOfMembers;
}

/** What the variant differs from, if that is another variant that was published. */
function baseOf(results: Series["results"], name: VariantName): Series["plain"] | undefined {
  const base = results.get(variants[name]?.base ?? "");
  return base !== undefined && "integrity" in base ? base : undefined;
}

async function publishSeries(
  tools: SituationTools,
  subject: Subject,
  names: readonly VariantName[],
): Promise<Series> {
  const { release: first, pack } = await publishPlain(tools, subject);
  const renewal = renewalOf(tools, first);
  const results = new Map<VariantName, Result>();

  async function publish(name: VariantName): Promise<Result | undefined> {
    const { entries, gzipLevel, link, base } = variants[name] ?? {};
    const changed = entries === undefined ? first.archive.entries : entries(first.archive.entries);
    const before = base === undefined ? first : baseOf(results, name);
    if (changed === undefined || before === undefined) return undefined;
    try {
      const archive = await pack(changed, gzipLevel);
      const release = await repeatOnNetworkFailure(() => publishOnce(tools.given, renewal, archive));
      const { integrity, answer } = release;
      const isSame = integrity === before.integrity;
      if (link === undefined || !isSame) return { integrity, archive, answer };
      return { integrity, archive, answer, isLeftOut: !(await isServed(tools, release, link)) };
    } catch (error) {
      return afterRefusal(renewal, error, link !== undefined);
    }
  }

  for (const name of names) {
    const result = await publish(name);
    if (result !== undefined) results.set(name, result);
  }
  const repacked = results.get("repacked");
  if (repacked === undefined) return { plain: first, results, pack };
  // if every packing change together leaves the integrity the same, each alone does too; otherwise each is tried alone
  const isSame = "integrity" in repacked && repacked.integrity === first.integrity;
  for (const name of packings) {
    const result = isSame ? repacked : await publish(name);
    if (result !== undefined) results.set(name, result);
  }
  return { plain: first, results, pack };
}

async function publishOnce(given: Given, renewal: Renewal, archive: Archive): Promise<PublishedRelease> {
  return await given.publishedRelease({ ...(await renewal.next()), archive });
}
