/** Reads at the end of the run of what was published first. The other checks of this chapter judge these reads too. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSuccess, textAt } from "../../harness/registry/answer.ts";
import { toForm, toVolume } from "../../harness/registry/volume.ts";
import { type Books, groupBy, openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { isKind, type Timeline, toId } from "./timelines.ts";

/** The releases that nothing has changed, in the order of their publication. */
function unchangedReleases({ timelines }: Books, { isOwnVolume }: Tools["given"]): readonly Timeline[] {
  return [...timelines.values()]
    .filter(
      ({ published, changes, isUncertain }) =>
        published !== undefined && changes.length === 0 && !isUncertain,
    )
    .filter(({ name }) => isOwnVolume(name))
    .toSorted((a, b) => toMoment(a) - toMoment(b));
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

/** The releases to read: one of each form, or at depth deep all. */
function releasesToRead({ given, depth }: Tools, books: Books): readonly Timeline[] {
  const releases = unchangedReleases(books, given);
  if (depth === "deep") return releases;
  const byForm = groupBy(releases, ({ name }) => toForm(toVolume(name)));
  const [early] = byForm.get("unscoped") ?? releases;
  const unknown = leastKnown(books, byForm.get("scoped") ?? releases);
  return [early, unknown].filter((one) => one !== undefined);
}

async function expectUnchanged(tools: Tools, { name, version, published }: Timeline): Promise<void> {
  const { registry, expect, eventually } = tools;
  const release = { volume: toVolume(name), version };
  const since = { sinceMs: published?.endedAtMs ?? 0 };
  const metadata = await eventually(() => registry.getRelease(release), { since });
  expect.success(metadata);
  expect.equal(textAt(metadata.body, "integrity"), textAt(published?.answered, "release", "integrity"), {
    what: "the release's integrity",
    answer: metadata,
  });
}

/** How many releases a deep run reads at once. */
const atOnce = 16;

/** What else of them the other checks of this chapter judge. */
async function readDocuments({ registry, target }: Tools, releases: readonly Timeline[]): Promise<void> {
  const names = [...new Set(releases.map(({ name }) => name))];
  const read = releases.map(({ name, version }) => ({ volume: toVolume(name), version }));
  await Promise.all([
    ...names.map((name) => registry.getVersionIndex(toVolume(name))),
    ...(target.features.trust
      ? read.flatMap((release) => [registry.getTrustSummary(release), registry.getTrustDetail(release)])
      : []),
  ]);
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
      rule: "At the end of the run, `GET` metadata shows two releases that never changed, with the `integrity` that finalize returned. One is the earliest, and one was not read before.",
      reading:
        "At depth deep, all releases that never changed are read, as many as half of the time for one check allows. So are the index of each volume and the trust documents.",
      covers: ["transition:release-finalize"],
      last: "together",
      ledgers: [ledger],
      async run(tools) {
        const releases = releasesToRead(tools, openBooks(tools));
        if (releases.length === 0) throw tools.given.nothingToJudge("every release of the run was changed");

        for (let start = 0; start < releases.length && tools.hasTime(); start += atOnce) {
          const some = releases.slice(start, start + atOnce);
          await Promise.all(some.map((release) => expectUnchanged(tools, release)));
          if (tools.depth === "deep") await readDocuments(tools, some);
        }
      },
    },
  ],
};
