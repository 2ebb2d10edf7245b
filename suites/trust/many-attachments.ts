/** Many attachments on one release, some of them with unusual bytes. */
import { toAttachment } from "../../harness/given/trust.ts";
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Attachment, ReadableRelease, SituationTools, TrustIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt } from "../../harness/exchange/answer.ts";
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
import { expectBytesAtLocator } from "../situations/located-bytes.ts";

/** Number of attachments of the release: more than a page of twenty has, and at depth deep than one of fifty. */
const counts: Readonly<Record<Tools["depth"], number>> = { quick: 21, standard: 21, deep: 51 };

/** As many are attached here at least, however many attachments the release has already. */
const fewest = 3;

/** An attachment, and the difference of its bytes from an ordinary artifact. */
interface Unusual {
  readonly difference: string;
  readonly attachment: Attachment;
}

interface ManyAttachments {
  /** The ids of the attachments that the release had before. */
  readonly earlier: readonly string[];
  /** Those that were attached here, in the order of their finalize. */
  readonly attachments: readonly Attachment[];
  readonly unusual: readonly Unusual[];
  /** Finalize requests that were refused although the bytes arrived. */
  readonly refused: readonly Answer[];
  /** True if another release had two attachments after its second finalize. */
  readonly joins: boolean;
  readonly detail: Answer;
}

/** Some of these in a list make it longer than the buffers of many programs. */
const longProfile = "Every file of the release, with its licence and its origin. ".repeat(68);

