/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "idempotency/equal-requests-with-one-key-never-conflict",
    rule: "A request that is repeated with its key is no conflict, and takes effect once at most.",
    source: "Endpoints, idempotency; Errors, rule 1",
  },
  {
    id: "idempotency/equal-requests-with-one-key-have-one-result",
    level: "should",
    rule: "A request that is repeated with its key answers with the upload, release or attachment of the first.",
    source: "Endpoints, idempotency; Errors, rule 1",
    restsOn: ["idempotency/equal-requests-with-one-key-never-conflict"],
  },
  {
    id: "idempotency/other-requests-with-one-key-conflict",
    rule: "A request with a key that the same operation used with other members answers 409 `idempotency-conflict`.",
    source: "Errors, rule 1",
    restsOn: ["authentication/a-missing-token-is-the-first-problem"],
  },
  {
    id: "idempotency/keys-never-return-something-else",
    rule: "A request with a key that another request used is never answered with the result of that other request.",
    source: "Endpoints, idempotency; Errors, rule 1",
    restsOn: ["publish/each-upload-has-its-own-id"],
  },
  {
    id: "idempotency/unequal-keys-in-header-and-body-conflict",
    rule: "A request whose `Idempotency-Key` header and `idempotencyKey` member differ answers 409 `idempotency-conflict`.",
    source: "Endpoints, idempotency; Errors, rule 1",
  },
  {
    id: "idempotency/keys-are-compared-exactly",
    rule: "Two keys that differ in any character are two keys.",
    source: "Endpoints, idempotency; Errors, rule 1",
    restsOn: ["publish/each-upload-has-its-own-id"],
  },
];
