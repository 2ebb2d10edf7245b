/** Set-up that is used once: a further version is unpublished while uploads are open and volumes with similar names exist. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Attachment, PublishedRelease, TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { yankAndRestore } from "../situations/yanked-version.ts";
import { publishedBy } from "../situations/publication.ts";
import {
  acceptedUnpublish,
  describeOutcome,
  furtherPublication,
  isNoLongerAvailable,
} from "./unpublished-version.ts";

/** The tools that a check gets. */
export interface SecondUnpublish {
  /** The same version of volumes with a similar name: a longer name, and the same name in a scope. */
  readonly namesakes: readonly PublishedRelease[];
  /** An upload of another version of the volume, ready to be finalized. */
  readonly upload: UploadIntent;
  /** It was yanked and restored, and has an attachment, where the registry offers that. */
  readonly unpublished: PublishedRelease;
  /** Metadata of the version after unpublishing: as soon as it is no longer available, at the latest when the settling time ends. */
  readonly after: Answer;
}

/** Unpublishes the further version. Checks only read `namesakes`; one check finalizes `upload`. */
export const secondUnpublish: Situation<SecondUnpublish> = situation(
  "unpublish/second-unpublish",
  async ({ given, registry, eventually, target }) => {
    const withUpload = async (
      release: PublishedRelease,
    ): Promise<readonly [PublishedRelease, UploadIntent]> => [
      release,
      await given.uploadedBytes({ volume: release.volume, version: given.version("13.0.0") }),
    ];
    // a volume may be closed for new versions once one was unpublished, at once or a little later
    const [further, upload] =
      (await undefinedIfNotPossible(async () =>
        withUpload(await publishedBy(given, await furtherPublication(given))),
      )) ?? (await withUpload(await given.publishedRelease()));
    const { volume, version } = further;
    const { segment } = volume;
    const scope = target.namespace?.scope;
    // a lost answer may have published one of them: then both get a version of their own
    const again = given.version(version);
    const longer = await given.publishedRelease({ volume: { segment: `${segment}-more` }, version: again });
    const scoped =
      scope === undefined
        ? []
        : [await given.publishedRelease({ volume: { scope, segment }, version: again })];
    const kept = target.features.trust ? await undefinedIfNotPossible(() => keptTrust(given)) : undefined;

    const unpublished = (await yankAndRestore(given, further))
      ? further
      : await given.publishedRelease({ volume, version: given.version("13.0.0-0A") });
    // the bytes of the attachment that is kept, if the registry takes them twice
    if (kept !== undefined)
      await undefinedIfNotPossible(() =>
        given.attachment(unpublished, { artifact: kept.attachment.intent.artifact }),
      );
    const answer = await eventually(() => registry.unpublishVersion(unpublished), { since: unpublished });
    if (!isSuccess(answer)) throw given.blocked(`\`DELETE\` answered ${describeOutcome(answer)}`, answer);
    const after = await eventually(() => registry.getRelease(unpublished), {
      since: { sinceMs: answer.endedAtMs },
      until: isNoLongerAvailable,
    });
    return { namesakes: [longer, ...scoped], upload, unpublished, after };
  },
);

/** Trust of a version that is not unpublished: an attachment, and an upload ready to be finalized. */
export interface KeptTrust {
  readonly kept: PublishedRelease;
  readonly attachment: Attachment;
  readonly upload: TrustIntent;
}

/** Attached before the further version is unpublished, if attaching succeeds. */
export const keptTrust: Situation<KeptTrust> = situation("unpublish/kept-trust", async ({ given }) => {
  const { release, others } = await acceptedUnpublish(given);
  const kept = others.at(-1) ?? release;
  // on another version, so that what is finalized later does not replace the attachment
  const uploadedTo = others[0] ?? release;
  return { kept, attachment: await given.attachment(kept), upload: await given.trustUploaded(uploadedTo) };
});
