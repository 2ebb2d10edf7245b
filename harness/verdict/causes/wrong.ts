/** What is wrong, as a value, and what can be asked of it. */
import type { Exchange } from "../../../schemas/report.ts";
import { isSuccess } from "../../exchange/answer.ts";

type Sent = Exchange["operation"];

/** What is wrong: a kind of deviation, and what it is about. Two of one kind about the same are the same deviation. */
export type Wrong =
  /** A request that should have been refused. One look at the token serves all that are protected, and one lookup all chapters. */
  | {
      readonly kind: "accepted";
      readonly operation: Sent | "protected";
      readonly chapter: string;
      readonly refusal: string;
    }
  /** A valid request that is refused. */
  | { readonly kind: "refused"; readonly operation: Sent | "any"; readonly slug: string }
  /** A refusal with another problem than the expected one; `nothing` for a success that says nothing was found. */
  | { readonly kind: "problem"; readonly slug: string; readonly expected: string }
  | { readonly kind: "member" | "problem member"; readonly member: string }
  | { readonly kind: "content" | "success status" | "server error"; readonly operation: Sent }
  | { readonly kind: "header" | "requirement"; readonly requirement: string }
  /** A problem whose status and slug do not belong together. */
  | { readonly kind: "status" | "type"; readonly status: number; readonly slug: string }
  | { readonly kind: "no problem" | "states hook"; readonly status: number }
  | { readonly kind: "unknown problem"; readonly slug: string }
  | { readonly kind: "address"; readonly operation: Sent; readonly member: string }
  | { readonly kind: "no response" | "not sent" | "not used" | "foreign response" };

/** The same text for the same thing. */
export function toKey(wrong: Wrong): string {
  if (wrong.kind === "problem") return `problem ${wrong.slug} for ${wrong.expected}`;
  if (wrong.kind === "status" || wrong.kind === "type")
    return `${wrong.kind} ${wrong.status} of ${wrong.slug}`;
  return Object.values(wrong).join(" ");
}

/** True for a request that should have been refused. */
export function isAccepted({ kind }: Wrong): boolean {
  return kind === "accepted";
}

/** True for what a document shows, whether a finding names the member or not. */
export function isOfDocument({ kind }: Wrong): boolean {
  return kind === "member" || kind === "content";
}

/** True for one of these members. */
export function isMember(wrong: Wrong, ...members: readonly string[]): boolean {
  return wrong.kind === "member" && members.includes(wrong.member);
}

/** True for a refusal with another problem than the expected one, or one whose document is wrong. */
export function isWrongProblem({ kind }: Wrong): boolean {
  return kind === "problem" || kind === "problem member";
}

/** True for a document that names another release than the path it was read from. */
export function isOfLookup(wrong: Wrong): boolean {
  return isMember(wrong, "name", "version", "purl");
}

/** True if what should be there is not found. */
export function isNotFound(wrong: Wrong): boolean {
  return wrong.kind === "refused" && wrong.slug === "not-found";
}

/** True for an operation that reads a document. */
export function isRead(operation: Sent): boolean {
  return operation.startsWith("get");
}

/** The problems of a missing or insufficient token. */
export const ofTokens: readonly string[] = ["authentication-required", "authorization-failed"];

/** True for a write that succeeded without a token, or with another one than the publisher's. */
function isOfUnauthorized({ request, response, about }: Exchange): boolean {
  return (
    request.method !== "GET" &&
    about?.credential !== "publisher" &&
    about?.operation !== undefined &&
    isSuccess({ status: response?.status ?? 0 })
  );
}

/** True for a write that succeeded for such a caller, where that is what is wrong. */
export function isAcceptedOfNobody({ kind }: Wrong, exchange: Exchange): boolean {
  return kind === "content" && isOfUnauthorized(exchange);
}
