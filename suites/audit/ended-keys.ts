/** Keys of uploads, sent with another request at the end of the run: after all that became of the uploads. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { type Books, groupBy, openBooks } from "./books.ts";
import { inRounds, type KeyedWrite, repeatable, resend } from "./keyed-requests.ts";
import { ledger, type Opened } from "./ledger.ts";
import { ofKinds } from "./timelines.ts";

/** What becomes of an upload: it is finalized, or the states hook ends it. A standard run asks about the first two. */
const ends = ["finalized", "intent-expired", "intent-failed"] as const;

/** A create request that succeeded, with the upload that it opened and the end of that upload. */
interface Create {
  readonly write: KeyedWrite;
  readonly opened: Opened;
  readonly end: (typeof ends)[number];
}

/** For each operation and end the first upload that came to it, and rather one whose release was unpublished since. */
function chooseCreates(books: Books, tools: Tools): readonly Create[] {
  const { entries } = books;
  const openings = new Map(ofKinds(entries, "opened", "trust-opened").map((one) => [one.exchange, one]));
  const finalized = ofKinds(entries, "finalized", "trust-finalized").filter(
    ({ outcome }) => outcome === "success",
  );
  const ended = ofKinds(entries, "ended");
  const endOf = ({ name, uploadId }: Opened): Create["end"] | undefined =>
    finalized.some((one) => one.name === name && one.uploadId === uploadId)
      ? "finalized"
      : ends.find((end) => ended.some(({ by, upload }) => by === end && upload === uploadId));
  const creates = repeatable(books, tools, "first")
    .toSorted((a, b) => (a.exchange < b.exchange ? -1 : 1))
    .flatMap((write): readonly Create[] => {
      const opened = openings.get(write.exchange);
      const end = opened && endOf(opened);
      return opened === undefined || end === undefined ? [] : [{ write, opened, end }];
    });
  const unpublished = new Set(
    ofKinds(entries, "changed").flatMap(({ name, version, to }) =>
      to === "unpublished" ? [`${name}@${version}`] : [],
    ),
  );
  const isGone = ({ opened: { name, version } }: Create): boolean => unpublished.has(`${name}@${version}`);
  const asked = creates.filter(({ end }) => tools.depth === "deep" || end !== "intent-failed");
  const chosen: Create[] = [];
  for (const group of groupBy(asked, ({ write, end }) => `${write.operation} ${end}`).values()) {
    // of another volume than the others, so that they are sent at once
    const isNew = ({ write }: Create): boolean => chosen.every((one) => one.write.name !== write.name);
    const one = group.find((create) => isNew(create) && isGone(create)) ?? group.find(isNew) ?? group[0];
    if (one !== undefined) chosen.push(one);
  }
  return chosen;
}

/** The body of the request with another digest; undefined if it has none. */
function withOtherDigest({ body = "" }: KeyedWrite["keyed"]): string | undefined {
  const digest = /"declaredDigest":"(sha256:[0-9a-f]{64})"/u.exec(body)?.[1];
  return digest === undefined ? undefined : body.replace(digest, withOtherDigit(digest, middleDigit));
}

/** True for the upload of the earlier request: a new one may have its id once more, but neither its digest nor its end. */
function isEarlier(answer: Answer, { uploadId, answered }: Opened): boolean {
  return (
    textAt(answer.body, "uploadId") === uploadId &&
    ["declaredDigest", "expiresAt"].some((member) => {
      const value = textAt(answer.body, member);
      return value !== undefined && value === textAt(answered, member);
    })
  );
}

export const endedKeys: CheckFile = {
  source: "Endpoints, idempotency; Errors, rule 1",
  operations: ["createReleaseUpload", "createTrustUpload"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/keys-of-ended-uploads-never-return-them-for-other-requests",
      of: "idempotency/keys-never-return-something-else",
      rule: "At the end of the run, a create with a used key and another `declaredDigest` never returns the upload of the earlier request. That holds for `POST` create and trust create, and if that upload was finalized, has expired or has failed.",
      reading:
        "The text does not say how long a key is remembered. A registry that remembers it answers a conflict, and one that does not may open a new upload.",
      covers: ["rule:errors/1", "convention:idempotency-key"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { given, registry, expect } = tools;
        const creates = chooseCreates(openBooks(tools), tools);
        if (creates.length === 0)
          throw given.nothingToJudge("the run ended no upload that had a key of its own");
        const asked = await inRounds(
          creates,
          ({ write }) => write.name,
          async ({ write, opened }) => {
            const body = withOtherDigest(write.keyed);
            return { opened, answer: body === undefined ? undefined : await resend(registry, write, body) };
          },
        );
        for (const { opened, answer } of asked) {
          if (answer === undefined) continue;
          expect.that(!isSuccess(answer) || !isEarlier(answer, opened), {
            expected: "a conflict, or an upload with the declaredDigest of this request",
            wanted: { problems: ["idempotency-conflict"], orElse: true },
            got: "the upload of the earlier request with this key",
            answer,
          });
        }
      },
    },
  ],
};