/** An artifact to attach. One of the usual kind may have a long profile in its format, which a registry may refuse. */
interface ToAttach extends UnusualArtifact {
  readonly isLong?: boolean;
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

/**
 * Attaches to the release that most checks attached to, until it has this many attachments: unusual artifacts last.
 * Artifacts that the registry refuses are left out.
 */
const attachMany: Situation<ManyAttachments, [count: number]> = situation(
  (count) => `trust/${count}-attachments`,
  async (tools, count) => {
    const { given, registry, eventually } = tools;
    const { first, second, after } = await attachedPair(given);
    const joins = [first, second].every((one) => showsAttachment(one)(after));
    const release = await releaseWithKeyedTrust(given);
    const earlier = attachmentIds(await registry.getTrustDetail(release));
    const missing = joins ? Math.max(fewest, count - earlier.length) : fewest;

    const twins = artifactsWithEqualDigestPrefix(given.unique("urn:conformance"));
    const [mostUnusual, ...others] = unusualArtifacts(given.artifact);
    const artifacts = [
      ...others,
      ...twins.map((bytes) => ({ difference: "with the first digits of another digest", bytes })),
    ];
    const attachments: Attachment[] = [];
    const unusual: Unusual[] = [];
    const refused: Answer[] = [];
    /** Uploads at once, and finalizes one after the other. */
    async function attachEach(some: readonly ToAttach[]): Promise<readonly Unusual[]> {
      const uploads = await Promise.all(some.map((one) => tryToUpload(tools, release, one)));
      const attached: Unusual[] = [];
      for (const [place, { difference }] of some.entries()) {
        const upload = uploads[place];
        if (upload === undefined) continue;
        const finalized = await registry.finalizeTrustUpload(upload, finalizeBody(given));
        if (isSuccess(finalized))
          attached.push({ difference, attachment: toAttachment(given, upload, finalized) });
        else refused.push(finalized);
      }
      attachments.push(...attached.map(({ attachment }) => attachment));
      return attached;
    }
    unusual.push(...(await attachEach(artifacts.slice(0, missing - 1))));
    const ordinary = (isLong: boolean): readonly ToAttach[] =>
      Array.from({ length: Math.max(0, missing - 1 - attachments.length) }, () => ({
        difference: "of the usual kind",
        bytes: given.artifact(),
        isLong,
      }));
    await attachEach(ordinary(true));
    await attachEach(ordinary(false));
    // the last one is listed even where a newer attachment replaces the older one
    if (mostUnusual !== undefined) unusual.push(...(await attachEach([mostUnusual])));
    if (attachments.length === 0)
      throw given.blocked("no further artifact could be attached", refused.at(-1));
    const due = joins ? attachments : attachments.slice(-1);
    const detail = await detailWith({ registry, eventually }, ...due);
    return { earlier, attachments, unusual, refused, joins, detail };
  },
);

/** The address of the bytes of a listed attachment; undefined if it is not listed, or has no http address. */
export const manyAttachments: CheckFile = {
  source: "Trust detail; States and transitions: attachment becomes visible",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
  forms: "one",
  from: "standard",
  // at the end: then the release has the attachments of most other checks
  checks: [
    {
      id: "trust/the-last-of-many-attachments-is-listed",
      of: "trust/later-attachments-are-listed-too",
      last: "together",
      rule: "After 21 attachments to one release, 51 at depth deep, `GET` trust detail lists the last one once.",
      reading:
        "The text does not say whether a newer attachment replaces an older one. The last one is visible in both cases.",
      covers: ["member:trust-detail.attachments", "transition:trust-finalize"],
      async run({ given, expect, depth }) {
        const { earlier, attachments, detail } = await attachMany(given, counts[depth]);
        const id = attachments.at(-1)?.attachmentId;
        const listed = attachmentIds(detail);

        expect.success(detail, 200);
        expect.that(listed.filter((one) => one === id).length === 1, {
          expected: `the last of ${earlier.length + attachments.length} attachments, ${String(id)}, once`,
          ...(id === undefined || listed.includes(id) ? {} : { wanted: { item: id } }),
          got: `${listed.length} attachments: ${listed.join(", ")}`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/many-attachments-are-all-listed",
      of: "trust/later-attachments-keep-earlier-ones",
      last: "together",
      rule: "Where a second attachment joins the first, `GET` trust detail lists every attachment after 21 of them, 51 at depth deep.",
      reading:
        "The text does not say whether a newer attachment replaces an older one. Where it does, only the last one has to be listed.",
      covers: ["member:trust-detail.attachments"],
      async run({ given, expect, depth }) {
        const { earlier, attachments, joins, detail } = await attachMany(given, counts[depth]);
        const ids = attachments.map(({ attachmentId }) => attachmentId);
        const due = joins ? [...earlier, ...ids] : ids.slice(-1);
        const listed = attachmentIds(detail);

        const missing = due.filter((id) => !listed.includes(id));

        expect.that(missing.length === 0, {
          expected: `${due.length} attachments`,
          wanted: { item: missing[0] ?? "" },
          got: `${listed.length} attachments, without ${missing.join(", ")}`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/attachments-of-equal-bytes-are-listed",
      of: "trust/later-attachments-are-listed-too",
      last: "together",
      rule: "Where a second `POST` trust create and `POST` trust finalize with equal bytes succeed, `GET` trust detail lists the returned `attachmentId` once.",
      source:
        "States and transitions: attachment becomes visible; Finalize trust attachment upload: attachmentId",
      reading:
        "The text does not say whether equal bytes create a second attachment, return the first one or are refused. All pass, but a returned `attachmentId` is in the trust detail.",
      async run(tools) {
        const { given, registry, depth } = tools;
        const last = (await attachMany(given, counts[depth])).attachments.at(-1);
        if (last === undefined) throw given.nothingToJudge("the registry refuses all artifacts");
        const { volume, version, artifact, requestBody } = last.intent;

        const created = await registry.createTrustUpload(last, requestBody);
        if (!isSuccess(created))
          throw given.nothingToJudge("the registry refuses a second trust create for the same bytes");
        const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
        await given.offerBytes(intent, artifact);
        const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
        if (!isSuccess(finalized))
          throw given.nothingToJudge("the registry refuses a second trust finalize for the same bytes");
        const again = toAttachment(given, intent, finalized);

        const detail = await detailWith(tools, again);
        const count = attachmentIds(detail).filter((id) => id === again.attachmentId).length;
        tools.expect.success(detail, 200);
        tools.expect.that(count === 1, {
          expected: `the attachment ${again.attachmentId} once`,
          ...(count === 0 ? { wanted: { item: again.attachmentId } } : {}),
          got: `it ${count} times`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/unusual-artifacts-are-kept-exactly",
      of: "trust/attachments-are-listed-as-uploaded",
      last: "together",
      operations: ["finalizeTrustUpload", "getTrustDetail", "transferBytes"],
      rule: "Trust artifacts with any bytes never answer `digest-mismatch` if the digest is right. In `GET` trust detail they have the digest, size and bytes that were sent.",
      source: "Trust attachment: artifactDigest, artifactSize, locator; Errors, digest-mismatch",
      reading:
        "The text does not limit the bytes of an artifact, and a registry may refuse some with another problem. The digest and the size are of the exact bytes.",
      covers: [
        "member:trust-attachment.artifactDigest",
        "member:trust-attachment.artifactSize",
        "member:trust-attachment.locator.url",
      ],
      async run(tools) {
        const { given, expect, depth } = tools;
        const { unusual, attachments, refused, detail } = await attachMany(given, counts[depth]);

        for (const answer of refused)
          expect.that(slugOf(answer) !== "digest-mismatch", {
            expected: "no `digest-mismatch`, since the bytes have the declared digest",
            wanted: { otherStatus: true },
            got: "`digest-mismatch`",
            answer,
          });
        for (const [index, item] of listAt(detail.body, "attachments").entries()) {
          const own = attachments.find(({ attachmentId }) => attachmentId === textAt(item, "id"));
          if (own === undefined) continue;
          expect.echo(detail, ["attachments", index, "artifactDigest"], own.intent.artifactDigest);
          expect.echo(detail, ["attachments", index, "artifactSize"], own.intent.artifact.length);
        }
        // the second one has as many bytes as the first
        const fetched = depth === "deep" ? unusual : [...unusual.slice(1, 2), ...unusual.slice(2).slice(-1)];
        for (const { difference, attachment } of fetched)
          await expectBytesAtLocator(tools, { attachment, detail }, difference);
      },
    },
  ],
};
