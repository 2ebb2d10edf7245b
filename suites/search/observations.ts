/** Observations about search. */
import type { Observation } from "../../harness/check.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { everyComponentType, searchByType } from "./component-types.ts";
import { searchOnce, searchPage } from "./paging.ts";

const envelope = ["total", "limit", "offset"];
const itemMembers = ["name", "latestVersion", "description", "role", "providers", "components"];

export const absentMembers: Observation = {
  id: "search/absent-members",
  question: "Which members do search results omit?",
  source: "Resources, Search result",
  operations: ["searchVolumes"],
  forms: "none",
  covers: [
    "question:11",
    "member:search-item.description",
    "member:search-item.providers",
    "member:search-item.components.name",
  ],
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
};

export const defaultLimit: Observation = {
  id: "search/default-limit",
  question: "Which page size does `GET` search use without `limit`, and with `limit=100`?",
  source: "Endpoints, Search; Resources, Search result: limit",
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["question:20"],
  async observe(tools) {
    const plain = await searchOnce(tools.given);
    const large = await searchOnce(tools.given, { limit: 100 });

    const [usual, largest] = [plain, large].map(({ body }) => valueAt(body, "limit"));
    return `${toText(usual)} without a limit, ${toText(largest)} with limit=100`;
  },
};

function toText(value: unknown): string {
  return typeof value === "number" ? `${value}` : "not stated";
}

export const findsWhatWasJustPublished: Observation = {
  id: "search/finds-what-was-just-published",
  question: "Does `GET` search find a volume that was just published?",
  source: "Endpoints, Search",
  operations: ["searchVolumes"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["question:20"],
  async observe({ registry, given, settle }) {
    const release = await given.sharedRelease();
    const name = toFullName(release.volume);

    const answer = await settle(
      release,
      () => registry.searchVolumes([["limit", "100"]]),
      ({ body }) => listAt(body, "items").some((item) => textAt(item, "name") === name),
    );
    if (listAt(answer.body, "items").some((item) => textAt(item, "name") === name)) return "Yes";
    const total = valueAt(answer.body, "total");
    const shown = listAt(answer.body, "items").length;
    return typeof total === "number" && total > shown
      ? `Not on the first page; there are ${total} matches`
      : "No, not within settleMs";
  },
};

export const ordering: Observation = {
  id: "search/ordering",
  question: "How does `GET` search order its results?",
  source: "Resources, Search result: ordering is registry-local",
  operations: ["searchVolumes"],
  forms: "none",
  from: "standard",
  async observe(tools) {
    const first = await searchOnce(tools.given, { limit: 100 });
    const second = await searchPage(tools, { limit: 100 });

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
};

export const roles: Observation = {
  id: "search/roles",
  question: "Which values does `role` have in search results?",
  source: "Gaps in resource fields, search result role",
  operations: ["searchVolumes"],
  forms: "none",
  from: "standard",
  covers: ["gap:fields/5", "member:search-item.role"],
  async observe(tools) {
    const { body } = await searchOnce(tools.given, { limit: 100 });

    const seen = new Set(listAt(body, "items").flatMap((item) => textAt(item, "role") ?? []));
    return seen.size === 0 ? "No item has a role" : [...seen].toSorted().join(", ");
  },
};

export const successStatus: Observation = {
  id: "search/success-status",
  question: "Which status does `GET` search answer?",
  source: "Gaps in endpoint coverage, success status codes of reads",
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["gap:endpoints/3"],
  async observe(tools) {
    const { status } = await searchOnce(tools.given);

    return `${status}`;
  },
};

export const severalTypes: Observation = {
  id: "search/several-types",
  question: "With several component types, does `GET` search return volumes with any of them or with all?",
  source: "Endpoints, Search: filter over component types",
  operations: ["searchVolumes"],
  needs: ["search.componentTypeParam"],
  forms: "none",
  from: "standard",
  covers: ["gap:endpoints/1"],
  async observe(tools) {
    const all = await searchByType(tools, everyComponentType);

    if (!isSuccess(all)) return `Neither: it answers ${all.status}`;
    const { length } = listAt(all.body, "items");
    return length === 0
      ? "With all: the seven types together find nothing"
      : "With any: the seven types together find volumes";
  },
};
