/** A release taken as far as the registry lets it come, for requirements that judge the steps on the way. */
import type { Given, PublishedRelease, ReleaseOptions } from "../../harness/given/given.ts";
import { type Answer, isSuccess, slugOf } from "../../harness/registry/answer.ts";
import type { Registry } from "../../harness/registry/registry.ts";

/** The answers to the steps of publishing a version; each is absent where the one before was refused. */
export interface Publication {
  readonly version: string;
  readonly created: Answer;
  readonly transfer?: Answer;
  readonly finalized?: Answer;
  /** Absent where nothing was published. */
  readonly release?: PublishedRelease;
}

/**
 * Creates an upload, sends its bytes and finalizes it, and stops at the first refusal.
 * @throws Blocked where an intent lacks what is needed to go on
 */
export async function tryToPublish(
  given: Given,
  registry: Registry,
  options: ReleaseOptions = {},
): Promise<Publication> {
  const { volume = given.volume(), version = "1.0.0" } = options;
  const archive = await given.archive({ volume, version }, options);
  const requestBody = { ...given.createBody(version, archive), ...options.body };
  const created = await registry.createReleaseUpload(volume, requestBody);
  if (!isSuccess(created)) return { version, created };
  const intent = given.intentOf({ volume, version, archive, requestBody }, created);
  const transfer = await given.offerBytes(intent, archive.bytes);
  if (!isSuccess(transfer)) return { version, created, transfer };
  const finalized = await registry.finalizeReleaseUpload(intent);
  if (!isSuccess(finalized)) return { version, created, transfer, finalized };
  return { version, created, transfer, finalized, release: given.releaseOf(intent, finalized) };
}

/**
 * The release that was published.
 * @throws Blocked where it was not: by what keeps this run from publishing at all, or by the step that was refused
 */
export async function publishedBy(given: Given, publication: Publication): Promise<PublishedRelease> {
  const { created, transfer, finalized, release } = publication;
  if (release !== undefined) return release;
  await given.sharedRelease();
  const last = finalized ?? transfer ?? created;
  throw given.blocked(
    `publishing a release (${given.form}) was answered ${last.status} ${slugOf(last) ?? ""}`.trimEnd(),
    last,
  );
}
