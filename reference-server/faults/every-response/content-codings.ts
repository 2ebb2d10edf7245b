import { replaceRule, withHeader, withProblem, withSuccess } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the content coding of a body. */
export const contentCodings: FaultFile = {
  "every-response/bodies-have-their-content-coding": {
    "metadata-is-labelled-br": withSuccess("getRelease", (answer) =>
      withHeader(answer, "content-encoding", "br"),
    ),
    "not-found-is-labelled-deflate": withProblem("not-found", (answer) =>
      withHeader(answer, "content-encoding", "deflate"),
    ),
    "artifacts-are-labelled-gzip": replaceRule(
      "transfer",
      "artifact",
      (before) => (attachment, call) => withHeader(before(attachment, call), "content-encoding", "gzip"),
    ),
  },
};
