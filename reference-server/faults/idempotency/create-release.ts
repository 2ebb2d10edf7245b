import { textMember } from "../../json.ts";
import { releasesOf } from "../../lookup.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import {
  comparingKeyPlace,
  conflicting,
  droppingBytesInRepeats,
  ignoringMembers,
  keepingLastRequest,
  repeating,
  staleUrlInRepeats,
} from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

const ignoringBodyKey = (operations: Operations): Change =>
  replaceRule(
    "idempotency",
    "bodyKey",
    (before) => (body, call) => (isOneOf(operations, call) ? undefined : before(body, call)),
  );

const ignoringHeaderKey = (operations: Operations): Change =>
  replaceRule(
    "idempotency",
    "headerKey",
    (before) => (call) => (isOneOf(operations, call) ? undefined : before(call)),
  );

/** Compares a part of a member of the body. */
const comparingPart = (member: string, part: (text: string) => string): Change =>
  replaceRule("idempotency", "fingerprint", (before) => (submission) => {
    const text = part(textMember(submission.body, member));
    return before({ ...submission, body: { ...submission.body, [member]: text } });
  });

/** Faults in repeated creates of release uploads. */
export const createRelease: FaultFile = {
  "idempotency/repeated-creates-do-not-conflict": {
    "repeated-create-conflicts": conflicting("createReleaseUpload"),
    "repeated-create-conflicts-after-another-request": {
      summary:
        "A key of a create belongs to the last request that had it, also if that request had a conflict",
      change: keepingLastRequest("createReleaseUpload"),
    },
    "create-key-place-counts": {
      summary: "Whether the key is in the header or the body counts as a parameter",
      change: comparingKeyPlace("createReleaseUpload"),
    },
  },
  "idempotency/repeated-creates-return-the-same-upload": {
    "create-ignores-keys": repeating("createReleaseUpload", (_submission, work) => work()),
    "create-ignores-body-key": ignoringBodyKey("createReleaseUpload"),
    "create-ignores-header-key": {
      leads: "idempotency/keys-of-creates-conflict-with-another-version",
      change: ignoringHeaderKey("createReleaseUpload"),
    },
    "repeated-create-has-a-stale-upload-url": {
      summary: "The response to a repeated create has an upload URL that leads nowhere",
      change: staleUrlInRepeats("createReleaseUpload"),
    },
    "repeated-create-drops-the-bytes": droppingBytesInRepeats("createReleaseUpload"),
  },
  "idempotency/reordered-members-do-not-conflict": {
    "create-compares-bytes": {
      summary: "Two bodies are equal only byte by byte",
      change: replaceRule("idempotency", "fingerprint", () => ({ call, body }) => {
        const { idempotencyKey: _key, ...parameters } = body;
        return [call.operation, call.url.pathname, JSON.stringify(parameters)].join("\n");
      }),
    },
  },
  "idempotency/keys-of-creates-conflict-with-another-version": {
    "create-key-ignores-version": ignoringMembers("createReleaseUpload", "version"),
    "create-key-ignores-prerelease": replaceRule("idempotency", "fingerprint", (before) => (submission) => {
      const version = textMember(submission.body, "version").replace(/-.*$/, "");
      return before({ ...submission, body: { ...submission.body, version } });
    }),
    "create-key-ignores-the-letter-case-of-the-version": comparingPart("version", (version) =>
      version.toLowerCase(),
    ),
    "create-key-ignores-the-version-after-44-characters": comparingPart("version", (version) =>
      version.slice(0, 44),
    ),
    "create-key-ignores-build-metadata": comparingPart("version", (version) => version.replace(/\+.*$/u, "")),
    "create-key-in-body-ignores-version": ignoringBodyKey("createReleaseUpload"),
  },
  "idempotency/keys-of-creates-conflict-with-another-digest": {
    "create-key-ignores-digest": ignoringMembers("createReleaseUpload", "declaredDigest"),
    "create-key-compares-the-start-of-the-digest": comparingPart("declaredDigest", (digest) =>
      digest.slice(0, 20),
    ),
    "create-key-compares-the-end-of-the-digest": comparingPart("declaredDigest", (digest) =>
      digest.slice(-12),
    ),
  },
  "idempotency/keys-of-creates-conflict-with-another-size": {
    "create-key-ignores-size": ignoringMembers("createReleaseUpload", "declaredSize"),
    "create-key-compares-the-order-of-magnitude-of-the-size": comparingPart("declaredSize", (size) =>
      String(size.length),
    ),
  },
  "idempotency/keys-in-the-body-are-remembered": {
    "creates-of-later-versions-remember-only-header-keys": replaceRule(
      "idempotency",
      "isRemembered",
      (before) => (answer, call) =>
        before(answer, call) &&
        (call.request.headers.has("idempotency-key") || releasesOf(call.name, call).length === 0),
    ),
    "a-key-of-zero-is-not-remembered": replaceRule(
      "idempotency",
      "once",
      (before) => (submission, work) =>
        before(submission.key === "0" ? { ...submission, key: undefined } : submission, work),
    ),
    "create-remembers-only-header-keys": replaceRule(
      "idempotency",
      "isRemembered",
      (before) => (answer, call) => before(answer, call) && call.request.headers.has("idempotency-key"),
    ),
  },
  "idempotency/keys-that-are-not-strings-are-refused": {
    "create-ignores-keys-that-are-not-strings": replaceRule(
      "idempotency",
      "bodyKey",
      (before) => (body, call) =>
        typeof body["idempotencyKey"] === "string" ? before(body, call) : undefined,
    ),
  },
};
