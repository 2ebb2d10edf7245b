/** A version that was unpublished does not come back. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import type { Noted } from "../../harness/ledger.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { type Books, expectAll, isLaterThanOne, isMissing, openBooks, toBaseId } from "./books.ts";
import { type Finalized, ledger } from "./ledger.ts";
import { ofKinds, toId, versionOf } from "./timelines.ts";
import type { Written } from "./written.ts";

/** What a read shows of a version whose last change was `DELETE`. */
interface Sighting extends Noted {
  readonly id: string;
  /** `available`, or how else it is shown. */
  readonly shown: string;
  readonly member?: string;
}

/** How a version is shown, by each read of its metadata or of its index. Where a row has no state, it shows nothing. */
function sightingsIn({ entries }: Books, ids: ReadonlySet<string>): readonly Sighting[] {
  return entries.flatMap((read): readonly Sighting[] => {
    if (read.kind === "metadata") {
      const state = isSuccess(read) ? textAt(read.body, "status", "state") : undefined;
      // a 409 may come from something that lags behind
      const shown = isMissing(read) && read.status !== 409 ? "missing" : state;
      return shown === undefined || !ids.has(toId(read)) ? [] : [{ ...read, id: toId(read), shown }];
    }
    if (read.kind !== "index" || !isSuccess(read)) return [];
    return read.rows.flatMap((row, place) => {
      const id = toId({ name: read.name, version: textAt(row, "version") ?? "" });
      const shown = textAt(row, "status", "state");
      const member = `/items/${place}/status/state`;
      return shown === undefined || !ids.has(id) ? [] : [{ ...read, id, shown, member }];
    });
  });
}

/** By release, when `DELETE` was accepted first. Left out is what may have been unpublished before, or published again. */
function unpublishedIn({ entries, timelines, uploads }: Books): ReadonlyMap<string, Noted> {
  const finalizes = ofKinds(entries, "finalized").filter(({ outcome }) => outcome !== "refused");
  const isAbout = (one: Finalized, id: string): boolean =>
    toBaseId({ name: one.name, version: versionOf(one, uploads) ?? "" }) === withoutBuild(id);
  return new Map(
    [...timelines].flatMap(([id, { published, changes, isUncertain }]) => {
      const first = changes.find(({ to }) => to === "unpublished");
      if (published === undefined || first?.isCertain !== true || isUncertain) return [];
      // a finalize of its own upload that is repeated publishes nothing
      const isAgain = finalizes.some(
        (one) => isAbout(one, id) && one.uploadId !== published.uploadId && one.endedAtMs > first.startedAtMs,
      );
      const isOther = changes.some(
        ({ to, endedAtMs }) => to !== "unpublished" && endedAtMs > first.startedAtMs,
      );
      return isAgain || isOther ? [] : [[id, first] as const];
    }),
  );
}

/**
 * The releases to read late: of those that `DELETE` has unpublished and that a read has shown so, the one for which most further ones
 * were refused, the one for which most were accepted, and one whose finalize was accepted again. If there were none, the one that was
 * unpublished first.
 */
function toReadLate(books: Books, unpublished: ReadonlyMap<string, Noted>): readonly string[] {
  const gone = sightingsIn(books, new Set(unpublished.keys())).filter(
    ({ id, shown, startedAtMs }) =>
      shown !== "available" && startedAtMs >= (unpublished.get(id)?.endedAtMs ?? Infinity),
  );
  const known = new Set(gone.map(({ id }) => id));
  const deletes = ofKinds(books.entries, "written")
    .filter(({ operation }) => operation === "unpublishVersion")
    // one from before says nothing of what a further one does
    .filter((one) => one.startedAtMs >= (unpublished.get(toId(one))?.endedAtMs ?? Infinity));
  const most = (some: typeof deletes): string | undefined => {
    const countOf = (id: string): number => some.filter((one) => toId(one) === id).length;
    const [chosen] = [...unpublished]
      .filter(([id]) => known.has(id))
      .toSorted(([a, first], [b, second]) => countOf(b) - countOf(a) || first.endedAtMs - second.endedAtMs);
    return chosen?.[0];
  };
  const isFinalizedAgain = (id: string): boolean =>
    ofKinds(books.entries, "finalized")
      .filter(({ outcome }) => outcome === "success")
      .some(
        (one) =>
          one.startedAtMs >= (unpublished.get(id)?.endedAtMs ?? Infinity) &&
          toId({ name: one.name, version: versionOf(one, books.uploads) ?? "" }) === id,
      );
  const isAccepted = ({ answered }: Written): boolean => answered.startsWith("2");
  const accepted = deletes.filter(isAccepted);
  const chosen = [
    most(deletes.filter((one) => !isAccepted(one))),
    ...(accepted.length === 0 ? [] : [most(accepted)]),
    [...known].find((id) => isFinalizedAgain(id)),
  ];
  return [...new Set(chosen)].filter((id) => id !== undefined);
}

export const goneReleases: CheckFile = {
  level: "should",
  source: "Unpublish a version: accepted or tombstoned",
  operations: ["unpublishVersion", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/unpublished-releases-do-not-return",
      rule: "After `DELETE` of a version, once `limits.settleMs` is over and a read has not shown it as `available`, no later read shows it as `available`.",
      reading:
        "The text does not say which state follows. We judge reads of metadata and of the index until the end of the run, unless the run publishes the version again.",
      covers: ["question:14"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { registry, given, target } = tools;
        const own = (books: Books): ReadonlyMap<string, Noted> =>
          new Map([...unpublishedIn(books)].filter(([id]) => given.isOwnVolume(id.replace(/@[^@]*$/, ""))));
        const before = openBooks(tools);
        const releases = toReadLate(before, own(before)).flatMap((id) => before.timelines.get(id) ?? []);
        if (releases.length === 0) throw given.nothingToJudge("the run has unpublished nothing");
        await Promise.all(
          releases.map(({ name, version }) => registry.getRelease({ volume: toVolume(name), version })),
        );

        const books = openBooks(tools);
        const unpublished = own(books);
        const sightings = sightingsIn(books, new Set(unpublished.keys()));
        expectAll(tools, sightings, (read) => {
          const { endedAtMs } = unpublished.get(read.id) ?? read;
          if (read.startedAtMs < endedAtMs) return "silent";
          if (read.shown !== "available") return "holds";
          const others = sightings.filter((one) => one.id === read.id && one.shown !== "available");
          const wasGone = isLaterThanOne(
            others.filter(({ startedAtMs }) => startedAtMs >= endedAtMs),
            read,
          );
          if (!wasGone || read.startedAtMs < endedAtMs + target.limits.settleMs) return "silent";
          return {
            expected: `${read.id} not to be available again`,
            got: quote(read.shown),
            member: read.member ?? "/status/state",
          };
        });
      },
    },
  ],
};
