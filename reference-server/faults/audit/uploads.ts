import type { Call } from "../../call.ts";
import { releasesOf } from "../../lookup.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import { setting, withObject } from "../changes/documents.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { repeating } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

const hasYankedRelease = (call: Call): boolean =>
  releasesOf(call.name, call).some(({ status }) => status.state === "yanked");

const hasReleases = (call: Call): boolean => releasesOf(call.name, call).length > 0;

/** The uploads of the volume, and for trust of the release, in the order of creation. */
function intentsOf(call: Call, kind: Intent["kind"]): readonly Intent[] {
  return [...call.registry.store.intents.values()].filter(
    (intent) =>
      intent.kind === kind &&
      intent.name === call.name &&
      (kind === "release" || intent.version === call.version),
  );
}

/** Changes the response to a request that repeats a key. */
function whenRepeated(
  operation: "createReleaseUpload" | "createTrustUpload",
  member: string,
  value: string | number,
): Change {
  return repeating(operation, async ({ call }, work) => {
    const answer = await work();
    const { body } = answer;
    return typeof body === "object" && body !== null && !Array.isArray(body) && call.operation === operation
      ? { ...answer, body: { ...body, [member]: value } }
      : answer;
  });
}

/** Gives a new upload the id of an earlier one that is still open, without its bytes. */
function reusingIds(kind: Intent["kind"]): Change {
  return replaceRule("publish", "newUploadId", (before) => (call) => {
    const operation = kind === "release" ? "createReleaseUpload" : "createTrustUpload";
    const used = intentsOf(call, kind).find(
      (intent) => !intent.isFinalized && intent.bytes === undefined && intent.state === "pending-upload",
    );
    return call.operation === operation && used !== undefined ? used.uploadId : before(call);
  });
}

/** Faults in what the responses say of uploads. */
export const uploads: FaultFile = {
  "audit/fresh-uploads-are-open": {
    "uploads-beside-a-yanked-release-are-expired": onlyWhen(
      hasYankedRelease,
      setting("createReleaseUpload", "state", "expired"),
    ),
    "trust-uploads-for-yanked-releases-have-failed": onlyWhen(
      hasYankedRelease,
      setting("createTrustUpload", "state", "failed"),
    ),
  },
  "audit/fresh-uploads-expire-in-the-future": {
    "repeated-creates-of-open-uploads-have-expired": whenRepeated(
      "createReleaseUpload",
      "expiresAt",
      "2020-01-01T00:00:00Z",
    ),
    "trust-uploads-for-builds-have-expired-a-minute-ago": onlyWhen(
      (call) => call.version.includes("+"),
      withBody("createTrustUpload", (body, call) => ({
        ...body,
        expiresAt: new Date(call.now - 60_000).toISOString(),
      })),
    ),
  },
  "audit/create-responses-repeat-their-request": {
    "create-in-a-volume-with-releases-repeats-another-digest": onlyWhen(
      hasReleases,
      setting("createReleaseUpload", "declaredDigest", unrelatedDigest),
    ),
    "create-in-a-volume-with-releases-repeats-another-version": onlyWhen(
      hasReleases,
      withObject("createReleaseUpload", "target", (target, call) => ({
        ...target,
        version: releasesOf(call.name, call)[0]?.version ?? "1.0.0",
      })),
    ),
    "keys-of-creates-lose-characters-beyond-the-bmp": withBody("createReleaseUpload", (body) =>
      typeof body["idempotencyKey"] === "string"
        ? { ...body, idempotencyKey: body["idempotencyKey"].replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?") }
        : body,
    ),
    "repeated-create-has-another-size": whenRepeated("createReleaseUpload", "declaredSize", 1),
    "repeated-create-has-another-key": whenRepeated("createReleaseUpload", "idempotencyKey", "first"),
    "keys-in-intents-are-escaped-for-html": withBody("createReleaseUpload", (body) =>
      typeof body["idempotencyKey"] === "string"
        ? { ...body, idempotencyKey: body["idempotencyKey"].replaceAll("&", "&amp;") }
        : body,
    ),
  },
  "audit/trust-create-responses-repeat-their-request": {
    "second-trust-create-repeats-the-first-digest": withBody("createTrustUpload", (body, call) => {
      const [first] = intentsOf(call, "trust");
      return first?.declaredDigest === undefined ? body : { ...body, declaredDigest: first.declaredDigest };
    }),
    "repeated-trust-create-has-another-size": whenRepeated("createTrustUpload", "declaredSize", 1),
  },
  "audit/upload-ids-are-unique": { "upload-ids-of-open-uploads-are-used-again": reusingIds("release") },
  "audit/trust-upload-ids-are-unique": {
    "trust-upload-ids-of-open-uploads-are-used-again": reusingIds("trust"),
  },
};
