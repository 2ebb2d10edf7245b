/** Trust documents of a release without attachments, requested once per form without a token. */
import type { Tools } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, listAt } from "../../harness/exchange/answer.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { showsArtifacts } from "./attached-release.ts";

/** Both trust documents of a release. */
export interface TrustDocuments {
  readonly detail: Answer;
  readonly summary: Answer;
}

export async function readTrust(
  { registry, eventually }: Pick<Tools, "registry" | "eventually">,
  release: ReadableRelease,
): Promise<TrustDocuments> {
  const detail = await eventually(() => registry.getTrustDetail(release), { since: release });
  const summary = await eventually(() => registry.getTrustSummary(release), { since: release });
  return { detail, summary };
}

/**
 * Reads the shared release, or without a publisher token an existing release, which may have attachments: the first summary that agrees
 * with the detail on whether there are some, or the last one within the settling time.
 */
export const readTrustOnce: Situation<TrustDocuments & { readonly release: ReadableRelease }> = situation(
  "trust/readable",
  async ({ given, registry, eventually }) => {
    const release = await given.readableRelease();
    const detail = await eventually(() => registry.getTrustDetail(release), { since: release });
    const hasAttachments = listAt(detail.body, "attachments").length > 0;
    const summary = await eventually(() => registry.getTrustSummary(release), {
      since: release,
      until: (answer) => answer.status === 200 && showsArtifacts(answer) === hasAttachments,
    });
    return { release, detail, summary };
  },
);
