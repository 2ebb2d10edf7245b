/** Every read of trust documents agrees with what the run attached to that release. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSameJson, toWantedValue } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import { isSuccess, listAt, numberAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import { type Attached, categoriesOfRegistry, lastSettled } from "./attached.ts";
import {
  type Books,
  groupBy,
  isLaterThanOne,
  isMissing,
  isNeverFound,
  openBooks,
  type Opinion,
  summarize,
  toOpinion,
} from "./books.ts";
import { isOneOfCategories } from "../situations/registry-attachments.ts";
import { isAvailableAtTheEnd, isDue, ofKinds, toId } from "./timelines.ts";
import { judgeReads, type NotedRead, ofReads } from "./trust-reads.ts";

/** Reads a summary that showed an attachment twice more, at the end of the run: one of several processes may answer otherwise. */
async function readSummaryAgain(tools: Tools): Promise<void> {
  const books = openBooks(tools);
  const [shown] = judgeReads(books, "summary", () => "holds")
    .flatMap(([read, opinion]) =>
      opinion === "holds" && isSuccess(read) && listAt(read.body, "artifacts").length > 0 ? [read] : [],
    )
    // of a release that has changed since, nothing would be judged
    .filter((read) => {
      const release = books.timelines.get(toId(read));
      return release !== undefined && isAvailableAtTheEnd(release);
    })
    .toSorted((a, b) => (toId(a) < toId(b) ? -1 : 1));
  if (shown === undefined) return;
  const release = { volume: toVolume(shown.name), version: shown.version };
  for (let read = 0; read < 2; read++) await tools.registry.getTrustSummary(release);
}

function isReadable(books: Books, read: NotedRead): Opinion {
  const release = books.timelines.get(toId(read));
  if (isSuccess(read)) return "holds";
  const seen = ofKinds(books.entries, read.kind).filter((one) => isSuccess(one) && toId(one) === toId(read));
  if (release === undefined || !isDue(release, books.at(read)) || !isMissing(read)) return "silent";
  const wasSeen = isLaterThanOne(seen, read);
  const isLost = wasSeen || isNeverFound(books, read);
  return toOpinion(!isLost, () => ({
    expected: `the trust document of ${toId(read)}, which was ${wasSeen ? "read before" : "published"}`,
    wanted: { answer: "success" },
    got: `status ${read.status}`,
  }));
}

/** Compares a listed attachment with what was declared for it. */
function compare(item: unknown, place: number, { opened, finalized }: Attached): Opinion {
  const members = [
    ["artifactDigest", textAt(item, "artifactDigest"), textAt(opened?.sent, "declaredDigest")],
    ["artifactSize", numberAt(item, "artifactSize"), numberAt(finalized.answered, "artifactSize")],
    ...["family", "mediaType", "predicateType", "profile", "version"].map(
      (name) =>
        [
          `format/${name}`,
          textAt(item, "format", name),
          textAt(opened?.sent, "attachment", "format", name),
        ] as const,
    ),
  ] as const;
  const wrong = members.find(
    ([, got, expected]) => got !== undefined && expected !== undefined && !isSameJson(got, expected),
  );
  return wrong === undefined
    ? "holds"
    : {
        expected: `${wrong[0]} to be ${quote(wrong[2])}`,
        wanted: toWantedValue(`/attachments/${place}/${wrong[0]}`, wrong[2]),
        got: quote(wrong[1]),
        member: `/attachments/${place}/${wrong[0]}`,
      };
}

