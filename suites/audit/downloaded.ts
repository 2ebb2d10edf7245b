/** What the ledger keeps of a download: its bytes, and where a redirect leads. */
import { type Answer, headerOf, isSuccess } from "../../harness/exchange/answer.ts";
import { resolveReference } from "../../harness/exchange/references.ts";
import { headerIn } from "../request-content.ts";

/** A `GET` of opaque bytes that succeeded. */
export interface Downloaded {
  readonly kind: "downloaded";
  /** In base64, unless there are many. */
  readonly content: string | undefined;
}

/** A `GET` of opaque bytes that was redirected to an absolute URL. */
export interface Redirected {
  readonly kind: "redirected";
  readonly to: string;
}

/** Maximum bytes of a download that is kept: a registry may pack the archives that we keep without compression. */
const maxKeptBytes = 16 * 1024;

export function toDownloaded(answer: Answer): readonly (Downloaded | Redirected)[] {
  // otherwise the bytes may have a content coding, or be a part
  const isPlain =
    headerIn(answer, "accept-encoding") === "identity" && headerIn(answer, "range") === undefined;
  if (answer.exchange.request.method !== "GET" || !isPlain) return [];
  const location = headerOf(answer, "location");
  if (answer.status >= 300 && answer.status <= 399 && location !== undefined) {
    const to = resolveReference(location, answer.url);
    return to === undefined ? [] : [{ kind: "redirected", to }];
  }
  if (!isSuccess(answer)) return [];
  const { bytes } = answer;
  const content = bytes.length > maxKeptBytes ? undefined : Buffer.from(bytes).toString("base64");
  return [{ kind: "downloaded", content }];
}
