/** What a search says of a volume's latest version. */
import type { Check, Tools } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, textAt, valueAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { rowOf } from "../version-index/rows.ts";
import { searchPage } from "./paging.ts";

export const latestVersionWasPublished: Check = {
  id: "search/latest-version-was-published",
  level: "must",
  rule: "The latest version that a search shows of a volume is one that was published.",
  source: "Resources, Search result: latestVersion",
  reading:
    "Whether and when a search finds a new volume is open: judged where the first pages show the volume.",
  operations: ["searchVolumes"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["member:search-item.latestVersion", "member:search-item.name"],
  async run(tools) {
    const release = await tools.given.sharedRelease();
    const name = toFullName(release.volume);

    for (let offset = 0; offset < 500; offset += 100) {
      const answer = await searchPage(tools, { limit: 100, offset });

      tools.expect.success(answer);
      const items = tools.expect.list(answer, "items");
      const item = items.find((one) => textAt(one, "name") === name);
      const latest = textAt(item, "latestVersion");
      if (latest !== undefined) return await expectListed(tools, { latest, release, answer });
      const total = valueAt(answer.body, "total");
      const isLast = items.length === 0 || (typeof total === "number" && total <= offset + 100);
      if (item !== undefined || isLast) return;
    }
  },
};

/** The latest version is the one that was published, or one that somebody published since. */
async function expectListed(
  tools: Tools,
  found: { readonly latest: string; readonly release: PublishedRelease; readonly answer: Answer },
): Promise<void> {
  const { latest, release, answer } = found;
  const isKnown =
    latest === release.version ||
    rowOf(await tools.registry.getVersionIndex(release.volume), latest) !== undefined;
  tools.expect.that(isKnown, {
    expected: `"${release.version}" as the latest version of ${toFullName(release.volume)}`,
    got: `"${latest}"`,
    answer,
  });
}
