/** The release of a life: published, with what else its volume has, and its attachments. */
import type {
  Attachment,
  Given,
  PublishedRelease,
  ReleaseOptions,
  SituationTools,
  UploadIntent,
} from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { toAttachment } from "../../harness/given/trust.ts";
import { deriveNumber, sha256 } from "../../harness/seed.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { type Answer, isSuccess, slugOf } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toPurl } from "../../harness/exchange/volume.ts";
import { lookAlikes } from "../inputs/look-alikes.ts";
import { maxSegmentLength, toLabelOfLength } from "../inputs/names.ts";
import { makeGitRelease } from "./git-release.ts";
import type { LifeRow } from "./life-plan.ts";
import { rowOf, stateIn } from "./version-index.ts";
import { setState } from "./yanked-version.ts";

/** The version of a life, and those of two other releases of its volume, which are above it. */
type Versions = Readonly<
  Record<LifeRow["version"], readonly [own: string, available: string, yanked: string]>
>;

/** Somebody may take them for one another. */
const similarVersions: Versions = {
  plain: lookAlikes.parts,
  // as long as a version may be that every registry should take
  prerelease: [
    "1.4.0-Rc.0.x-Y.one-identifier-that-is-longer-than-usual-4b5",
    "1.4.0-Rc-0-x-Y.one-identifier-that-is-longer-than-usual-4b5",
    "1.4.0-rc.0.x-y.one-identifier-that-is-longer-than-usual-4b5",
  ],
  "build metadata": [`${lookAlikes.numbers[1]}+build.7`, lookAlikes.numbers[2], "1.12884901889.0"],
};

/** Their identifiers are short, and of a kind that is rarely tried. */
const oddVersions: Versions = {
  plain: ["0.0.0", "0.0.1", "0.1.0"],
  prerelease: ["1.0.0-0", "1.0.0--x", "1.0.0-0a"],
  "build metadata": ["1.0.0---x+1", "1.0.0-0a+001", "1.0.0-A"],
};

/** Releases with attachments have the odd ones, the others the similar ones; of the prereleases with attachments, only one form. */
function versionsFor({ version, attachments, form }: LifeRow): Versions[LifeRow["version"]] {
  const isOdd = attachments === "two" && (version !== "prerelease" || form === "scoped");
  const [own, available, yanked] = (isOdd ? oddVersions : similarVersions)[version];
  // in one form, the available one has the numbers of the two prereleases
  return version === "prerelease" && form === "scoped" && !isOdd
    ? [own, "1.4.0", yanked]
    : [own, available, yanked];
}

/** Of another category than the usual format, so that the summary has two entries. */
const otherFormat = { family: "openvex", mediaType: "application/vnd.openvex+json", version: "0.2.0" };
/** Its version has digits alone, as a number has. */
const parameterized = {
  ...otherFormat,
  mediaType: `${otherFormat.mediaType}; charset=utf-8`,
  version: "2",
};

/** What the parts of a life have in common. */
export interface Living {
  readonly row: LifeRow;
  readonly release: PublishedRelease;
  readonly attachments: readonly Attachment[];
  /** Another upload of the same version whose bytes have arrived. */
  readonly late?: UploadIntent;
  /** Finalizes its own upload once more. */
  readonly again?: () => Promise<Answer>;
}

/**
 * Asks for all that a registry may keep, before there is anything to show. That it keeps the absence of a volume, other lives show, so that
 * one with attachments asks for a trust upload in its place.
 */
async function askEarly(
  { given, registry, target }: SituationTools,
  row: LifeRow,
  release: ReleaseName,
): Promise<void> {
  const absent = { ...release, integrity: sha256("no release"), purl: toPurl(release), sinceMs: 0 };
  const others =
    target.features.trust && row.attachments !== "none"
      ? [
          registry.getTrustSummary(release),
          registry.getTrustDetail(release),
          registry.createTrustUpload(release, given.trustBody(absent, given.artifact())),
        ]
      : [registry.getVersionIndex(release.volume)];
  await Promise.all([registry.getRelease(release), ...others]);
}

/** What the long names of lives begin with. */
const stemOfNames: Situation<string> = situation("histories/lives", async ({ given }) =>
  Promise.resolve(given.volume().segment),
);

/** A name of the maximum length; the names of all lives differ in their last characters. */
async function toLongName(given: Given, segment: string): Promise<string> {
  const end = deriveNumber(segment).toString(36);
  return `${toLabelOfLength(await stemOfNames(given), maxSegmentLength - end.length - 1)}-${end}`;
}

