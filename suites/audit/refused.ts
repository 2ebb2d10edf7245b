/** What the ledger keeps of a refused write: all that is needed to send it again. */
import type { Operation } from "../../harness/check.ts";
import { type Answer, slugOf, textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { headerIn, sentJson, sentText } from "../request-content.ts";
import { isUuid } from "../situations/idempotency-key.ts";
import { pathPartsOf } from "../request-path.ts";
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

/** The placeholder of the publisher's token in a recorded header. */
export const publisher: RegExp = /^Bearer ~redacted\.publisher~$/;

/** The part of a URL below the base URL, which may end in such a path too. Undefined if it is no path of the API. */
export function pathOf(url: string): string | undefined {
  return /^.*(\/api\/v1\/.*)$/.exec(url)?.[1];
}

/** Maximum bytes of a request that is kept. */
const maxKeptBytes = 16 * 1024;

/** The entry of a refused write, if it had the token of the publisher and is recorded as a whole. */
export function toRefused(answer: Answer, body: Uint8Array | undefined): readonly Refused[] {
  const { operation, actor, request } = answer.exchange;
  const write = protectedOperations.find((one) => one === operation);
  const slug = slugOf(answer);
  const parts = pathPartsOf(answer);
  const path = pathOf(request.url);
  const isRefused = answer.status >= 400 && answer.status <= 499 && answer.status !== 429;
  const isOwn = publisher.test(headerIn(answer, "authorization") ?? "");
  const text = sentText(body);
  const isWhole = body === undefined || (text !== undefined && body.length <= maxKeptBytes);
  if (write === undefined || slug === undefined || parts === undefined || path === undefined) return [];
  if (!isRefused || !isOwn || !isWhole) return [];
  const sent = sentJson(body);
  return [
    {
      kind: "refused",
      operation: write,
      slug,
      name: toFullName(parts.volume),
      version: parts.version ?? textAt(sent, "version") ?? "",
      uploadId: parts.uploadId ?? "",
      actor,
      method: request.method,
      path,
      body: text,
      contentType: headerIn(answer, "content-type"),
      key: headerIn(answer, "idempotency-key"),
      sent,
    },
  ];
}
