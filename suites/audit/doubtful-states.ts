/** Releases that a hook yanked or hid and that a later read showed in another state: at the end of the run they are read again. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import { rowOf, stateIn } from "../situations/version-index.ts";
import { type Books, expectAll, openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { givenState, isKind, type Timeline, toId } from "./timelines.ts";

type Part = "metadata" | "index";

/** A state that was shown, and that the last read of a part of the release did not show. */
interface Doubt {
  readonly release: Timeline;
  readonly state: string;
  readonly parts: readonly Part[];
}

/** The states that reads of a release showed since a moment, in the order of the reads. Nothing of reads that do not show it. */
function statesSince(
  { entries }: Books,
  { name, version }: Timeline,
  sinceMs: number,
): Record<Part, string[]> {
  const states: Record<Part, string[]> = { metadata: [], index: [] };
  for (const read of entries.filter(isKind("metadata", "index"))) {
    if (read.name !== name || read.startedAtMs < sinceMs || !isSuccess(read)) continue;
    const isOther = read.kind === "metadata" && read.version !== version;
    const row =
      read.kind === "index" ? read.rows.find((one) => textAt(one, "version") === version) : read.body;
    const state = isOther ? undefined : textAt(row, "status", "state");
    if (state !== undefined) states[read.kind].push(state);
  }
  return states;
}

/** Why a read may show another state: it came while the change could still be on its way. Only a read long after it tells. */
function doubtsIn(books: Books): readonly Doubt[] {
  return [...books.timelines.values()].flatMap((release) => {
    const change = release.changes.at(-1);
    const { state } = givenState(release, { endedAtMs: Infinity }) ?? {};
    // nobody else changes what the run has published
    if (change === undefined || release.published === undefined) return [];
    if (state === undefined || state === "available") return [];
    const shown = statesSince(books, release, change.endedAtMs);
    const isShown = [...shown.metadata, ...shown.index].includes(state);
    const parts = (["metadata", "index"] as const).filter((part) => (shown[part].at(-1) ?? state) !== state);
    return isShown && parts.length > 0 ? [{ release, state, parts }] : [];
  });
}

/** Where no last read is in doubt, the reads of releases in other states are what shows it. */
function expectShown(tools: Tools): void {
  const { entries, timelines } = openBooks(tools);
  expectAll(tools, entries.filter(isKind("metadata")), (read) => {
    const release = timelines.get(toId(read));
    const { state } = (release && givenState(release, read)) ?? {};
    return state !== undefined && state === textAt(read.body, "status", "state") ? "holds" : "silent";
  });
}

/** How many of them a run reads. */
const maxRead = 8;

export const doubtfulStates: CheckFile = {
  source: "Resources, Release metadata: version status; Version index row",
  operations: ["getRelease", "getVersionIndex"],
  needs: ["token:publisher", "state:release-status"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/states-that-were-shown-are-there-at-the-end",
      of: "release-metadata/states-change-by-their-own-events-only",
      rule: "`GET` metadata and index have shown the state that the states hook set, and then another one. At the end of the run they show the state that was set, or hide the release.",
      reading:
        "Until `limits.settleMs` after a change, a read may show what was before. So we read a release again, long after the change, if its last read shows another state.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { registry, eventually, expect, now } = tools;
        const doubts = doubtsIn(openBooks(tools)).slice(0, maxRead);
        if (doubts.length === 0) return expectShown(tools);
        for (const { release, state, parts } of doubts) {
          const volume = toVolume(release.name);
          for (const part of parts) {
            const read =
              part === "metadata"
                ? () => registry.getRelease({ volume, version: release.version })
                : () => registry.getVersionIndex(volume);
            const shownBy = (answer: Awaited<ReturnType<typeof read>>): string | undefined =>
              part === "metadata"
                ? textAt(answer.body, "status", "state")
                : stateIn(rowOf(answer, release.version));
            const answer = await eventually(read, {
              since: { sinceMs: now() },
              until: (found) => (shownBy(found) ?? state) === state,
            });

            expect.equal(shownBy(answer) ?? state, state, {
              what: `\`status.state\` of ${release.version}, which was shown before,`,
              wanted: { member: "state" },
              answer,
            });
          }
        }
      },
    },
  ],
};
