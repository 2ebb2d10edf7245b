/** A release with many attachments, some of them with unusual bytes. Most are attached early, the last ones at the end of the run. */
import { toAttachment } from "../../harness/given/trust.ts";
import type {
  Attachment,
  Given,
  PublishedRelease,
  ReadableRelease,
  SituationTools,
  TrustIntent,
} from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { type UnusualArtifact, unusualArtifacts } from "../inputs/unusual-artifacts.ts";
import {
  attachmentIds,
  attachmentOf,
  detailWith,
  finalizeBody,
  showsAttachment,
} from "../situations/attached-release.ts";
import { releaseWithKeyedTrust } from "../situations/idempotency-key.ts";
import { artifactsWithEqualDigestPrefix } from "./equal-digest-prefix.ts";
import { attachedPair } from "./attached-pair.ts";

/** Other checks attach about as many to the release. */
const byOthers = 8;

/** As many are attached here at least before the last one. */
const fewest = 2;

/** An attachment, and the difference of its bytes from an ordinary artifact. */
interface Unusual {
  readonly difference: string;
  readonly attachment: Attachment;
}

/** What was attached to the release, and what the registry refused. */
interface Attached {
  /** In the order of their finalize. */
  readonly attachments: readonly Attachment[];
  readonly unusual: readonly Unusual[];
  /** Finalize requests that were refused although the bytes arrived. */
  readonly refused: readonly Answer[];
}

interface Further extends Attached {
  readonly release: PublishedRelease;
  /** True if another release had two attachments after its second finalize. */
  readonly joins: boolean;
}

interface ManyAttachments extends Further {
  /** The ids of the attachments that the release had before the last ones. */
  readonly earlier: readonly string[];
  readonly detail: Answer;
}

/** Some of these in a list make it longer than the buffers of many programs. */
const longProfile = "Every file of the release, with its licence and its origin. ".repeat(68);

/** An artifact to attach. One of the usual kind may have a long profile in its format, which a registry may refuse. */
interface ToAttach extends UnusualArtifact {
  readonly isLong?: boolean;
}

const ofTheUsualKind = "of the usual kind";

interface Upload extends ToAttach {
  /** Undefined if the registry refuses the artifact. */
  readonly intent: TrustIntent | undefined;
}

/** An upload with its bytes, or undefined if the registry refuses the artifact. */
async function tryToUpload(
  { given, registry, target }: Pick<SituationTools, "given" | "registry" | "target">,
  release: ReadableRelease,
  { bytes: artifact, isLong = false }: ToAttach,
): Promise<TrustIntent | undefined> {
  const { volume, version } = release;
  const usual = given.trustBody(release, artifact);
  const format = { ...target.trust.format, profile: longProfile };
  const requestBody = isLong ? { ...usual, attachment: { ...attachmentOf(usual), format } } : usual;
  const created = await registry.createTrustUpload(release, requestBody);
  if (!isSuccess(created)) return undefined;
  const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
  return isSuccess(await given.offerBytes(intent, artifact)) ? intent : undefined;
}

function ordinary(given: Given, length: number, isLong: boolean): readonly ToAttach[] {
  return Array.from({ length: Math.max(0, length) }, () => ({
    difference: ofTheUsualKind,
    bytes: given.artifact(),
    isLong,
  }));
}

async function uploadEach(
  tools: SituationTools,
  release: ReadableRelease,
  some: readonly ToAttach[],
): Promise<readonly Upload[]> {
  return await Promise.all(
    some.map(async (one) => ({ ...one, intent: await tryToUpload(tools, release, one) })),
  );
}

/** One after the other, so that it is clear which was the last. */
async function finalizeEach(
  { given, registry }: SituationTools,
  uploads: readonly Upload[],
): Promise<Attached> {
  const attached: Unusual[] = [];
  const refused: Answer[] = [];
  for (const { difference, intent } of uploads) {
    if (intent === undefined) continue;
    const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
    if (isSuccess(finalized))
      attached.push({ difference, attachment: toAttachment(given, intent, finalized) });
    else refused.push(finalized);
  }
  return {
    attachments: attached.map(({ attachment }) => attachment),
    unusual: attached.filter(({ difference }) => difference !== ofTheUsualKind),
    refused,
  };
}

function join(...all: readonly Attached[]): Attached {
  return {
    attachments: all.flatMap(({ attachments }) => attachments),
    unusual: all.flatMap(({ unusual }) => unusual),
    refused: all.flatMap(({ refused }) => refused),
  };
}

/**
 * Attaches most of so many artifacts to the release that most checks attach to, unusual ones among them. What the registry refuses, it
 * gets in the usual kind.
 */
export const attachFurther: Situation<Further, [count: number]> = situation(
  (count) => `trust/most-of-${count}-attachments`,
  async (tools, count) => {
    const { given } = tools;
    const { first, second, after } = await attachedPair(given);
    const joins = [first, second].every((one) => showsAttachment(one)(after));
    const release = await releaseWithKeyedTrust(given);
    const due = joins ? Math.max(fewest, count - byOthers) : fewest;
    const twins = artifactsWithEqualDigestPrefix(given.unique("urn:conformance"));
    const [, ...others] = unusualArtifacts(given.artifact);
    const unusual = [
      ...others,
      ...twins.map((bytes) => ({ difference: "with the first digits of another digest", bytes })),
    ].slice(0, due);
    const uploads = await uploadEach(tools, release, [
      ...unusual,
      ...ordinary(given, due - unusual.length, true),
    ]);
    const attached = await finalizeEach(tools, uploads);
    const inPlace = await uploadEach(
      tools,
      release,
      ordinary(given, due - attached.attachments.length, false),
    );
    return { release, joins, ...join(attached, await finalizeEach(tools, inPlace)) };
  },
);

/** Attaches to the same release, at the end, until it has this many attachments: the most unusual artifact last. */
export const attachMany: Situation<ManyAttachments, [count: number]> = situation(
  (count) => `trust/${count}-attachments`,
  async (tools, count) => {
    const { given, registry, eventually } = tools;
    const { release, joins, ...before } = await attachFurther(given, count);
    const earlier = attachmentIds(await registry.getTrustDetail(release));
    const [mostUnusual] = unusualArtifacts(given.artifact);
    const uploads = await uploadEach(tools, release, [
      ...ordinary(given, joins ? count - earlier.length - 1 : 0, false),
      // the last one is listed even where a newer attachment replaces the older one
      ...(mostUnusual === undefined ? [] : [mostUnusual]),
    ]);
    const last = await finalizeEach(tools, uploads);
    // what was attached early may be replaced by now, so that one is attached at the end in any case
    const inPlace =
      last.attachments.length > 0 ? [] : await uploadEach(tools, release, ordinary(given, 1, false));
    const attached = join(before, last, await finalizeEach(tools, inPlace));
    const { attachments, refused } = attached;
    if (attachments.length === 0)
      throw given.blocked("no further artifact could be attached", refused.at(-1));
    const due = joins ? attachments : attachments.slice(-1);
    const detail = await detailWith({ registry, eventually }, ...due);
    return { release, joins, earlier, ...attached, detail };
  },
);

/** The ids of all attachments that the release should have, where later ones join the earlier ones. */
export function idsOf({ earlier, attachments }: ManyAttachments): readonly string[] {
  return [...new Set([...earlier, ...attachments.map(({ attachmentId }) => attachmentId)])];
}
