/** Releases that live through different things from their creation to their end, and what reads show of each in between. */
import type { FixtureState, Tools } from "../../harness/check.ts";
import type {
  Attachment,
  Eventually,
  PublishedRelease,
  ReleaseOptions,
  SituationTools,
  UploadIntent,
} from "../../harness/given/given.ts";
import { situation } from "../../harness/given/situation.ts";
import { toAttachment } from "../../harness/given/trust.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt, valueAt } from "../../harness/exchange/answer.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { toLabelOfLength } from "../inputs/names.ts";
import { attachmentIds, showsArtifacts, showsAttachment } from "./attached-release.ts";
import { readConditionally } from "./conditional-reads.ts";
import { type Download, fetchArchive } from "./download.ts";
import { type LifeRow, lifeRows } from "./life-plan.ts";
import { readTrust, type TrustDocuments } from "./trust-documents.ts";
import { rowOf, stateIn } from "./version-index.ts";
import { setState } from "./yanked-version.ts";

export type LifeState = FixtureState | "available";

/** What was read while the release had a state. */
export interface Stop {
  readonly state: LifeState;
  /** The states since its publication, this one included. */
  readonly states: readonly LifeState[];
  readonly metadata: Answer;
  readonly index: Answer;
  /** Absent if the release has no attachment. */
  readonly trust?: TrustDocuments;
  /** The files, where the release is available; absent without an address that HTTP can fetch. */
  readonly download?: Download;
  /** Reads under the validator of what was read before the change, of documents that had one and differ now. */
  readonly conditional: readonly Answer[];
}

export interface Life {
  readonly row: LifeRow;
  readonly release: PublishedRelease;
  /** The responses to the transfer and the finalize of its upload. Empty if its version has another one, too. */
  readonly publishing: readonly Answer[];
  /** The responses to the requests that attach an artifact of the usual format. */
  readonly attaching: readonly Answer[];
  readonly attachments: readonly Attachment[];
  /** The first one is from before the first change. */
  readonly stops: readonly [Stop, ...Stop[]];
  /** The response to `DELETE` at the end, in the form whose path is stated. */
  readonly unpublished?: Answer;
  /** Another release of the volume, to which nothing happened. */
  readonly sibling?: PublishedRelease;
}

const routes: Readonly<Record<LifeRow["route"], readonly LifeState[]>> = {
  yanked: ["yanked", "available"],
  hidden: ["blocked", "unavailable", "available"],
  none: [],
};

/** The states after that of a release that is not unpublished. One is yanked for the second time. */
const ends: Readonly<Record<LifeRow["route"], readonly LifeState[]>> = {
  yanked: ["yanked", "tombstoned"],
  hidden: ["tombstoned"],
  none: ["tombstoned"],
};

/** Each with the versions of two other releases of its volume, which are above it. */
const versions: Readonly<
  Record<LifeRow["version"], readonly [own: string, available: string, yanked: string]>
> = {
  plain: ["1.4.0", "1.5.0", "1.6.0"],
  // as long as a version may be that every registry should take, and in both letter cases
  "long prerelease": ["1.4.0-Rc.0.x-Y.one-identifier-that-is-longer-than-usual-4b5", "1.4.0", "1.5.0"],
  // above 32 bits
  "build metadata": ["1.4294967297.0+build.7", "1.4294967298.0", "1.4294967299.0"],
};

/** Of another category than the usual format, so that the summary has two entries. */
const otherFormat = { family: "openvex", mediaType: "application/vnd.openvex+json", version: "0.2.0" };

/** The most characters of a segment of a volume name. */
const maxSegment = 128;

/** What the parts of a life have in common. */
interface Living {
  readonly row: LifeRow;
  readonly release: PublishedRelease;
  readonly attachments: readonly Attachment[];
  /** Another upload of the same version whose bytes have arrived. */
  readonly late?: UploadIntent;
}

function optionsOf({ reader }: LifeRow): RequestOptions {
  return reader === "publisher" ? { as: "publisher" } : {};
}

/** Reads all that a registry may keep, before there is anything to show. */
async function readEarly(
  { registry, target }: SituationTools,
  row: LifeRow,
  release: ReleaseName,
): Promise<void> {
  const trust =
    target.features.trust && row.attachments !== "none"
      ? [registry.getTrustSummary(release), registry.getTrustDetail(release)]
      : [];
  await Promise.all([registry.getRelease(release), registry.getVersionIndex(release.volume), ...trust]);
}

