/** The release that is uploaded in each attempt: what is refused does not depend on it. */
import type { Given } from "../../harness/given/given.ts";
import type { ReleaseName, Volume } from "../../harness/exchange/volume.ts";
import { deriveNumber } from "../../harness/seed.ts";
import { maxSegmentLength, toLabelOfLength } from "../inputs/names.ts";
import { lastDigit, middleDigit } from "../inputs/near-digests.ts";
import { releaseToGuard } from "../situations/guarded-uploads.ts";
import { busyRelease } from "../situations/attached-release.ts";
import { givenVolumeWithAYankedVersion } from "../situations/yanked-version.ts";
import { firstRelease } from "../situations/release-uploads.ts";

/**
 * Of the reasons for which one requirement wants a refusal, about half. Their attempts are no prereleases, and have keys for unscoped
 * names; the others are prereleases, and have keys for scoped names. So each pair of form, key and prerelease meets.
 */
export const others: ReadonlySet<string> = new Set([
  "size-and-digest",
  "names-a-shorter-name",
  "names-upper-case",
  "names-build",
  "names-shorter-version",
  "not-gzip",
  "entries-outer",
  "empty-manifest",
  "permissions",
]);

/** The ends of the versions of attempts: what is refused does not depend on the kind of version. */
const prereleases = [
  "-rc.1",
  "-Rc.0A",
  "-0",
  "--",
  "-one.identifier-that-is-longer-than-usual.and.many.others.0",
] as const;
const builds = ["+build.7", "+007", "+b.8"] as const;

/** The end of a version: of two forms, one has build metadata. */
function endOf(name: string, draw: number, isUsual: boolean): string {
  const prerelease = others.has(name) ? "" : prereleases[isUsual ? 0 : draw % prereleases.length];
  // the draws of the two forms are 3 apart
  const build = isUsual || draw % 2 === 0 ? "" : builds[draw % builds.length];
  return `${prerelease ?? ""}${build ?? ""}`;
}

/**
 * The volumes of attempts: a new one with a long name, one with releases, a new one, and one with a yanked release or attachments. A
 * refusal does not depend on them.
 */
const places: readonly ((given: Given) => Promise<Volume> | Volume)[] = [
  (given) => {
    const { segment, ...scope } = given.volume();
    return { ...scope, segment: toLabelOfLength(segment, maxSegmentLength) };
  },
  async (given) => (await firstRelease(given)).volume,
  (given) => given.volume(),
  async (given) =>
    given.half === "first"
      ? (await givenVolumeWithAYankedVersion(given)).yanked.volume
      : (await busyRelease(given)).volume,
];

/** The release of an attempt. Where the manifest names another one, name and version are usual: they are what is compared. */
export async function releaseOf(given: Given, name: string, isUsual: boolean): Promise<ReleaseName> {
  const draw = deriveNumber(name) + (given.half === "first" ? 3 : 0);
  const end = endOf(name, draw, isUsual);
  const besideOthers = versionsBesideOthers.get(name);
  if (besideOthers !== undefined)
    return { volume: (await releaseToGuard(given)).volume, version: `${besideOthers}${end}` };
  // what a registry may take is then published, and a later version below it may be refused: it has a volume of its own
  const mayBePublished = name.startsWith("entries-") || name === "size-and-digest";
  const place = mayBePublished ? (draw % 2) * 2 : draw % places.length;
  const toVolume = isUsual ? undefined : places[place];
  if (toVolume === undefined) return { volume: given.volume(), version: `1.0.1${end}` };
  return { volume: await toVolume(given), version: `${given.version(`14.0.${draw % 1_000_000}`)}${end}` };
}

/**
 * The versions of attempts beside a release and open uploads that the end of the run looks at: a refusal has no effect on them.
 * The other attempts have a volume of their own, so that a mix-up of uploads is not met by each of them.
 */
const versionsBesideOthers: ReadonlyMap<string, string> = new Map([
  ["not-gzip", "1.2.1"],
  ["names-version", "1.2.2"],
  [`digest-${lastDigit}`, "1.2.3"],
  [`digest-${middleDigit}`, "1.2.4"],
  ["names-scope", "1.2.5"],
  ["permissions", "1.2.6"],
  ["toml-end", "1.2.7"],
  ["toml-duplicate", "1.2.9"],
  ["truncated-8", "1.2.8"],
]);
