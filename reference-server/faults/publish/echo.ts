import { textAt, textMember } from "../../json.ts";
import { withBody } from "../../rules/change.ts";
import { setting, withObject } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const echo: FaultFile = {
  "publish/intents-name-the-volume-of-the-path": {
    "intent-names-the-segment-alone": {
      summary: "The target name of an intent lacks the scope",
      change: withObject("createReleaseUpload", "target", (target) => ({
        ...target,
        name: textAt(target, "name").replace(/^@[^/]*\//, ""),
      })),
    },
    "intent-names-another-volume": {
      summary: "The target name of an intent has a letter too many",
      change: withObject("createReleaseUpload", "target", (target) => ({
        ...target,
        name: `${textAt(target, "name")}s`,
      })),
    },
  },
  "publish/intents-name-the-version-asked-for": {
    "intent-lowers-the-version": {
      summary: "The target version of an intent is in lower case",
      change: withObject("createReleaseUpload", "target", (target) => ({
        ...target,
        version: textAt(target, "version").toLowerCase(),
      })),
    },
    "intent-drops-the-prerelease": {
      summary: "The target version of an intent lacks the prerelease",
      change: withObject("createReleaseUpload", "target", (target) => ({
        ...target,
        version: textAt(target, "version").replace(/-.*$/, ""),
      })),
    },
  },
  "publish/intents-repeat-the-declared-digest": {
    "intent-repeats-another-digest": {
      summary: "The declaredDigest of an intent is always the same",
      change: setting("createReleaseUpload", "declaredDigest", `sha256:${"0".repeat(64)}`),
    },
  },
  "publish/intents-repeat-the-declared-size": {
    "intent-repeats-another-size": {
      summary: "The declaredSize of an intent is one too large",
      change: withBody("createReleaseUpload", (body) => ({
        ...body,
        declaredSize: Number(body["declaredSize"]) + 1,
      })),
    },
  },
  "publish/intents-repeat-the-media-type": {
    "intent-repeats-another-media-type": {
      summary: "The mediaType of an intent is application/x-gzip",
      change: setting("createReleaseUpload", "mediaType", "application/x-gzip"),
    },
  },
  "publish/intents-repeat-the-idempotency-key": {
    "intent-echoes-lower-case-key": {
      summary: "An intent shows its key in lower case",
      change: withBody("createReleaseUpload", (body) => ({
        ...body,
        idempotencyKey: textMember(body, "idempotencyKey").toLowerCase(),
      })),
    },
    "intent-lowers-the-idempotency-key": {
      summary: "The idempotencyKey of an intent is in lower case",
      change: withBody("createReleaseUpload", (body) =>
        typeof body["idempotencyKey"] === "string"
          ? { ...body, idempotencyKey: body["idempotencyKey"].toLowerCase() }
          : body,
      ),
    },
    "intent-cuts-the-key-of-the-body": {
      summary: "An idempotencyKey that came in the body is repeated without its end",
      change: withBody("createReleaseUpload", (body, call) =>
        typeof body["idempotencyKey"] === "string" && !call.request.headers.has("idempotency-key")
          ? { ...body, idempotencyKey: body["idempotencyKey"].slice(0, -1) }
          : body,
      ),
    },
  },
};
