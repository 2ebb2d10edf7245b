import type { Operation } from "../../call.ts";
import { allOf, type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import { normalizingFor } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** Also accepts the two keys of a request if `isSame`. */
function pairing(operations: Operations, isSame: (headerKey: string, bodyKey: string) => boolean): Change {
  return replaceRule(
    "idempotency",
    "isSameKey",
    (before) => (headerKey, bodyKey, call) =>
      before(headerKey, bodyKey, call) || (isOneOf(operations, call) && isSame(headerKey, bodyKey)),
  );
}

/** Also accepts the two keys of a request if one of them, the `known` one, has been used. */
function forgivingUsed(operation: Operation, known: "header" | "body"): Change {
  return replaceRule("idempotency", "isSameKey", (before) => (headerKey, bodyKey, call) => {
    const key = known === "header" ? headerKey : bodyKey;
    const isUsed = [...call.registry.store.replays.keys()].some((place) => place.endsWith(`\n\n${key}`));
    return before(headerKey, bodyKey, call) || (isUsed && isOneOf(operation, call));
  });
}

/** A comparison that ends at the first U+0000. */
function isSameText(one: string, other: string): boolean {
  return one === other.split("\u0000")[0];
}

/** Faults in requests with two keys. */
export const unequalKeys: FaultFile = {
  "idempotency/unequal-keys-of-a-create-conflict": {
    "a-key-of-zero-counts-as-none": pairing("createReleaseUpload", (one) => one === "0"),
    "create-prefers-header-key": {
      summary: "If the two keys differ, the key in the header is used",
      change: pairing("createReleaseUpload", () => true),
    },
    "create-compares-two-keys-without-case": pairing(
      "createReleaseUpload",
      (one, other) => one.toLowerCase() === other.toLowerCase(),
    ),
    "create-accepts-a-header-key-that-is-a-prefix-of-the-body-key": pairing(
      "createReleaseUpload",
      (one, other) => other.startsWith(one),
    ),
    "create-accepts-a-body-key-that-is-a-suffix-of-the-header-key": pairing(
      "createReleaseUpload",
      (one, other) => one.endsWith(other),
    ),
    "create-takes-a-known-header-key-before-it-compares": forgivingUsed("createReleaseUpload", "header"),
    "create-takes-any-header-key-beside-a-known-body-key": forgivingUsed("createReleaseUpload", "body"),
    "create-ends-the-body-key-at-u0000": pairing("createReleaseUpload", isSameText),
    "create-takes-quotes-off-the-header-key": pairing(
      "createReleaseUpload",
      (one, other) => one === `"${other}"`,
    ),
    "create-trims-the-two-keys": pairing("createReleaseUpload", (one, other) => one.trim() === other.trim()),
    "create-accepts-a-body-key-that-is-a-prefix-of-the-header-key": pairing(
      "createReleaseUpload",
      (one, other) => one.startsWith(other),
    ),
  },
  "idempotency/unequal-keys-of-a-trust-create-conflict": {
    "trust-create-prefers-header-key": {
      summary: "If the two keys differ, the key in the header is used",
      change: pairing("createTrustUpload", () => true),
    },
    "trust-create-takes-a-known-header-key-before-it-compares": forgivingUsed("createTrustUpload", "header"),
    "trust-create-ends-the-body-key-at-u0000": pairing("createTrustUpload", isSameText),
    "trust-create-takes-quotes-off-the-header-key": pairing(
      "createTrustUpload",
      (one, other) => one === `"${other}"`,
    ),
    "trust-create-compares-two-keys-without-case": pairing(
      "createTrustUpload",
      (one, other) => one.toLowerCase() === other.toLowerCase(),
    ),
    "trust-create-accepts-a-header-key-that-is-a-prefix-of-the-body-key": pairing(
      "createTrustUpload",
      (one, other) => other.startsWith(one),
    ),
  },
  "idempotency/unequal-keys-of-a-trust-finalize-conflict": {
    "trust-finalize-prefers-header-key": {
      summary: "If the two keys differ, the key in the header is used",
      change: pairing("finalizeTrustUpload", () => true),
    },
    "trust-finalizes-of-a-release-compare-keys-by-100-characters": allOf(
      normalizingFor("finalizeTrustUpload", (key) => key.slice(0, 100)),
      replaceRule("idempotency", "extent", (before) => (submission) => {
        const { call, caller } = submission;
        const { operation, name, version } = call;
        if (operation !== "finalizeTrustUpload") return before(submission);
        return [caller.subject, operation, name, version].join("\n");
      }),
    ),
    "trust-finalize-ends-the-body-key-at-u0000": pairing("finalizeTrustUpload", isSameText),
    "trust-finalize-takes-quotes-off-the-header-key": pairing(
      "finalizeTrustUpload",
      (one, other) => one === `"${other}"`,
    ),
    "trust-finalize-compares-two-keys-without-case": pairing(
      "finalizeTrustUpload",
      (one, other) => one.toLowerCase() === other.toLowerCase(),
    ),
    "trust-finalize-accepts-a-header-key-that-is-a-prefix-of-the-body-key": pairing(
      "finalizeTrustUpload",
      (one, other) => other.startsWith(one),
    ),
  },
};
