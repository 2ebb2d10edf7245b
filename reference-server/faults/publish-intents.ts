import type { Call, Submission } from "../call.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { saveRelease } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { allOf, type Change, replaceRule, withBody, without } from "../rules/change.ts";
import type { ReleaseIntent } from "../store.ts";
import type { Fault } from "./fault.ts";
import { blankManifest } from "./blank-manifest.ts";

/** The text of a member; a member that is none is read as empty. */
function toText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function withIntent(change: (body: JsonObject, call: Call) => JsonObject): Change {
  return withBody("createReleaseUpload", change);
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

function withTarget(change: (target: JsonObject, call: Call) => JsonObject): Change {
  return withIntent((body, call) =>
    isJsonObject(body["target"]) ? { ...body, target: change(body["target"], call) } : body,
  );
}

/** Opens the intent for what the body names, in place of what the path names. */
function obeying(read: (body: JsonObject, submission: Submission) => Partial<ReleaseIntent>): Change {
  return replaceRule("publish", "toIntent", (before) => (submission) => ({
    ...before(submission),
    ...read(submission.body, submission),
  }));
}

/** Makes a release of an intent before its time. */
function releaseEarly(intent: ReleaseIntent, call: Call): void {
  const content = { tree: [], manifest: blankManifest(intent) };
  saveRelease({ ...call.rules.finalize.toRelease(intent, content, call), description: "open" }, call);
}

/** Publishes to the path's volume as it should, and to the one that the body named as well. */
const obeyingInSilence: Change = (rules) => {
  const names = new Map<string, string>();
  return allOf(
    replaceRule("publish", "toIntent", (before) => (submission) => {
      const intent = before(submission);
      const name = submission.body["name"];
      if (typeof name === "string") names.set(intent.uploadId, name);
      return intent;
    }),
    replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
      const release = before(intent, content, call);
      const name = names.get(intent.uploadId);
      if (name !== undefined) saveRelease({ ...release, name }, call);
      return release;
    }),
  )(rules);
};

const neverTaken = replaceRule("publish", "isTaken", () => () => false);

