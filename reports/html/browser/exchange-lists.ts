import type { ShownExchange } from "../shown-exchange.ts";
import { findAll, findById, makeButton } from "./elements.ts";
import { makeExchange } from "./exchange.ts";

const exchangesPerStep = 25;

/** The exchanges of the page's data block, parsed at the first call. */
function createExchangeReader(): (place: string) => ShownExchange | undefined {
  let exchanges: readonly ShownExchange[] | undefined;
  return (place) => {
    exchanges ??= parseExchanges(findById("exchanges", HTMLScriptElement).text);
    return exchanges[Number(place)];
  };
}

/** The renderer wrote the data block of this very page, so its shape needs no check. */
function parseExchanges(json: string): readonly ShownExchange[] {
  return JSON.parse(json);
}

function fillList(list: HTMLElement, read: (place: string) => ShownExchange | undefined): void {
  const all = list.dataset["exchanges"]?.split(" ");
  if (all === undefined) return;
  const shown = new Set(list.dataset["shown"]?.split(" "));
  // an exchange that shows a finding comes first: it may be the last of a hundred
  const places = [...all.filter((place) => shown.has(place)), ...all.filter((place) => !shown.has(place))];
  delete list.dataset["exchanges"];
  const appendFrom = (from: number): void => {
    const next = from + exchangesPerStep;
    for (const place of places.slice(from, next)) {
      const exchange = read(place);
      if (exchange !== undefined) list.append(makeExchange(exchange, shown.has(place)));
    }
    if (next >= places.length) return;
    const count = Math.min(exchangesPerStep, places.length - next);
    const more = makeButton(`Show ${count} more of ${places.length}`);
    more.addEventListener("click", () => {
      more.remove();
      appendFrom(next);
    });
    list.append(more);
  };
  appendFrom(0);
}

/** Adds the exchanges of a requirement when it is first opened: the page stays fast with thousands of them. */
export function startExchangeLists(): void {
  const read = createExchangeReader();
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      for (const list of findAll(target, ".exchanges", HTMLElement)) fillList(list, read);
    },
    true,
  );
}
