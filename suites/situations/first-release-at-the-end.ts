/** The first release of a volume after everything that must not change it. The checks that look at it share one read. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { keyInOneHalf } from "./contexts.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { readBeforeAndAfter } from "./published-between-reads.ts";
import { firstRelease } from "./release-uploads.ts";

/** Publishes the first release's version again with different files, and returns the last response. */
export const publishAgain: Situation<{ readonly at: "create" | "finalize"; readonly last: Answer }> =
  situation("publish/second-try", async ({ given, registry }) => {
    const { volume, version } = await firstRelease(given);
    const archive = await given.archive(
      { volume, version },
      { files: [{ name: "readme.md", content: "# Other files\n" }] },
    );
    const requestBody = given.createBody(version, archive);
    const created = await registry.createReleaseUpload(volume, requestBody, keyInOneHalf(given));
    if (!isSuccess(created)) return { at: "create", last: created };
    const intent = given.intentOf({ volume, version, archive, requestBody }, created);
    await given.offerBytes(intent, archive.bytes);
    return { at: "finalize", last: await registry.finalizeReleaseUpload(intent, keyInOneHalf(given)) };
  });

/** A release whose upload was finalized again without a key, and the response to the second finalize. */
export const finalizeAgain: Situation<{ readonly release: PublishedRelease; readonly answer: Answer }> =
  situation("finalize/second-finalize", async ({ given, registry }) => {
    const release = await firstRelease(given);
    return { release, answer: await registry.finalizeReleaseUpload(release.intent) };
  });

/** Its metadata after these attempts, also where they were refused. */
export const firstReleaseAtTheEnd: Situation<{
  readonly first: PublishedRelease;
  readonly metadata: Answer;
}> = situation("publish/first-release-at-the-end", async ({ given, registry, eventually, depth }) => {
  const first = await firstRelease(given);
  if (given.half === "first" && depth !== "quick")
    await undefinedIfNotPossible(() => readBeforeAndAfter(given));
  await Promise.allSettled([publishAgain(given), finalizeAgain(given)]);
  return { first, metadata: await eventually(() => registry.getRelease(first), { since: first }) };
});
