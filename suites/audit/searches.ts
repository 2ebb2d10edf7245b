/** Every search agrees with what the run did to its volumes. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { expectAll, groupBy, openBooks, toOpinion } from "./books.ts";
import { ledger } from "./ledger.ts";
import { isKind } from "./timelines.ts";

/** True if a search shows the version so: it may leave the build metadata out. */
function isShownAs(shown: string, version: string): boolean {
  return shown === version || shown === withoutBuild(version);
}

export const searches: CheckFile = {
  source: "Endpoints, Search; Search result, item fields",
  operations: ["searchVolumes"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/searches-show-published-volumes-only",
      of: "search/results-are-published-volumes",
      rule: "Where `GET` search shows a volume that the run made, a `POST` finalize of that volume has succeeded, and of its `latestVersion` too.",
      reading:
        "The text leaves open which volumes a search finds, and which version is the latest. A volume or a version that was never published is neither.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const { isOwnVolume } = tools.given;
        const versionsOf = groupBy([...books.timelines.values()], ({ name }) => name);
        expectAll(tools, books.entries.filter(isKind("hit")), (hit) => {
          const versions = versionsOf.get(hit.name) ?? [];
          if (!isOwnVolume(hit.name)) return "silent";
          const published = versions.filter((release) => !books.isUnpublished(release, hit));
          const isLatest =
            hit.version === "" || published.some(({ version }) => isShownAs(hit.version, version));
          return toOpinion(published.length > 0 && isLatest, () => ({
            expected: "a volume and a latest version that were published",
            got: `${quote(hit.name)} ${quote(hit.version)}`,
            member: "/items",
          }));
        });
      },
    },
  ],
};
