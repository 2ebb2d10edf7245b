import { createHash } from "node:crypto";
import type { Call, Operation } from "../call.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { allOf, type Change, withBody, without } from "../rules/change.ts";
import type { Choice } from "./choice.ts";
import { withoutLocators } from "./trust-documents.ts";

/** Where a member is that a response may leave out: its path, with `*` for the items of a list. */
const optional: Partial<Record<Operation, readonly string[]>> = {
  createReleaseUpload: ["mediaType", "declaredDigest", "declaredSize", "idempotencyKey", "target/name"],
  createTrustUpload: ["subject/purl", "attachment/category", "declaredDigest", "declaredSize"],
  finalizeReleaseUpload: ["release/status/reason"],
  finalizeTrustUpload: ["subject/integrity", "artifactDigest", "artifactSize", "status/reason"],
  getTrustSummary: ["subject", "detailAvailable", "revision", "judgments", "artifacts/*/formatsPresent"],
  getTrustDetail: [
    "subject/integrity",
    "revision/updatedAt",
    "attachments/*/category",
    "attachments/*/artifactDigest",
    "attachments/*/artifactSize",
    "attachments/*/locator",
    "attachments/*/status",
    "attachments/*/verification",
  ],
  getVersionIndex: ["items/*/status/reason", "items/*/release", "items/*/integrity", "items/*/dependencies"],
  searchVolumes: ["items/*/latestVersion", "items/*/description", "items/*/role", "items/*/components"],
  searchAdvisories: ["items/*/severity", "items/*/affected/ranges", "items/*/updated", "items/*/details"],
  getAdvisory: ["severity", "published", "affected/purl", "source"],
};

/** The id of an item of a list, in its volume or release. */
function idOf(item: JsonObject): string {
  const { id, version, name } = item;
  return JSON.stringify(id ?? version ?? name ?? "");
}

/** Half of all resources, another half for each member. */
function isLeftOut(member: string, resource: string): boolean {
  return (createHash("sha256").update(`${member} ${resource}`).digest()[0] ?? 0) % 2 === 0;
}

/** `value` without the member at `path`, in the resources that `isMeant` picks. */
function withoutAt(
  value: Json | undefined,
  path: readonly string[],
  resource: string,
  isMeant: (resource: string) => boolean,
): Json | undefined {
  const [name = "", ...rest] = path;
  if (Array.isArray(value) && name === "*")
    return value.map((item) =>
      isJsonObject(item) ? (withoutAt(item, rest, `${resource} ${idOf(item)}`, isMeant) ?? null) : item,
    );
  if (!isJsonObject(value) || !(name in value)) return value;
  if (rest.length > 0) return { ...value, [name]: withoutAt(value[name], rest, resource, isMeant) };
  return isMeant(resource) ? without(value, name) : value;
}

function resourceOf({ name, version, parameters }: Call, body: JsonObject): string {
  return `${name}@${version} ${parameters["uploadId"] ?? JSON.stringify(body["uploadId"] ?? "")}`;
}

function leavingOut(operation: Operation, member: string): Change {
  return withBody(operation, (body, call) => {
    const rest = withoutAt(body, member.split("/"), resourceOf(call, body), (resource) =>
      isLeftOut(member, resource),
    );
    return isJsonObject(rest) ? rest : body;
  });
}

/** What can be judged by such a member only: with other names, another half lacks it. */
const judged: readonly string[] = [
  ...withoutLocators,
  "search/filter-shows-only-its-type",
  "search/filter-accepts-several-types",
  "search/filter-finds-a-type-that-a-page-shows",
  "search/latest-version-was-published",
  "publish/intents-name-the-volume-of-the-path",
  "publish/intents-repeat-the-declared-digest",
  "publish/intents-repeat-the-declared-size",
  "publish/intents-repeat-the-media-type",
  "publish/intents-repeat-the-idempotency-key",
  "trust/intents-repeat-the-declared-digest",
  "trust/intents-repeat-the-declared-size",
  "trust/results-repeat-the-artifact-digest",
  "trust/results-repeat-the-artifact-size",
  "trust/listed-attachments-have-the-artifact-digest",
  "trust/listed-attachments-have-the-artifact-size",
  "trust/listed-attachments-are-active",
  "trust/summaries-name-their-subject",
  "trust/detail-is-marked-available",
  "trust/unusual-artifacts-are-kept-exactly",
  "trust/late-bytes-change-nothing",
  "audit/odd-release-urls-lead-to-their-release",
  "audit/rows-keep-what-finalize-returned",
  "audit/last-attachments-are-active",
  "audit/attachments-stay-active",
  "audit/trust-subjects-keep-their-integrity",
  "audit/summaries-have-the-categories-of-details",
  "audit/formats-have-the-same-name-in-every-summary",
  "audit/latest-versions-are-the-highest-or-the-newest",
  "audit/row-urls-belong-to-one-version",
];

const operations = Object.keys(optional) as readonly (keyof typeof optional)[];

/** Members that some resources have, and others of their kind do not. */
export const optionalMemberChoices: readonly Choice[] = [
  {
    name: "optional-members",
    question: "Which optional members does a resource have?",
    default: "all",
    values: {
      some: {
        summary: "Each member in half of the resources",
        change: allOf(
          ...operations.flatMap((operation) =>
            (optional[operation] ?? []).map((member) => leavingOut(operation, member)),
          ),
        ),
        warns: [
          "every-response/release-upload-intents-are-complete",
          "every-response/trust-upload-intents-are-complete",
          "every-response/finalize-trust-results-are-complete",
          "every-response/trust-summaries-are-complete",
          "every-response/trust-details-are-complete",
        ],
        skips: judged,
      },
    },
  },
];
