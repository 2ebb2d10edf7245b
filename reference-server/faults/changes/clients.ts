/** Requests that are refused for a header field that nobody has to look at. */
import type { Call, Operation } from "../../call.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, onlyWhen, replaceRule, withAnswer } from "../../rules/change.ts";

export function hasField(name: string): (call: Call) => boolean {
  return ({ request }) => request.headers.has(name);
}

/** True for a condition whose date cannot be read. */
export function hasUnreadableDate({ request }: Call): boolean {
  const since = request.headers.get("if-modified-since");
  return since !== null && Number.isNaN(Date.parse(since));
}

/** True for a client whose `User-Agent` begins with this product. */
export function isProduct(product: string): (call: Call) => boolean {
  return ({ request }) => request.headers.get("user-agent")?.startsWith(product) === true;
}

/** Refuses the requests of one operation that look like this, before anything is done. */
export function refusing(operation: Operation, isRefused: (call: Call) => boolean): Change {
  return replaceRule("limiter", "assertWithinLimit", (before) => (call) => {
    before(call);
    if (call.operation === operation && isRefused(call))
      throw new ProblemError("validation-failed", "a header is not known");
  });
}

/** Answers that a document has not changed wherever a request has this condition. */
export function neverModified(operation: Operation, condition: string): Change {
  return withAnswer(operation, (answer, call) =>
    call.request.method === "GET" && answer.status === 200 && hasField(condition)(call)
      ? { status: 304, headers: {} }
      : answer,
  );
}

/** Releases are not found by some requests of one operation. */
export function hidingReleases(operation: Operation, isHidden: (call: Call) => boolean): Change {
  return onlyWhen(
    (call) => call.operation === operation && isHidden(call),
    replaceRule("visibility", "find", () => () => {
      throw new ProblemError("not-found", "there is no such release");
    }),
  );
}
