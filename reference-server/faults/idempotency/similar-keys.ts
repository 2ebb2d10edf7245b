import { allOf } from "../../rules/change.ts";
import { keepingKeysOfVolumes, normalizing, normalizingFor } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in how keys are compared. */
export const similarKeys: FaultFile = {
  "idempotency/similar-keys-are-different-keys": {
    "keys-compared-without-case": normalizing((key) => key.toLowerCase()),
    "keys-compared-without-hyphens": normalizing((key) => key.replaceAll("-", "")),
    "keys-compared-with-hyphens-as-underscores": normalizing((key) => key.replaceAll("-", "_")),
    "keys-compared-by-26-characters": normalizing((key) => key.slice(0, 26)),
    "keys-compared-without-outer-blanks": normalizing((key) => key.trim()),
    "keys-compared-without-quotes": normalizing((key) => key.replaceAll('"', "")),
    "keys-compared-by-their-ends": normalizing((key) => `${key.slice(0, 9)}${key.slice(-12)}`),
  },
  "idempotency/similar-keys-of-trust-creates-are-different-keys": {
    "trust-create-compares-keys-without-case": normalizingFor("createTrustUpload", (key) =>
      key.toLowerCase(),
    ),
    "trust-create-compares-keys-by-100-characters": normalizingFor("createTrustUpload", (key) =>
      key.slice(0, 100),
    ),
    "trust-create-compares-keys-by-27-characters": normalizingFor("createTrustUpload", (key) =>
      key.slice(0, 27),
    ),
  },
  "idempotency/similar-keys-of-finalizes-are-different-keys": {
    "finalize-compares-the-keys-of-a-volume-without-case": allOf(
      keepingKeysOfVolumes("finalizeReleaseUpload"),
      normalizingFor("finalizeReleaseUpload", (key) => key.toLowerCase()),
    ),
  },
  "idempotency/long-keys-are-compared-in-full": {
    "keys-compared-by-255-characters": normalizing((key) => key.slice(0, 255)),
    "keys-of-digits-compared-as-numbers": normalizing((key) =>
      /^\d+$/.test(key) ? String(Number(key)) : key,
    ),
    "keys-end-at-their-first-semicolon": normalizing((key) => key.replace(/;.*$/, "")),
    "keys-end-at-their-first-comma": normalizing((key) => key.replace(/,.*$/, "")),
    "keys-compared-by-128-characters": {
      leads: "idempotency/similar-keys-of-trust-creates-are-different-keys",
      change: normalizing((key) => key.slice(0, 128)),
    },
  },
  "idempotency/keys-are-not-normalized": {
    "keys-compared-in-one-normalization": normalizing((key) => key.normalize("NFC")),
  },
};
