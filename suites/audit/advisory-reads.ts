/** What the audit keeps of advisories: those that the states hook made, and what lists and single reads show. */
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { sentJson } from "../request-content.ts";
import { documentsIn } from "../advisory-documents.ts";
import { hasCredential } from "../responses.ts";

/** An advisory that the states hook made. */
export interface AdvisoryMade {
  readonly kind: "advisory-made";
  readonly id: string;
  readonly isWithdrawn: boolean;
}

/** A list of advisories, read without a token. */
export interface AdvisoryList {
  readonly kind: "advisory-list";
  /** The query of the request, without its question mark. */
  readonly query: string;
  readonly items: readonly unknown[];
}

/** A single advisory, read without a token. */
export interface AdvisoryRead {
  readonly kind: "advisory";
  /** The id in the path. */
  readonly id: string;
  /** The advisory with that local id; otherwise the first one that has a local id. */
  readonly document: unknown;
}

export function toAdvisoryMade(answer: Answer, body: Uint8Array | undefined): readonly AdvisoryMade[] {
  const sent = sentJson(body);
  const id = textAt(answer.body, "id");
  if (textAt(sent, "state") !== "advisory" || !isSuccess(answer) || id === undefined) return [];
  return [{ kind: "advisory-made", id, isWithdrawn: valueAt(sent, "params", "withdrawn") === true }];
}

function isAnonymousSuccess(answer: Answer): boolean {
  return isSuccess(answer) && !hasCredential(answer);
}

export function toAdvisoryList(answer: Answer): readonly AdvisoryList[] {
  if (!isAnonymousSuccess(answer) || !Array.isArray(valueAt(answer.body, "items"))) return [];
  const query = answer.exchange.request.url.split("?").slice(1).join("?");
  return [{ kind: "advisory-list", query, items: listAt(answer.body, "items") }];
}

export function toAdvisory(answer: Answer): readonly AdvisoryRead[] {
  const id = answer.exchange.about?.advisoryId;
  if (id === undefined || !isAnonymousSuccess(answer)) return [];
  const documents = documentsIn(answer.body).filter((one) => textAt(one, "id", "local") !== undefined);
  const document = documents.find((one) => textAt(one, "id", "local") === id) ?? documents[0];
  return document === undefined ? [] : [{ kind: "advisory", id, document }];
}
