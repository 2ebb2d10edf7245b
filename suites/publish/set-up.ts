/** What the checks of publishing start from. Each is built once per form. */
import type { Check } from "../../harness/check.ts";
import type { Given, PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";

/** What a check works with. */
export type Tools = Parameters<Check["run"]>[0];

/** The good request that every bad one differs from in one member: an intent nobody sends bytes for. */
export function controlIntent(given: Given): Promise<UploadIntent> {
  return given.shared("publish/control", (own) => own.uploadIntent());
}

/** A further intent on the control's volume, for another version. Its id is not the first one of that volume. */
export function siblingIntent(given: Given): Promise<UploadIntent> {
  return given.shared("publish/sibling", async (own) => {
    const control = await controlIntent(own);
    return await own.uploadIntent({ volume: control.volume, version: "1.10.0-Beta.2" });
  });
}

/** A release whose volume these checks go on publishing to. Its own version stays as it is. */
export function firstRelease(given: Given): Promise<PublishedRelease> {
  return given.shared("publish/first", (own) => own.publishedRelease());
}

/** Two open uploads on the first release's volume: one without bytes, one that lacks nothing but to be finalized. */
export function openPair(
  given: Given,
): Promise<{ readonly opened: UploadIntent; readonly uploaded: UploadIntent }> {
  return given.shared("publish/open-pair", async (own) => {
    const { volume } = await firstRelease(own);
    return {
      opened: await own.uploadIntent({ volume, version: "1.3.0" }),
      uploaded: await own.uploadedBytes({ volume, version: "1.4.0" }),
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

/**
 * The cases that one scenario tries: the first few in a quick run, all in a deep one. In between the first few, and of
 * the others every second one in each form, since what is refused does not hang on the form of the name.
 */
export function casesAt<T>(
  { depth, form, target }: Pick<Tools, "depth" | "form" | "target">,
  cases: readonly T[],
  first = 1,
): readonly T[] {
  if (depth === "quick") return cases.slice(0, first);
  const { scope, prefix } = target.namespace ?? {};
  if (depth === "deep" || scope === undefined || prefix === undefined) return cases;
  const parity = form === "scoped" ? 0 : 1;
  return cases.filter((_, index) => index < first || index % 2 === parity);
}
