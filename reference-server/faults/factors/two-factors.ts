import { findRelease } from "../../lookup.ts";
import { onlyWhen, replaceRule, withBody } from "../../rules/change.ts";
import { refusingBodies } from "../changes/bodies.ts";
import { normalizing } from "../changes/idempotency.ts";
import { readingLeniently } from "../changes/pages.ts";
import { crashingOn } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

/** Faults that show only where two things meet: a kind of request, and what is unusual about it. */
export const twoFactors: FaultFile = {
  "publish/layout-of-json-does-not-matter": {
    "escaped-digits-in-a-create-are-refused": refusingBodies("createReleaseUpload", /\\u003\d/),
  },
  "trust/layout-of-json-does-not-matter": {
    "trust-create-with-the-attachment-first-is-refused": refusingBodies(
      "createTrustUpload",
      /"attachment".*"subject"/s,
    ),
    "trust-create-with-white-space-is-refused": refusingBodies("createTrustUpload", /\n/),
  },
  "idempotency/similar-keys-are-different-keys": {
    "keys-compared-by-their-ends": normalizing((key) => `${key.slice(0, 9)}${key.slice(-12)}`),
  },
  "idempotency/keys-are-not-normalized": {
    "keys-compared-in-one-normalization": normalizing((key) => key.normalize("NFC")),
  },
  "trust/further-formats-are-listed": {
    "trust-format-members-have-191-characters": replaceRule(
      "trust",
      "parseFormat",
      (before) => (value, call) =>
        Object.fromEntries(
          Object.entries(before(value, call)).map(([name, text]) => [name, text.slice(0, 191)]),
        ),
    ),
  },
  "audit/create-responses-repeat-their-request": {
    "keys-in-intents-are-escaped-for-html": withBody("createReleaseUpload", (body) =>
      typeof body["idempotencyKey"] === "string"
        ? { ...body, idempotencyKey: body["idempotencyKey"].replaceAll("&", "&amp;") }
        : body,
    ),
  },
  "search/limits-out-of-bounds-are-refused": {
    "search-limit-of-0-beside-a-filter-is-read-as-20": readingLeniently("limit", /^0$/, () => 20, "type"),
  },
  "identity/versions-are-kept-exactly": {
    "metadata-of-versions-over-44-characters-is-not-found": onlyWhen(
      ({ operation, version }) => operation === "getRelease" && version.length > 44,
      replaceRule("visibility", "isWellFormed", () => () => false),
    ),
  },
  "identity/names-are-kept-exactly": {
    "metadata-of-names-of-digits-is-not-found": onlyWhen(
      ({ operation, name }) => operation === "getRelease" && /^(?:@[^/]*\/)?\d+$/.test(name),
      replaceRule("visibility", "isWellFormed", () => () => false),
    ),
  },
  "problems/content-types-of-reads-never-cause-server-errors": {
    "unknown-versions-crash-with-a-content-type": crashingOn(
      "getRelease",
      (call) =>
        call.request.headers.has("content-type") && findRelease(call.name, call.version, call) === undefined,
    ),
  },
};
