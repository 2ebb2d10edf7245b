import { parsePlaces } from "../places.ts";
import { findAll, makeButton } from "./elements.ts";
import { makeExchange, type PlacedExchange } from "./exchange.ts";
import { readExchange } from "./exchange-store.ts";
import { makeProof, readMarks } from "./proof.ts";

const exchangesPerStep = 25;

async function place(number: number): Promise<PlacedExchange | undefined> {
  const exchange = await readExchange(number);
  return exchange === undefined ? undefined : { exchange, place: number };
}

async function appendFrom(list: HTMLElement, places: readonly number[], from: number): Promise<void> {
  const next = from + exchangesPerStep;
  for (const number of places.slice(from, next)) {
    const placed = await place(number);
    if (placed !== undefined) list.append(makeExchange(placed));
  }
  if (next >= places.length) return;
  const count = Math.min(exchangesPerStep, places.length - next);
  const more = makeButton(`Show ${count} more of ${places.length}`);
  more.addEventListener("click", () => {
    more.remove();
    void appendFrom(list, places, next);
  });
  list.append(more);
}

async function fillList(list: HTMLElement): Promise<void> {
  const text = list.dataset["exchanges"];
  if (text === undefined) return;
  delete list.dataset["exchanges"];
  const places = parsePlaces(text);
  if (!list.matches(".proof")) {
    await appendFrom(list, places, 0);
    return;
  }
  const [first = 0] = places;
  const placed = await place(first);
  const twin = list.dataset["twin"];
  if (placed === undefined) return;
  const proof = makeProof(
    placed,
    twin === undefined ? undefined : await place(Number(twin)),
    readMarks(list),
  );
  proof.open = list.dataset["open"] !== undefined;
  list.append(proof);
}

/** Adds exchanges to the lists inside an element that the reader can see. */
export function fillVisibleLists(root: ParentNode): void {
  for (const list of findAll(root, ".exchanges[data-exchanges]", HTMLElement))
    if (list.checkVisibility()) void fillList(list);
}

/** Adds the exchanges of a list when its parent is opened, or when an open one scrolls near: thousands of them cost nothing. */
export function startExchangeLists(): void {
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open) fillVisibleLists(target);
    },
    true,
  );
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting && target instanceof HTMLElement) {
          observer.unobserve(target);
          void fillList(target);
        }
    },
    { rootMargin: "400px" },
  );
  for (const list of findAll(document, ".exchanges[data-exchanges]", HTMLElement)) observer.observe(list);
}
