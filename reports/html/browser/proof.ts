import { makeElement } from "./elements.ts";
import { makeExchangeLine, makeFoot, makeRequest, makeResponse, type PlacedExchange } from "./exchange.ts";
import { findRequestDifference, type MessageMarks } from "./exchange-difference.ts";

/** The place of the status in `HTTP 404`. */
const statusCharacters: readonly [number, number] = [5, 8];

/** The marks that the renderer found for the response of a finding. */
export function readMarks({ dataset }: HTMLElement): MessageMarks {
  return {
    ...(dataset["status"] === undefined ? {} : { firstLine: statusCharacters }),
    headers: (dataset["headers"] ?? "").split(" "),
    // the renderer wrote a list of texts
    pointers: JSON.parse(dataset["pointers"] ?? "[]") as readonly string[],
  };
}

function makeColumn(title: string, messages: readonly HTMLElement[]): HTMLElement {
  const column = makeElement("div", "column");
  column.append(makeElement("p", "part-title column-title", title), ...messages);
  return column;
}

function makeTwins({ exchange }: PlacedExchange, twin: PlacedExchange, marks: MessageMarks): HTMLElement {
  const messages = makeElement("div", "messages twins");
  const other = twin.exchange;
  messages.append(
    makeColumn("This exchange", [
      makeRequest(exchange, findRequestDifference(exchange, other)),
      makeResponse(exchange, marks),
    ]),
    makeColumn(`Positive twin: the registry accepts it with ${other.response?.status ?? "no status"}`, [
      makeRequest(other, findRequestDifference(other, exchange)),
      makeResponse(other),
    ]),
  );
  return messages;
}

/**
 * The exchange that shows a finding, with the parts that the finding is about marked. A positive twin stands beside it,
 * and the differences of the two requests are marked.
 */
export function makeProof(
  placed: PlacedExchange,
  twin: PlacedExchange | undefined,
  marks: MessageMarks,
): HTMLDetailsElement {
  const { exchange } = placed;
  const details = makeElement("details", "exchange shown");
  const summary = makeElement("summary");
  summary.append(...makeExchangeLine(exchange));
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const messages = makeElement("div", "messages");
    messages.append(makeRequest(exchange), makeResponse(exchange, marks));
    details.append(twin === undefined ? messages : makeTwins(placed, twin, marks), ...makeFoot(placed));
  });
  return details;
}