/** The name of the release as its row wants it. The usual name of a prerelease in a scope has digits only. */
async function nameFor({ given }: SituationTools, row: LifeRow): Promise<ReleaseName> {
  const { segment, ...scope } = given.volume();
  const isNumber = row.form === "scoped" && row.version === "prerelease";
  const usual = isNumber ? `7${deriveNumber(segment)}` : segment;
  const named = row.name === "long" ? await toLongName(given, segment) : usual;
  return { volume: { ...scope, segment: named }, version: versionsFor(row)[0] };
}

function contentFor({ target }: SituationTools, { content }: LifeRow): Pick<ReleaseOptions, "manifest"> {
  const { isBuiltIn, manifests } = target.archive;
  const declares = content === "declarations" && !isBuiltIn && manifests.externalDependencies !== undefined;
  return { manifest: declares ? "externalDependencies" : "minimal" };
}

/** A release that was published for a life. */
export interface Published extends Pick<Living, "release" | "late" | "again"> {
  /** The responses to the transfer and the finalize of its upload. Empty if its version has another one, too. */
  readonly publishing: readonly Answer[];
}

/** Publishes the release under this name. */
async function publishAs(tools: SituationTools, row: LifeRow, name: ReleaseName): Promise<Published> {
  const { given, registry } = tools;
  const content = contentFor(tools, row);
  const keyed = (): Pick<RequestOptions, "idempotencyKey"> =>
    row.key === "both" ? { idempotencyKey: given.key() } : {};
  if (row.early === "yes") await askEarly(tools, row, name);
  const upload = await given.uploadIntent({ ...name, ...content, ...keyed() });
  const transfer = await given.offerBytes(upload, upload.archive.bytes);
  // what other requirements do not judge, the check judges; the life goes on with another release
  const otherwise = async (refused: Answer, publishing: readonly Answer[]): Promise<Published> => {
    assertNameTaken(tools, row, refused);
    return { release: await given.publishedRelease(content), publishing };
  };
  if (!isSuccess(transfer)) return await otherwise(transfer, [transfer]);
  const files = [{ name: "late.md", content: "A further upload of this version\n" }];
  // a registry may refuse it, since the first one reserves the version, or take it in place of the first one
  const opened =
    row.open === "uploads"
      ? await undefinedIfNotPossible(() => given.uploadIntent({ ...name, ...content, files }))
      : undefined;
  const send = async (): Promise<UploadIntent | undefined> =>
    opened !== undefined && isSuccess(await given.offerBytes(opened, opened.archive.bytes))
      ? opened
      : undefined;
  const early = row.form === "unscoped" ? await send() : undefined;
  const key = keyed();
  const answer = await registry.finalizeReleaseUpload(upload, key);
  // the bytes of another upload change nothing about what is published, before or after
  const late = row.form === "unscoped" ? early : await send();
  const publishing = opened === undefined ? [transfer, answer] : [];
  if (!isSuccess(answer)) return await otherwise(answer, publishing);
  const release = given.releaseOf(upload, answer);
  const again = (): Promise<Answer> => registry.finalizeReleaseUpload(upload, key);
  return {
    release,
    publishing,
    ...(late === undefined ? {} : { late }),
    ...(row.finalize === "again" ? { again } : {}),
  };
}

/** Problems of a name or a version that is longer or stranger than usual. */
const ofNames: ReadonlySet<string> = new Set(["validation-failed", "invalid-manifest"]);

/** @throws Blocked if the response may be about an unusual name: other requirements judge which names are taken */
function assertNameTaken({ given }: SituationTools, row: LifeRow, answer: Answer): void {
  const isUsual = row.name === "usual" && row.version === "plain";
  if (!isUsual && ofNames.has(slugOf(answer) ?? ""))
    throw given.blocked("the registry refuses the name or the version", answer);
}

/**
 * The release as its row wants it. A registry may refuse its name, or find build metadata only where its `+` is encoded: then with a
 * usual one.
 */
export async function publish(tools: SituationTools, row: LifeRow): Promise<Published> {
  const { registry, eventually } = tools;
  const usual: LifeRow = { ...row, name: "usual", version: "plain" };
  const published = await undefinedIfNotPossible(async () =>
    publishAs(tools, row, await nameFor(tools, row)),
  );
  if (published === undefined) return await publishAs(tools, usual, await nameFor(tools, usual));
  const { release } = published;
  if (!release.version.includes("+")) return published;
  const metadata = await eventually(() => registry.getRelease(release), { since: release });
  return isSuccess(metadata) ? published : await publishAs(tools, usual, await nameFor(tools, usual));
}

