/** Uploads whose bytes have arrived early in the run, and that no permitted request finalizes. Each has an idempotency key in its body. */
import type { Given, PublishedRelease, TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { prereleaseInOneForm } from "./contexts.ts";

/**
 * A release that no other check reads, for requests that would change it if the registry accepted them: a prerelease in one form, because
 * authority over a release does not depend on its version.
 */
export const releaseToGuard: Situation<PublishedRelease> = situation("release-to-guard", ({ given }) =>
  given.publishedRelease({ version: guarded("1.0.12", given) }),
);

/** The last number has two digits: versions that are nearly the same have one less or one more. */
function guarded(version: string, given: Given): string {
  return prereleaseInOneForm(given, version, "rc.12");
}

/** On a volume that has a release: who may publish under a new name is the registry's own affair. */
export const uploadToGuard: Situation<UploadIntent> = situation("upload-to-guard", async ({ given }) => {
  const { volume } = await releaseToGuard(given);
  const body = { idempotencyKey: given.key() };
  return await given.uploadedBytes({ volume, version: given.version(guarded("2.0.12", given)), body });
});

export const trustUploadToGuard: Situation<TrustIntent> = situation(
  "trust-upload-to-guard",
  async ({ given }) =>
    given.trustUploaded(await releaseToGuard(given), {
      body: { idempotencyKey: given.key() },
    }),
);
