/** Uploads taken as far as finalize, whatever comes: what the checks of refusals look at. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check } from "../../harness/check.ts";
import {
  type Archive,
  type ArchiveEntry,
  buildArchive,
  renderManifest,
  toArchive,
} from "../../harness/given/archive.ts";
import type { Given, ReleaseOptions, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";
import type { Slug } from "../../schemas/problems.ts";

/** What a check works with. */
export type Tools = Parameters<Check["run"]>[0];

/** An upload that was finalized, with success or without. */
export interface Attempt {
  readonly intent: UploadIntent;
  readonly transfer: Answer;
  readonly answer: Answer;
}

/** What is to be uploaded for a release. */
export type ToOptions = (release: ReleaseName, given: Given) => Promise<ReleaseOptions> | ReleaseOptions;

/**
 * Opens an intent, offers its bytes and finalizes it, once per form and key. The same way with a good archive must have
 * worked in this form: else the check is blocked.
 */
export async function attempt(given: Given, key: string, toOptions: ToOptions): Promise<Attempt> {
  await given.sharedRelease();
  return await attemptOnce(given, key, toOptions);
}

const attemptOnce: Situation<Attempt, [key: string, toOptions: ToOptions]> = situation(
  (key, _toOptions) => `finalize/${key}`,
  async ({ given, registry }, _key, toOptions) => {
    const release = { volume: given.volume(), version: "1.0.0" };
    const options = await toOptions(release, given);
    const intent = await given.uploadIntent({ ...release, ...options });
    const transfer = await given.offerBytes(intent, intent.archive.bytes);
    return { intent, transfer, answer: await registry.finalizeReleaseUpload(intent) };
  },
);

/** Bytes that the upload step refused already leave finalize with nothing, or with a failed intent. */
export function expectRefused(
  expect: Tools["expect"],
  { transfer, answer }: Attempt,
  ...slugs: readonly Slug[]
): void {
  const early: readonly Slug[] = isSuccess(transfer)
    ? []
    : ["missing-uploaded-bytes", "invalid-upload-state"];
  expect.problem(answer, ...slugs, ...early);
}

/** The release's archive with bytes in place of its own. */
export async function withBytes(
  release: ReleaseName,
  given: Given,
  change: (good: Uint8Array) => Uint8Array,
): Promise<{ readonly archive: Archive }> {
  const good = await given.archive(release);
  return { archive: toArchive(change(good.bytes)) };
}

/** A good archive with further entries at its end. */
export async function withEntries(
  release: ReleaseName,
  given: Given,
  entries: readonly ArchiveEntry[],
): Promise<{ readonly archive: Archive }> {
  const good = await given.archive(release);
  return { archive: await buildArchive([...good.entries, ...entries]) };
}

/** The minimal manifest's text for a release. */
export function manifestOf(target: Tools["target"], release: ReleaseName): string {
  return renderManifest(target.archive.manifests.minimal?.template ?? "", release);
}
