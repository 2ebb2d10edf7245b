/** Changes of problems, and of when they are answered. */
import type { Answer } from "../../answer.ts";
import type { Call } from "../../call.ts";
import type { Json } from "../../json.ts";
import { findRelease } from "../../lookup.ts";
import { type ProblemSlug, ProblemError } from "../../problem-error.ts";
import {
  type Change,
  isOneOf,
  type Operations,
  replaceRule,
  withAnswer,
  withProblemBody,
} from "../../rules/change.ts";

/** Answers the problem `to` where `operations` would answer `from`. */
export function answering(operations: Operations, from: ProblemSlug, to: ProblemSlug): Change {
  return replaceRule("problems", "toAnswer", (before) => (problem, call) => {
    const isMeant = problem.slug === from && isOneOf(operations, call);
    return before(isMeant ? new ProblemError(to, problem.message) : problem, call);
  });
}

/** Sets a member of the problems with `slug`. */
export function settingInProblem(
  slug: ProblemSlug | "every",
  name: string,
  value: Json | ((call: Call) => Json),
): Change {
  return withProblemBody(slug, (body, call) => ({
    ...body,
    [name]: typeof value === "function" ? value(call) : value,
  }));
}

/** Answers with `toAnswer` where a release is not found. */
export function answeringUnknownRelease(operations: Operations, toAnswer: (call: Call) => Answer): Change {
  return withAnswer(operations, (answer, call) =>
    answer.status === 404 && findRelease(call.name, call.version, call) === undefined
      ? toAnswer(call)
      : answer,
  );
}

/** Answers 200 with `body`. */
export function succeedingWith(body: Answer["body"]): () => Answer {
  return () => ({ status: 200, headers: { "content-type": "application/json" }, body });
}

/** Fails with a server error on the requests that `isMeant` picks. */
export function crashingOn(operations: Operations, isMeant: (call: Call) => boolean): Change {
  return replaceRule("limiter", "assertWithinLimit", (before) => (call) => {
    if (isOneOf(operations, call) && isMeant(call)) throw new Error("the request cannot be read");
    before(call);
  });
}
