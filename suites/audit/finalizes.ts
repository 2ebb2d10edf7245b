/** What every finalize returned is what was uploaded, and the same each time. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import { momentAt, numberAt, textAt } from "../../harness/exchange/answer.ts";
import type { Noted } from "../../harness/ledger.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { expectAll, openBooks, type Opinion, toOpinion } from "./books.ts";
import { type Finalized, ledger, type NotedEntry, type Opened } from "./ledger.ts";
import type { Refused } from "./refused.ts";
import { isKind, type Timeline, toId, toPlace, trustUploadsIn, versionOf } from "./timelines.ts";
import { hasComeAgain } from "./used-again.ts";

/** The successes of one finalize operation. */
function successesOf(
  kind: Finalized["kind"],
  entries: readonly NotedEntry[],
): readonly (Finalized & Noted)[] {
  return entries.filter(isKind(kind)).filter(({ outcome }) => outcome === "success");
}

/** By place, the first success of each upload. */
function firstsOf(finalizes: readonly (Finalized & Noted)[]): ReadonlyMap<string, Finalized> {
  return new Map(finalizes.toReversed().map((one) => [toPlace(one), one]));
}

/** Members of a release that nothing changes. */
const lastingMembers = [
  "release/integrity",
  "release/purl",
  "release/version",
  "release/name",
  "release/dist/mediaType",
];

/** Compares members of a repeated response with the first one. */
function repeats({ answered }: Finalized, first: Finalized, ...paths: readonly string[]): Opinion {
  for (const path of paths) {
    const [got, expected] = [answered, first.answered].map((body) => textAt(body, ...path.split("/")));
    if (got !== undefined && expected !== undefined && got !== expected)
      return {
        expected: `${quote(expected)}, as in the first response for this upload`,
        got: quote(got),
        member: `/${path}`,
      };
  }
  return "holds";
}

/** What a hook may do to a release that is still the only one of its version. */
const keepsItsVersion: ReadonlySet<string> = new Set(["available", "yanked", "blocked"]);

/** Whether a finalize that succeeded published a version that another upload had published before. */
function publishedOnce(
  { name, uploadId, startedAtMs, endedAtMs, answered }: Finalized & Noted,
  { published, changes, isUncertain }: Timeline,
): Opinion {
  if (published?.uploadId === uploadId) return "holds";
  if (published === undefined || isUncertain) return "silent";
  const isLater = published.endedAtMs <= startedAtMs;
  const isKept = changes.every((one) => one.startedAtMs > endedAtMs || keepsItsVersion.has(one.to));
  if (!isLater || !isKept) return "silent";
  const [before, now] = [published.answered, answered].map((body) => textAt(body, "release", "integrity"));
  // the same files: it may describe the release that there is
  return toOpinion(before !== undefined && before === now, () => ({
    expected: `409 \`version-conflict\`, since another upload published this version of ${quote(name)}`,
    got: "this version from another upload",
    wanted: { problems: ["version-conflict", "invalid-upload-state"] },
  }));
}

/** Milliseconds from the opening of an upload until it expires; undefined if the registry did not say so. */
function lifetimeOf({ answered, sentAt }: Opened): number | undefined {
  const expiresAt = momentAt(answered, "expiresAt");
  return expiresAt === undefined || sentAt === undefined ? undefined : expiresAt - sentAt;
}

/** Two clocks may differ by so much, and `Date` has whole seconds. */
const toleranceMs = 5000;

interface Uploads {
  /** By place: those of releases and those of trust. */
  readonly opened: ReadonlyMap<string, Opened & Noted>;
  readonly finalized: readonly (Finalized & Noted)[];
}

/** Whether a finalize that was refused for the age of its upload came after `expiresAt`, or before the upload was finalized. */
function judgeExpired(refused: Refused & Noted, { opened, finalized }: Uploads): Opinion {
  const { operation, startedAtMs, endedAtMs } = refused;
  const kind = operation === "finalizeReleaseUpload" ? "finalized" : "trust-finalized";
  const place = toPlace({ ...refused, kind });
  const upload = opened.get(place);
  const lifetime = upload && lifetimeOf(upload);
  const wasFinalized = finalized.some((one) => toPlace(one) === place && one.endedAtMs <= startedAtMs);
  if (upload === undefined || lifetime === undefined || !wasFinalized) return "silent";
  return toOpinion(endedAtMs - upload.startedAtMs + toleranceMs >= lifetime, () => ({
    expected: "409 `invalid-upload-state`: it was finalized, and its `expiresAt` is not over",
    got: `410 ${refused.slug}`,
    wanted: { problems: ["invalid-upload-state", "version-conflict"] },
  }));
}

/** The digest and the size of the bytes that were uploaded, as far as the run knows them. */
function uploadedBytes(
  { sent }: Opened,
  sizes: ReadonlyMap<string, number>,
): { readonly digest: string | undefined; readonly size: number | undefined } {
  const digest = textAt(sent, "declaredDigest");
  return { digest, size: sizes.get(digest ?? "") };
}

