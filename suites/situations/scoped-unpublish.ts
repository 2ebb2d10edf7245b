/** Unpublishing a version of a scoped volume, whose path the specification does not state. */
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import type { Answer } from "../../harness/exchange/answer.ts";

/** The responses to `DELETE` of one version, in the order of the requests. */
export interface ScopedUnpublish {
  readonly release: PublishedRelease;
  /** Without a token, and with one that the registry does not know. */
  readonly unauthenticated: readonly Answer[];
  /** With a valid token without authority. Undefined if the target has none. */
  readonly outsider: Answer | undefined;
  /** Metadata after these requests. */
  readonly before: Answer;
  /** As the publisher. A success if the registry offers this path. */
  readonly answer: Answer;
}

export const scopedUnpublish: Situation<ScopedUnpublish> = situation(
  "scoped-unpublish",
  async ({ given, registry, eventually }) => {
    const release = await given.publishedRelease();
    const unauthenticated = [
      await registry.unpublishVersion(release, { as: "nobody" }),
      await registry.unpublishVersion(release, { authorization: `Bearer ${given.unique("unknown")}` }),
    ];
    const outsider = await undefinedIfSkipped(async () => {
      await given.tokenOf("outsider");
      return await registry.unpublishVersion(release, { as: "outsider" });
    });
    const before = await eventually(() => registry.getRelease(release), { since: release });
    const answer = await registry.unpublishVersion(release);
    return { release, unauthenticated, outsider, before, answer };
  },
);
