import type { Call } from "../../call.ts";
import { releasesOf } from "../../lookup.ts";
import { type Change, replaceRule, withBody } from "../../rules/change.ts";
import type { Release, ReleaseIntent } from "../../store.ts";
import { toBlankRelease } from "../changes/blank-release.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withItems } from "../changes/documents.ts";
import { counting, perRegistry } from "../changes/memory.ts";
import { isYanked } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Shows an index as it was when it was first read, for some volumes. */
function rememberingTheFirstRead(isMeant: (releases: readonly Release[]) => boolean): Change {
  const memory = perRegistry(() => new Map<string, Release>());
  return replaceRule("render", "row", (before) => (release, call) => {
    const states = memory(call);
    const id = `${release.name}@${release.version}`;
    const first = states.get(id) ?? release;
    states.set(id, first);
    return before(isMeant(releasesOf(release.name, call)) ? first : release, call);
  });
}

/** The open uploads of the volume whose bytes were refused. */
function failedUploads(call: Call): readonly ReleaseIntent[] {
  return [...call.registry.store.intents.values()].filter(
    (intent): intent is ReleaseIntent =>
      intent.kind === "release" && intent.name === call.name && intent.state === "failed",
  );
}

/** Leaves out the oldest row of every third index. */
function losingRows(): Change {
  const count = counting();
  return withItems("getVersionIndex", (rows, call) =>
    rows.length > 1 && count(call) % 3 === 0 ? rows.slice(1) : rows,
  );
}

/** Faults in reads of the index. */
export const rows: FaultFile = {
  "audit/published-versions-keep-their-row": {
    "every-third-index-lacks-its-oldest-row": losingRows(),
  },
  "audit/rows-keep-what-finalize-returned": {
    "rows-of-yanked-versions-have-another-integrity": replaceRule(
      "render",
      "row",
      (before) => (release, call) =>
        before(isYanked(release) ? { ...release, integrity: unrelatedDigest } : release, call),
    ),
  },
  "audit/rows-keep-their-state": {
    "rows-keep-the-state-of-their-first-read": rememberingTheFirstRead(() => true),
  },
  "audit/rows-are-of-published-versions": {
    "index-lists-uploads-that-failed": withBody("getVersionIndex", (body, call) => {
      const failed = failedUploads(call).map((intent) =>
        call.rules.render.row(toBlankRelease(intent, call), call),
      );
      const items = Array.isArray(body["items"]) ? body["items"] : [];
      return items.length > 1 ? { ...body, items: [...items, ...failed] } : body;
    }),
  },
};