/** Intents that say something else than what was asked, or are more than intents. */
export const publishIntentFaults: readonly Fault[] = [
  {
    name: "intent-without-an-upload-url",
    breaks: "publish/valid-requests-open-an-intent",
    summary: "The upload instruction of an intent has no url",
    change: withIntent((body) =>
      isJsonObject(body["upload"]) ? { ...body, upload: without(body["upload"], "url") } : body,
    ),
  },
  {
    name: "intent-with-an-empty-id",
    breaks: "publish/valid-requests-open-an-intent",
    summary: "The upload id of an intent is empty",
    change: withIntent((body) => ({ ...body, uploadId: "" })),
  },
  {
    name: "intent-names-the-segment-alone",
    breaks: "publish/intents-name-the-volume-of-the-path",
    summary: "The target name of an intent lacks the scope",
    change: withTarget((target) => ({ ...target, name: toText(target["name"]).replace(/^@[^/]*\//, "") })),
  },
  {
    name: "intent-names-another-volume",
    breaks: "publish/intents-name-the-volume-of-the-path",
    summary: "The target name of an intent has a letter too many",
    change: withTarget((target) => ({ ...target, name: `${toText(target["name"])}s` })),
  },
  {
    name: "intent-lowers-the-version",
    breaks: "publish/intents-name-the-version-asked-for",
    summary: "The target version of an intent is in lower case",
    change: withTarget((target) => ({ ...target, version: toText(target["version"]).toLowerCase() })),
  },
  {
    name: "intent-drops-the-prerelease",
    breaks: "publish/intents-name-the-version-asked-for",
    summary: "The target version of an intent lacks the prerelease",
    change: withTarget((target) => ({ ...target, version: toText(target["version"]).replace(/-.*$/, "") })),
  },
  {
    name: "intent-repeats-another-digest",
    breaks: "publish/intents-repeat-the-declared-digest",
    summary: "The declaredDigest of an intent is always the same",
    change: withIntent((body) => ({ ...body, declaredDigest: `sha256:${"0".repeat(64)}` })),
  },
  {
    name: "intent-repeats-another-size",
    breaks: "publish/intents-repeat-the-declared-size",
    summary: "The declaredSize of an intent is one too large",
    change: withIntent((body) => ({ ...body, declaredSize: Number(body["declaredSize"]) + 1 })),
  },
  {
    name: "intent-repeats-another-media-type",
    breaks: "publish/intents-repeat-the-media-type",
    summary: "The mediaType of an intent is application/x-gzip",
    change: withIntent((body) => ({ ...body, mediaType: "application/x-gzip" })),
  },
  {
    name: "intent-lowers-the-idempotency-key",
    breaks: "publish/intents-repeat-the-idempotency-key",
    summary: "The idempotencyKey of an intent is in lower case",
    change: withIntent((body) =>
      typeof body["idempotencyKey"] === "string"
        ? { ...body, idempotencyKey: body["idempotencyKey"].toLowerCase() }
        : body,
    ),
  },
  {
    name: "intent-cuts-the-key-of-the-body",
    breaks: "publish/intents-repeat-the-idempotency-key",
    summary: "An idempotencyKey that came in the body is repeated without its end",
    change: withIntent((body, call) =>
      typeof body["idempotencyKey"] === "string" && !call.request.headers.has("idempotency-key")
        ? { ...body, idempotencyKey: body["idempotencyKey"].slice(0, -1) }
        : body,
    ),
  },
  {
    name: "fresh-intent-is-failed",
    breaks: "publish/fresh-intents-are-neither-expired-nor-failed",
    summary: "A fresh intent says that it failed",
    change: withIntent((body) => ({ ...body, state: "failed" })),
  },
  {
    name: "fresh-intent-is-expired",
    breaks: "publish/fresh-intents-are-neither-expired-nor-failed",
    summary: "A fresh intent says that it is expired",
    change: withIntent((body) => ({ ...body, state: "expired" })),
  },
  {
    name: "intent-expires-in-the-past",
    breaks: "publish/intents-expire-in-the-future",
    summary: "The expiresAt of a fresh intent lies a minute back",
    change: withIntent((body, call) => ({ ...body, expiresAt: new Date(call.now - 60_000).toISOString() })),
  },
  {
    name: "upload-id-is-the-volume",
    breaks: "publish/upload-ids-are-unique",
    summary: "All intents of a volume have one upload id",
    change: replaceRule("publish", "newUploadId", () => (call) => call.name.replaceAll(/[^a-z0-9]/g, "-")),
  },
  {
    name: "uploaded-intent-is-a-release",
    breaks: "publish/open-intents-are-not-releases",
    summary: "A release can be read as soon as its bytes have arrived",
    change: allOf(
      neverTaken,
      replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
        before(intent, bytes, call);
        if (intent.kind === "release") releaseEarly(intent, call);
      }),
    ),
  },
  {
    name: "uploaded-intent-has-trust-documents",
    breaks: "publish/open-intents-are-not-releases",
    summary: "A version has trust documents as soon as its bytes have arrived",
    change: replaceRule("visibility", "find", (before) => (isVisible, call) => {
      const { intents } = call.registry.store;
      const open = [...intents.values()].find(
        ({ kind, name, version, bytes }) =>
          kind === "release" && name === call.name && version === call.version && bytes !== undefined,
      );
      const isTrust = call.operation === "getTrustSummary" || call.operation === "getTrustDetail";
      if (!isTrust || open?.kind !== "release") return before(isVisible, call);
      return call.rules.finalize.toRelease(open, { tree: [], manifest: blankManifest(open) }, call);
    }),
  },
  {
    name: "opened-intent-is-in-the-index",
    breaks: "publish/open-intents-are-not-releases",
    summary: "The index lists a version as soon as its upload is opened",
    change: allOf(
      neverTaken,
      replaceRule(
        "visibility",
        "inMetadata",
        (before) => (release, call) => release.description !== "open" && before(release, call),
      ),
      replaceRule("publish", "toIntent", (before) => (submission) => {
        const intent = before(submission);
        releaseEarly(intent, submission.call);
        return intent;
      }),
    ),
  },
  {
    name: "transfer-demands-a-token",
    breaks: "publish/bytes-are-taken-as-instructed",
    summary: "The upload step wants the bearer token too, and its instruction does not say so",
    change: replaceRule("transfer", "judgeHeaders", (before) => (intent, call) => {
      if (!call.request.headers.has("authorization"))
        throw new Refusal("not-found", "there is no such transfer for you");
      before(intent, call);
    }),
  },
  {
    name: "transfer-refuses-its-own-method",
    breaks: "publish/bytes-are-taken-as-instructed",
    summary: "The upload step takes another method than its instruction names",
    change: replaceRule("transfer", "judgeMethod", () => (call) => {
      if (call.request.method === call.rules.transfer.method)
        throw new Refusal("validation-failed", "the method is wrong");
    }),
  },
  {
    name: "body-name-obeyed",
    breaks: "publish/the-body-never-overrides-the-path",
    summary: "A name in the create body replaces that of the path",
    change: obeying(({ name }) => (typeof name === "string" ? { name } : {})),
  },
  {
    name: "body-target-obeyed",
    breaks: "publish/the-body-never-overrides-the-path",
    summary: "A target in the create body replaces the path's name",
    change: obeying(({ target }) => {
      const name = memberOf(target, "name");
      return typeof name === "string" ? { name } : {};
    }),
  },
  {
    name: "body-target-version-obeyed",
    breaks: "publish/the-body-never-overrides-the-path",
    summary: "A target in the create body replaces the version asked for",
    change: obeying(({ target }) => {
      const version = memberOf(target, "version");
      return typeof version === "string" ? { version } : {};
    }),
  },
  {
    name: "body-name-obeyed-in-silence",
    breaks: "publish/the-body-never-overrides-the-path",
    summary:
      "A name in the create body is published to, although the intent and the result name the path's volume",
    change: obeyingInSilence,
  },
];
