/** Refused writes of the whole run that were sent more than once: the reason is the same each time. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Noted } from "../../harness/ledger.ts";
import { isSlug, statusOfSlug } from "../../schemas/problems.ts";
import { type Books, expectAll, groupBy, openBooks, type Opinion, toBaseId, toOpinion } from "./books.ts";
import { protectedOperations } from "../responses.ts";
import { ledger, type NotedEntry } from "./ledger.ts";
import { isNotAboutKey, type Refused } from "./refused.ts";
import { sendersOf, toActor } from "./senders.ts";
import { isKind, ofKinds } from "./timelines.ts";

type RefusedRequest = Refused & Noted;

/** The same request about the same upload, but for a usual header `Idempotency-Key`, which changes no refusal. */
function toRequest(refused: RefusedRequest): string {
  const { operation, path, uploadId, body, contentType, key } = refused;
  return JSON.stringify([operation, path, uploadId, body, contentType, isNotAboutKey(refused) ? "" : key]);
}

/** Problems of an archive or an artifact, after which a registry may call the upload failed, or drop its bytes. */
const contentProblems: ReadonlySet<string> = new Set([
  "digest-mismatch",
  "invalid-archive",
  "invalid-manifest",
  "identity-mismatch",
  "permission-escalation",
  "subject-binding-mismatch",
  "payload-too-large",
  "validation-failed",
]);

/** Problems after which a registry may remove the upload: no request can finalize it any more. */
const lastProblems: ReadonlySet<string> = new Set([
  ...contentProblems,
  "version-conflict",
  "upload-expired",
  "invalid-upload-state",
]);

/** True if the problem of an upload may be another one later, though nobody has done anything. */
function mayBecome(first: string, again: string): boolean {
  if (again === "not-found") return lastProblems.has(first);
  if (first === "upload-expired") return false;
  // bytes may be there later than their transfer ends
  if (again === "upload-expired" || first === "missing-uploaded-bytes") return true;
  // the finalize that another one of the version has forestalled ends its upload too
  if (again === "invalid-upload-state") return lastProblems.has(first);
  return again === "missing-uploaded-bytes" && contentProblems.has(first);
}

/**
 * True for attachments of the release, for a new version or another state of any version of the volume, and for bytes that may be for
 * the upload. A registry may count versions, or take none that is lower than another one.
 */
function mayConcern(
  entry: NotedEntry,
  { name, version, uploadId }: RefusedRequest,
  senders: ReadonlySet<string>,
): boolean {
  if (entry.kind === "sent") return uploadId !== "" && senders.has(toActor(entry));
  if (!isKind("finalized", "trust-finalized", "changed")(entry) || entry.name !== name) return false;
  if (entry.kind !== "changed" && entry.outcome === "refused") return false;
  return (
    entry.kind !== "trust-finalized" || version === "" || toBaseId(entry) === toBaseId({ name, version })
  );
}

/** Problems that a write before may be the reason for, as soon as it shows. */
const stateProblems: ReadonlySet<string> = new Set(["not-found", "version-conflict", "invalid-upload-state"]);

/**
 * True if something was done between two requests that may be a reason for another response, or shortly before the first, so that it may
 * have shown between the two.
 */
function hasChanged(first: RefusedRequest, again: RefusedRequest, books: Books): boolean {
  const senders = sendersOf(first, books);
  const lagMs = stateProblems.has(again.slug) ? books.at(first).settleMs : 0;
  return books.entries.some(
    (entry) =>
      entry.endedAtMs + (entry.kind === "sent" ? 0 : lagMs) >= first.startedAtMs &&
      entry.startedAtMs <= again.endedAtMs &&
      mayConcern(entry, first, senders),
  );
}

/** The status, if the slug is a listed one, and the slug. */
function describe({ slug }: RefusedRequest): string {
  return isSlug(slug) ? `${statusOfSlug[slug]} ${slug}` : slug;
}

/** Compares a request with the last one before it that was the same. */
function judge(again: RefusedRequest, requests: readonly RefusedRequest[], books: Books): Opinion {
  const first = requests.findLast(({ endedAtMs }) => endedAtMs <= again.startedAtMs);
  if (first === undefined || hasChanged(first, again, books)) return "silent";
  // after any write to its volume, what is there may be not found for a while
  if (first.slug === "not-found") return "silent";
  const isUpload = again.uploadId !== "";
  const isSame = first.slug === again.slug || (isUpload && mayBecome(first.slug, again.slug));
  return toOpinion(isSame, () => ({
    expected: `${describe(first)}, as for the same request before`,
    got: describe(again),
    ...(isSlug(first.slug) ? { wanted: { problems: [first.slug] } } : {}),
  }));
}

export const repeatedRefusals: CheckFile = {
  source: "Errors, table of slugs; States and transitions",
  operations: protectedOperations,
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/repeated-refusals-have-the-same-problem",
      covers: ["rule:errors/3"],
      level: "should",
      rule: "A refused write that is sent again, with nothing changed in between, answers the same problem.",
      reading:
        "The text leaves open the order of problems. It also leaves open whether an upload has another state or no bytes after a failed finalize. Nor does it say how long a registry keeps an upload that has ended: then 404 `not-found` passes.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const refused = ofKinds(books.entries, "refused").filter(
          (one) => tools.given.isOwnVolume(one.name) && one.slug !== "idempotency-conflict",
        );
        const requests = groupBy(refused, toRequest);

        expectAll(tools, refused, (one) => judge(one, requests.get(toRequest(one)) ?? [], books));
      },
    },
  ],
};
