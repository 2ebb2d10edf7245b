import type { Answer } from "../answer.ts";
import type { Call, Operation, Rules } from "../call.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { ProblemSlug } from "../problem-error.ts";
import { selectionRules } from "./selection.ts";

/** What a fault or a choice does: it replaces rules. */
export type Change = (rules: Rules) => Rules;

/** Which answers a change is about: one operation, several, or `every`. */
export type Operations = Operation | readonly Operation[] | "every";

/** Replaces one rule by the one that `make` builds from it. */
export function replaceRule<Group extends keyof Rules, Name extends keyof Rules[Group]>(
  group: Group,
  name: Name,
  make: (before: Rules[Group][Name], rules: Rules) => Rules[Group][Name],
): Change {
  return (rules) => ({ ...rules, [group]: { ...rules[group], [name]: make(rules[group][name], rules) } });
}

/** Applies several changes in order. */
export function allOf(...changes: readonly Change[]): Change {
  return (rules) => {
    let changed = rules;
    for (const change of changes) changed = change(changed);
    return changed;
  };
}

/**
 * Applies `change` only to the requests that `isMeant` picks, so that a rule can be broken for one form, one operation,
 * one name, or only the hundredth request.
 */
export function onlyWhen(isMeant: (call: Call) => boolean, change: Change): Change {
  return replaceRule("selection", "forCall", (before) => {
    // A change may keep state, so it is made once, not once per request.
    const made = new WeakMap<Rules, Rules>();
    return (call, rules) => {
      const selected = before(call, rules);
      if (!isMeant(call)) return selected;
      // a change may itself be for some requests only
      const changed = made.get(selected) ?? change({ ...selected, selection: selectionRules });
      made.set(selected, changed);
      return changed.selection.forCall(call, changed);
    };
  });
}

/** Whether `call` is one of `operations`. */
export function isOneOf(operations: Operations, call: Call): boolean {
  if (operations === "every") return true;
  return typeof operations === "string" ? operations === call.operation : operations.includes(call.operation);
}

/** Applies `change` to the requests of `operations`. */
export function onlyFor(operations: Operations, change: Change): Change {
  return onlyWhen((call) => isOneOf(operations, call), change);
}

/** Changes finished answers of `operations`, successes and problems. */
export function withAnswer(operations: Operations, change: (answer: Answer, call: Call) => Answer): Change {
  return replaceRule("respond", "finish", (before) => (answer, call) => {
    const finished = before(answer, call);
    return isOneOf(operations, call) ? change(finished, call) : finished;
  });
}

/** Changes finished 2xx answers of `operations`. */
export function withSuccess(operations: Operations, change: (answer: Answer, call: Call) => Answer): Change {
  return withAnswer(operations, (answer, call) =>
    answer.status >= 200 && answer.status < 300 ? change(answer, call) : answer,
  );
}

/** Changes the JSON object in the 2xx answers of `operations`. */
export function withBody(
  operations: Operations,
  change: (body: JsonObject, call: Call) => JsonObject,
): Change {
  return withSuccess(operations, (answer, call) =>
    isJsonObject(answer.body) && !(answer.body instanceof Uint8Array)
      ? { ...answer, body: change(answer.body, call) }
      : answer,
  );
}

/** Changes the answers that carry problem `slug`; `every` stands for all slugs. */
export function withProblem(
  slug: ProblemSlug | "every",
  change: (answer: Answer, call: Call) => Answer,
): Change {
  return replaceRule("problems", "toAnswer", (before) => (problem, call) => {
    const answer = before(problem, call);
    return slug === "every" || slug === problem.slug ? change(answer, call) : answer;
  });
}

/** Changes the JSON object of the problem documents with `slug`; `every` stands for all slugs. */
export function withProblemBody(
  slug: ProblemSlug | "every",
  change: (body: JsonObject, call: Call) => JsonObject,
): Change {
  return withProblem(slug, (answer, call) =>
    isJsonObject(answer.body) && !(answer.body instanceof Uint8Array)
      ? { ...answer, body: change(answer.body, call) }
      : answer,
  );
}

/** `answer` with the header `name`. */
export function withHeader(answer: Answer, name: string, value: string): Answer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

/** `body` without the member `name`. */
export function without(body: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([member]) => member !== name));
}
