/** What the ledger keeps of every write: what it was about, and what it was answered. */
import type { Operation } from "../../harness/check.ts";
import { type Answer, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { headerIn, pathOf, sentJson, sentText } from "../request-content.ts";
import { protectedOperations } from "../responses.ts";
import { isUuid } from "../situations/idempotency-key.ts";

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
  const { volume, version = "", uploadId = "" } = answer.exchange.about ?? {};
  if (operation === undefined || volume === undefined || answer.status === 0) return [];
  const keyed = toKeyed(answer, body);
  return [
    {
      kind: "written",
      operation,
      answered: slugOf(answer) ?? `${answer.status}`,
      name: toFullName(volume),
      version,
      uploadId,
      ...(keyed === undefined ? {} : { keyed }),
    },
  ];
}

/** Maximum bytes of a request that is kept. */
const maxKeptBytes = 4 * 1024;

/** The request, if it has one key in a form that no registry refuses. */
function toKeyed(answer: Answer, body: Uint8Array | undefined): Keyed | undefined {
  const { about, request } = answer.exchange;
  const header = about?.key;
  const keys = new Set([header, textAt(sentJson(body), "idempotencyKey")].filter((key) => key !== undefined));
  const [key] = keys;
  const path = pathOf(request.url);
  if (key === undefined || keys.size > 1 || !isUuid(key) || path === undefined) return undefined;
  const text = sentText(body);
  return {
    key,
    isOfPublisher: about?.credential === "publisher",
    method: request.method,
    path,
    body: text !== undefined && text.length <= maxKeptBytes ? text : undefined,
    contentType: headerIn(answer, "content-type"),
    header,
    isWhole: body === undefined || (text !== undefined && text.length <= maxKeptBytes),
  };
}
