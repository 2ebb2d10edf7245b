/** Set-up of what may only be touched once: a further version unpublished while uploads are open and namesakes exist. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check } from "../../harness/check.ts";
import type {
  Attachment,
  Given,
  PublishedRelease,
  TrustIntent,
  UploadIntent,
} from "../../harness/given/given.ts";
import { Blocked } from "../../harness/outcome.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import { publishedBy } from "../publish/publication.ts";
import { acceptedUnpublish, furtherPublication, isGone, said } from "./unpublished-version.ts";

/** What a check works with. */
export type Tools = Parameters<Check["run"]>[0];

export interface SecondUnpublish {
  /** The same version of volumes whose names are like the volume's: a longer one, and the scoped one of that name. */
  readonly namesakes: readonly PublishedRelease[];
  /** An upload of another version of the volume, which lacks nothing but to be finalized. */
  readonly upload: UploadIntent;
  /** Metadata of the version afterwards, once it is not available any more or the time for that is over. */
  readonly after: Answer;
}

/** The further version unpublished. Its namesakes are only read, its upload is for one check to finalize. */
export const secondUnpublish: Situation<SecondUnpublish> = situation(
  "unpublish/second-unpublish",
  async ({ given, registry, settle, target }) => {
    const gone = await publishedBy(given, await furtherPublication(given));
    const { volume, version } = gone;
    const { segment } = volume;
    const scope = target.namespace?.scope;
    const longer = await given.publishedRelease({ volume: { segment: `${segment}-more` }, version });
    const scoped =
      scope === undefined ? [] : [await given.publishedRelease({ volume: { scope, segment }, version })];
    const upload = await given.uploadedBytes({ volume, version: given.version("3.0.0") });
    if (target.features.trust) await prepareTrust(given);

    const answer = await settle(gone, () => registry.unpublishVersion(gone));
    if (!isSuccess(answer)) throw given.blocked(`unpublishing answered ${said(answer)}`, answer);
    const after = await settle({ sinceMs: answer.endedAtMs }, () => registry.getRelease(gone), isGone);
    return { namesakes: [longer, ...scoped], upload, after };
  },
);

/** Trust of a version that stays: an attachment, and an upload that lacks nothing but to be finalized. */
export interface KeptTrust {
  readonly kept: PublishedRelease;
  readonly attachment: Attachment;
  readonly upload: TrustIntent;
}

/** Made before the further version is unpublished, where it can be made. */
export function keptTrust(given: Given): Promise<KeptTrust> {
  return given.shared("unpublish/kept-trust", async (own) => {
    const { release, others } = await acceptedUnpublish(own);
    const kept = others.at(-1) ?? release;
    return { kept, attachment: await own.attachment(kept), upload: await own.trustUploaded(kept) };
  });
}

/** What keeps trust from being attached is for the checks of trust to say. */
async function prepareTrust(given: Given): Promise<void> {
  try {
    await keptTrust(given);
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
  }
}
