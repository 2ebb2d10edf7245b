import type { Call } from "../call.ts";
import type { JsonObject } from "../json.ts";
import { findRelease, releasesOf } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule, withBody } from "../rules/change.ts";
import { type Attachment, allReleases, type Release } from "../store.ts";
import type { Fault } from "./fault.ts";

const isTrustRead = (call: Call): boolean =>
  call.operation === "getTrustDetail" || call.operation === "getTrustSummary";

const zeros = `sha256:${"0".repeat(64)}`;

const withSubject = (
  operation: "getTrustDetail" | "getTrustSummary",
  change: (subject: JsonObject) => JsonObject,
): Change => withBody(operation, (body) => ({ ...body, subject: change(Object(body["subject"])) }));

const withItem = (change: (item: JsonObject, attachment: Attachment) => JsonObject): Change =>
  replaceRule(
    "render",
    "attachment",
    (before) => (attachment, release, call) => change(before(attachment, release, call), attachment),
  );

const withEntries = (change: (entry: JsonObject) => JsonObject): Change =>
  replaceRule(
    "render",
    "summaryArtifacts",
    (before) => (attachments, call) => before(attachments, call).map(change),
  );

/** Shows, beside a release's own attachments, those of the releases that `isLeaking` says. */
function leaking(isLeaking: (other: Release, release: Release) => boolean): Change {
  return replaceRule(
    "visibility",
    "attachments",
    (before) => (release, call) =>
      allReleases(call.registry.store).flatMap((other) =>
        other === release || isLeaking(other, release) ? before(other, call) : [],
      ),
  );
}

/** Stands in for a release that is not there, in reads of trust. */
function standingIn(find: (call: Call) => Release | undefined): Change {
  return replaceRule("visibility", "find", (before) => (isVisible, call) => {
    if (!isTrustRead(call) || findRelease(call.name, call.version, call) !== undefined)
      return before(isVisible, call);
    const release = find(call);
    if (release === undefined) return before(isVisible, call);
    return { ...release, name: call.name, version: call.version, attachments: [] };
  });
}

const malformedAs = (slug: "validation-failed"): Change =>
  replaceRule("visibility", "find", (before) => (isVisible, call) => {
    if (isTrustRead(call) && !call.rules.visibility.isWellFormed(call))
      throw new Refusal(slug, "the path is malformed");
    return before(isVisible, call);
  });

const segmentOf = (name: string): string => name.slice(name.indexOf("/") + 1);

