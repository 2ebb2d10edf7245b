import { findRelease, releasesOf, saveIntent, saveRelease } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { differentDigest } from "../changes/digests.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in reads after a series of writes. */
export const scripted: FaultFile = {
  "histories/reads-agree-with-what-was-published": {
    "index-shows-newest-release-only": replaceRule(
      "visibility",
      "inIndex",
      () => (release, call) => releasesOf(release.name, call).at(-1) === release,
    ),
    "index-shows-open-uploads": replaceRule("render", "index", (before) => (releases, call) => {
      const [first] = releases;
      const open = [...call.registry.store.intents.values()].filter(
        (intent) => intent.kind === "release" && intent.name === call.name && !intent.isFinalized,
      );
      const rows: readonly Release[] =
        first === undefined ? [] : open.map(({ version }) => ({ ...first, version }));
      return before([...releases, ...rows], call);
    }),
    "metadata-shows-integrity-of-newest-release": {
      leads: "release-metadata/versions-have-their-own-metadata",
      change: replaceRule("render", "release", (before) => (release, call) => {
        const newest = releasesOf(release.name, call).at(-1) ?? release;
        return { ...before(release, call), integrity: newest.integrity };
      }),
    },
    "finalize-fails-other-open-uploads": replaceRule("finalize", "close", (before) => (intent, call) => {
      before(intent, call);
      for (const other of call.registry.store.intents.values()) {
        if (other.name !== intent.name || other.isFinalized) continue;
        saveIntent({ ...other, state: "failed" }, call);
      }
    }),
    "finalize-publishes-older-upload": {
      summary: "Finalize publishes the version of the volume's oldest upload",
      leads: "idempotency/finalizes-never-return-another-version",
      change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
        const oldest = [...call.registry.store.intents.values()].find(({ name }) => name === intent.name);
        return { ...before(intent, content, call), version: oldest?.version ?? intent.version };
      }),
    },
    "repeated-finalize-yanks": replaceRule("finalize", "assertState", (before) => (intent, call) => {
      const release = findRelease(intent.name, intent.version, call);
      if (intent.isFinalized && release !== undefined)
        saveRelease({ ...release, status: { state: "yanked" } }, call);
      before(intent, call);
    }),
  },
  "histories/attachments-stay-with-their-release": {
    "publishing-removes-attachments-of-other-versions": replaceRule(
      "finalize",
      "toRelease",
      (before) => (intent, content, call) => {
        for (const release of releasesOf(intent.name, call))
          saveRelease({ ...release, attachments: [] }, call);
        return before(intent, content, call);
      },
    ),
    "new-version-has-the-attachments-of-the-one-before": {
      leads: "trust/attachments-stay-with-their-build",
      change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => ({
        ...before(intent, content, call),
        attachments: releasesOf(intent.name, call).at(-1)?.attachments ?? [],
      })),
    },
    "attachment-changes-integrity": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) =>
        before({ ...release, integrity: differentDigest(release.integrity) }, attachment, call),
    ),
    "attachment-makes-release-unavailable": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) =>
        before({ ...release, status: { state: "unavailable" } }, attachment, call),
    ),
  },
};