/** Attaches artifacts of different categories, or as many as the registry takes. */
async function attach(
  tools: SituationTools,
  release: PublishedRelease,
  { attachments }: LifeRow,
): Promise<Pick<Life, "attachments" | "attaching">> {
  const { given, target } = tools;
  if (!target.features.trust || attachments === "none") return { attachments: [], attaching: [] };
  const { attaching, attachment } = await attachUsual(tools, release);
  const second = await undefinedIfNotPossible(() => given.attachment(release, { format: otherFormat }));
  return { attachments: [attachment, second].filter((one) => one !== undefined), attaching };
}

/** Attaches an artifact of the usual format, as far as the registry goes along. */
async function attachUsual(
  { given, registry, eventually }: SituationTools,
  release: PublishedRelease,
): Promise<Pick<Life, "attaching"> & { readonly attachment?: Attachment }> {
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

/** The categories of a summary, with each of their formats. */
function artifactsIn(summary: Answer): readonly string[] {
  return listAt(summary.body, "artifacts").flatMap((one) => {
    const category = textAt(one, "category") ?? "";
    return [category, ...listAt(one, "formatsPresent").map((format) => `${category}: ${String(format)}`)];
  });
}

/** The categories and formats of an earlier summary that a later one does not have. */
export function lostArtifacts(earlier: Answer | undefined, later: Answer): readonly string[] {
  const shown = new Set(artifactsIn(later));
  return earlier === undefined ? [] : artifactsIn(earlier).filter((one) => !shown.has(one));
}

/** Reads what there is to read of the release while it has the last of these states. */
async function readStop(
  { registry, eventually }: SituationTools,
  { row, release, attachments }: Living,
  { states, earlier }: Pick<Stop, "states"> & { readonly earlier?: Stop },
): Promise<Omit<Stop, "conditional">> {
  const options = optionsOf(row);
  const state = states.at(-1) ?? "available";
  const since = attachments.at(-1) ?? release;
  // a document that is hidden in this state is not waited for
  const mayBeHidden = state !== "available";
  const untilShown = (isShown: (answer: Answer) => boolean): Parameters<Eventually>[1] => ({
    since,
    until: (found) => isShown(found) || (mayBeHidden && isHidden(found)),
  });
  const [metadata, index] = await Promise.all([
    eventually(
      () => registry.getRelease(release, options),
      untilShown((found) => textAt(found.body, "status", "state") === state),
    ),
    eventually(
      () => registry.getVersionIndex(release.volume, options),
      untilShown((found) => {
        const shown = rowOf(found, release.version);
        return shown === undefined ? mayBeHidden : stateIn(shown) === state;
      }),
    ),
  ]);
  const stop = { state, states, metadata, index };
  const last = attachments.at(-1);
  if (last === undefined) return stop;
  const [summary, detail] = await Promise.all([
    eventually(
      () => registry.getTrustSummary(release, options),
      untilShown(
        (found) => showsArtifacts(found) && lostArtifacts(earlier?.trust?.summary, found).length === 0,
      ),
    ),
    eventually(() => registry.getTrustDetail(release, options), untilShown(showsAttachment(last))),
  ]);
  return { ...stop, trust: { summary, detail } };
}

function isHidden(answer: Answer): boolean {
  return !isSuccess(answer) && answer.status !== 409;
}

/** The name of the release as its row wants it. */
function nameFor({ given }: SituationTools, row: LifeRow): ReleaseName {
  const { segment, ...scope } = given.volume();
  const named = row.name === "long" ? toLabelOfLength(segment, maxSegment) : segment;
  return { volume: { ...scope, segment: named }, version: versions[row.version][0] };
}

function contentFor({ target }: SituationTools, { content }: LifeRow): Pick<ReleaseOptions, "manifest"> {
  const { isBuiltIn, manifests } = target.archive;
  const declares = content === "declarations" && !isBuiltIn && manifests.externalDependencies !== undefined;
  return { manifest: declares ? "externalDependencies" : "minimal" };
}

type Published = Pick<Living, "release" | "late"> & Pick<Life, "publishing">;

/** Publishes the release under this name. */
async function publishAs(tools: SituationTools, row: LifeRow, name: ReleaseName): Promise<Published> {
  const { given, registry } = tools;
  const content = contentFor(tools, row);
  const keyed = (): Pick<RequestOptions, "idempotencyKey"> =>
    row.key === "both" ? { idempotencyKey: given.key() } : {};
  if (row.early === "yes") await readEarly(tools, row, name);
  const upload = await given.uploadIntent({ ...name, ...content, ...keyed() });
  const transfer = await given.offerBytes(upload, upload.archive.bytes);
  if (!isSuccess(transfer)) {
    assertNameTaken(tools, row, transfer);
    return { release: await given.publishedRelease(content), publishing: [transfer] };
  }
  const files = [{ name: "late.md", content: "A further upload of this version\n" }];
  // a registry may refuse it, since the first one reserves the version, or take it in place of the first one
  const late =
    row.open === "uploads"
      ? await undefinedIfNotPossible(() => given.uploadedBytes({ ...name, ...content, files }))
      : undefined;
  const key = keyed();
  const answer = await registry.finalizeReleaseUpload(upload, key);
  const publishing = late === undefined ? [transfer, answer] : [];
  if (!isSuccess(answer)) {
    assertNameTaken(tools, row, answer);
    return { release: await given.publishedRelease(content), publishing };
  }
  if (row.finalize === "again") await registry.finalizeReleaseUpload(upload, key);
  const release = given.releaseOf(upload, answer);
  return { release, publishing, ...(late === undefined ? {} : { late }) };
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
async function publish(tools: SituationTools, row: LifeRow): Promise<Published> {
  const { registry, eventually } = tools;
  const usual: LifeRow = { ...row, name: "usual", version: "plain" };
  const published = await undefinedIfNotPossible(() => publishAs(tools, row, nameFor(tools, row)));
  if (published === undefined) return await publishAs(tools, usual, nameFor(tools, usual));
  const { release } = published;
  if (!release.version.includes("+")) return published;
  const metadata = await eventually(() => registry.getRelease(release), { since: release });
  return isSuccess(metadata) ? published : await publishAs(tools, usual, nameFor(tools, usual));
}

/** What else its volume has: a release, and a yanked one. */
async function publishBeside(
  { given }: SituationTools,
  { row, release }: Pick<Living, "row" | "release">,
): Promise<PublishedRelease | undefined> {
  const { volume } = release;
  const [, next, last] = Object.values(versions).find(([own]) => own === release.version) ?? [];
  if (row.beside === "nothing" || next === undefined || last === undefined) return undefined;
  const sibling = await undefinedIfNotPossible(() => given.publishedRelease({ volume, version: next }));
  await undefinedIfNotPossible(async () => {
    await setState(given, await given.publishedRelease({ volume, version: last }), "yanked");
  });
  return sibling;
}

/** A request that would change the release, from somebody who must not. */
async function refuseOutsider(
  { given, registry, target }: SituationTools,
  release: PublishedRelease,
): Promise<void> {
  const outsider = await undefinedIfSkipped(() => given.tokenOf("outsider"));
  const options = { as: outsider ?? "nobody" } as const;
  const answer = await (async () => {
    if (given.form === "unscoped") return await registry.unpublishVersion(release, options);
    if (!target.features.trust) return undefined;
    return await registry.createTrustUpload(release, given.trustBody(release, given.artifact()), options);
  })();
  if (answer !== undefined && isSuccess(answer))
    throw given.blocked("a request without authority was accepted", answer);
}

/** Reads of trust documents under the validator that they had before the attachments. */
async function readAttachedConditionally(
  tools: SituationTools,
  { release, attachments }: Living,
  { before, after }: { readonly before: TrustDocuments; readonly after: TrustDocuments },
): Promise<readonly Answer[]> {
  const { registry } = tools;
  return await readConditionally(tools, attachments.at(-1) ?? release, [
    {
      before: before.summary,
      after: after.summary,
      says: ({ body }) => valueAt(body, "artifacts"),
      read: (options) => registry.getTrustSummary(release, options),
    },
    {
      before: before.detail,
      after: after.detail,
      says: attachmentIds,
      read: (options) => registry.getTrustDetail(release, options),
    },
  ]);
}

/**
 * Finalizes another upload of a version that is published: if it is yanked, after that. An audit judges the answer.
 * @throws Blocked if it is a success, since nothing that is read later is what this release has lived through
 */
async function finalizeLate({ given, registry }: SituationTools, { late }: Living): Promise<void> {
  if (late === undefined) return;
  const answer = await registry.finalizeReleaseUpload(late);
  if (isSuccess(answer)) throw given.blocked("another upload of a published version was finalized", answer);
}

/** Puts the release into the next state and reads all; undefined if the hook does not set this state. */
async function goOn(
  tools: SituationTools,
  living: Living,
  { last, state }: { readonly last: Stop; readonly state: LifeState },
): Promise<Stop | undefined> {
  const { given, registry } = tools;
  const { row, release } = living;
  const entered = await undefinedIfNotPossible(async () => {
    await setState(given, release, state);
    return true;
  });
  if (!entered) return undefined;
  if (last.states.length === 0 && state === "yanked") await finalizeLate(tools, living);
  const stop = await readStop(tools, living, { states: [...last.states, state], earlier: last });
  const download = await readFiles(tools, living, stop);
  const conditional =
    row.conditional === "no" || last.states.length > 0
      ? []
      : await readConditionally(tools, release, [
          {
            before: last.metadata,
            after: stop.metadata,
            says: ({ body }) => textAt(body, "status", "state"),
            read: (options) => registry.getRelease(release, options),
          },
          {
            before: last.index,
            after: stop.index,
            says: (index) => stateIn(rowOf(index, release.version)),
            read: (options) => registry.getVersionIndex(release.volume, options),
          },
        ]);
  return { ...stop, conditional, ...(download === undefined ? {} : { download }) };
}

/** The files of a release that is available again after a state in which a registry may remove them, or that never leaves it. */
async function readFiles(
  tools: SituationTools,
  { row, release }: Living,
  { metadata, states }: Pick<Stop, "metadata" | "states">,
): Promise<Download | undefined> {
  const isBack = states.at(-1) === "available" && ["blocked", "unavailable"].includes(states.at(-2) ?? "");
  const neverLeaves = row.route === "none" && states.length === 0;
  return (isBack || neverLeaves) && isSuccess(metadata)
    ? await undefinedIfSkipped(() => fetchArchive(tools, release, metadata))
    : undefined;
}

/** Unpublishes the release and reads what is left of it. */
async function unpublish(
  { registry, eventually }: SituationTools,
  { row, release }: Living,
): Promise<Answer> {
  const answer = await registry.unpublishVersion(release);
  if (!isSuccess(answer)) return answer;
  const since = { sinceMs: answer.endedAtMs };
  const options = optionsOf(row);
  await Promise.all([
    eventually(() => registry.getRelease(release, options), {
      since,
      until: ({ body }) => textAt(body, "status", "state") !== "available",
    }),
    eventually(() => registry.getVersionIndex(release.volume, options), {
      since,
      until: (index) => stateIn(rowOf(index, release.version)) !== "available",
    }),
  ]);
  return answer;
}

/** One life, made once. States that the hook does not set are left out. */
const oneLife = situation<Life, [ordinal: number, row: LifeRow]>(
  (ordinal) => `histories/life-${ordinal}`,
  async (tools, _ordinal, row) => {
    const { given, target } = tools;
    const published = await publish(tools, row);
    const { release } = published;
    const sibling = await publishBeside(tools, { row, release });
    const hasTrust = target.features.trust;
    const bare =
      hasTrust && row.early === "yes" && row.conditional === "yes" && row.attachments !== "none"
        ? await readTrust(tools, release)
        : undefined;
    const { attachments, attaching } = await attach(tools, release, row);
    if (row.open === "uploads") {
      await undefinedIfNotPossible(() => given.uploadIntent({ volume: release.volume, version: "1.9.0" }));
      if (hasTrust) await undefinedIfNotPossible(() => given.trustUploaded(release));
    }
    if (row.outsider === "refused") await refuseOutsider(tools, release);
    const living = { ...published, row, attachments };
    if (row.route !== "yanked") await finalizeLate(tools, living);
    const first = await readStop(tools, living, { states: [] });
    const download = await readFiles(tools, living, first);
    const conditional =
      bare === undefined || first.trust === undefined
        ? []
        : await readAttachedConditionally(tools, living, { before: bare, after: first.trust });
    const stops: [Stop, ...Stop[]] = [
      { ...first, conditional, ...(download === undefined ? {} : { download }) },
    ];
    const isUnpublished = given.form === "unscoped";
    for (const state of [...routes[row.route], ...(isUnpublished ? [] : ends[row.route])]) {
      const stop = await goOn(tools, living, { last: stops.at(-1) ?? stops[0], state });
      if (stop !== undefined) stops.push(stop);
    }
    return {
      row,
      release,
      publishing: published.publishing,
      attaching,
      attachments,
      stops,
      ...(sibling === undefined ? {} : { sibling }),
      ...(isUnpublished ? { unpublished: await unpublish(tools, living) } : {}),
    };
  },
);

/**
 * Judges each life that the plan has in this form. They are lived at once.
 * @param judge gives false where this life has nothing to judge
 * @param nothing why no life has something to judge
 */
export async function judgeLives(
  tools: Tools,
  judge: (life: Life) => boolean | Promise<boolean>,
  nothing: string,
): Promise<void> {
  const { given, depth, target } = tools;
  const rows = lifeRows(depth, given.form, target);
  const lives = await Promise.allSettled(rows.map((row, index) => oneLife(given, index + 1, row)));
  let isJudged = false;
  for (const life of lives) if (life.status === "fulfilled") isJudged = (await judge(life.value)) || isJudged;
  for (const life of lives) if (life.status === "rejected") throw life.reason;
  if (!isJudged) throw given.nothingToJudge(nothing);
}
