/** Lists in which one entry would be twice. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import { listAt, textAt } from "../../harness/exchange/answer.ts";
import { isApiSuccess } from "../responses.ts";

/** The member that is different in each item, by operation. */
const keys: ReadonlyMap<string, string> = new Map([
  ["searchVolumes", "name"],
  ["getVersionIndex", "version"],
]);

export const repeatedItems: CheckFile = {
  source: "Endpoints, Search; Resources, Version index row: version",
  operations: ["searchVolumes", "getVersionIndex"],
  invariants: [
    {
      id: "every-response/lists-repeat-no-volume-and-no-version",
      restsOn: ["identity/versions-are-compared-exactly"],
      rule: "No page of `GET` search, with or without a filter, has two items with the same `name`. No `GET` index has two rows with the same `version`.",
      reading:
        "The text describes a search over volumes, and an index of the versions of one volume. We read each item as one volume, and each row as one version.",
      covers: ["member:search-item.name", "member:version-index-row.version"],
      judge(answer) {
        const key = keys.get(answer.exchange.operation);
        if (key === undefined || !isApiSuccess(answer)) return "not-applicable";
        const values = listAt(answer.body, "items").map((item) => textAt(item, key));
        if (values.length < 2) return "not-applicable";
        const seen = new Set<string>();
        const place = values.findIndex((value) => {
          if (value === undefined) return false;
          const isRepeated = seen.has(value);
          seen.add(value);
          return isRepeated;
        });
        if (place === -1) return "held";
        return {
          expected: `each \`${key}\` once`,
          got: `${quote(values[place])} twice`,
          member: `/items/${place}/${key}`,
        };
      },
    },
  ],
};
