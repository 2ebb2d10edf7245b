/** The uploads of a recording: which create request opened each, and which requests are for it. */
import type { Exchange } from "../../../../schemas/report.ts";
import { isSuccess, textAt } from "../../../exchange/answer.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { shownJson } from "../exchange-text.ts";

export interface Uploads {
  /** The upload that a request is for. */
  readonly ofRequest: (exchange: Exchange) => string | undefined;
  /** The create request that opened it. */
  readonly createOf: (exchange: Exchange) => Exchange | undefined;
}

/** True if the registry answered with a success. */
export function succeeded({ response }: Exchange): boolean {
  return isSuccess({ status: response?.status ?? 0 });
}

/** @param exchanges in the order in which they were sent */
export function readUploads(exchanges: readonly Exchange[]): Uploads {
  const addresses = new Map<string, string>();
  const creates = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const created = opensUpload(exchange.operation) && succeeded(exchange) ? shownJson(exchange) : undefined;
    const id = textAt(created, "uploadId");
    const url = textAt(created, "upload", "url");
    if (id === undefined) continue;
    // a create request that was repeated has the same upload
    if (!creates.has(id)) creates.set(id, exchange);
    if (url !== undefined) addresses.set(url, id);
  }
  const ofRequest = ({ about, request }: Exchange): string | undefined =>
    about?.uploadId ?? addresses.get(request.url);
  return { ofRequest, createOf: (exchange) => creates.get(ofRequest(exchange) ?? "") };
}
