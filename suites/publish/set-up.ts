/** Set-up for the checks of this chapter. Each is built once per form. */
import type { Check } from "../../harness/check.ts";
import type { Given, PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { type Publication, publishedBy, tryToPublish } from "./publication.ts";

/** The tools of a check. */
export type Tools = Parameters<Check["run"]>[0];

/** A create request and its response, successful or not. */
export interface CreateAttempt {
  readonly about: Pick<UploadIntent, "volume" | "version" | "archive" | "requestBody">;
  readonly answer: Answer;
}

/** The valid request. Every invalid request differs from it in one member. */
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

/** The intent that the valid request created. Its bytes are never sent, so it can never be finalized. */
export async function controlIntent(given: Given): Promise<UploadIntent> {
  const { about, answer } = await controlAttempt(given);
  return given.intentOf(about, answer);
}

/** A second intent on the control's volume, for a different version. Its id is not the first one of that volume. */
export function siblingIntent(given: Given): Promise<UploadIntent> {
  return given.shared("publish/sibling", async (own) => {
    const control = await controlIntent(own);
    return await own.uploadIntent({ volume: control.volume, version: own.version("1.10.0-Beta.2") });
  });
}

/** The responses to publishing the first version of a volume: a release in one form, a prerelease in the other. */
export function firstPublication(given: Given): Promise<Publication> {
  return given.shared("publish/first", (own, registry) =>
    tryToPublish(own, registry, { version: own.form === "scoped" ? "1.0.0" : "1.0.0-rc.1" }),
  );
}

/** A release in a volume that receives more versions. No check changes this version. */
export async function firstRelease(given: Given): Promise<PublishedRelease> {
  return await publishedBy(given, await firstPublication(given));
}

/** Two open uploads on the first release's volume: one without bytes, and one with bytes that is ready to finalize. */
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
 * Sends the control's request for a new volume, with these members replaced.
 * @param members `undefined` removes a member
 */
export async function createWith(
  { given, registry }: Pick<Tools, "given" | "registry">,
  members: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const control = await controlIntent(given);
  return await registry.createReleaseUpload(given.volume(), { ...control.requestBody, ...members });
}
