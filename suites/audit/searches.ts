/** Every search agrees with what the run did to its volumes. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import { expectAll, openBooks, toOpinion } from "./books.ts";
import { ledger } from "./ledger.ts";
import { isKind } from "./timelines.ts";

export const searches: CheckFile = {
  source: "Endpoints, Search; Search result, item fields",
  operations: ["searchVolumes"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/searches-show-published-volumes-only",
      rule: "Where `GET` search shows a volume that the run made, a `POST` finalize of that volume has succeeded, and of its `latestVersion` too.",
      reading:
        "The text leaves open which volumes a search finds, and which version is the latest. A volume or a version that was never published is neither.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const { isOwnVolume } = tools.given;
        expectAll(tools, books.entries.filter(isKind("hit")), (hit) => {
          const versions = [...books.timelines.values()].filter(({ name }) => name === hit.name);
          if (!isOwnVolume(hit.name)) return "silent";
          const published = versions.filter((release) => !books.isUnpublished(release, hit));
          const isLatest = hit.version === "" || published.some(({ version }) => version === hit.version);
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