/** Faults in trust detail. */
export const trustDetailFaults: readonly Fault[] = [
  {
    name: "trust-detail-stays-empty",
    breaks: "trust/attachments-are-listed",
    summary: "Trust detail never shows an attachment",
    change: withBody("getTrustDetail", (body) => ({ ...body, attachments: [] })),
  },
  {
    name: "trust-detail-has-other-ids",
    breaks: "trust/attachments-are-listed",
    summary: "An attachment has another id in trust detail than finalize gave",
    change: withItem((item) => ({ ...item, id: `${String(item["id"])}-listed` })),
  },
  {
    name: "trust-detail-subject-without-encoding",
    breaks: "trust/details-name-their-subject",
    summary: "The subject's purl in trust detail ends at the name",
    change: withSubject("getTrustDetail", (subject) => ({
      ...subject,
      purl: String(subject["purl"]).replace(/@[^@]*$/, ""),
    })),
  },
  {
    name: "trust-detail-subject-has-another-integrity",
    breaks: "trust/details-name-their-subject",
    summary: "The subject's integrity in trust detail is all zeros",
    change: withSubject("getTrustDetail", (subject) => ({ ...subject, integrity: zeros })),
  },
  {
    name: "trust-detail-digest-differs",
    breaks: "trust/listed-attachments-have-the-artifact-digest",
    summary: "The artifactDigest in trust detail is all zeros",
    change: withItem((item) => ({ ...item, artifactDigest: zeros })),
  },
  {
    name: "trust-detail-size-differs",
    breaks: "trust/listed-attachments-have-the-artifact-size",
    summary: "The artifactSize in trust detail is in whole kilobytes",
    change: withItem((item) => ({ ...item, artifactSize: Math.ceil(Number(item["artifactSize"]) / 1024) })),
  },
  {
    name: "trust-detail-format-family-differs",
    breaks: "trust/listed-attachments-have-the-format",
    summary: "The family of a format in trust detail is its category",
    change: withItem((item) => ({
      ...item,
      format: { ...Object(item["format"]), family: item["category"] },
    })),
  },
  {
    name: "trust-detail-format-media-type-differs",
    breaks: "trust/listed-attachments-have-the-format",
    summary: "The media type of every format in trust detail is application/json",
    change: withItem((item) => ({
      ...item,
      format: { ...Object(item["format"]), mediaType: "application/json" },
    })),
  },
  {
    name: "trust-detail-status-is-pending",
    breaks: "trust/listed-attachments-are-active",
    summary: "An attachment is pending in trust detail",
    change: withItem((item) => ({ ...item, status: { state: "pending" } })),
  },
  {
    name: "trust-locator-serves-other-bytes",
    breaks: "trust/locators-lead-to-the-artifact",
    summary: "The bytes at a locator lack their last one",
    change: replaceRule(
      "transfer",
      "artifact",
      (before) => (attachment, call) => before({ ...attachment, bytes: attachment.bytes.slice(0, -1) }, call),
    ),
  },
  {
    name: "trust-locator-dead",
    breaks: "trust/locators-lead-to-the-artifact",
    summary: "A locator leads nowhere",
    change: replaceRule(
      "transfer",
      "artifactUrl",
      (before) => (attachment, call) => `${before(attachment, call)}-gone`,
    ),
  },
  {
    name: "trust-detail-not-found-when-empty",
    breaks: "trust/details-without-attachments-are-empty",
    summary: "Trust detail of a release without attachments is not found",
    change: replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) =>
        before(release, call) && (call.operation !== "getTrustDetail" || release.attachments.length > 0),
    ),
  },
  {
    name: "trust-detail-null-when-empty",
    breaks: "trust/details-without-attachments-are-empty",
    summary: "The attachments of a release without any are null",
    change: withBody("getTrustDetail", (body) => {
      const { attachments } = body;
      return Array.isArray(attachments) && attachments.length === 0 ? { ...body, attachments: null } : body;
    }),
  },
  {
    name: "trust-attachments-keep-the-last-two",
    breaks: "trust/attachments-add-up",
    summary: "A release keeps its latest attachment only, once it has two",
    change: replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) => before(release, attachment, call).slice(-1),
    ),
  },
  {
    name: "trust-attachments-share-a-digest",
    breaks: "trust/attachments-add-up",
    summary: "Every attachment has the digest of the release's first",
    change: replaceRule("render", "attachment", (before) => (attachment, release, call) => ({
      ...before(attachment, release, call),
      artifactDigest: release.attachments[0]?.digest,
    })),
  },
  {
    name: "trust-attachments-share-an-id",
    breaks: "trust/attachments-have-their-own-ids",
    summary: "Every attachment of a registry has the same id",
    change: replaceRule("trust", "newAttachmentId", () => () => "attachment"),
  },
  {
    name: "trust-one-attachment-a-category",
    breaks: "trust/further-formats-show-up",
    summary: "An attachment of another format has the format of the release's first",
    change: replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) =>
        before(release, { ...attachment, format: release.attachments[0]?.format ?? attachment.format }, call),
    ),
  },
  {
    name: "trust-other-formats-replace",
    breaks: "trust/further-formats-show-up",
    summary: "An attachment of another format drives out those that were there",
    change: replaceRule("trust", "add", (before) => (release, attachment, call) => {
      const family = attachment.format["family"];
      const kept = release.attachments.filter(({ format }) => format["family"] === family);
      return before({ ...release, attachments: kept }, attachment, call);
    }),
  },
];

