/** At the end of the run: the last attachment of each release is listed, also where no check has looked at it. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import { showsOneOf, toItem } from "../situations/attached-release.ts";
import { firstAtOnce } from "../situations/first-at-once.ts";
import { attachedIn, lastAttached } from "./attached.ts";
import { type Books, openBooks } from "./books.ts";
import { availableReleases, publishedReleases } from "./final-reads.ts";
import { ledger } from "./ledger.ts";
import { isKind, type Timeline, toId } from "./timelines.ts";
import { lastWritesIn } from "./unseen.ts";

interface LastAttachment {
  readonly release: Timeline;
  /** One of these was attached last. */
  readonly ids: readonly string[];
  readonly sinceMs: number;
}

/** The last attachments that no trust detail has listed since the last write about their release. Those that none has listed at all come first. */
function unlisted(books: Books, among: readonly Timeline[]): readonly LastAttachment[] {
  const attached = attachedIn(books);
  const details = new Map(books.entries.filter(isKind("detail")).map((read) => [toId(read), read]));
  const written = lastWritesIn(books);
  const found = among.flatMap((release) => {
    const id = toId(release);
    const last = lastAttached(attached.get(id) ?? []);
    const read = details.get(id);
    const isListed = read !== undefined && showsOneOf(last.ids)(read);
    if (last.ids.length === 0 || (isListed && read.startedAtMs > (written.get(id) ?? 0))) return [];
    return [{ release, ...last, isListed }];
  });
  // those that a hook has made available again come first
  return found.toSorted(
    (a, b) => Number(a.isListed) - Number(b.isListed) || b.release.changes.length - a.release.changes.length,
  );
}

function isYanked({ changes }: Timeline): boolean {
  return changes.at(-1)?.to === "yanked";
}

/** The releases that are available at the end of the run, and those that were yanked before something was attached to them. */
function readable(books: Books, given: Tools["given"]): readonly Timeline[] {
  const attached = attachedIn(books);
  const yanked = publishedReleases(books, given).filter((release) => {
    const { sinceMs } = lastAttached(attached.get(toId(release)) ?? []);
    return !release.isUncertain && isYanked(release) && (release.changes.at(-1)?.endedAtMs ?? 0) < sinceMs;
  });
  return [...availableReleases(books, given), ...yanked];
}

/** How many details a standard run reads. */
const maxReads = 7;

/** How many details are read at once. */
const atOnce = 16;

export const lastAttachments: CheckFile = {
  source: "Trust detail; States and transitions: attachment becomes visible",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/last-attachments-are-listed-at-the-end",
      of: "trust/attachments-are-listed-as-uploaded",
      rule: "At the end of the run, `GET` trust detail lists the last attachment of a release. We read it if no read has listed it since the last write.",
      reading:
        "The text does not say whether a newer attachment replaces an older one. The last one is visible in both cases, also if the last read did not list it. A yanked release may have no detail. Of several that were finalized at once, one is visible. At depth standard, we read at most seven details, at depth deep all of them.",
      covers: ["transition:trust-finalize"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { given, registry, expect, eventually, depth } = tools;
        const books = openBooks(tools);
        const found = unlisted(books, readable(books, given));
        if (found.length === 0)
          throw given.nothingToJudge(
            "reads have listed each last attachment since the last request about its release",
          );

        // by name, since which reads have listed one depends on what ran at once
        const due = (depth === "deep" ? found : found.slice(0, maxReads)).toSorted((a, b) =>
          toId(a.release) < toId(b.release) ? -1 : 1,
        );
        for (let start = 0; start < due.length && tools.hasTime(); start += atOnce)
          await firstAtOnce(
            due.slice(start, start + atOnce),
            ({ release: { name, version } }) => registry.getTrustDetail({ volume: toVolume(name), version }),
            async ({ release, ids, sinceMs }, read) => {
              const isListed = showsOneOf(ids);
              const isHidden = ({ status }: Answer): boolean => status === 404 && isYanked(release);
              const until = (answer: Answer): boolean => isListed(answer) || isHidden(answer);
              const detail = await eventually(read, { since: { sinceMs }, until });
              if (isHidden(detail)) return;
              expect.success(detail, 200);
              expect.that(isListed(detail), {
                expected: `the attachment ${ids.join(" or ")}`,
                wanted: toItem(ids),
                got: "a detail without this attachment",
                answer: detail,
                member: "/attachments",
              });
            },
          );
      },
    },
  ],
};
