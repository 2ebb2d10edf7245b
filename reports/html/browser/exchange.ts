import type { HeaderField, RecordedBody } from "../../../schemas/report.ts";
import { toCurl } from "../../curl.ts";
import { toVisibleLines } from "../../visible-text.ts";
import { splitCommand } from "../command-words.ts";
import type { ShownExchange } from "../shown-exchange.ts";
import { findAll, makeButton, makeElement, toBreakable } from "./elements.ts";
import { firstLineOf, type MessageMarks, noMarks } from "./exchange-difference.ts";
import { readRecorded } from "./exchange-store.ts";
import { makeJsonBlock } from "./json-block.ts";

function describeBody({ size, digest, cutAt }: RecordedBody): string {
  const cut = cutAt === undefined ? "" : `; only the first ${cutAt.toLocaleString("en-US")} bytes are shown`;
  return `${size.toLocaleString("en-US")} bytes${digest === "" ? "" : `, ${digest}`}${cut}`;
}

function makeText(text: string, pointers: readonly string[]): HTMLElement {
  try {
    return makeJsonBlock(JSON.parse(text), pointers);
  } catch {
    return makeElement("pre", "", text);
  }
}

function makeBody(body: RecordedBody | undefined, pointers: readonly string[]): HTMLElement {
  if (body === undefined || body.size === 0) return makeElement("p", "quiet", "No body");
  const part = makeElement("div", "body");
  if (body.text === undefined)
    part.append(makeElement("p", "quiet", "Not text; base64:"), makeElement("pre", "", body.base64));
  else part.append(makeText(body.text, pointers));
  // a long body scrolls by itself; the keyboard needs a focus for that
  for (const pre of findAll(part, "pre", HTMLElement)) pre.tabIndex = 0;
  part.append(makeElement("p", "quiet digest", describeBody(body)));
  return part;
}

function makeHeaders(headers: readonly HeaderField[], marked: readonly string[]): HTMLElement {
  if (headers.length === 0) return makeElement("p", "quiet", "No headers");
  const list = makeElement("dl", "headers");
  for (const [name, value] of headers) {
    const row = makeElement("div", marked.includes(name.toLowerCase()) ? "offending" : "");
    row.append(makeElement("dt", "", name), makeElement("dd", "", value));
    list.append(row);
  }
  return list;
}

function makeFirstLine(text: string, { firstLine }: MessageMarks): HTMLElement {
  const line = makeElement("p", "mono first-line");
  if (firstLine === undefined) line.append(...toBreakable(text));
  else {
    const [from, to] = firstLine;
    const mark = makeElement("mark", "offending");
    mark.append(...toBreakable(text.slice(from, to)));
    line.append(...toBreakable(text.slice(0, from)), mark, ...toBreakable(text.slice(to)));
  }
  return line;
}

/** The request of an exchange, with method, URL, headers and body. */
export function makeRequest({ request }: ShownExchange, marks: MessageMarks = noMarks): HTMLElement {
  const message = makeElement("div", "message");
  message.append(
    makeElement("p", "part-title", "Request"),
    makeFirstLine(firstLineOf(request), marks),
    makeHeaders(request.headers, marks.headers),
    makeBody(request.body, marks.pointers),
  );
  return message;
}

/** The response of an exchange, or why there is none. */
export function makeResponse(
  { response, failure }: ShownExchange,
  marks: MessageMarks = noMarks,
): HTMLElement {
  const message = makeElement("div", "message");
  if (response === undefined) {
    message.append(
      makeElement("p", "part-title", "No response"),
      makeElement("p", "", failure ?? "The cause is unknown"),
    );
    return message;
  }
  message.append(
    makeElement("p", "part-title", "Response"),
    makeFirstLine(`HTTP ${response.status}`, marks),
    makeHeaders(response.headers, marks.headers),
    makeBody(response.body, marks.pointers),
  );
  return message;
}

/** Writes the command of the exchange as recorded: what the page shows has escapes in place of control characters. */
async function writeCurl(code: HTMLElement, place: number): Promise<void> {
  const exchange = await readRecorded(place);
  if (exchange === undefined) return;
  const pieces = splitCommand(toVisibleLines(toCurl(exchange)));
  code.append(
    ...pieces.map(({ text, isArgument }) => (isArgument ? makeElement("span", "argument", text) : text)),
  );
}

function makeCurl(id: string, place: number): HTMLElement {
  const command = makeElement("div", "command");
  const code = makeElement("code");
  const button = makeButton("Copy");
  button.dataset["copy"] = "";
  button.setAttribute("aria-label", `Copy: curl command for ${id}`);
  command.append(code, button);
  void writeCurl(code, place);
  return command;
}

function statusClass({ response }: ShownExchange): string {
  if (response === undefined) return "none";
  if (response.status === 429) return "limited";
  if (response.status >= 500) return "fault";
  return response.status >= 400 ? "refusal" : "success";
}

/** Status, method and path of an exchange, and when it happened. */
export function makeExchangeLine(exchange: ShownExchange): readonly HTMLElement[] {
  const { request, response, operation, path, durationMs, startedAtMs } = exchange;
  const timing = `${Math.round(durationMs)} ms, at ${(startedAtMs / 1000).toFixed(1)} s`;
  const url = makeElement("span", "mono url");
  url.append(...toBreakable(path));
  return [
    makeElement("span", `status status-${statusClass(exchange)}`, String(response?.status ?? "none")),
    makeElement("span", "mono method", request.method),
    url,
    makeElement("span", "quiet timing", `${operation}, ${timing}`),
  ];
}

/** One exchange with its place in the page. */
export interface PlacedExchange {
  readonly exchange: ShownExchange;
  readonly place: number;
}

/** Commands below the messages of an exchange. */
export function makeFoot({ exchange, place }: PlacedExchange): readonly HTMLElement[] {
  return [makeCurl(exchange.id, place), makeElement("p", "quiet mono exchange-id", exchange.id)];
}

/** One exchange, closed: its messages are added when it is first opened. */
export function makeExchange(placed: PlacedExchange): HTMLDetailsElement {
  const { exchange } = placed;
  const details = makeElement("details", "exchange");
  const summary = makeElement("summary");
  summary.append(...makeExchangeLine(exchange));
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const messages = makeElement("div", "messages");
    messages.append(makeRequest(exchange), makeResponse(exchange));
    details.append(messages, ...makeFoot(placed));
  });
  return details;
}
