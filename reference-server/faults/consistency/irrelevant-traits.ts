import type { Operation } from "../../call.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../../rules/change.ts";
import { hidingReleases } from "../changes/clients.ts";
import type { FaultFile } from "../fault.ts";

/** A read whose path has a member of every JavaScript object fails. */
function confusedBy(word: string, wanted: Operation): Change {
  return onlyWhen(
    ({ name, operation }) => operation === wanted && (name === word || name.endsWith(`/${word}`)),
    replaceRule("visibility", "isWellFormed", () => () => {
      throw new TypeError(`${word} is not a volume`);
    }),
  );
}

/** Faults in reads that depend on how the request is written. */
export const irrelevantTraits: FaultFile = {
  "consistency/unknown-query-members-change-no-read": {
    "unknown-query-members-make-metadata-not-found": hidingReleases(
      "getRelease",
      ({ url }) => url.search !== "",
    ),
    "unknown-query-members-filter-the-index": onlyWhen(
      ({ url }) => url.search !== "",
      withBody("getVersionIndex", (body) => ({ ...body, items: [] })),
    ),
  },
  "consistency/equal-spellings-of-a-path-are-one-path": {
    "escapes-in-lower-case-are-not-found": hidingReleases("getRelease", ({ request }) =>
      /%2b/.test(request.url),
    ),
    "encoded-letters-are-not-found": hidingReleases("getRelease", ({ request }) =>
      /%(?:6[1-9a-f]|7[0-9a])/i.test(request.url),
    ),
    "encoded-digits-are-not-found": hidingReleases("getRelease", ({ request }) =>
      /%3[0-9]/.test(request.url),
    ),
  },
  "consistency/reserved-words-are-ordinary-names": {
    "metadata-of-constructor-crashes": confusedBy("constructor", "getRelease"),
    "index-of-constructor-crashes": confusedBy("constructor", "getVersionIndex"),
    "index-of-uploads-is-refused": onlyWhen(
      ({ name, operation }) => operation === "getVersionIndex" && name.endsWith("uploads"),
      replaceRule("visibility", "isWellFormed", () => () => {
        throw new ProblemError("inconsistent-registry-state", "the name is reserved");
      }),
    ),
  },
};
