/**
 * Shows exchanges when the requirement that they belong to is opened, and the messages of one exchange when that is opened:
 * thousands of them cost nothing until somebody looks.
 */
export const exchangeScript: string = String.raw`
let exchanges;
function exchangeAt(place) {
  exchanges ??= JSON.parse(document.getElementById("exchanges").textContent);
  return exchanges[Number(place)];
}

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

const jsonToken = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g;

function makeJson(text) {
  const block = make("pre", "json");
  let last = 0;
  for (const match of text.matchAll(jsonToken)) {
    block.append(text.slice(last, match.index));
    const kind = match[2] !== undefined ? "key" : match[1] !== undefined ? "text" : "value";
    block.append(make("span", "json-" + kind, match[1] ?? match[0]));
    if (match[2] !== undefined) block.append(match[2]);
    last = match.index + match[0].length;
  }
  block.append(text.slice(last));
  return block;
}

const longestColoured = 100000;

function makeBody(body) {
  if (!body || body.size === 0) return make("p", "quiet", "no body");
  const part = make("div", "body");
  part.append(make("p", "quiet", body.size.toLocaleString("en-US") + " bytes, " + body.digest +
    (body.cutAt === undefined ? "" : "; cut after " + body.cutAt.toLocaleString("en-US") + " bytes")));
  if (body.text === undefined) {
    part.append(make("p", "quiet", "bytes that are not text, as base64:"), make("pre", "", body.base64 ?? ""));
    return part;
  }
  try {
    const pretty = JSON.stringify(JSON.parse(body.text), null, 2);
    part.append(pretty.length > longestColoured ? make("pre", "json", pretty) : makeJson(pretty));
  } catch {
    part.append(make("pre", "", body.text));
  }
  return part;
}

function makeHeaders(headers) {
  const table = make("table", "headers");
  for (const [name, value] of headers) {
    const row = table.insertRow();
    const head = make("th", "", name);
    head.scope = "row";
    row.append(head, make("td", "", value));
  }
  return headers.length === 0 ? make("p", "quiet", "no headers") : table;
}

function makeMessage(title, firstLine, headers, body) {
  const message = make("div", "message");
  message.append(make("h5", "", title), make("p", "mono first-line", firstLine), makeHeaders(headers), makeBody(body));
  return message;
}

function makeCurl(exchange) {
  const command = make("div", "command");
  const button = make("button", "", "Copy");
  button.type = "button";
  button.dataset.copy = "";
  button.setAttribute("aria-label", "Copy: the request of " + exchange.id + " for curl");
  command.append(make("code", "", exchange.curl), button);
  return command;
}

function fillExchange(details, exchange) {
  const { request, response } = exchange;
  const messages = make("div", "messages");
  messages.append(makeMessage("Request", request.method + " " + request.url, request.headers, request.body));
  if (response) messages.append(makeMessage("Response", "HTTP " + response.status, response.headers, response.body));
  else {
    const nothing = make("div", "message");
    nothing.append(make("h5", "", "No response"), make("p", "", exchange.failure ?? "cause unknown"));
    messages.append(nothing);
  }
  details.append(messages, makeCurl(exchange), make("p", "quiet mono exchange-id", exchange.id));
}

function statusClass(response) {
  if (!response) return "none";
  if (response.status === 429) return "limited";
  return response.status >= 500 ? "fault" : response.status >= 400 ? "refusal" : "success";
}

function makeExchange(exchange, isShown) {
  const details = make("details", isShown ? "exchange shown" : "exchange");
  const summary = make("summary");
  summary.append(
    make("span", "status status-" + statusClass(exchange.response), exchange.response ? exchange.response.status : "none"),
    make("span", "mono method", exchange.request.method),
    make("span", "mono url", exchange.path),
    make("span", "quiet", exchange.operation + ", " + Math.round(exchange.durationMs) + " ms, at " +
      (exchange.startedAtMs / 1000).toFixed(1) + " s"),
  );
  if (isShown) summary.append(make("span", "tag", "shows the finding"));
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) fillExchange(details, exchange);
  });
  if (isShown) details.open = true;
  return details;
}

const mostAtOnce = 25;

function fillExchanges(list) {
  if (list.dataset.exchanges === undefined) return;
  const all = list.dataset.exchanges.split(" ");
  const shown = new Set(list.dataset.shown.split(" "));
  // what shows a finding comes first: it may be the last of a hundred
  const places = [...all.filter((place) => shown.has(place)), ...all.filter((place) => !shown.has(place))];
  delete list.dataset.exchanges;
  const append = (from) => {
    for (const place of places.slice(from, from + mostAtOnce)) {
      list.append(makeExchange(exchangeAt(place), shown.has(place)));
    }
    if (from + mostAtOnce >= places.length) return;
    const more = make("button", "", "Show " + Math.min(mostAtOnce, places.length - from - mostAtOnce) + " more of " + places.length);
    more.type = "button";
    more.addEventListener("click", () => { more.remove(); append(from + mostAtOnce); });
    list.append(more);
  };
  append(0);
}

document.addEventListener("toggle", (event) => {
  if (!event.target.open) return;
  for (const list of event.target.querySelectorAll(".exchanges")) fillExchanges(list);
}, true);
`;
