import type { Answer } from "../answer.ts";
import type { Call, Form, Operation } from "../call.ts";
import { ProblemError } from "../problem-error.ts";

/** One path of one operation. */
export interface Route {
  readonly operation: Operation;
  readonly form: Form;
  readonly methods: readonly string[];
  /** A Hono path below the base path. */
  readonly path: string;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

/** The scoped and the unscoped path of an operation on a volume; `after` follows the volume's name. */
export function volumePaths(route: Omit<Route, "form" | "path">, before: string, after: string): Route[] {
  return [
    // `%40` is let through to the rules, which say whether it may stand for `@`.
    { ...route, form: "scoped", path: `${before}/:scope{(?:@|%40)[^/]*}/:segment${after}` },
    { ...route, form: "unscoped", path: `${before}/:segment${after}` },
  ];
}

/** Refuses paths that no volume can have: 404, since the path leads nowhere. */
export function assertPath(call: Call): void {
  if (!call.rules.visibility.isWellFormed(call))
    throw new ProblemError("not-found", "the path names no volume");
}
