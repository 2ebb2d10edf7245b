import type { Exchange, HeaderField, RecordedBody } from "../../../schemas/report.ts";
import type { ShownExchange } from "../shown-exchange.ts";
import { makeButton, makeElement } from "./elements.ts";
import { makeJsonBlock } from "./json-block.ts";

function describeBody({ size, digest, cutAt }: RecordedBody): string {
  const cut = cutAt === undefined ? "" : `; only the first ${cutAt.toLocaleString("en-US")} bytes are shown`;
  return `${size.toLocaleString("en-US")} bytes, ${digest}${cut}`;
}

function makeText(text: string): HTMLElement {
  try {
    return makeJsonBlock(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return makeElement("pre", "", text);
  }
}

function makeBody(body: RecordedBody | undefined): HTMLElement {
  if (body === undefined || body.size === 0) return makeElement("p", "quiet", "No body");
  const part = makeElement("div", "body");
  part.append(makeElement("p", "quiet", describeBody(body)));
  if (body.text === undefined)
    part.append(makeElement("p", "quiet", "Not text; base64:"), makeElement("pre", "", body.base64));
  else part.append(makeText(body.text));
  return part;
}

function makeHeaders(headers: readonly HeaderField[]): HTMLElement {
  if (headers.length === 0) return makeElement("p", "quiet", "No headers");
  const table = makeElement("table", "headers");
  for (const [name, value] of headers) {
    const head = makeElement("th", "", name);
    head.scope = "row";
    table.insertRow().append(head, makeElement("td", "", value));
  }
  return table;
}

function makeRequest({ request }: Exchange): HTMLElement {
  const message = makeElement("div", "message");
  message.append(
    makeElement("h5", "", "Request"),
    makeElement("p", "mono first-line", `${request.method} ${request.url}`),
    makeHeaders(request.headers),
    makeBody(request.body),
  );
  return message;
}

function makeResponse({ response, failure }: Exchange): HTMLElement {
  const message = makeElement("div", "message");
  if (response === undefined) {
    message.append(
      makeElement("h5", "", "No response"),
      makeElement("p", "", failure ?? "The cause is unknown"),
    );
    return message;
  }
  message.append(
    makeElement("h5", "", "Response"),
    makeElement("p", "mono first-line", `HTTP ${response.status}`),
    makeHeaders(response.headers),
    makeBody(response.body),
  );
  return message;
}

function makeCurl({ curl, id }: ShownExchange): HTMLElement {
  const command = makeElement("div", "command");
  const button = makeButton("Copy");
  button.dataset["copy"] = "";
  button.setAttribute("aria-label", `Copy: curl command for ${id}`);
  command.append(makeElement("code", "", curl), button);
  return command;
}

function makeMessages(exchange: ShownExchange): readonly HTMLElement[] {
  const messages = makeElement("div", "messages");
  messages.append(makeRequest(exchange), makeResponse(exchange));
  return [messages, makeCurl(exchange), makeElement("p", "quiet mono exchange-id", exchange.id)];
}

function statusClass({ response }: Exchange): string {
  if (response === undefined) return "none";
  if (response.status === 429) return "limited";
  if (response.status >= 500) return "fault";
  return response.status >= 400 ? "refusal" : "success";
}

function makeSummary(exchange: ShownExchange): HTMLElement {
  const { request, response, operation, path, durationMs, startedAtMs } = exchange;
  const summary = makeElement("summary");
  const timing = `${Math.round(durationMs)} ms, at ${(startedAtMs / 1000).toFixed(1)} s`;
  summary.append(
    makeElement("span", `status status-${statusClass(exchange)}`, String(response?.status ?? "none")),
    makeElement("span", "mono method", request.method),
    makeElement("span", "mono url", path),
    makeElement("span", "quiet", `${operation}, ${timing}`),
  );
  return summary;
}

/** One exchange, closed: its messages are added when it is first opened. One that shows a finding starts open. */
export function makeExchange(exchange: ShownExchange, showsFinding: boolean): HTMLDetailsElement {
  const details = makeElement("details", showsFinding ? "exchange shown" : "exchange");
  const summary = makeSummary(exchange);
  if (showsFinding) summary.append(makeElement("span", "tag", "shows the finding"));
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(...makeMessages(exchange));
  });
  details.open = showsFinding;
  return details;
}