export const attachments: CheckFile = {
  source: "Trust summary; Trust detail; States and transitions: finalize trust upload succeeds",
  operations: ["getTrustDetail"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    ofReads(
      "summary",
      {
        id: "audit/summaries-stay-readable",
        of: "release-metadata/other-releases-stay-as-they-are",
        rule: "Once `GET` trust summary of a release has answered 200, it stays readable until the run changes the release. After a change, one of three reads answers 200 when `limits.settleMs` is over.",
        from: "standard",
      },
      isReadable,
    ),
    ofReads(
      "detail",
      {
        id: "audit/details-stay-readable",
        of: "release-metadata/other-releases-stay-as-they-are",
        rule: "Once `GET` trust detail of a release has answered 200, it stays readable until the run changes the release. After a change, one of three reads answers 200 when `limits.settleMs` is over.",
        from: "standard",
      },
      isReadable,
    ),
    ofReads(
      "detail",
      {
        id: "audit/details-keep-the-last-attachment",
        of: "trust/attachments-are-listed-as-uploaded",
        rule: "Once `GET` trust detail has listed an attachment and `limits.settleMs` is over, each further one lists it, until another upload is finalized.",
        reading:
          "The text does not say whether a newer attachment replaces an older one. So only the last one of a release has to be listed.",
        from: "standard",
      },
      (books, read, attached) => {
        const listed = listAt(read.body, "attachments").map((item) => textAt(item, "id"));
        const ids = new Set(attached.map(({ finalized }) => textAt(finalized.answered, "attachmentId")));
        if (!isSuccess(read)) return "silent";
        const id = textAt(lastSettled(attached, books, read)?.finalized.answered, "attachmentId");
        if (id === undefined || listed.includes(id) || listed.includes(undefined))
          return listed.some((one) => one !== undefined && ids.has(one)) ? "holds" : "silent";
        const seen = ofKinds(books.entries, "detail").filter(({ body }) =>
          listAt(body, "attachments").some((item) => textAt(item, "id") === id),
        );
        return isLaterThanOne(seen, read)
          ? {
              expected: `the attachment ${quote(id)}, which was listed before`,
              wanted: { item: id },
              got: `attachments ${quote(listed)}`,
              member: "/attachments",
            }
          : "silent";
      },
    ),
    ofReads(
      "summary",
      {
        id: "audit/summaries-keep-showing-attachments",
        of: "trust/attachments-are-listed-as-uploaded",
        rule: "Once `GET` trust summary has shown an attachment and `limits.settleMs` is over, its `artifacts` are not empty again.",
        from: "standard",
      },
      (books, read, attached) => {
        if (!isSuccess(read) || attached.length === 0) return "silent";
        if (listAt(read.body, "artifacts").length > 0) return "holds";
        const seen = ofKinds(books.entries, "summary").filter(
          (one) => toId(one) === toId(read) && listAt(one.body, "artifacts").length > 0,
        );
        if (lastSettled(attached, books, read) === undefined || !isLaterThanOne(seen, read)) return "silent";
        return {
          expected: "an artifact, which was shown before",
          got: quote(valueAt(read.body, "artifacts")),
          member: "/artifacts",
        };
      },
      readSummaryAgain,
    ),
    ofReads(
      "detail",
      {
        id: "audit/details-list-only-what-was-attached",
        of: "trust/attachments-are-listed-as-uploaded",
        rule: "`GET` trust detail never lists a digest that the run declared only for other releases, or for uploads that were not finalized. It lists no digest more often than uploads with that digest were finalized.",
        reading:
          "The text does not say what a finalize without a key does when it is repeated. We count only digests whose uploads were finalized once.",
      },
      (books, read, attached) => {
        const declared = new Set(
          ofKinds(books.entries, "trust-opened").map(({ sent }) => textAt(sent, "declaredDigest")),
        );
        const begun = attached.filter(({ finalized }) => finalized.startedAtMs <= read.endedAtMs);
        if (!isSuccess(read) || begun.some(({ opened }) => opened === undefined)) return "silent";
        const own = groupBy(begun, ({ opened }) => textAt(opened?.sent, "declaredDigest") ?? "");
        const listed = groupBy(
          listAt(read.body, "attachments"),
          (item) => textAt(item, "artifactDigest") ?? "",
        );
        const counts = [...listed].map(([digest, items]) => ({
          digest,
          items: new Set(items.map((item) => textAt(item, "id"))).size,
          uploads: own.get(digest) ?? [],
        }));
        const stray = counts.find(
          ({ digest, items, uploads }) =>
            declared.has(digest) && items > uploads.length && !uploads.some(({ isRepeated }) => isRepeated),
        );
        return toOpinion(stray === undefined, () => ({
          expected: "only attachments that were finalized for this release",
          got: `${stray?.items ?? 0} with the digest ${quote(stray?.digest)}, of ${stray?.uploads.length ?? 0} uploads that were finalized`,
          member: "/attachments",
        }));
      },
    ),
    ofReads(
      "summary",
      {
        id: "audit/summaries-show-only-what-was-attached",
        of: "trust/attachments-are-listed-as-uploaded",
        rule: "While no `POST` trust finalize for a release has succeeded, `artifacts` in every `GET` trust summary of it is empty.",
        reading:
          "The text does not say that only uploads attach something. What a detail of the release lists and the run has never declared is the registry's own.",
      },
      (books, read, attached) => {
        const isAttached = attached.some(({ finalized }) => finalized.startedAtMs <= read.endedAtMs);
        if (!isSuccess(read) || isAttached) return "silent";
        const artifacts = listAt(read.body, "artifacts");
        if (artifacts.length === 0) return "holds";
        const own = categoriesOfRegistry(books);
        const shown = artifacts.filter((item) => !isOneOfCategories(item, own));
        return toOpinion(shown.length === 0, () => ({
          expected: "no artifacts, since nothing was attached",
          got: quote(valueAt(read.body, "artifacts")),
          member: "/artifacts",
        }));
      },
    ),
    ofReads(
      "detail",
      {
        id: "audit/attachments-keep-what-was-declared",
        of: "trust/attachments-are-listed-as-uploaded",
        rule: "In every `GET` trust detail, an attachment has the digest, the size and the format of its upload, where it has them.",
      },
      (_, read, attached) => {
        const byId = new Map(attached.map((one) => [textAt(one.finalized.answered, "attachmentId"), one]));
        return summarize(
          listAt(read.body, "attachments").map((item, place) => {
            const own = byId.get(textAt(item, "id") ?? "");
            return own === undefined ? "silent" : compare(item, place, own);
          }),
        );
      },
    ),
  ],
};
