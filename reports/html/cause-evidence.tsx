import type { JSX } from "hono/jsx/jsx-runtime";
import type { Cause, Exchange, RecordedBody, RequestLine } from "../../schemas/report.ts";
import { summarizeBody, summarizeResponse, toPathBelow } from "../exchange-summary.ts";
import { describeRequest, requestWords } from "../request-lines.ts";
import type { HtmlIndex } from "./html-index.ts";
import { Prose } from "./prose.tsx";

interface EvidenceProps {
  readonly cause: Cause;
  readonly index: HtmlIndex;
}

const maxInputLines = 12;

function Line({ label, text }: RequestLine): JSX.Element {
  return <dd>{label === "rule" || label === "token" ? <Prose text={text} /> : <code>{text}</code>}</dd>;
}

/** What is wrong with a request that should have been refused: lines of one kind stand below one word. */
export function AcceptedRequest({ cause, index }: EvidenceProps): JSX.Element | null {
  const lines = describeRequest(cause, index);
  const labels = [...new Set(lines.map(({ label }) => label))];
  if (labels.length === 0) return null;
  return (
    <dl class="accepted-request">
      {labels.map((label) => (
        <div>
          <dt>{requestWords[label]}</dt>
          {lines
            .filter((line) => line.label === label)
            .slice(0, maxInputLines)
            .map((line) => (
              <Line {...line} />
            ))}
        </div>
      ))}
    </dl>
  );
}

const maxBodyCharacters = 600;

/** Headers that say who sent a request, with which key, and what it holds. */
const telling: ReadonlySet<string> = new Set([
  "authorization",
  "content-type",
  "idempotency-key",
  "location",
]);

function toMessage(
  headers: Exchange["request"]["headers"],
  body: RecordedBody | undefined,
): readonly string[] {
  const fields = headers.filter(([name]) => telling.has(name.toLowerCase()));
  const text = summarizeBody(body, maxBodyCharacters);
  return [...fields.map(([name, value]) => `${name}: ${value}`), ...(text === undefined ? [] : [text])];
}

/** The exchange of a cause in short, for paper and for a browser without script: the page has the whole one for the script only. */
export function ExchangeInShort({ cause, index }: EvidenceProps): JSX.Element | null {
  const exchange = index.exchanges.get(cause.exchange ?? "");
  if (exchange === undefined) return null;
  const { request, response } = exchange;
  const sent = [`${request.method} ${toPathBelow(index.baseUrl, request.url)}`];
  return (
    <div class="in-print">
      <p class="part-title">Sent</p>
      <pre>{[...sent, ...toMessage(request.headers, request.body)].join("\n")}</pre>
      <p class="part-title">Answered</p>
      <pre>
        {[summarizeResponse(exchange), ...toMessage(response?.headers ?? [], response?.body)].join("\n")}
      </pre>
    </div>
  );
}
