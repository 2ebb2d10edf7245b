import type { CheckFile } from "../../harness/check-file.ts";
import type { Invariant } from "../../harness/check.ts";
import { type WireDocument, expectedMembers } from "../../schemas/compiled/wire.js";
import { missingMembers } from "../../schemas/expected-members.ts";
import { type ApiOperation, isApiSuccess, isObject } from "../responses.ts";

interface Completeness {
  readonly id: string;
  readonly operation: ApiOperation;
  readonly document: WireDocument;
  readonly what: string;
  readonly source: string;
}

/** Such as `a document without subject.purl and subject.integrity`. */
function describeMissing(pointers: readonly string[]): string {
  return `a document without ${pointers.slice(0, 3).map(toName).join(" and ")}`;
}

function toName(pointer: string): string {
  return pointer.slice(1).replaceAll("/", ".");
}

/** The rule that a document has the members that a client needs. */
function toInvariant({ id, operation, document, what, source }: Completeness): Invariant {
  const names = (expectedMembers[document] ?? []).map((pointer) => toName(pointer.replace("items/*/", "")));
  return {
    id: `every-response/${id}`,
    level: "should",
    rule: `${what} has the members ${names.map((name) => `\`${name}\``).join(", ")}.`,
    source,
    reading:
      "The table lists these members without saying that they are required. The resource is not usable without them, so a missing one is a warning; any other member may be missing.",
    operations: [operation],
    covers: [`operation:${operation}`],
    judge(answer) {
      if (answer.exchange.operation !== operation || !isApiSuccess(answer) || !isObject(answer.body))
        return "not-applicable";
      const missing = missingMembers(document, answer.body);
      return missing.length === 0
        ? "held"
        : {
            expected: `${what.charAt(0).toLowerCase()}${what.slice(1)} with all its members`,
            got: describeMissing(missing),
            member: missing[0] ?? "",
          };
    },
  };
}

export const members: CheckFile = {
  source: "Release upload intent",
  operations: [
    "createReleaseUpload",
    "createTrustUpload",
    "finalizeTrustUpload",
    "getTrustSummary",
    "getTrustDetail",
    "getVersionIndex",
    "searchVolumes",
    "searchAdvisories",
  ],
  invariants: [
    toInvariant({
      id: "release-upload-intents-are-complete",
      operation: "createReleaseUpload",
      document: "releaseUploadIntent",
      what: "A release upload intent",
      source: "Release upload intent",
    }),
    toInvariant({
      id: "trust-upload-intents-are-complete",
      operation: "createTrustUpload",
      document: "trustUploadIntent",
      what: "A trust upload intent",
      source: "Trust attachment upload intent",
    }),
    toInvariant({
      id: "finalize-trust-results-are-complete",
      operation: "finalizeTrustUpload",
      document: "finalizeTrustResult",
      what: "The result of finalizing a trust upload",
      source: "Finalize trust attachment upload, response body",
    }),
    toInvariant({
      id: "trust-summaries-are-complete",
      operation: "getTrustSummary",
      document: "trustSummary",
      what: "A trust summary",
      source: "Trust summary and trust detail envelopes",
    }),
    toInvariant({
      id: "trust-details-are-complete",
      operation: "getTrustDetail",
      document: "trustDetail",
      what: "A trust detail",
      source: "Trust summary and trust detail envelopes",
    }),
    toInvariant({
      id: "version-index-rows-are-complete",
      operation: "getVersionIndex",
      document: "versionIndex",
      what: "A row of the version index",
      source: "Version index row",
    }),
    toInvariant({
      id: "search-items-are-complete",
      operation: "searchVolumes",
      document: "searchResult",
      what: "An item of a search result",
      source: "Search result, item fields",
    }),
    toInvariant({
      id: "listed-advisories-are-complete",
      operation: "searchAdvisories",
      document: "advisoryList",
      what: "A listed advisory",
      source: "Advisory",
    }),
  ],
};
