/** Trust documents of a release without attachments, requested once per form without a token. */
import type { ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, listAt } from "../../harness/registry/answer.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { showsArtifacts } from "./attached-release.ts";

export interface TrustDocuments {
  readonly release: ReadableRelease;
  readonly detail: Answer;
  /** The first summary that agrees with the detail on whether there are attachments, or the last one within the settling time. */
  readonly summary: Answer;
}

/** Reads the shared release, or without a publisher token an existing release, which may have attachments. */
export const readTrustOnce: Situation<TrustDocuments> = situation(
  "trust/readable",
  async ({ given, registry, settle }) => {
    const release = await given.readableRelease();
    const detail = await settle(release, () => registry.getTrustDetail(release));
    const hasAttachments = listAt(detail.body, "attachments").length > 0;
    const summary = await settle(
      release,
      () => registry.getTrustSummary(release),
      (answer) => answer.status === 200 && showsArtifacts(answer) === hasAttachments,
    );
    return { release, detail, summary };
  },
);
