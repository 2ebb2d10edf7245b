import type { Exchange, RecordedBody, Report } from "../../schemas/report.ts";
import { indexReport, type ReportIndex } from "../evidence-list.ts";
import { toPathBelow } from "../exchange-summary.ts";
import { renderJsonValue } from "../json-text.ts";
import { toVisibleLines } from "../visible-text.ts";
import { type PackedBlock, toExchangeBlocks } from "./packed-block.ts";
import type { ShownExchange } from "./shown-exchange.ts";
import { toVisibleTexts } from "./visible-report.ts";

/** The parts of a report that a page refers to. The only place of the pages that reads the exchanges of a report. */
export interface HtmlIndex extends ReportIndex {
  /** The place of an exchange in the page's packed blocks, by its id. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** All exchanges, with visible characters only, in the order of their places. */
  readonly allExchanges: readonly Exchange[];
  /** The exchanges as recorded, for the script of the page. */
  readonly blocks: readonly PackedBlock[];
  /** What starts the suite, as in the other commands of the report. */
  readonly program: string;
  /** Any value as indented JSON with visible characters only. */
  readonly renderValue: (value: unknown) => string;
}

function toShown({ actor: _actor, about: _about, ...exchange }: Exchange, baseUrl: string): ShownExchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: withBody(request),
    ...(response === undefined ? {} : { response: withBody(response) }),
    path: toPathBelow(baseUrl, request.url),
  };
}

function withBody<T extends { readonly body?: RecordedBody }>(message: T): T {
  const { body } = message;
  return body === undefined || body.cutAt !== undefined
    ? message
    : { ...message, body: { ...body, digest: "" } };
}

/** Indexes a report for the page that shows it. */
export function indexForHtml(report: Report): HtmlIndex {
  const { baseUrl } = report.target;
  const allExchanges = toVisibleTexts(report.exchanges);
  return {
    ...indexReport({ ...toVisibleTexts({ ...report, exchanges: [] }), exchanges: allExchanges }),
    placeOf: new Map(report.exchanges.map((exchange, place) => [toVisibleLines(exchange.id), place])),
    allExchanges,
    blocks: toExchangeBlocks(report.exchanges.map((exchange) => toShown(exchange, baseUrl))),
    program: `npx ${toVisibleLines(report.suite.name)}`,
    renderValue: (value) => toVisibleLines(renderJsonValue(value).trimEnd()),
  };
}
