/** What the responses of both two-step flows say of an upload: the same as its requests, in every response of the run. */
import type { CheckFile, CheckEntry } from "../../harness/check-file.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import type { Noted } from "../../harness/ledger.ts";
import { momentAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { placeholderPattern } from "../../harness/recording/redaction.ts";
import { type Books, expectAll, openBooks, type Opinion, toOpinion } from "./books.ts";
import { ledger, type Opened } from "./ledger.ts";
import { isKind, toPlace, trustUploadsIn } from "./timelines.ts";
import { contentOf } from "./used-again.ts";

const digestPattern = /^sha256:[0-9a-f]{64}$/;

/** The request's values that the response repeats, each with the path of the member. Invalid values are left out. */
function echoesOf({ kind, version, sent, key }: Opened): readonly (readonly [string, unknown])[] {
  const digest = textAt(sent, "declaredDigest");
  const size = valueAt(sent, "declaredSize");
  const shared: readonly (readonly [string, unknown])[] = [
    ["declaredDigest", digest !== undefined && digestPattern.test(digest) ? digest : undefined],
    ["declaredSize", Number.isSafeInteger(size) ? size : undefined],
    ["idempotencyKey", key ?? textAt(sent, "idempotencyKey")],
  ];
  const own: readonly (readonly [string, unknown])[] =
    kind === "opened"
      ? [
          ["target.version", version],
          ["mediaType", textAt(sent, "mediaType")],
        ]
      : [
          ["subject.integrity", textAt(sent, "subject", "integrity")],
          ["attachment.category", textAt(sent, "attachment", "category")],
          ...formatOf(sent),
        ];
  return [...shared, ...own].filter(([, value]) => value !== undefined && value !== "");
}

/** The members that the specification lists for a format. */
const formatMembers = ["family", "mediaType", "predicateType", "profile", "version"] as const;

function formatOf(sent: unknown): readonly (readonly [string, unknown])[] {
  return formatMembers.map((name) => [
    `attachment.format.${name}`,
    textAt(sent, "attachment", "format", name),
  ]);
}

/** Compares every member that repeats the request. */
function repeatsItsRequest(opened: Opened): Opinion {
  let opinion: Opinion = "silent";
  for (const [member, expected] of echoesOf(opened)) {
    const got = valueAt(opened.answered, ...member.split("."));
    if (got === undefined) continue;
    if (!isSameJson(got, expected))
      return {
        expected: `${member} to be ${quote(expected)}, as in the request`,
        got: quote(got),
        member: `/${member.replaceAll(".", "/")}`,
      };
    opinion = "holds";
  }
  return opinion;
}

/** Judges a response to a create request. The first response about the same upload may be another one. */
type Judge = (opened: Opened & Noted, first: Opened & Noted) => Opinion;

/** A check of the create requests of one flow, or of both. */
function ofEach(
  kinds: Opened["kind"] | "both",
  about: Pick<CheckEntry, "id" | "of" | "rule" | "reading">,
  toJudge: (books: Books) => Judge,
): CheckEntry {
  const isTaken = (kind: Opened["kind"]): boolean => kinds === "both" || kinds === kind;
  return {
    ...about,
    operations: [
      ...(isTaken("opened") ? (["createReleaseUpload"] as const) : []),
      ...(isTaken("trust-opened") ? (["createTrustUpload"] as const) : []),
    ],
    last: true,
    ledgers: [ledger],
    async run(tools) {
      const books = openBooks(tools);
      const { entries, uploads } = books;
      const opened = [
        ...(isTaken("opened") ? entries.filter(isKind("opened")) : []),
        ...(isTaken("trust-opened") ? entries.filter(isKind("trust-opened")) : []),
      ];
      const firsts = new Map([...uploads, ...trustUploadsIn(entries)]);
      const judge = toJudge(books);
      expectAll(tools, opened, (one) => judge(one, firsts.get(toPlace(one)) ?? one));
    },
  };
}

function isAnotherUpload(opened: Opened, first: Opened): Opinion {
  if (placeholderPattern.test(opened.uploadId)) return "silent";
  return toOpinion(isSameJson(contentOf(opened), contentOf(first)), () => ({
    expected: "an uploadId that no other open upload has",
    wanted: { differs: true },
    got: `the uploadId of an upload with other content: ${quote(contentOf(first))}`,
    member: "/uploadId",
  }));
}

/** Judges the first response about an upload: a repeated one may come when it has ended. */
function isOpen(opened: Opened, first: Opened): Opinion {
  const state = textAt(opened.answered, "state");
  if (opened !== first || state === undefined) return "silent";
  return toOpinion(state !== "expired" && state !== "failed", () => ({
    expected: "a state of pending-upload, uploading or uploaded for a fresh upload",
    got: quote(state),
    member: "/state",
  }));
}

/** A repeated response counts if the upload was open, as a later finalize shows. */
function expiresLater({ entries }: Books): Judge {
  const finalizes = entries.filter(isKind("finalized", "trust-finalized"));
  const successes = finalizes.filter(({ outcome }) => outcome === "success");
  // a finalize that is repeated later says nothing of the time between
  const finalizedMs = new Map(successes.toReversed().map((one) => [toPlace(one), one.startedAtMs]));
  return (opened, first) => {
    const expiresAt = momentAt(opened.answered, "expiresAt");
    const wasOpen = opened === first || (finalizedMs.get(toPlace(opened)) ?? 0) >= opened.endedAtMs;
    if (expiresAt === undefined || !wasOpen) return "silent";
    // without a Date there is no moment that it could be earlier than
    return toOpinion(opened.sentAt === undefined || expiresAt > opened.sentAt, () => ({
      expected: "an expiresAt later than the Date header of the response",
      got: quote(textAt(opened.answered, "expiresAt")),
      member: "/expiresAt",
    }));
  };
}

export const uploads: CheckFile = {
  source: "Release upload intent; Trust attachment upload intent; Finalize, response bodies",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    ofEach(
      "opened",
      {
        id: "audit/create-responses-repeat-their-request",
        of: "publish/intents-repeat-their-request",
        rule: "In every `POST` create that succeeds, present members such as `declaredDigest`, `declaredSize` and `target.version` equal those of the request.",
        reading:
          "A member may be missing. A request that repeats a key gets the values of that same request.",
      },
      () => repeatsItsRequest,
    ),
    ofEach(
      "trust-opened",
      {
        id: "audit/trust-create-responses-repeat-their-request",
        of: "publish/intents-repeat-their-request",
        rule: "In every `POST` trust create that succeeds, present members such as `declaredDigest`, `subject` and `attachment` equal those of the request.",
        reading:
          "A member may be missing. A request that repeats a key gets the values of that same request.",
      },
      () => repeatsItsRequest,
    ),
    ofEach(
      "opened",
      {
        id: "audit/upload-ids-are-unique",
        of: "publish/each-upload-has-its-own-id",
        rule: "Two `POST` create requests of a volume with different versions, digests or sizes never return the same `uploadId` while the first upload is open.",
        reading:
          "An id names an upload within the path of its volume, so two volumes may have the same id. It may come again when its upload has ended: was finalized, refused or expired.",
      },
      () => isAnotherUpload,
    ),
    ofEach(
      "trust-opened",
      {
        id: "audit/trust-upload-ids-are-unique",
        of: "publish/each-upload-has-its-own-id",
        rule: "Two `POST` trust create requests of a release with different digests, sizes or formats never return the same `uploadId` while the first upload is open.",
        reading:
          "An id names an upload within the path of its release, so two releases may have the same id. It may come again when its upload has ended.",
      },
      () => isAnotherUpload,
    ),
    ofEach(
      "both",
      {
        id: "audit/fresh-uploads-are-open",
        of: "publish/fresh-uploads-are-open",
        rule: "Every `POST` create and trust create that opens an upload returns a `state` that is neither `expired` nor `failed`.",
        reading:
          "The text does not say which state a fresh upload has. Every state except these two is accepted, and the member may be absent.",
      },
      () => isOpen,
    ),
    ofEach(
      "both",
      {
        id: "audit/fresh-uploads-expire-in-the-future",
        of: "publish/fresh-uploads-expire-in-the-future",
        rule: "Every `POST` create and trust create returns an `expiresAt` that is later than the `Date` header of the response. A repeated one does if the upload is finalized later.",
        reading:
          "The text does not say which clock `expiresAt` refers to. We compare it with the `Date` of the same response, and only if both can be parsed.",
      },
      expiresLater,
    ),
  ],
};
