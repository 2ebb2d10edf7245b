import { STATUS_CODES } from "node:http";
import type { Exchange, HeaderField, RecordedBody, Report } from "../schemas/report.ts";
import { renderSpecification } from "./conclusion.ts";
import { headerValue } from "./exchange-summary.ts";
import { fillList, renderJsonLine, renderJsonValue } from "./json-text.ts";

/** HAR's value for "unknown"; the recorder sees messages, not bytes on the wire. */
const unknownSize = -1;

function toNameValues(headers: readonly HeaderField[]): readonly object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function toQuery(url: string): readonly object[] {
  const [, query = ""] = url.split("#")[0]?.split(/\?(.*)/su) ?? [];
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

function toPostData(body: RecordedBody | undefined, headers: readonly HeaderField[]): object {
  if (body === undefined) return {};
  const mimeType = headerValue(headers, "content-type") ?? "application/octet-stream";
  const comment = body.text === undefined ? "the text is base64" : undefined;
  return { postData: { mimeType, params: [], text: body.text ?? body.base64 ?? "", comment } };
}

function toContent(body: RecordedBody | undefined, headers: readonly HeaderField[]): object {
  const mimeType = headerValue(headers, "content-type") ?? "";
  if (body === undefined) return { size: 0, mimeType };
  const comment =
    body.cutAt === undefined ? undefined : `only the first ${body.cutAt} of ${body.size} bytes are kept`;
  return {
    size: body.size,
    mimeType,
    ...(body.text === undefined ? { text: body.base64 ?? "", encoding: "base64" } : { text: body.text }),
    comment,
  };
}

function toResponse(exchange: Exchange): object {
  const { response } = exchange;
  const status = response?.status ?? 0;
  const headers = response?.headers ?? [];
  return {
    status,
    statusText: response === undefined ? "" : (STATUS_CODES[status] ?? ""),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: toNameValues(headers),
    content: toContent(response?.body, headers),
    redirectURL: headerValue(headers, "location") ?? "",
    headersSize: unknownSize,
    bodySize: response?.body?.size ?? (response === undefined ? unknownSize : 0),
    // the member that browsers use in their exports for requests without a response
    _error: response === undefined ? (exchange.failure ?? "no response") : undefined,
  };
}

function toEntry(exchange: Exchange, runStartedAt: number): object {
  const { request } = exchange;
  return {
    pageref: exchange.actor,
    startedDateTime: new Date(runStartedAt + exchange.startedAtMs).toISOString(),
    time: exchange.durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: toNameValues(request.headers),
      queryString: toQuery(request.url),
      ...toPostData(request.body, request.headers),
      headersSize: unknownSize,
      bodySize: request.body?.size ?? 0,
    },
    response: toResponse(exchange),
    cache: {},
    // the recorder has only the whole duration, and the three timings that HAR requires must add up to it
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    comment: exchange.id,
  };
}

function toPages(exchanges: readonly Exchange[], runStartedAt: number): readonly object[] {
  const firstByActor = new Map<string, number>();
  for (const { actor, startedAtMs } of exchanges) {
    firstByActor.set(actor, Math.min(startedAtMs, firstByActor.get(actor) ?? startedAtMs));
  }
  return [...firstByActor].map(([actor, startedAtMs]) => ({
    startedDateTime: new Date(runStartedAt + startedAtMs).toISOString(),
    id: actor,
    title: actor,
    pageTimings: {},
  }));
}

/**
 * The exchanges of a report as an HTTP Archive 1.2 (`.har`), which browsers' network panels and most proxies open: a page for
 * each check, its exchanges as entries in the order they were sent. The recorder keeps no wire details, so HTTP versions are
 * nominal and header sizes are unknown (-1).
 */
export function renderHar(report: Report): string {
  const runStartedAt = Date.parse(report.run.startedAt);
  const exchanges = report.exchanges.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  const log = renderJsonValue({
    log: {
      version: "1.2",
      creator: { name: report.suite.name, version: report.suite.version },
      pages: toPages(exchanges, runStartedAt),
      comment: `run ${report.run.id}: ${report.verdict}, specification ${renderSpecification(report)}`,
      entries: [],
    },
  });
  return fillList(
    log,
    "entries",
    exchanges.map((exchange) => renderJsonLine(toEntry(exchange, runStartedAt))),
  );
}
