import type { Call, Operation } from "../call.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { type ProblemSlug, Refusal } from "../refusal.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../rules/change.ts";

/** A member that is a text, or an empty one. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Picks the requests of these operations. */
export function isCallOf(...operations: readonly Operation[]): (call: Call) => boolean {
  return ({ operation }) => operations.includes(operation);
}

/** Refuses the reads of an operation to callers without a token. */
export function closedToStrangers(operation: Operation): Change {
  return onlyWhen(
    isCallOf(operation),
    replaceRule("authorization", "judgeRead", () => (call) => {
      if (call.request.headers.has("authorization")) return;
      throw new Refusal("authentication-required", "a token is needed");
    }),
  );
}

/** Answers another problem where an operation does not find something. */
export function missingAs(operation: Operation, slug: ProblemSlug): Change {
  return onlyWhen(
    isCallOf(operation),
    replaceRule("problems", "toAnswer", (before) => (refusal, call) => {
      const changed = refusal.slug === "not-found" ? new Refusal(slug, refusal.message) : refusal;
      return before(changed, call);
    }),
  );
}

/** Replaces a member of the answers of an operation; `undefined` leaves it out. */
export function withMember(
  operation: Operation,
  member: string,
  change: (value: Json | undefined, call: Call) => Json | undefined,
): Change {
  return withBody(operation, (body, call) => ({ ...body, [member]: change(body[member], call) }));
}

/** Changes the objects of a list in the answers of an operation. */
export function withItems(
  operation: Operation,
  change: (items: readonly JsonObject[], call: Call) => readonly JsonObject[],
  list = "items",
): Change {
  return withMember(operation, list, (value, call) =>
    Array.isArray(value) ? change(value.filter(isJsonObject), call) : value,
  );
}

/** Changes each object of a list in the answers of an operation. */
export function withEachItem(
  operation: Operation,
  change: (item: JsonObject, call: Call) => JsonObject,
  list = "items",
): Change {
  return withItems(operation, (items, call) => items.map((item) => change(item, call)), list);
}

/** A digest that is well-formed and nobody's. */
export const foreignDigest: string = `sha256:${"5e".repeat(32)}`;
