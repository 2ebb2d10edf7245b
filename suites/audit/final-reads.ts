/** Reads at the end of the run of what was published first. The other checks of this chapter judge these reads too. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toForm, toVolume } from "../../harness/exchange/volume.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { fetchArchive, tryArchive } from "../situations/download.ts";
import { type Books, groupBy, openBooks } from "./books.ts";
import { firstAtOnce } from "../situations/first-at-once.ts";
import { expectAvailableRow } from "./guarded-releases.ts";
import { ledger } from "./ledger.ts";
import { isAvailableAtTheEnd, isKind, type Timeline, toId } from "./timelines.ts";
import { chooseWitnesses, doubtful, type Part, parts, type Witness } from "./unseen.ts";

/** What the run has published, in the order of publication. */
export function publishedReleases(
  { timelines }: Books,
  { isOwnVolume }: Tools["given"],
): readonly Timeline[] {
  return [...timelines.values()]
    .filter(({ name, published }) => published !== undefined && isOwnVolume(name))
    .toSorted((a, b) => toMoment(a) - toMoment(b));
}

/** The releases that are available at the end of the run, in the order of their publication. */
export function availableReleases(books: Books, given: Tools["given"]): readonly Timeline[] {
  return publishedReleases(books, given).filter(
    (release) =>
      !release.isUncertain && isAvailableAtTheEnd(release) && !(isWithPlus(release) && !findsPlus(books)),
  );
}

function isWithPlus({ version }: Pick<Timeline, "version">): boolean {
  return version.includes("+");
}

/** True if a read with a literal `+` has found a version: a registry may want `%2B` in a path. */
export function findsPlus({ entries }: Books): boolean {
  return entries
    .filter(isKind("metadata"))
    .some((read) => isSuccess(read) && isWithPlus(read) && read.requestUrl.includes("+"));
}

function toMoment({ published }: Timeline): number {
  return published?.endedAtMs ?? 0;
}

/**
 * The release that the run knows least of: no check has read its metadata, and before it was published something changed another
 * release of its volume. If there is none, one that is like it in as much as possible.
 */
function leastKnown({ entries, timelines }: Books, releases: readonly Timeline[]): Timeline | undefined {
  const read = new Set(entries.filter(isKind("metadata")).filter(isSuccess).map(toId));
  const changed = new Map<string, number>();
  for (const { name, changes } of timelines.values())
    for (const { endedAtMs } of changes)
      changed.set(name, Math.min(endedAtMs, changed.get(name) ?? Infinity));
  const weightOf = (release: Timeline): number =>
    (read.has(toId(release)) ? 0 : 2) + ((changed.get(release.name) ?? Infinity) < toMoment(release) ? 1 : 0);
  return releases.toSorted((a, b) => weightOf(b) - weightOf(a)).at(0);
}

/** The releases of which a standard run reads the metadata: one of each form. */
function firstAndLeastKnown(books: Books, releases: readonly Timeline[]): readonly Timeline[] {
  const byForm = groupBy(releases, ({ name }) => toForm(toVolume(name)));
  const [early] = byForm.get("unscoped") ?? releases;
  const unknown = leastKnown(books, byForm.get("scoped") ?? releases);
  return [early, unknown].filter((one) => one !== undefined);
}

/** Of how many releases a standard run reads what it has not seen since something happened. */
const witnessCount = 4;

/** How many releases a standard run reads once more because their last read was not as it should be. */
const maxDoubtful = 8;

/** Only the metadata is read. */
const noParts: Witness["parts"] = new Set();

/** How many releases are read at once. */
const atOnce = 16;

function releaseOf({ name, version }: Timeline): ReleaseName {
  return { volume: toVolume(name), version };
}

/**
 * Asserts that the metadata is as it was.
 * @param read requests the metadata
 */
async function expectUnchanged(
  { expect, eventually }: Tools,
  { published }: Timeline,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const stateOf = (answer: Answer): string => textAt(answer.body, "status", "state") ?? "available";
  const metadata = await eventually(read, {
    since: { sinceMs: published?.endedAtMs ?? 0 },
    until: (answer) => isSuccess(answer) && stateOf(answer) === "available",
  });
  expect.success(metadata);
  expect.equal(textAt(metadata.body, "integrity"), textAt(published?.answered, "release", "integrity"), {
    what: "the release's integrity",
    answer: metadata,
  });
  expect.equal(stateOf(metadata), "available", { what: "the release's state", answer: metadata });
  return metadata;
}

