import { replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in problems outside the endpoints. */
export const unknownEndpoints: FaultFile = {
  "problems/unknown-paths-never-add-problem-types": {
    "unknown-path-has-new-slug": {
      summary: "An unknown path has a problem type of its own in the namespace",
      change: replaceRule("problems", "unknownPath", (before) => (call) => ({
        ...before(call),
        body: { type: `${call.rules.problems.base(call)}/no-such-endpoint`, title: "Not Found", status: 404 },
      })),
    },
    "unknown-path-has-other-status": {
      summary: "The status member of an unknown path's problem differs from its status",
      change: replaceRule("problems", "unknownPath", (before) => (call) => ({
        ...before(call),
        body: { type: "about:blank", title: "Not Found", status: 400 },
      })),
    },
    "unknown-path-is-text": {
      summary: "The problem of an unknown path is plain text",
      change: replaceRule("problems", "unknownPath", (before) => (call) => ({
        ...before(call),
        body: "not found",
      })),
    },
  },
  "problems/unknown-methods-never-add-problem-types": {
    "unknown-method-has-new-slug": {
      summary: "An unknown method has a problem type of its own in the namespace",
      change: replaceRule("problems", "unknownMethod", (before) => (allowed, call) => ({
        ...before(allowed, call),
        body: {
          type: `${call.rules.problems.base(call)}/method-not-allowed`,
          title: "Method Not Allowed",
          status: 405,
        },
      })),
    },
  },
};
