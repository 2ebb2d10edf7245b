/** Reads the list of a search, probes it with smaller pages, and reads it again: if nothing changed, each probe is a slice of it. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { SituationTools } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, numberAt, textAt } from "../../harness/exchange/answer.ts";
import type { PageQuery } from "./paging.ts";

/** One requested page and its response. */
export interface Probe {
  /** `Infinity` if none was requested. */
  readonly limit: number;
  readonly offset: number;
  readonly answer: Answer;
}

/** The items at the positions that were read, and how many items there are. */
export interface Look {
  readonly items: ReadonlyMap<number, string>;
  readonly total: number;
  readonly probes: readonly Probe[];
}

/** A list that was the same before and after the probes. */
export interface StableLook {
  readonly look: Look;
  /** Pages inside the list. */
  readonly slices: readonly Probe[];
  /** Pages at, before and after its end. */
  readonly borders: readonly Probe[];
}

type Searching = Pick<SituationTools, "given" | "registry" | "target" | "eventually">;

/** A search may refuse offsets beyond this. */
const searchWindow = 10_000;

const maxAttempts = 3;

/** Items that are compared: their names, or all of an item that has none. */
export function keysOf(answer: Answer): readonly string[] {
  return listAt(answer.body, "items").map((item) => textAt(item, "name") ?? JSON.stringify(item));
}

async function probe(tools: Searching, type: string | undefined, page: Required<PageQuery>): Promise<Probe> {
  const filter = type === undefined ? [] : [[tools.target.search.componentTypeParam ?? "", type] as const];
  const answer = await tools.registry.searchVolumes([
    ...filter,
    ...(page.limit === Infinity ? [] : [["limit", String(page.limit)] as const]),
    ["offset", String(page.offset)],
  ]);
  return { ...page, answer };
}

/** All at once: nothing changes between them that does not also change between the looks. */
async function probeAll(
  tools: Searching,
  type: string | undefined,
  pages: readonly Required<PageQuery>[],
): Promise<readonly Probe[]> {
  return await Promise.all(pages.map((page) => probe(tools, type, page)));
}

/** The first items of the list and the last ones. Undefined if there is no list to compare with. */
async function look(tools: Searching, type: string | undefined): Promise<Look | undefined> {
  const first = await probe(tools, type, { limit: 100, offset: 0 });
  const total = numberAt(first.answer.body, "total");
  if (!isSuccess(first.answer) || total === undefined || total > searchWindow) return undefined;
  const probes = [first];
  const shown = keysOf(first.answer).length;
  if (shown > 0 && shown < total)
    probes.push(await probe(tools, type, { limit: 100, offset: Math.max(shown, total - 20) }));
  const items = new Map<number, string>();
  for (const { offset, answer } of probes)
    for (const [index, key] of keysOf(answer).entries()) items.set(offset + index, key);
  return { items, total, probes };
}

function isSameLook(before: Look, after: Look): boolean {
  return (
    before.total === after.total && JSON.stringify([...before.items]) === JSON.stringify([...after.items])
  );
}

/** True for the same items in another order. */
function isReordered(before: Look, after: Look): boolean {
  const [one, other] = [before, after].map(({ items }) => [...items.values()].toSorted());
  return before.total === after.total && JSON.stringify(one) === JSON.stringify(other);
}

/** Pages inside a list of this length: fewer of a filtered one, which is cut into pages in the same way. */
function toSlices(total: number, type: string | undefined): readonly Required<PageQuery>[] {
  const known = Math.min(total, 100);
  const inside = { limit: 10, offset: Math.floor(known / 2) };
  const further = [
    { limit: 1, offset: 0 },
    { limit: 2, offset: 1 },
    { limit: 50, offset: Math.max(0, known - 50) },
    { limit: Infinity, offset: 1 },
  ];
  return (type === undefined ? [inside, ...further] : [inside]).filter(({ offset }) => offset < total);
}

/** Pages at the end of a list of this length: the last one, one that is exactly full, and those after it. */
function toBorders(total: number, type: string | undefined): readonly Required<PageQuery>[] {
  const full = Math.min(total, 3);
  const pages = [
    { limit: 2, offset: total - 1 },
    { limit: full, offset: total - full },
    { limit: 1, offset: total },
    ...(type === undefined ? [{ limit: 100, offset: total + 1 }] : []),
    ...(total <= 100 ? [{ limit: total, offset: 0 }] : []),
  ];
  return pages.filter(({ limit, offset }) => limit > 0 && offset >= 0);
}

