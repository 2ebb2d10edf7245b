/** What the ledger keeps of a refused write: all that is needed to send it again. */
import type { Operation } from "../../harness/check.ts";
import { type Answer, slugOf } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { headerIn, pathOf, sentJson, sentText } from "../request-content.ts";
import { isUuid } from "../situations/idempotency-key.ts";
import { protectedOperations } from "../responses.ts";

/** A write of the publisher that was refused. */
export interface Refused {
  readonly kind: "refused";
  readonly name: string;
  readonly version: string;
  readonly operation: Operation;
  readonly slug: string;
  readonly uploadId: string;
  /** Who sent it. */
  readonly actor: string;
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly body: string | undefined;
  readonly contentType: string | undefined;
  /** The header `Idempotency-Key`. */
  readonly key: string | undefined;
  readonly sent: unknown;
}

/** True if the header has no key that a registry may refuse. */
export function isNotAboutKey({ key }: Pick<Refused, "key">): boolean {
  return key === undefined || isUuid(key);
}

/** Maximum bytes of a request that is kept. */
const maxKeptBytes = 16 * 1024;

/** The entry of a refused write, if it had the token of the publisher and is recorded as a whole. */
export function toRefused(answer: Answer, body: Uint8Array | undefined): readonly Refused[] {
  const { operation, actor, request, about = {} } = answer.exchange;
  const write = protectedOperations.find((one) => one === operation);
  const slug = slugOf(answer);
  const path = pathOf(request.url);
  const isRefused = answer.status >= 400 && answer.status <= 499 && answer.status !== 429;
  const isOwn = about.credential === "publisher";
  const text = sentText(body);
  const isWhole = body === undefined || (text !== undefined && body.length <= maxKeptBytes);
  if (write === undefined || slug === undefined || about.volume === undefined || path === undefined)
    return [];
  if (!isRefused || !isOwn || !isWhole) return [];
  const sent = sentJson(body);
  return [
    {
      kind: "refused",
      operation: write,
      slug,
      name: toFullName(about.volume),
      version: about.version ?? "",
      uploadId: about.uploadId ?? "",
      actor,
      method: request.method,
      path,
      body: text,
      contentType: headerIn(answer, "content-type"),
      key: about.key,
      sent,
    },
  ];
}