/** Faults in the trust summary, and in whose trust is shown. */
export const trustSummaryFaults: readonly Fault[] = [
  {
    name: "trust-summary-stays-empty",
    breaks: "trust/summaries-show-attachments",
    summary: "The trust summary never shows an artifact",
    change: withBody("getTrustSummary", (body) => ({ ...body, artifacts: [] })),
  },
  {
    name: "trust-summary-subject-has-another-purl",
    breaks: "trust/summaries-name-their-subject",
    summary: "The subject's purl in a trust summary is of the type generic",
    change: withSubject("getTrustSummary", (subject) => ({
      ...subject,
      purl: String(subject["purl"]).replace("pkg:volume", "pkg:generic"),
    })),
  },
  {
    name: "trust-summary-subject-has-another-integrity",
    breaks: "trust/summaries-name-their-subject",
    summary: "The subject's integrity in a trust summary is all zeros",
    change: withSubject("getTrustSummary", (subject) => ({ ...subject, integrity: zeros })),
  },
  {
    name: "trust-summary-lists-absent-categories",
    breaks: "trust/summaries-without-attachments-are-empty",
    summary: "The summary of a release without trust lists categories that are not present",
    change: withBody("getTrustSummary", (body) => {
      const { artifacts } = body;
      if (!Array.isArray(artifacts) || artifacts.length > 0) return body;
      return { ...body, artifacts: [{ category: "bom", formatsPresent: [], present: false }] };
    }),
  },
  {
    name: "trust-summary-not-found-when-empty",
    breaks: "trust/summaries-without-attachments-are-empty",
    summary: "The trust summary of a release without attachments is not found",
    change: replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) =>
        before(release, call) && (call.operation !== "getTrustSummary" || release.attachments.length > 0),
    ),
  },
  {
    name: "trust-summary-wants-a-token",
    breaks: "trust/summaries-and-details-agree",
    summary: "The trust summary is for callers with a token only",
    change: replaceRule("authorization", "judgeRead", (before) => (call) => {
      if (call.operation === "getTrustSummary") call.rules.authorization.authenticate(call);
      before(call);
    }),
  },
  {
    name: "trust-summary-invents-artifacts",
    breaks: "trust/summaries-and-details-agree",
    summary: "The summary of a release without trust says that there is some",
    change: withBody("getTrustSummary", (body) => {
      const { artifacts } = body;
      if (!Array.isArray(artifacts) || artifacts.length > 0) return body;
      return { ...body, artifacts: [{ category: "bom", formatsPresent: ["cyclonedx"], present: true }] };
    }),
  },
  {
    name: "trust-summary-calls-all-absent",
    breaks: "trust/attachments-are-called-present",
    summary: "The entries of a summary say that they are not present",
    change: withEntries((entry) => ({ ...entry, present: false })),
  },
  {
    name: "trust-summary-names-no-formats",
    breaks: "trust/formats-are-named",
    summary: "The entries of a summary name no formats",
    change: withEntries((entry) => ({ ...entry, formatsPresent: [] })),
  },
  {
    name: "trust-summary-has-another-category",
    breaks: "trust/categories-agree",
    summary: "The category in a summary is another than in the detail",
    change: withEntries((entry) => ({ ...entry, category: "artifact" })),
  },
  {
    name: "trust-summary-denies-its-detail",
    breaks: "trust/detail-is-said-to-be-available",
    summary: "A summary says that detail is not available, although it is",
    change: replaceRule("render", "detailAvailable", () => () => false),
  },
  {
    name: "trust-unknown-versions-are-empty",
    breaks: "trust/unknown-releases-have-no-trust",
    summary: "The trust of an unknown version of a known volume is empty",
    change: standingIn((call) => releasesOf(call.name, call)[0]),
  },
  {
    name: "trust-unknown-volumes-are-empty",
    breaks: "trust/unknown-releases-have-no-trust",
    summary: "The trust of an unknown volume is empty",
    change: standingIn((call) =>
      releasesOf(call.name, call).length === 0 && call.rules.visibility.isWellFormed(call)
        ? allReleases(call.registry.store)[0]
        : undefined,
    ),
  },
  {
    name: "trust-malformed-paths-called-invalid",
    breaks: "trust/malformed-paths-have-no-trust",
    summary: "Trust reads of malformed names and versions are validation-failed",
    change: malformedAs("validation-failed"),
  },
  {
    name: "trust-malformed-paths-are-empty",
    breaks: "trust/malformed-paths-have-no-trust",
    summary: "The trust of a malformed version is empty",
    change: standingIn((call) =>
      call.rules.visibility.isWellFormed(call) ? undefined : allReleases(call.registry.store)[0],
    ),
  },
  {
    name: "trust-shown-on-every-volume",
    breaks: "trust/attachments-stay-with-their-volume",
    summary: "Attachments are shown on the releases of all volumes of the same version",
    change: leaking((other, release) => other.version === release.version),
  },
  {
    name: "trust-shown-on-every-version",
    breaks: "trust/attachments-stay-with-their-version",
    summary: "Attachments are shown on every version of their volume",
    change: leaking((other, release) => other.name === release.name),
  },
  {
    name: "trust-found-by-the-start-of-the-version",
    breaks: "trust/attachments-stay-with-their-version",
    summary: "Attachments of a prerelease are shown on the release that its version begins with",
    change: leaking(
      (other, release) => other.name === release.name && other.version.startsWith(release.version),
    ),
  },
  {
    name: "trust-shown-on-prereleases",
    breaks: "trust/attachments-stay-with-their-version",
    summary: "Attachments of a release are shown on its prereleases",
    change: leaking(
      (other, release) => other.name === release.name && release.version.startsWith(other.version),
    ),
  },
  {
    name: "trust-found-without-its-scope",
    breaks: "trust/attachments-stay-with-their-form",
    summary: "Attachments are shown on volumes of the same name in any scope and in none",
    change: leaking(
      (other, release) =>
        segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
    ),
  },
  {
    name: "trust-refuses-build-metadata",
    breaks: "trust/versions-of-every-kind-take-attachments",
    summary: "The + of a version is taken for a space in the paths of trust",
    change: replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) => before(release, call) && !call.version.includes("+"),
    ),
  },
  {
    name: "trust-irreconcilable-shown-as-is",
    breaks: "trust/irreconcilable-trust-is-a-conflict",
    summary: "Trust that cannot be reconciled is shown as if it were",
    change: replaceRule("visibility", "judgeConsistent", (before) => (release, call) => {
      if (!isTrustRead(call)) before(release, call);
    }),
  },
  {
    name: "trust-irreconcilable-called-not-found",
    breaks: "trust/irreconcilable-trust-is-a-conflict",
    summary: "Trust that cannot be reconciled is not found",
    change: replaceRule("visibility", "judgeConsistent", (before) => (release, call) => {
      if (isTrustRead(call) && release.isInconsistent)
        throw new Refusal("not-found", "there is no such trust");
      before(release, call);
    }),
  },
];
