import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

/** One request in so many is not forwarded. */
const period = 151;

/** A gateway that now and then answers for the registry; the registry does not see the request. */
function answeringWith(status: number, headers: Readonly<Record<string, string>> = {}): Change {
  const unforwarded = new WeakSet<ProblemError>();
  return allOf(
    replaceRule("limiter", "assertWithinLimit", (before) => (call) => {
      if (call.ordinal % period === 0) {
        const error = new ProblemError("rate-limited", "not forwarded");
        unforwarded.add(error);
        throw error;
      }
      before(call);
    }),
    replaceRule("problems", "toAnswer", (before) => (problem, call) => {
      if (!unforwarded.has(problem)) return before(problem, call);
      const body = new TextEncoder().encode(`<html><h1>${status}</h1></html>`);
      return { status, headers: { "content-type": "text/html", server: "gateway", ...headers }, body };
    }),
  );
}

/** Whether the run published or attached something is not certain where a gateway answers its finalize, which is not sent again. */
const lostFinalize = [
  "audit/guarded-releases-keep-their-attachments",
  "audit/hidden-releases-can-be-asked-to-be-unpublished",
  "audit/restored-releases-are-available-again",
  "audit/attachments-stay-when-the-namesake-is-unpublished",
  "trust/git-releases-keep-their-attachments",
];

/** What stands in front of the registry. */
export const gatewayChoices: readonly Choice[] = [
  {
    name: "gateway",
    question: "Does a gateway in front of the registry answer some requests itself?",
    default: "none",
    values: {
      "bad-gateway": {
        summary: `One request in ${period} answers 502 with an HTML page`,
        change: answeringWith(502),
        warns: ["every-response/gateways-forward-every-request"],
        skips: lostFinalize,
      },
      unavailable: {
        summary: `One request in ${period} answers 503 with an HTML page and Retry-After`,
        change: answeringWith(503, { "retry-after": "0" }),
        warns: ["every-response/gateways-forward-every-request"],
        skips: lostFinalize,
      },
    },
  },
];
