import type { Report } from "../../schemas/report.ts";
import { indexReport, type ReportIndex } from "../evidence-list.ts";
import { renderJsonValue } from "../json-text.ts";
import { toVisibleLines } from "../visible-text.ts";

/** The parts of a report that a page refers to. */
export interface HtmlIndex extends ReportIndex {
  /** The place of an exchange in the page's data block, by its id. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** Any value as indented JSON with visible characters only. */
  readonly renderValue: (value: unknown) => string;
}

/** Indexes a report for the page that shows it. */
export function indexForHtml(report: Report): HtmlIndex {
  return {
    ...indexReport(report),
    placeOf: new Map(report.exchanges.map((exchange, place) => [exchange.id, place])),
    renderValue: (value) => toVisibleLines(renderJsonValue(value).trimEnd()),
  };
}