/**
 * Asserts that the metadata of each is as it was and that its files are there, and reads what else the other checks of this chapter judge:
 * the content of the files, and the attachments. What may have to be sent again is sent in turn, so that the requests have the same order
 * whichever response is first.
 */
async function readParts(tools: Tools, witnesses: readonly Witness[]): Promise<void> {
  const { registry, expect } = tools;
  const shown = await firstAtOnce(
    witnesses,
    ({ release }) => registry.getRelease(releaseOf(release)),
    async ({ release, parts: wanted }, read) => {
      const { published } = release;
      const integrity = textAt(published?.answered, "release", "integrity") ?? "";
      const about = { ...releaseOf(release), integrity, sinceMs: published?.endedAtMs ?? 0 };
      return { about, wanted, metadata: await expectUnchanged(tools, release, read) };
    },
  );
  const having = (part: Part): typeof shown => shown.filter(({ wanted }) => wanted.has(part));
  const withAttachments = tools.target.features.trust ? having("attachments") : [];
  await Promise.all([
    ...withAttachments.map(({ about }) => registry.getTrustDetail(about)),
    firstAtOnce(
      having("row"),
      ({ about }) => registry.getVersionIndex(about.volume),
      ({ about }, read) => expectAvailableRow(tools, about, read),
    ),
  ]);
  const withFiles = having("files");
  const tried = await Promise.all(
    withFiles.map(({ metadata }) => tryArchive(tools, metadata, ["dist", "url"])),
  );
  for (const [place, { about, metadata }] of withFiles.entries()) {
    if (tried[place] !== undefined) continue;
    const fetched = await undefinedIfNotPossible(() => fetchArchive(tools, about, metadata));
    if (fetched?.archive !== undefined) expect.success(fetched.archive);
  }
}

/** The documents that only a deep run reads once more. The other checks of this chapter judge them. */
async function readDocuments({ registry, target }: Tools, releases: readonly Timeline[]): Promise<void> {
  const names = [...new Set(releases.map(({ name }) => name))];
  const read = releases.map(({ name, version }) => ({ volume: toVolume(name), version }));
  await Promise.all([
    ...names.map((name) => registry.getVersionIndex(toVolume(name))),
    ...(target.features.trust ? read.map((release) => registry.getTrustSummary(release)) : []),
  ]);
}

/** Reads what is yanked, blocked, unpublished or in a state that is not certain. The other checks of this chapter judge it. */
async function readChanged(tools: Tools, books: Books): Promise<void> {
  const available = new Set(availableReleases(books, tools.given));
  const changed = publishedReleases(books, tools.given).filter((release) => !available.has(release));
  for (let start = 0; start < changed.length && tools.hasTime(); start += atOnce) {
    const some = changed.slice(start, start + atOnce);
    await Promise.all(
      some.map(({ name, version }) => tools.registry.getRelease({ volume: toVolume(name), version })),
    );
    await readDocuments(tools, some);
  }
}

export const finalReads: CheckFile = {
  source: "Fetch release metadata; States and transitions",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/early-releases-are-there-at-the-end",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "At the end of the run, `GET` metadata shows releases that never changed as `available`, with the `integrity` that finalize returned. Their `dist.url` still downloads.",
      operations: ["getRelease", "transferBytes"],
      reading:
        "At depth standard, we read the earliest release and the one that was read least. We also read those about which or beside which most has happened since. A release that its last read did not show as it should be is read once more. At depth deep, after a soak and on a second visit, all of them are read, within half of the time for one check. Other requirements judge their files, attachments and indexes.",
      covers: ["transition:release-finalize"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const releases = availableReleases(books, tools.given);
        if (releases.length === 0) throw tools.given.nothingToJudge("every release of the run was changed");

        const isAll = tools.readsAllAgain;
        const witnesses = isAll
          ? releases.map((release) => ({ release, parts: new Set(parts) }))
          : [
              ...doubtful(books, releases).slice(0, maxDoubtful),
              ...chooseWitnesses(books, releases, witnessCount),
              ...firstAndLeastKnown(books, releases).map((release) => ({ release, parts: noParts })),
            ];
        for (let start = 0; start < witnesses.length && tools.hasTime(); start += atOnce) {
          const some = witnesses.slice(start, start + atOnce);
          await readParts(tools, some);
          if (isAll)
            await readDocuments(
              tools,
              some.map(({ release }) => release),
            );
        }
        if (isAll) await readChanged(tools, books);
      },
    },
  ],
};
