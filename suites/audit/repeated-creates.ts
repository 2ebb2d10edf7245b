/** Create requests of the whole run that have the key of an earlier one, whatever happened in between. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import type { Noted } from "../../harness/ledger.ts";
import { momentAt, numberAt, textAt } from "../../harness/exchange/answer.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { type Books, expectAll, openBooks, type Opinion } from "./books.ts";
import { ledger, type Opened } from "./ledger.ts";
import { ofKinds } from "./timelines.ts";

type Create = Opened & Noted;

/** A time that a clock of whole seconds may be off, twice. */
const toleranceMs = 2000;

/** The key of a request. Undefined for none, for two, and for one that a registry may refuse or change. */
function keyOf({ key, sent }: Opened): string | undefined {
  const keys = [...new Set([key, textAt(sent, "idempotencyKey")])].filter((one) => one !== undefined);
  const [only] = keys;
  return keys.length === 1 && /^[0-9a-f-]{36}$/i.test(only ?? "") ? only : undefined;
}

function isSamePlace(a: Create, b: Create): boolean {
  const isHere = a.kind === b.kind && a.name === b.name && a.credential === b.credential;
  return isHere && (a.kind === "opened" || a.version === b.version);
}

/** The creates of uploads that end before this one begins, with its path, key and token, the oldest first. */
function earlierThan(create: Create, creates: readonly Create[]): readonly Create[] {
  const key = keyOf(create);
  if (key === undefined) return [];
  return creates.filter(
    (one) => keyOf(one) === key && isSamePlace(one, create) && one.endedAtMs <= create.startedAtMs,
  );
}

/** True if the upload has not expired, and nobody with authority has tried to finalize it. */
function isStillOpen(first: Create, again: Create, { entries }: Books): boolean {
  const expiresAt = momentAt(first.answered, "expiresAt");
  if (expiresAt === undefined || again.sentAt === undefined) return false;
  if (again.sentAt + toleranceMs >= expiresAt) return false;
  return !ofKinds(entries, "finalized", "trust-finalized")
    .filter(({ uploadId, startedAtMs }) => uploadId === first.uploadId && startedAtMs < again.endedAtMs)
    .some((one) => one.outcome !== "refused" || one.credential === first.credential);
}

/** The parameters that certainly make two requests different ones. */
function parametersOf({ sent, version }: Create): readonly unknown[] {
  const digest = textAt(sent, "declaredDigest")?.toLowerCase();
  return [withoutBuild(version), digest, numberAt(sent, "declaredSize")];
}

/** True if a parameter is different in both requests: not where only one of them has it. */
function areDifferent(a: Create, b: Create): boolean {
  const others = parametersOf(b);
  return parametersOf(a).some(
    (one, index) => one !== undefined && others[index] !== undefined && one !== others[index],
  );
}

function judgeKey(again: Create, creates: readonly Create[], books: Books): Opinion {
  const earlier = earlierThan(again, creates).filter((first) => isStillOpen(first, again, books));
  const first = earlier.find((one) => areDifferent(one, again));
  if (first === undefined) return earlier.length === 0 ? "silent" : "holds";
  return {
    expected: `409 idempotency-conflict: the key belongs to the open upload ${quote(first.uploadId)}`,
    wanted: { problems: ["idempotency-conflict"] },
    got: `a success with the upload ${quote(again.uploadId)}`,
  };
}

/** The body of a request without its key. */
function contentOf({ sent }: Create): string {
  return JSON.stringify(sent, (name, value: unknown) => (name === "idempotencyKey" ? undefined : value));
}

/** Members of an upload that nothing changes: not its state, its instructions and the time at which it expires. */
const lastingMembers = [
  ["mediaType"],
  ["target", "name"],
  ["target", "version"],
  ["subject", "purl"],
  ["subject", "integrity"],
  ["attachment", "category"],
  ["attachment", "format", "mediaType"],
  ["declaredDigest"],
] as const;

/** Compares the response with the first one that had the upload, where both have a member. */
function judgeMembers(again: Create, creates: readonly Create[]): Opinion {
  const first = creates.find(
    (one) =>
      one.uploadId === again.uploadId &&
      isSamePlace(one, again) &&
      contentOf(one) === contentOf(again) &&
      one.endedAtMs <= again.startedAtMs,
  );
  if (first === undefined) return "silent";
  for (const path of lastingMembers) {
    const [got, expected] = [again, first].map(({ answered }) => textAt(answered, ...path));
    if (got !== undefined && expected !== undefined && got !== expected)
      return {
        expected: `${quote(expected)}, as in the first response for this upload`,
        got: quote(got),
        member: `/${path.join("/")}`,
      };
  }
  return "holds";
}

export const repeatedCreates: CheckFile = {
  source: "Errors, rule 1; Endpoints, conventions",
  operations: ["createReleaseUpload", "createTrustUpload"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/keys-of-open-uploads-are-remembered",
      level: "should",
      rule: "As long as an upload is open, `POST` create and trust create with its key and different parameters never succeed.",
      reading:
        "The text does not say how long a key is remembered. We read that a key stays with its upload until that expires, or until the first finalize.",
      covers: ["rule:errors/1", "question:6"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const creates = ofKinds(books.entries, "opened", "trust-opened");
        const conflicts = ofKinds(books.entries, "refused").filter(
          ({ slug, operation }) => slug === "idempotency-conflict" && operation.startsWith("create"),
        );
        const own = [...creates, ...conflicts].filter(({ name }) => tools.given.isOwnVolume(name));
        // a registry that takes no keys is reported by others
        const known = new Set(conflicts.map(({ operation }) => operation));

        expectAll(tools, own, (entry) => {
          if (entry.kind === "refused") return "holds";
          const operation = entry.kind === "opened" ? "createReleaseUpload" : "createTrustUpload";
          return known.has(operation) ? judgeKey(entry, creates, books) : "silent";
        });
      },
    },
    {
      id: "audit/repeated-creates-describe-the-same-upload",
      of: "idempotency/equal-requests-with-one-key-have-one-result",
      rule: "A repeated `POST` create or trust create that returns the upload of the first returns the same members, except `state`, `upload` and `expiresAt`.",
      reading:
        "The text does not say what a repeated create returns. We read that it describes the same upload, and compare only members that both responses have.",
      covers: ["question:5"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const creates = ofKinds(openBooks(tools).entries, "opened", "trust-opened");
        const own = creates.filter(({ name }) => tools.given.isOwnVolume(name));

        expectAll(tools, own, (entry) => judgeMembers(entry, creates));
      },
    },
  ],
};
