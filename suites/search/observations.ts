/** Observations about search. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, listAt, numberAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { oddSearch } from "../situations/odd-search.ts";
import { searchByEveryTypeOnce } from "./type-searches.ts";
import { searchOnce, searchPage } from "./paging.ts";

const envelope = ["total", "limit", "offset"];
const itemMembers = ["name", "latestVersion", "description", "role", "providers", "components"];

function toText(value: unknown): string {
  return typeof value === "number" ? `${value}` : "not stated";
}

export const observations: CheckFile = {
  source: "Resources, Search result",
  operations: ["searchVolumes"],
  forms: "none",
  from: "standard",
  observations: [
    {
      id: "search/absent-members",
      question: "Which members do search results omit?",
      covers: [
        "question:11",
        "member:search-item.description",
        "member:search-item.providers",
        "member:search-item.components.name",
      ],
      from: "quick",
      async observe(tools) {
        const { body } = await searchOnce(tools.given);

        const items = listAt(body, "items");
        const absent = [
          ...envelope.filter((name) => valueAt(body, name) === undefined),
          ...itemMembers
            .filter((name) => items.some((item) => valueAt(item, name) === undefined))
            .map((name) => `items.${name}`),
        ];
        return absent.length === 0
          ? `None, in ${items.length} items`
          : `${absent.join(", ")}, in ${items.length} items`;
      },
    },
    {
      id: "search/default-limit",
      question: "Which page size does `GET` search use without `limit`, and with `limit=100`?",
      source: "Endpoints, Search; Resources, Search result: limit",
      covers: ["question:20"],
      from: "quick",
      async observe(tools) {
        const plain = await searchOnce(tools.given);
        const large = await searchOnce(tools.given, { limit: 100 });

        const [usual, largest] = [plain, large].map(({ body }) => valueAt(body, "limit"));
        return `${toText(usual)} without a limit, ${toText(largest)} with limit=100`;
      },
    },
    {
      id: "search/finds-new-volumes",
      question: "Does `GET` search find a volume that was just published?",
      source: "Endpoints, Search",
      needs: ["token:publisher"],
      covers: ["question:20"],
      forms: "either",
      async observe({ registry, given, eventually }) {
        const release = await given.sharedRelease();
        const name = toFullName(release.volume);

        const answer = await eventually(() => registry.searchVolumes([["limit", "100"]]), {
          since: release,
          until: ({ body }) => listAt(body, "items").some((item) => textAt(item, "name") === name),
        });
        if (listAt(answer.body, "items").some((item) => textAt(item, "name") === name)) return "Yes";
        const total = valueAt(answer.body, "total");
        const shown = listAt(answer.body, "items").length;
        return typeof total === "number" && total > shown
          ? `Not on the first page; there are ${total} matches`
          : "No, not within settleMs";
      },
    },
    {
      id: "search/ordering",
      question: "How does `GET` search order its results?",
      source: "Resources, Search result: ordering is registry-local",
      async observe(tools) {
        const first = await searchOnce(tools.given, { limit: 100 });
        // the same search, unless the server refuses what cannot be read in it
        const odd = await oddSearch(tools.given);
        const second = isSuccess(odd) ? odd : await searchPage(tools, { limit: 100 });

        const [names, again] = [first, second].map(({ body }) =>
          listAt(body, "items").map((item) => textAt(item, "name") ?? ""),
        );
        const isByName = again?.join() === again?.toSorted().join();
        if (isByName) return "By name";
        const common = (names ?? []).filter((name) => again?.includes(name));
        const isSame = common.join() === again?.filter((name) => common.includes(name)).join();
        return isSame
          ? "Not by name, but two searches have the same order"
          : "Two searches have different orders";
      },
    },
    {
      id: "search/roles",
      question: "Which values does `role` have in search results?",
      source: "Gaps in resource fields, search result role",
      covers: ["gap:fields/5", "member:search-item.role"],
      async observe(tools) {
        const { body } = await searchOnce(tools.given, { limit: 100 });

        const seen = new Set(listAt(body, "items").flatMap((item) => textAt(item, "role") ?? []));
        return seen.size === 0 ? "No item has a role" : [...seen].toSorted().join(", ");
      },
    },
    {
      id: "search/success-status",
      question: "Which status does `GET` search answer?",
      source: "Gaps in endpoint coverage, success status codes of reads",
      covers: ["gap:endpoints/3"],
      from: "quick",
      async observe(tools) {
        const { status } = await searchOnce(tools.given);

        return `${status}`;
      },
    },
    {
      id: "search/several-types",
      question:
        "With several component types, does `GET` search return volumes with any of them or with all?",
      source: "Endpoints, Search: filter over component types",
      needs: ["search.componentTypeParam"],
      covers: ["gap:endpoints/1"],
      async observe(tools) {
        const all = await searchByEveryTypeOnce(tools.given);

        if (!isSuccess(all)) return `Neither: it answers ${all.status}`;
        const total = numberAt(all.body, "total") ?? listAt(all.body, "items").length;
        return total === 0
          ? "With all: the seven types together find nothing"
          : "With any: the seven types together find volumes";
      },
    },
  ],
};
