import { textMember } from "../../json.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import {
  comparingKeyPlace,
  conflicting,
  ignoringMembers,
  repeating,
  sharingKeys,
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

/** TODO */
export const createRelease: FaultFile = {
  "idempotency/repeated-creates-do-not-conflict": {
    "repeated-create-conflicts": {
      summary: "Repeating a request with its key is a conflict",
      change: conflicting("createReleaseUpload"),
    },
    "create-key-place-counts": {
      summary: "Whether the key is in the header or in the body is a parameter of the request",
      change: comparingKeyPlace("createReleaseUpload"),
    },
  },
  "idempotency/repeated-creates-name-the-same-upload": {
    "create-forgets-keys": {
      summary: "A repeated creation makes another upload",
      change: repeating("createReleaseUpload", (_submission, work) => work()),
    },
    "create-ignores-body-key": {
      summary: "The key in the body is ignored",
      change: ignoringBodyKey("createReleaseUpload"),
    },
    "create-ignores-header-key": {
      summary: "The key in the header is ignored",
      change: ignoringHeaderKey("createReleaseUpload"),
    },
  },
  "idempotency/order-of-members-is-no-conflict": {
    "create-compares-bytes": {
      summary: "Two bodies are the same only byte for byte",
      change: replaceRule("idempotency", "fingerprint", () => ({ call, body }) => {
        const { idempotencyKey: _key, ...parameters } = body;
        return [call.operation, call.url.pathname, JSON.stringify(parameters)].join("\n");
      }),
    },
  },
  "idempotency/keys-of-creates-conflict-with-another-version": {
    "create-overlooks-version": {
      summary: "A key may come back with another version",
      change: ignoringMembers("createReleaseUpload", "version"),
    },
    "create-overlooks-prerelease": {
      summary: "A key may come back with a prerelease of the version",
      change: replaceRule("idempotency", "fingerprint", (before) => (submission) => {
        const version = textMember(submission.body, "version").replace(/-.*$/, "");
        return before({ ...submission, body: { ...submission.body, version } });
      }),
    },
    "create-overlooks-version-in-body": {
      summary: "A key in the body may come back with another version",
      change: ignoringBodyKey("createReleaseUpload"),
    },
  },
  "idempotency/keys-of-creates-conflict-with-another-digest": {
    "create-overlooks-digest": {
      summary: "A key may come back with another digest",
      change: ignoringMembers("createReleaseUpload", "declaredDigest"),
    },
  },
  "idempotency/keys-of-creates-conflict-with-another-size": {
    "create-overlooks-size": {
      summary: "A key may come back with another size",
      change: ignoringMembers("createReleaseUpload", "declaredSize"),
    },
  },
  "idempotency/keys-in-the-body-are-remembered": {
    "create-forgets-body-keys": {
      summary: "Only keys in the header are remembered",
      change: replaceRule(
        "idempotency",
        "isRemembered",
        (before) => (answer, call) => before(answer, call) && call.request.headers.has("idempotency-key"),
      ),
    },
  },
  "idempotency/keys-that-are-no-strings-are-refused": {
    "create-ignores-keys-that-are-no-strings": {
      summary: "An idempotencyKey that is no string counts as none",
      change: replaceRule(
        "idempotency",
        "bodyKey",
        (before) => (body, call) =>
          typeof body["idempotencyKey"] === "string" ? before(body, call) : undefined,
      ),
    },
  },
  "idempotency/other-volumes-never-get-this-upload": {
    "key-reaches-other-volumes": {
      summary: "A key gives its upload to requests for other volumes",
      change: sharingKeys(["createReleaseUpload"]),
    },
  },
};
