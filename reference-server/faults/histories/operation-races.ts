import { setTimeout as wait } from "node:timers/promises";
import type { Call, Operation } from "../../call.ts";
import { findRelease, saveRelease } from "../../lookup.ts";
import { allOf, type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { overlapMs, togetherMs, withoutLock } from "../changes/races.ts";
import { asPattern, othersLike } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

const writes: readonly Operation[] = [
  "createReleaseUpload",
  "finalizeReleaseUpload",
  "createTrustUpload",
  "finalizeTrustUpload",
  "unpublishVersion",
];

/** The writes read the whole volume, take their time, and write it back with their own change: others in between are lost. */
function writingBack(operations: readonly Operation[]): Change {
  return allOf(
    withoutLock,
    onlyFor(
      operations,
      replaceRule("finalize", "oneAtATime", () => async (call, work) => {
        const read = copyOf(call);
        await wait(overlapMs);
        const before = copyOf(call);
        const result = await work();
        for (const [key, release] of copyOf(call)) if (before.get(key) !== release) read.set(key, release);
        call.registry.store.volumes.set(call.name, read);
        return result;
      }),
    ),
  );
}

function copyOf(call: Call): Map<string, Release> {
  return new Map(call.registry.store.volumes.get(call.name));
}

/** Uploads that are created while a finalize is under way are forgotten. */
const forgettingUploads: Change = allOf(
  withoutLock,
  onlyFor(
    "finalizeReleaseUpload",
    replaceRule("finalize", "oneAtATime", () => async (call, work) => {
      const { intents } = call.registry.store;
      const known = new Set(intents.keys());
      await wait(overlapMs);
      for (const [id, intent] of intents) if (!known.has(id) && intent.name === call.name) intents.delete(id);
      return await work();
    }),
  ),
);

/** A trust finalize keeps the state that the release had when the request arrived. */
const keepingState: Change = allOf(
  withoutLock,
  replaceRule("trust", "acceptsAttachments", () => () => true),
  onlyFor(
    "finalizeTrustUpload",
    replaceRule("finalize", "oneAtATime", () => async (call, work) => {
      const early = findRelease(call.name, call.version, call);
      await wait(overlapMs);
      const result = await work();
      const late = findRelease(call.name, call.version, call);
      if (early !== undefined && late !== undefined) saveRelease({ ...late, status: early.status }, call);
      return result;
    }),
  ),
);

/** The row of a version that was unpublished right after its finalize stays as it was. */
function leavingRows(): Change {
  const left = new WeakMap<object, Set<string>>();
  return allOf(
    onlyFor(
      "unpublishVersion",
      replaceRule("finalize", "oneAtATime", (before) => async (call, work) => {
        await wait(overlapMs);
        return await before(call, work);
      }),
    ),
    replaceRule("unpublish", "apply", (before) => (release, call) => {
      const rows = left.get(call.registry.store) ?? new Set<string>();
      left.set(call.registry.store, rows);
      if (call.now - release.publishedAt < togetherMs) rows.add(`${release.name}@${release.version}`);
      return before(release, call);
    }),
    replaceRule("render", "row", (before) => (release, call) => {
      const isLeft = left.get(call.registry.store)?.has(`${release.name}@${release.version}`) === true;
      return before(isLeft ? { ...release, status: { state: "available" } } : release, call);
    }),
  );
}

/** Faults in different operations at once. */
export const operationRaces: FaultFile = {
  "histories/concurrent-operations-keep-each-other": {
    "writes-to-a-volume-at-once-lose-all-but-the-last": {
      summary: "Each write to a volume writes back all of it, as it was when the request came",
      leads: "histories/concurrent-finalizes-of-one-version-publish-once",
      change: writingBack(writes),
    },
    "trust-finalize-undoes-writes-of-other-versions": writingBack(["finalizeTrustUpload"]),
    "unpublish-undoes-writes-of-other-versions": writingBack(["unpublishVersion"]),
    "finalize-undoes-writes-of-other-versions": writingBack(["finalizeReleaseUpload"]),
    "create-undoes-writes-of-other-versions": writingBack(["createReleaseUpload"]),
    "uploads-created-during-a-finalize-are-forgotten": forgettingUploads,
    "unpublish-takes-the-version-for-a-pattern": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => {
        for (const other of othersLike(release, asPattern, call))
          saveRelease({ ...other, status: { state: "tombstoned" } }, call);
        return before(release, call);
      },
    ),
  },
  "histories/concurrent-operations-on-one-release-have-an-order": {
    "trust-finalize-at-once-with-an-unpublish-undoes-it": keepingState,
    "unpublish-during-a-finalize-leaves-an-available-row": leavingRows(),
  },
};
