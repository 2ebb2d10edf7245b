/** What the ledger keeps of every write: what it was about, and what it was answered. */
import type { Operation } from "../../harness/check.ts";
import { type Answer, slugOf, textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { headerIn, sentJson, sentText } from "../request-content.ts";
import { pathPartsOf } from "../request-path.ts";
import { protectedOperations } from "../responses.ts";
import { isUuid } from "../situations/idempotency-key.ts";
import { pathOf, publisher } from "./refused.ts";

/** A write of anyone, accepted or not. */
export interface Written {
  readonly kind: "written";
  readonly operation: Operation;
  /** The slug of the problem, or the status. */
  readonly answered: string;
  readonly name: string;
  /** Empty for the finalize of an upload of a release: its upload has it. */
  readonly version: string;
  readonly uploadId: string;
  /** Only of a request with a key: all that is needed to send it again. */
  readonly keyed?: Keyed;
}

/** A request with an idempotency key. */
export interface Keyed {
  readonly key: string;
  readonly isOfPublisher: boolean;
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  /** Undefined if there was none, or it is too long to be kept. */
  readonly body: string | undefined;
  readonly contentType: string | undefined;
  /** The header `Idempotency-Key`. */
  readonly header: string | undefined;
  /** False if the body was too long to be kept, so that the request cannot be sent again. */
  readonly isWhole: boolean;
}

export function toWritten(answer: Answer, body: Uint8Array | undefined): readonly Written[] {
  const operation = protectedOperations.find((one) => one === answer.exchange.operation);
  const parts = pathPartsOf(answer);
  if (operation === undefined || parts === undefined || answer.status === 0) return [];
  const keyed = toKeyed(answer, body);
  return [
    {
      kind: "written",
      operation,
      answered: slugOf(answer) ?? `${answer.status}`,
      name: toFullName(parts.volume),
      version: parts.version ?? textAt(sentJson(body), "version") ?? "",
      uploadId: parts.uploadId ?? "",
      ...(keyed === undefined ? {} : { keyed }),
    },
  ];
}

/** Maximum bytes of a request that is kept. */
const maxKeptBytes = 4 * 1024;

/** The request, if it has one key in a form that no registry refuses. */
function toKeyed(answer: Answer, body: Uint8Array | undefined): Keyed | undefined {
  const header = headerIn(answer, "idempotency-key");
  const keys = new Set([header, textAt(sentJson(body), "idempotencyKey")].filter((key) => key !== undefined));
  const [key] = keys;
  const path = pathOf(answer.exchange.request.url);
  if (key === undefined || keys.size > 1 || !isUuid(key) || path === undefined) return undefined;
  const text = sentText(body);
  return {
    key,
    isOfPublisher: publisher.test(headerIn(answer, "authorization") ?? ""),
    method: answer.exchange.request.method,
    path,
    body: text !== undefined && text.length <= maxKeptBytes ? text : undefined,
    contentType: headerIn(answer, "content-type"),
    header,
    isWhole: body === undefined || (text !== undefined && text.length <= maxKeptBytes),
  };
}
