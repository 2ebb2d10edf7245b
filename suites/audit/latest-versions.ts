/** `latestVersion` in every search is a version that a registry may call the latest. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import type { Noted } from "../../harness/ledger.ts";
import { compareVersions, isStable } from "../inputs/version-order.ts";
import { type Books, enoughReads, expectAll, groupBy, openBooks, type Opinion, toOpinion } from "./books.ts";
import { ledger } from "./ledger.ts";
import type { Hit } from "./release-reads.ts";
import { ofKinds, type Timeline, versionOf } from "./timelines.ts";

type NotedHit = Hit & Noted;

/** A release that has not changed for `limits.settleMs`. */
interface Settled {
  readonly release: Timeline;
  readonly state: string;
  readonly isRestored: boolean;
  /** When it was created and published: registries may order by either. */
  readonly created: Noted;
  readonly published: Noted;
}

/** What the run did in each volume: finalizes and changes. */
function eventsByVolume({ entries }: Books): ReadonlyMap<string, readonly Noted[]> {
  const events = ofKinds(entries, "finalized", "changed").filter(
    (entry) => entry.kind === "changed" || entry.outcome !== "refused",
  );
  return groupBy(events, ({ name }) => name);
}

/** True if nobody can tell which releases the volume has: a response was lost, a version may be published again, or a hook did more. */
function isOpen({ entries, uploads }: Books, name: string, versions: readonly Timeline[]): boolean {
  const finalizes = ofKinds(entries, "finalized").filter(
    (one) => one.name === name && one.outcome !== "refused",
  );
  return (
    versions.some(
      ({ isUncertain, changes }) =>
        isUncertain || changes.some(({ to, isCertain }) => !isCertain || !(gone.has(to) || shown.has(to))),
    ) ||
    finalizes.some((one) => versionOf(one, uploads) === undefined) ||
    versions.some(({ version, changes }) => {
      const removed = changes.find(({ to }) => gone.has(to));
      return (
        removed !== undefined &&
        finalizes.some((one) => versionOf(one, uploads) === version && one.startedAtMs > removed.startedAtMs)
      );
    })
  );
}

const gone: ReadonlySet<string> = new Set(["unpublished", "release-purged", "tombstoned"]);
const shown: ReadonlySet<string> = new Set(["available", "yanked", "blocked", "unavailable"]);

/** The releases of a volume at a search, without those that are gone. */
function releasesAt(
  { uploads }: Books,
  versions: readonly Timeline[],
  { endedAtMs }: NotedHit,
): readonly Settled[] {
  return versions.flatMap((release) => {
    const { published } = release;
    if (published === undefined || published.startedAtMs > endedAtMs) return [];
    const changes = release.changes.filter(({ startedAtMs }) => startedAtMs <= endedAtMs);
    const state = changes.at(-1)?.to ?? "available";
    const created = uploads.get(`${release.name} ${published.uploadId}`) ?? published;
    return gone.has(state) ? [] : [{ release, state, isRestored: changes.length > 0, created, published }];
  });
}

/** Those that nothing else of the list is certainly later than. */
function latestBy(releases: readonly Settled[], toTime: (one: Settled) => Noted): readonly Settled[] {
  const begun = Math.max(...releases.map((one) => toTime(one).startedAtMs));
  return releases.filter((one) => toTime(one).endedAtMs >= begun);
}

function highest(releases: readonly Settled[]): readonly Settled[] {
  const best = releases.toSorted((a, b) => compareVersions(a.release.version, b.release.version)).at(-1);
  return best === undefined ? [] : [best];
}

/** What may be called the latest of some releases. */
function latestOf(releases: readonly Settled[]): readonly string[] {
  const stable = releases.filter(({ release }) => isStable(release.version));
  const latest = [releases, stable].flatMap((some) => [
    ...highest(some),
    ...latestBy(some, ({ published }) => published),
    ...latestBy(some, ({ created }) => created),
    ...some.filter(({ isRestored }) => isRestored),
  ]);
  return [...new Set(latest.map(({ release }) => release.version))];
}

function judge(
  books: Books,
  hit: NotedHit,
  about: {
    readonly hits: readonly NotedHit[];
    readonly versions: readonly Timeline[];
    readonly events: readonly Noted[];
  },
): Opinion {
  const events = about.events.filter(({ startedAtMs }) => startedAtMs <= hit.endedAtMs);
  const lastMs = Math.max(...events.map(({ endedAtMs }) => endedAtMs));
  const { settleMs } = books.at(hit);
  const releases = releasesAt(books, about.versions, hit);
  const available = releases.filter(({ state }) => state === "available");
  const isPublished = about.versions.some(({ version }) => compareVersions(version, hit.version) === 0);
  if (available.length === 0 || !isPublished) return "silent";
  const notHidden = releases.filter(({ state }) => state === "available" || state === "yanked");
  const accepted = [...new Set([available, notHidden, releases].flatMap(latestOf))];
  if (accepted.some((version) => compareVersions(version, hit.version) === 0)) return "holds";
  // a search may take in a release only when somebody searches
  const since = about.hits.filter((one) => one.startedAtMs >= lastMs + settleMs);
  // and a cache may renew what it has kept of an address only once somebody has asked for that
  const isAgain = since.some((one) => one.url === hit.url && one.endedAtMs < hit.startedAtMs);
  if (since.indexOf(hit) < enoughReads || !isAgain) return "silent";
  return toOpinion(false, () => ({
    expected: `the highest or the last published version of ${hit.name}: ${accepted.join(" or ")}`,
    got: quote(hit.version),
    member: "/items",
  }));
}

export const latestVersions: CheckFile = {
  level: "should",
  source: "Resources, Search result: latestVersion",
  operations: ["searchVolumes"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/latest-versions-are-the-highest-or-the-newest",
      covers: ["member:search-item.latestVersion"],
      rule: "Once `limits.settleMs` is over, `latestVersion` in `GET` search is the highest, the highest stable or the last published version.",
      reading:
        "The text does not say which version is the latest, or whether it may be yanked. We accept each usual meaning, and judge a volume from the fourth search on that shows it, at an address that was asked before.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const hits = ofKinds(books.entries, "hit").filter(
          ({ name, version }) => version !== "" && tools.given.isOwnVolume(name),
        );
        const hitsOf = groupBy(hits, ({ name }) => name);
        const versionsOf = groupBy([...books.timelines.values()], ({ name }) => name);
        const eventsOf = eventsByVolume(books);
        const open = new Set(
          [...versionsOf].flatMap(([name, versions]) => (isOpen(books, name, versions) ? [name] : [])),
        );
        expectAll(tools, hits, (hit) =>
          open.has(hit.name)
            ? "silent"
            : judge(books, hit, {
                hits: hitsOf.get(hit.name) ?? [],
                versions: versionsOf.get(hit.name) ?? [],
                events: eventsOf.get(hit.name) ?? [],
              }),
        );
      },
    },
  ],
};
