import { textAt } from "../../json.ts";
import { withBody } from "../../rules/change.ts";
import { setting, withObject, withText } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in what an intent repeats from its request. */
export const echo: FaultFile = {
  "publish/intents-name-the-volume-of-the-path": {
    "intent-target-name-lacks-the-scope": withObject("createReleaseUpload", "target", (target) => ({
      ...target,
      name: textAt(target, "name").replace(/^@[^/]*\//, ""),
    })),
    "intent-target-name-has-an-extra-letter": withObject("createReleaseUpload", "target", (target) => ({
      ...target,
      name: `${textAt(target, "name")}s`,
    })),
  },
  "publish/intents-name-the-requested-version": {
    "intent-target-version-is-in-lower-case": {
      leads: "identity/well-formed-versions-are-accepted",
      change: withObject("createReleaseUpload", "target", (target) => ({
        ...target,
        version: textAt(target, "version").toLowerCase(),
      })),
    },
    "intent-target-version-lacks-the-prerelease": withObject("createReleaseUpload", "target", (target) => ({
      ...target,
      version: textAt(target, "version").replace(/-.*$/, ""),
    })),
  },
  "publish/intents-repeat-the-declared-digest": {
    "intent-always-has-the-same-declared-digest": setting(
      "createReleaseUpload",
      "declaredDigest",
      `sha256:${"0".repeat(64)}`,
    ),
  },
  "publish/intents-repeat-the-declared-size": {
    "intent-declared-size-is-one-too-large": withBody("createReleaseUpload", (body) => ({
      ...body,
      declaredSize: Number(body["declaredSize"]) + 1,
    })),
  },
  "publish/intents-repeat-the-media-type": {
    "intent-has-media-type-x-gzip": setting("createReleaseUpload", "mediaType", "application/x-gzip"),
  },
  "publish/intents-repeat-the-idempotency-key": {
    "intent-has-its-key-in-lower-case": withText("createReleaseUpload", "idempotencyKey", (text) =>
      text.toLowerCase(),
    ),
    "intent-changes-the-key-to-lower-case": withBody("createReleaseUpload", (body) =>
      typeof body["idempotencyKey"] === "string"
        ? { ...body, idempotencyKey: body["idempotencyKey"].toLowerCase() }
        : body,
    ),
    "intent-cuts-a-key-from-the-body": withBody("createReleaseUpload", (body, call) =>
      typeof body["idempotencyKey"] === "string" && !call.request.headers.has("idempotency-key")
        ? { ...body, idempotencyKey: body["idempotencyKey"].slice(0, -1) }
        : body,
    ),
  },
};