/** Another release of the volume of a life, and the finalize of an upload that was open while a third one was yanked. */
interface Beside {
  readonly sibling?: PublishedRelease;
  readonly outlived: readonly Answer[];
}

/** Opens the upload of a release, lets something happen, and finalizes it. */
async function publishAround(
  { given, registry }: SituationTools,
  name: ReleaseName,
  happen: () => Promise<boolean>,
): Promise<Beside> {
  const upload = await undefinedIfNotPossible(() => given.uploadedBytes(name));
  const hasHappened = await happen();
  if (upload === undefined) return { outlived: [] };
  const answer = await registry.finalizeReleaseUpload(upload, { idempotencyKey: given.key() });
  return {
    outlived: hasHappened ? [answer] : [],
    ...(isSuccess(answer) ? { sibling: given.releaseOf(upload, answer) } : {}),
  };
}

/**
 * What else its volume has: a release, a yanked one, and where releases are unpublished, one that is in a repository. Where
 * uploads are open, that of one is open while the other one is yanked.
 */
export async function publishBeside(
  tools: SituationTools,
  { row, release }: Pick<Living, "row" | "release">,
): Promise<Beside> {
  const { given, registry, eventually, now } = tools;
  const { volume } = release;
  const [own, next, last] = versionsFor(row);
  if (row.beside === "nothing" || release.version !== own) return { outlived: [] };
  const publishOther = (version: string): Promise<PublishedRelease | undefined> =>
    undefinedIfNotPossible(() => given.publishedRelease({ volume, version }));
  const yank = async (other: PublishedRelease | undefined): Promise<boolean> => {
    if (other === undefined) return false;
    const isYanked = await undefinedIfNotPossible(async () => {
      await setState(given, other, "yanked");
      return true;
    });
    return isYanked ?? false;
  };
  const addGit = async (): Promise<unknown> =>
    given.half === "first"
      ? undefined
      : await undefinedIfNotPossible(() => makeGitRelease(given, { volume, version: "2.0.0" }));
  if (row.open === "nothing") {
    const sibling = await publishOther(next);
    await yank(await publishOther(last));
    await addGit();
    return { outlived: [], ...(sibling === undefined ? {} : { sibling }) };
  }
  const yanked = await publishOther(last);
  // a registry that takes rising versions only refuses it: then there is none
  const beside = await publishAround(tools, { volume, version: next }, async () => {
    const isYanked = await yank(yanked);
    // only what was shown as yanked, to everybody, can be seen to be so no more
    if (isYanked && row.reader === "nobody")
      await eventually(() => registry.getVersionIndex(volume), {
        since: { sinceMs: now() },
        until: (index) => stateIn(rowOf(index, last)) === "yanked",
      });
    return isYanked;
  });
  await addGit();
  return beside;
}

/** The attachments of the release of a life. */
export interface Attached extends Pick<Living, "attachments"> {
  /** The responses to the requests that attach an artifact of the usual format. */
  readonly attaching: readonly Answer[];
}

/** Attaches artifacts of different categories, or as many as the registry takes. */
export async function attach(
  tools: SituationTools,
  release: PublishedRelease,
  { attachments }: LifeRow,
): Promise<Attached> {
  const { given, target } = tools;
  if (!target.features.trust || attachments === "none") return { attachments: [], attaching: [] };
  const { attaching, attachment } = await attachUsual(tools, release);
  const further = (format: Readonly<Record<string, string>>): Promise<Attachment | undefined> =>
    undefinedIfNotPossible(() => given.attachment(release, { format }));
  const withParameter = given.half === "second" ? await further(parameterized) : undefined;
  const second = withParameter ?? (await further(otherFormat));
  return { attachments: [attachment, second].filter((one) => one !== undefined), attaching };
}

/** Attaches an artifact of the usual format, as far as the registry goes along. */
async function attachUsual(
  { given, registry, eventually }: SituationTools,
  release: PublishedRelease,
): Promise<Pick<Attached, "attaching"> & { readonly attachment?: Attachment }> {
  const { volume, version } = release;
  const artifact = given.artifact();
  const requestBody = given.trustBody(release, artifact);
  const created = await eventually(() => registry.createTrustUpload(release, requestBody), {
    since: release,
  });
  if (!isSuccess(created)) return { attaching: [created] };
  const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
  await given.transfer(intent, artifact);
  const finalized = await registry.finalizeTrustUpload(intent, { idempotencyKey: given.key() });
  return {
    attaching: [created, finalized],
    ...(isSuccess(finalized) ? { attachment: toAttachment(given, intent, finalized) } : {}),
  };
}
