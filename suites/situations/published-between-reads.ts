/** A release that is published between reads of it, which have a query member that nobody knows. */
import type { Tools } from "../../harness/check.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type Answer, listAt, textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toVolumePath } from "../../harness/exchange/volume.ts";
import { joinedAlike } from "./release-uploads.ts";

/** Reads with an unknown query member, and what they should show. */
export interface Known {
  readonly metadata: Answer;
  readonly listed: Answer;
  readonly integrity: string | undefined;
  readonly versions: readonly string[];
}

/** Reads of a release and of its volume's index with an unknown query member. */
export function readsWithMember(
  { given, registry }: Pick<Tools, "given" | "registry">,
  { volume, version }: ReleaseName,
): Readonly<Record<"metadata" | "index", () => Promise<Answer>>> {
  const member = `x-conformance=${given.unique("query")}`;
  const name = toVolumePath(volume);
  const read = (path: string, operation: "getRelease" | "getVersionIndex"): Promise<Answer> =>
    registry.request({ method: "GET", path: `/api/v1/${path}?${member}`, operation });
  return {
    metadata: () => read(`volumes/${name}/${version}`, "getRelease"),
    index: () => read(`index/volumes/${name}`, "getVersionIndex"),
  };
}

export function versionsIn(index: Answer): readonly string[] {
  return listAt(index.body, "items").map((row) => textAt(row, "version") ?? "");
}

export const refused = "unknown query members are refused with 400";

/**
 * A release that is published between the reads. In one half, its name and version, joined without anything between them, are those of the
 * first release.
 */
export const readBeforeAndAfter: Situation<Known> = situation(
  "consistency/published-between-reads",
  async (tools) => {
    const { given, eventually } = tools;
    await given.sharedRelease();
    const alike = await undefinedIfNotPossible(() => joinedAlike(given));
    const { volume, version } = alike ?? { volume: given.volume(), version: "1.0.0" };
    const reads = readsWithMember(tools, { volume, version });
    if ((await reads.metadata()).status === 400) throw given.nothingToJudge(refused);
    await reads.index();
    const release = await given.publishedRelease({ volume, version });
    const metadata = await eventually(reads.metadata, { since: release });
    const listed = await eventually(reads.index, {
      since: release,
      until: (answer) => listAt(answer.body, "items").length > 0,
    });
    // a row may have no version
    const versions = versionsIn(listed)[0] === "" ? [""] : [release.version];
    return { metadata, listed, integrity: release.integrity, versions };
  },
);