export const finalizes: CheckFile = {
  source: "Finalize release upload, body; Finalize trust attachment upload, response body",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/finalize-publishes-the-requested-version",
      of: "finalize/results-name-their-upload-and-release",
      rule: "Every `POST` finalize that succeeds returns the version that `POST` create requested for this upload.",
      reading:
        "The text leaves open whether two versions that differ only in build metadata can both exist. So the comparison ignores build metadata.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { entries, uploads } = openBooks(tools);
        expectAll(tools, successesOf("finalized", entries), ({ name, uploadId, answered }) => {
          const requested = uploads.get(`${name} ${uploadId}`)?.version;
          const got = textAt(answered, "release", "version");
          if (requested === undefined || got === undefined) return "silent";
          return toOpinion(withoutBuild(got) === withoutBuild(requested), () => ({
            expected: `the version ${quote(requested)}`,
            got: quote(got),
            member: "/release/version",
          }));
        });
      },
    },
    {
      id: "audit/versions-are-published-once",
      of: "publish/versions-are-never-reused",
      rule: "No `POST` finalize of another upload succeeds for a version that an upload has published and that is available, yanked or blocked.",
      source: "Errors, version-conflict; Errors, rule 3",
      reading:
        "Finalize does not list `version-conflict`, so any refusal passes. A response with the same `integrity` may describe the release that there is.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { entries, timelines, uploads } = openBooks(tools);
        expectAll(tools, successesOf("finalized", entries), (one) => {
          const version = versionOf(one, uploads) ?? "";
          const timeline = timelines.get(toId({ name: one.name, version }));
          return timeline === undefined ? "silent" : publishedOnce(one, timeline);
        });
      },
    },
    {
      id: "audit/repeated-finalizes-describe-the-same-release",
      of: "finalize/results-name-their-upload-and-release",
      rule: "Every further `POST` finalize of an upload that succeeds returns the name, `purl`, `integrity`, version and `mediaType` of the first response.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const finalized = successesOf("finalized", openBooks(tools).entries);
        const firsts = firstsOf(finalized);
        expectAll(tools, finalized, (one) => {
          const first = firsts.get(toPlace(one)) ?? one;
          return repeats(one, first, ...lastingMembers);
        });
      },
    },
    {
      id: "audit/finalized-uploads-do-not-expire-early",
      of: "finalize/uploads-take-effect-once",
      rule: "A further `POST` finalize or trust finalize of an upload that was finalized never answers 410 `upload-expired` before its `expiresAt`.",
      source: "Errors, rule 2; Errors, table of slugs: upload-expired",
      reading:
        "The problem says that the upload expired before its finalization. After `expiresAt`, a registry may answer this for any upload.",
      operations: ["finalizeReleaseUpload", "finalizeTrustUpload"],
      covers: ["slug:upload-expired", "rule:errors/2"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { entries, uploads } = openBooks(tools);
        const opened = new Map([...uploads, ...trustUploadsIn(entries)]);
        const refused = entries
          .filter(isKind("refused"))
          .filter(({ slug, uploadId }) => slug === "upload-expired" && !hasComeAgain(uploadId, entries));
        const finalized = (["finalized", "trust-finalized"] as const).flatMap((kind) =>
          successesOf(kind, entries),
        );
        expectAll(tools, [...finalized, ...refused], (one) =>
          one.kind === "refused" ? judgeExpired(one, { opened, finalized }) : "holds",
        );
      },
    },
    {
      id: "audit/trust-finalize-returns-what-was-uploaded",
      of: "trust/valid-uploads-are-attached",
      rule: "Every `POST` trust finalize that succeeds returns the digest, size and subject of its upload, and the first one `active`, where present.",
      operations: ["finalizeTrustUpload"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { entries } = openBooks(tools);
        const opened = trustUploadsIn(entries);
        const sizes = new Map(entries.filter(isKind("sent")).map(({ digest, size }) => [digest, size]));
        const finalized = successesOf("trust-finalized", entries);
        const firsts = new Set(firstsOf(finalized).values());
        expectAll(tools, finalized, (one) => {
          const upload = opened.get(toPlace(one));
          if (upload === undefined) return "silent";
          const { digest, size } = uploadedBytes(upload, sizes);
          const members = [
            ["/artifactDigest", textAt(one.answered, "artifactDigest"), digest],
            // a later response may show what has become of it
            [
              "/status/state",
              textAt(one.answered, "status", "state"),
              firsts.has(one) ? "active" : undefined,
            ],
            ["/artifactSize", numberAt(one.answered, "artifactSize"), size],
            [
              "/subject/integrity",
              textAt(one.answered, "subject", "integrity"),
              textAt(upload.sent, "subject", "integrity"),
            ],
          ] as const;
          const wrong = members.find(
            ([, got, expected]) => got !== undefined && expected !== undefined && got !== expected,
          );
          return wrong === undefined
            ? "holds"
            : {
                expected: `${wrong[0]} to be ${quote(wrong[2])}`,
                got: quote(wrong[1]),
                member: wrong[0],
              };
        });
      },
    },
    {
      id: "audit/repeated-trust-finalizes-describe-the-same-attachment",
      of: "trust/valid-uploads-are-attached",
      rule: "Every further `POST` trust finalize of an upload that succeeds returns the `attachmentId`, `artifactDigest` and subject of the first response.",
      operations: ["finalizeTrustUpload"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const finalized = successesOf("trust-finalized", openBooks(tools).entries);
        const firsts = firstsOf(finalized);
        expectAll(tools, finalized, (one) =>
          repeats(
            one,
            firsts.get(toPlace(one)) ?? one,
            "attachmentId",
            "artifactDigest",
            "subject/purl",
            "subject/integrity",
          ),
        );
      },
    },
  ],
};
