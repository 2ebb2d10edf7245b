/** What the checks of publishing start from. Each is built once per form. */
import type { Check } from "../../harness/check.ts";
import type { Given, PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { type Publication, publishedBy, tryToPublish } from "./publication.ts";

/** What a check works with. */
export type Tools = Parameters<Check["run"]>[0];

/** A create request, and its answer, whatever it is. */
export interface CreateAttempt {
  readonly about: Pick<UploadIntent, "volume" | "version" | "archive" | "requestBody">;
  readonly answer: Answer;
}

/** The good request that every bad one differs from in one member. */
export function controlAttempt(given: Given): Promise<CreateAttempt> {
  return given.shared("publish/control", async (own, registry) => {
    const volume = own.volume();
    const version = "1.0.0";
    const archive = await own.archive({ volume, version });
    const requestBody = own.createBody(version, archive);
    const answer = await registry.createReleaseUpload(volume, requestBody);
    return { about: { volume, version, archive, requestBody }, answer };
  });
}

/** The intent that the good request opened. Nobody sends bytes for it, so that it can never be finalized. */
export async function controlIntent(given: Given): Promise<UploadIntent> {
  const { about, answer } = await controlAttempt(given);
  return given.intentOf(about, answer);
}

/** A further intent on the control's volume, for another version. Its id is not the first one of that volume. */
export function siblingIntent(given: Given): Promise<UploadIntent> {
  return given.shared("publish/sibling", async (own) => {
    const control = await controlIntent(own);
    return await own.uploadIntent({ volume: control.volume, version: own.version("1.10.0-Beta.2") });
  });
}

/** What became of publishing the first version of a volume: in one form a release, in the other a prerelease. */
export function firstPublication(given: Given): Promise<Publication> {
  return given.shared("publish/first", (own, registry) =>
    tryToPublish(own, registry, { version: own.form === "scoped" ? "1.0.0" : "1.0.0-rc.1" }),
  );
}

/** A release whose volume further versions are published to. Its own version stays as it is. */
export async function firstRelease(given: Given): Promise<PublishedRelease> {
  return await publishedBy(given, await firstPublication(given));
}

/** Two open uploads on the first release's volume: one without bytes, one that lacks nothing but to be finalized. */
export function openPair(
  given: Given,
): Promise<{ readonly opened: UploadIntent; readonly uploaded: UploadIntent }> {
  return given.shared("publish/open-pair", async (own) => {
    const { volume } = await firstRelease(own);
    return {
      opened: await own.uploadIntent({ volume, version: own.version("1.3.0") }),
      uploaded: await own.uploadedBytes({ volume, version: own.version("1.4.0") }),
    };
  });
}

/**
 * Sends the control's request for a fresh volume, with some members in place of its own.
 * @param members `undefined` leaves one out
 */
export async function createWith(
  { given, registry }: Pick<Tools, "given" | "registry">,
  members: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const control = await controlIntent(given);
  return await registry.createReleaseUpload(given.volume(), { ...control.requestBody, ...members });
}
