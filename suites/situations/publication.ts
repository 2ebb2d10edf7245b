/** Publishing a release up to the first failed step, for requirements that judge the steps. */
import type { Archive } from "../../harness/given/archive.ts";
import { type Answer, isSuccess, slugOf } from "../../harness/exchange/answer.ts";
import type { Given, PublishedRelease, ReleaseOptions } from "../../harness/given/given.ts";
import type { Slug } from "../../schemas/problems.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import type { Registry } from "../../harness/api/registry.ts";

/** The responses to the steps of publishing a version. A response is absent if an earlier step failed. */
export interface Publication {
  readonly version: string;
  readonly archive: Archive;
  readonly created: Answer;
  readonly transfer?: Answer;
  readonly finalized?: Answer;
  /** Absent if nothing was published. */
  readonly release?: PublishedRelease;
}

/**
 * Creates an upload, sends its bytes and finalizes it. It stops at the first step that does not succeed.
 * @throws Blocked if the intent lacks a member that the next step needs
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
  if (!isSuccess(created)) return { version, archive, created };
  const intent = given.intentOf({ volume, version, archive, requestBody }, created);
  const transfer = await given.offerBytes(intent, archive.bytes);
  if (!isSuccess(transfer)) return { version, archive, created, transfer };
  const finalized = await registry.finalizeReleaseUpload(intent);
  if (!isSuccess(finalized)) return { version, archive, created, transfer, finalized };
  return { version, archive, created, transfer, finalized, release: given.releaseOf(intent, finalized) };
}

/** An existing volume with a prerelease, and the try to publish a version below it, which a registry may refuse. */
export const lowerVersion: Situation<Publication> = situation(
  "publish/lower-version",
  async ({ given, registry }) => {
    const { volume } = await prereleaseInUpperCase(given);
    return await tryToPublish(given, registry, { volume, version: given.version("0.9.0") });
  },
);

/** A release whose version has later versions that are similar to it: same numbers, same prefix, or different case. */
export const prereleaseInUpperCase: Situation<PublishedRelease> = situation(
  "publish/upper-case-prerelease",
  ({ given }) => given.publishedRelease({ version: "1.0.0-RC.1" }),
);

/**
 * The problem with which a registry that wants rising versions refuses a lower one, also if that exists. A lower version is published
 * only if the answer was that problem.
 */
export async function refusalsOfLowerVersions(given: Given, last: Answer): Promise<readonly Slug[]> {
  if (slugOf(last) !== "validation-failed") return [];
  const { created, finalized } = await lowerVersion(given);
  const slug = slugOf(finalized ?? created);
  return slug === "validation-failed" ? [slug] : [];
}

/**
 * Asserts that an existing version below another of its volume was not published again: create or finalize reports the conflict. A
 * refused transfer is not judged.
 */
export async function expectConflict(
  { given, expect }: Pick<Tools, "given" | "expect">,
  { created, transfer, finalized }: Publication,
): Promise<void> {
  const also = await refusalsOfLowerVersions(given, finalized ?? created);
  if (!isSuccess(created)) return expect.problem(created, "version-conflict", ...also);
  if (finalized === undefined && transfer !== undefined) return expect.success(created);
  expect.problem(finalized ?? created, "version-conflict", "invalid-upload-state", ...also);
}

/**
 * The published release.
 * @throws Blocked if the release was not published: by the set-up failure that blocks every publish, or by the failed step
 */
export async function publishedBy(given: Given, publication: Publication): Promise<PublishedRelease> {
  const { created, transfer, finalized, release } = publication;
  if (release !== undefined) return release;
  await given.sharedRelease();
  const last = finalized ?? transfer ?? created;
  throw given.blocked(
    `publishing a release (${given.form}) answered ${last.status} ${slugOf(last) ?? ""}`.trimEnd(),
    last,
  );
}
