import { withProblem, withProblemBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Broken problem documents. */
export const problemFaults: readonly Fault[] = [
  {
    name: "problem-status-differs",
    breaks: "problems/status-repeats-the-http-status",
    summary: "The status member of a problem says 500, whatever the HTTP status is",
    change: withProblemBody("every", (body) => ({ ...body, status: 500 })),
  },
  {
    name: "not-found-labelled-json",
    breaks: "problems/media-type-is-problem-json",
    summary: "A not-found problem is labelled application/json",
    change: withProblem("not-found", (answer) => ({
      ...answer,
      headers: { ...answer.headers, "content-type": "application/json" },
    })),
  },
];