/**
 * The list of a search and pages of it, read once in a run, between two equal looks.
 * @throws Skipped if others may have changed the list during each attempt, or it cannot be compared
 */
export const stableLook: Situation<StableLook, [type?: string]> = situation(
  (type) => `search/look-${type ?? "all"}`,
  async (tools, type) => {
    for (let attempt = 1; ; attempt++) {
      const before = await look(tools, type);
      if (before === undefined)
        throw tools.given.nothingToJudge("the search states no `total`, or one above 10,000");
      const [slices, borders] = await Promise.all([
        probeAll(tools, type, toSlices(before.total, type)),
        probeAll(tools, type, toBorders(before.total, type)),
      ]);
      const after = await look(tools, type);
      const isStable = after !== undefined && isSameLook(before, after);
      const found: StableLook = { look: before, slices: [...before.probes, ...slices], borders };
      const isConsistent = isStable && [...found.slices, ...borders].every((one) => isSlice(one, before));
      if (isConsistent) return found;
      // where nobody has written, another order is no list of which pages could be parts
      const isShuffled = tools.target.exclusive && after !== undefined && isReordered(before, after);
      if (attempt >= maxAttempts) {
        if (isStable || isShuffled) return found;
        throw tools.given.nothingToJudge("the search results changed during each of three attempts");
      }
      // an index or a cache may still take in what was published last
      const since = { sinceMs: after?.probes[0]?.answer.endedAtMs ?? 0 };
      await tools.eventually(async () => (await probe(tools, type, { limit: 1, offset: 0 })).answer, {
        since,
        until: () => false,
      });
    }
  },
);

/** The page size that a response used: its `limit`, if it is valid for the request. */
function usedLimit({ limit, answer }: Probe): number | undefined {
  const used = numberAt(answer.body, "limit");
  return used !== undefined && used >= 1 && used <= limit ? used : undefined;
}

/** How many items a page has to have: the least and the most. */
export function expectedCount(page: Probe, { total }: Look): readonly [number, number] {
  const left = Math.max(0, total - page.offset);
  const used = usedLimit(page);
  return used === undefined
    ? [Math.min(1, left), Math.min(page.limit, left)]
    : [Math.min(used, left), Math.min(used, left)];
}

/** True if a page shows an item at a place of the list where a look has another one. */
export function hasMisplaced(page: Probe, { items }: Look): boolean {
  return keysOf(page.answer).some((key, index) => (items.get(page.offset + index) ?? key) !== key);
}

/** Where the list has the items of a page: the places tell a shift from another order. */
export function describePlaces({ answer }: Probe, { items }: Look): string {
  const placeOf = new Map([...items].map(([place, key]) => [key, place]));
  const places = keysOf(answer).map((key) => placeOf.get(key));
  const [first] = places;
  const last = places.at(-1);
  const isRun = (step: number): boolean =>
    first !== undefined && places.every((place, index) => place === first + step * index);
  if (places.length > 1 && isRun(1)) return `items ${first} to ${last} of it`;
  if (places.length > 1 && isRun(-1)) return `items ${first} down to ${last} of it`;
  const shown = places.slice(0, maxPlaces).map((place) => place ?? "(not in it)");
  return `items ${shown.join(", ")}${places.length > maxPlaces ? ", …" : ""} of it`;
}

const maxPlaces = 10;

/** The place in the list of the one item that a short page lacks, as the end of a phrase; empty where it lacks several, or one that the list has not. */
export function describeMissing({ answer, offset }: Probe, { items }: Look, count: number): string {
  const shown = new Set(keysOf(answer));
  const places = Array.from({ length: count }, (_, index) => offset + index);
  const [place, ...more] = places.filter((one) => !shown.has(items.get(one) ?? ""));
  if (place === undefined || more.length > 0 || !items.has(place)) return "";
  const end = place === offset ? ", its first" : place === offset + count - 1 ? ", its last" : "";
  return ` without item ${place} of the list${end}`;
}

/** The `total` of a page, which is that of the list if the page states none. */
export function statedTotal({ answer }: Probe, { total }: Look): number {
  return numberAt(answer.body, "total") ?? total;
}

/** Whether a page is the slice of the list that its `limit` and `offset` name. */
export function isSlice(page: Probe, list: Look): boolean {
  const { length } = keysOf(page.answer);
  const [least, most] = expectedCount(page, list);
  return (
    isSuccess(page.answer) &&
    length >= least &&
    length <= most &&
    !hasMisplaced(page, list) &&
    statedTotal(page, list) === list.total
  );
}
