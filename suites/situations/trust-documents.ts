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
  { registry, eventually, now }: Pick<Tools, "registry" | "eventually" | "now">,
  release: ReadableRelease,
): Promise<TrustDocuments> {
  const detail = await eventually(() => registry.getTrustDetail(release), { since: release });
  const summary = await eventually(() => registry.getTrustSummary(release), { since: release });
  return {
    detail: await readDetailAgain({ registry, eventually, now }, release, { detail, summary }),
    summary,
  };
}

function listsAttachments(detail: Answer): boolean {
  return listAt(detail.body, "attachments").length > 0;
}

/** The detail, read again where the summary shows artifacts of which the detail lists none yet: what a registry attaches itself comes at any time. */
async function readDetailAgain(
  { registry, eventually, now }: Pick<Tools, "registry" | "eventually" | "now">,
  release: ReadableRelease,
  { detail, summary }: TrustDocuments,
): Promise<Answer> {
  if (listsAttachments(detail) || !showsArtifacts(summary)) return detail;
  const since = { sinceMs: now() };
  return await eventually(() => registry.getTrustDetail(release), { since, until: listsAttachments });
}

/**
 * Reads the shared release, or without a publisher token an existing release, which may have attachments: the first summary that agrees
 * with the detail on whether there are some, or the last one within the settling time.
 */
export const readTrustOnce: Situation<TrustDocuments & { readonly release: ReadableRelease }> = situation(
  "trust/readable",
  async ({ given, registry, eventually, now }) => {
    const release = await given.readableRelease();
    const detail = await eventually(() => registry.getTrustDetail(release), { since: release });
    const summary = await eventually(() => registry.getTrustSummary(release), {
      since: release,
      until: (answer) => answer.status === 200 && showsArtifacts(answer) === listsAttachments(detail),
    });
    const read = { detail, summary };
    return { release, ...read, detail: await readDetailAgain({ registry, eventually, now }, release, read) };
  },
);
