import type { Call, Operation } from "../../call.ts";
import { isJsonObject, type JsonObject, objectAt, textAt } from "../../json.ts";
import { findRelease, releasesOf } from "../../lookup.ts";
import { type Change, onlyFor, replaceRule, withBody } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withItems } from "../changes/documents.ts";
import { counting } from "../changes/memory.ts";
import { changingEarlierVersions } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** Hides releases from every second or third read of one trust document. */
function forgettingReads(operation: Operation, every: 2 | 3): Change {
  const count = counting();
  return onlyFor(
    operation,
    replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) => before(release, call) && count(call, call.url.pathname) % every !== 0,
    ),
  );
}

/** Shows every second read of a release's trust document without its attachments. */
function losingAttachments(operation: Operation, member: string): Change {
  const count = counting();
  return withBody(operation, (body, call) => {
    const list = body[member];
    if (!Array.isArray(list) || list.length === 0) return body;
    return count(call, call.url.pathname) % 2 === 0 ? { ...body, [member]: [] } : body;
  });
}

const moveAttachments = (release: Release, others: readonly Release[]): Release => ({
  ...release,
  attachments: others.flatMap(({ attachments }) => attachments),
});

function attach(call: Call): void {
  const intent = call.rules.finalize.findIntent(call);
  const release = findRelease(call.name, call.version, call);
  if (intent.kind === "trust" && intent.bytes !== undefined && release !== undefined)
    call.rules.trust.attach(release, call.rules.trust.toAttachment(intent, call), call);
}

function isAttachment(value: unknown): value is JsonObject {
  return isJsonObject(value);
}

function withoutParameters(attachment: JsonObject): JsonObject {
  const format = objectAt(attachment, "format");
  return { ...attachment, format: { ...format, mediaType: textAt(format, "mediaType").replace(/;.*$/, "") } };
}

/** Faults in reads of trust documents. */
export const attachments: FaultFile = {
  "audit/summaries-stay-readable": {
    "every-second-summary-of-a-release-is-not-found": forgettingReads("getTrustSummary", 2),
  },
  "audit/details-stay-readable": {
    "every-third-detail-of-a-release-is-not-found": forgettingReads("getTrustDetail", 3),
    "details-of-versions-with-two-hyphens-are-not-found": onlyFor(
      "getTrustDetail",
      replaceRule(
        "visibility",
        "inTrust",
        (before) => (release, call) => before(release, call) && !release.version.includes("--"),
      ),
    ),
  },
  "audit/details-keep-the-last-attachment": {
    "every-second-detail-of-a-release-lacks-its-attachments": losingAttachments(
      "getTrustDetail",
      "attachments",
    ),
    "second-version-removes-the-attachments-of-the-first": changingEarlierVersions((earlier) => ({
      ...earlier,
      attachments: [],
    })),
  },
  "audit/summaries-keep-showing-attachments": {
    "every-second-summary-of-a-release-lacks-its-artifacts": losingAttachments(
      "getTrustSummary",
      "artifacts",
    ),
  },
  "audit/details-list-only-what-was-attached": {
    "trust-finalizes-with-unequal-keys-attach": {
      summary: "A trust finalize that is refused because of its two keys attaches the artifact all the same",
      change: replaceRule("idempotency", "isSameKey", (before) => (headerKey, bodyKey, call) => {
        const isSame = before(headerKey, bodyKey, call);
        if (!isSame && call.operation === "finalizeTrustUpload") attach(call);
        return isSame;
      }),
    },
    "a-third-version-starts-with-the-attachments-of-the-others": {
      leads: "trust/attachments-stay-with-their-version",
      change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
        const others = releasesOf(intent.name, call);
        const release = before(intent, content, call);
        return others.length < 2 ? release : moveAttachments(release, others);
      }),
    },
  },
  "audit/summaries-show-only-what-was-attached": {
    "a-third-version-has-the-summary-of-the-others": replaceRule(
      "render",
      "summary",
      (before) => (release, call) => {
        const others = releasesOf(release.name, call);
        const isThird = others.length > 2 && release.attachments.length === 0;
        return before(isThird ? moveAttachments(release, others) : release, call);
      },
    ),
  },
  "audit/attachments-keep-what-was-declared": {
    "media-types-are-listed-without-parameters": withItems(
      "getTrustDetail",
      (items) => items.map((item) => (isAttachment(item) ? withoutParameters(item) : item)),
      "attachments",
    ),
    "second-attachment-is-listed-with-another-digest": withItems(
      "getTrustDetail",
      (items) =>
        items.map((item, place) =>
          place === 1 && isAttachment(item) ? { ...item, artifactDigest: unrelatedDigest } : item,
        ),
      "attachments",
    ),
    "third-attachment-is-listed-with-another-size": withItems(
      "getTrustDetail",
      (items) => items.map((item, place) => (place === 2 ? { ...item, artifactSize: 1 } : item)),
      "attachments",
    ),
  },
};
