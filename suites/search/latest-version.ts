/** `latestVersion` in a search result. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { rowOf } from "../situations/version-index.ts";
import { searchPage } from "./paging.ts";

/** The latest version is the one that this run published, or one with an index row, published since. */
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

/** False if the volume is not on the first five pages of a search. */
async function judgesFirstPages(tools: Tools, release: PublishedRelease): Promise<boolean> {
  const name = toFullName(release.volume);
  let offset = 0;
  for (let page = 1; page <= 5; page++) {
    const answer = await searchPage(tools, { limit: 100, offset });

    tools.expect.success(answer);
    const items = tools.expect.list(answer, "items");
    const item = items.find((one) => textAt(one, "name") === name);
    const latest = textAt(item, "latestVersion");
    if (latest !== undefined) {
      await expectListed(tools, { latest, release, answer });
      return true;
    }
    const total = valueAt(answer.body, "total");
    const isLast = items.length === 0 || (typeof total === "number" && total <= offset + items.length);
    if (item !== undefined) throw tools.given.nothingToJudge("the item has no `latestVersion`");
    if (isLast) break;
    offset += items.length;
  }
  return false;
}

export const latestVersion: CheckFile = {
  source: "Resources, Search result: latestVersion",
  operations: ["searchVolumes"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "search/latest-version-was-published",
      of: "search/results-are-published-volumes",
      rule: "If `GET` search returns a published volume with `latestVersion`, that version is the published one or has an index row.",
      reading:
        "The text does not say whether and when a search finds a new volume. We judge the volume only if it is on one of the first five pages.",
      covers: ["member:search-item.latestVersion", "member:search-item.name"],
      async run(tools) {
        const release = await tools.given.sharedRelease();

        if (await judgesFirstPages(tools, release)) return;
        // a search may show it later than other reads
        const askedMs = tools.now();
        await tools.given.settled(release);
        if (tools.now() > askedMs && (await judgesFirstPages(tools, release))) return;
        throw tools.given.nothingToJudge("the published volume is not on the first five pages");
      },
    },
  ],
};
