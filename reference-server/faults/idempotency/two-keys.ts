import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Compares the key in the header with the one in the body in a laxer way. */
function pairing(operations: Operations, isSame: (headerKey: string, bodyKey: string) => boolean): Change {
  return replaceRule(
    "idempotency",
    "isSameKey",
    (before) => (headerKey, bodyKey, call) =>
      before(headerKey, bodyKey, call) || (isOneOf(operations, call) && isSame(headerKey, bodyKey)),
  );
}

function normalizing(normalize: (key: string) => string): Change {
  return replaceRule("idempotency", "normalizeKey", () => normalize);
}

/** TODO */
export const twoKeys: FaultFile = {
  "idempotency/unequal-keys-of-a-create-conflict": {
    "create-prefers-header-key": {
      summary: "Of two keys the one in the header counts",
      change: pairing("createReleaseUpload", () => true),
    },
    "create-pairs-keys-without-case": {
      summary: "The two keys may differ in case",
      change: pairing("createReleaseUpload", (one, other) => one.toLowerCase() === other.toLowerCase()),
    },
    "create-pairs-keys-by-beginning": {
      summary: "The key in the body may begin with the one in the header",
      change: pairing("createReleaseUpload", (one, other) => other.startsWith(one)),
    },
    "create-pairs-keys-by-end": {
      summary: "The key in the body may be the end of the one in the header",
      change: pairing("createReleaseUpload", (one, other) => one.endsWith(other)),
    },
    "create-pairs-trimmed-keys": {
      summary: "Spaces at the ends of the two keys do not count",
      change: pairing("createReleaseUpload", (one, other) => one.trim() === other.trim()),
    },
    "create-pairs-keys-by-shorter": {
      summary: "The key in the header may begin with the one in the body",
      change: pairing("createReleaseUpload", (one, other) => one.startsWith(other)),
    },
  },
  "idempotency/unequal-keys-of-a-trust-create-conflict": {
    "trust-create-prefers-header-key": {
      summary: "Of two keys the one in the header counts",
      change: pairing("createTrustUpload", () => true),
    },
    "trust-create-pairs-keys-without-case": {
      summary: "The two keys may differ in case",
      change: pairing("createTrustUpload", (one, other) => one.toLowerCase() === other.toLowerCase()),
    },
    "trust-create-pairs-keys-by-beginning": {
      summary: "The key in the body may begin with the one in the header",
      change: pairing("createTrustUpload", (one, other) => other.startsWith(one)),
    },
  },
  "idempotency/unequal-keys-of-a-trust-finalize-conflict": {
    "trust-finalize-prefers-header-key": {
      summary: "Of two keys the one in the header counts",
      change: pairing("finalizeTrustUpload", () => true),
    },
    "trust-finalize-pairs-keys-without-case": {
      summary: "The two keys may differ in case",
      change: pairing("finalizeTrustUpload", (one, other) => one.toLowerCase() === other.toLowerCase()),
    },
    "trust-finalize-pairs-keys-by-beginning": {
      summary: "The key in the body may begin with the one in the header",
      change: pairing("finalizeTrustUpload", (one, other) => other.startsWith(one)),
    },
  },
  "idempotency/alike-keys-are-other-keys": {
    "keys-without-case": {
      summary: "Keys that differ in case are one",
      change: normalizing((key) => key.toLowerCase()),
    },
    "keys-by-beginning": {
      summary: "Only the first 26 characters of a key count",
      change: normalizing((key) => key.slice(0, 26)),
    },
  },
  "idempotency/long-keys-are-compared-whole": {
    "keys-cut": {
      summary: "Only the first 128 characters of a key count",
      change: normalizing((key) => key.slice(0, 128)),
    },
  },
};
