import type { Call } from "../../call.ts";
import { findRelease, releasesOf, saveIntent, saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import { allReleases, type Intent, type Release } from "../../store.ts";
import { differentDigest } from "../changes/digests.ts";
import { segmentOf } from "../changes/identity.ts";
import { keepingFirst } from "../changes/kept-answers.ts";
import { perRegistry } from "../changes/memory.ts";
import type { FaultFile } from "../fault.ts";

/** Shows a row as it was when it was first read. */
function rememberingTheFirstRow(): Change {
  const memory = perRegistry(() => new Map<string, Release>());
  return replaceRule("render", "row", (before) => (release, call) => {
    const rows = memory(call);
    const id = `${release.name}@${release.version}`;
    const first = rows.get(id) ?? release;
    rows.set(id, first);
    return before(first, call);
  });
}

/** Runs when a release upload is finalized, with the releases of its volume as they were at its create. */
function withReleasesOfCreate(
  change: (atCreate: readonly Release[], intent: Intent, call: Call) => void,
): Change {
  const seen = perRegistry(() => new Map<string, readonly Release[]>());
  return allOf(
    replaceRule("publish", "toIntent", (before) => (submission) => {
      const intent = before(submission);
      seen(submission.call).set(intent.uploadId, releasesOf(intent.name, submission.call));
      return intent;
    }),
    replaceRule("finalize", "close", (before) => (intent, call) => {
      before(intent, call);
      if (intent.kind === "release") change(seen(call).get(intent.uploadId) ?? [], intent, call);
    }),
  );
}

/** Runs before a request is refused for want of a token or of authority. */
function onRefusal(operation: Call["operation"], change: (call: Call) => void): Change {
  return onlyFor(
    operation,
    replaceRule("problems", "toAnswer", (before) => (problem, call) => {
      if (["authentication-required", "authorization-failed"].includes(problem.slug)) change(call);
      return before(problem, call);
    }),
  );
}

function intentsOf(call: Call): readonly Intent[] {
  return [...call.registry.store.intents.values()].filter(({ name }) => name === call.name);
}

const available = { state: "available" } as const;

/** Faults in releases that a request for another release changes, or that an earlier state comes back for. */
export const stories: FaultFile = {
  "histories/releases-change-by-their-own-requests-only": {
    "rows-keep-the-state-of-their-first-read": rememberingTheFirstRow(),
    "finalize-writes-back-the-index-of-its-create": (() => {
      const shown = perRegistry(() => new Map<string, ReadonlySet<string>>());
      return allOf(
        withReleasesOfCreate((atCreate, { name, version }, call) => {
          shown(call).set(name, new Set([...atCreate.map((release) => release.version), version]));
        }),
        replaceRule(
          "visibility",
          "inIndex",
          (before) => (release, call) =>
            before(release, call) && shown(call).get(release.name)?.has(release.version) !== false,
        ),
      );
    })(),
    "finalize-writes-back-the-trust-of-its-create": withReleasesOfCreate((atCreate, _intent, call) => {
      for (const old of atCreate) {
        const release = findRelease(old.name, old.version, call);
        if (release !== undefined) saveRelease({ ...release, attachments: old.attachments }, call);
      }
    }),
    "finalize-brings-back-unpublished-versions": withReleasesOfCreate((_atCreate, intent, call) => {
      for (const release of releasesOf(intent.name, call))
        saveRelease({ ...release, status: available }, call);
    }),
    "repeated-finalize-brings-back-the-unpublished-release": replaceRule(
      "finalize",
      "assertState",
      (before) => (intent, call) => {
        const release = findRelease(intent.name, intent.version, call);
        if (intent.isFinalized && intent.kind === "release" && release !== undefined)
          saveRelease({ ...release, status: available }, call);
        before(intent, call);
      },
    ),
    "trust-finalize-brings-back-the-unpublished-release": allOf(
      replaceRule("trust", "acceptsAttachments", () => () => true),
      replaceRule(
        "trust",
        "attach",
        (before) => (release, attachment, call) =>
          before({ ...release, status: available }, attachment, call),
      ),
    ),
    "refused-finalize-uses-the-upload-up": {
      summary: "A finalize that is refused for any reason makes the upload failed",
      leads: "authentication/refused-finalizes-publish-nothing",
      change: onRefusal("finalizeReleaseUpload", (call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        if (intent !== undefined) saveIntent({ ...intent, state: "failed" }, call);
      }),
    },
    "refused-trust-finalize-loses-the-bytes": onRefusal("finalizeTrustUpload", (call) => {
      const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
      if (intent !== undefined && !intent.isFinalized) saveIntent({ ...intent, bytes: undefined }, call);
    }),
    "refused-unpublish-makes-the-release-unavailable": {
      leads: "authentication/refused-unpublishes-remove-nothing",
      change: onRefusal("unpublishVersion", (call) => {
        const release = findRelease(call.name, call.version, call);
        if (release !== undefined) saveRelease({ ...release, status: { state: "unavailable" } }, call);
      }),
    },
    "newest-version-hides-the-trust-of-older-ones": replaceRule(
      "visibility",
      "attachments",
      (before) => (release, call) =>
        releasesOf(release.name, call).at(-1)?.version === release.version ? before(release, call) : [],
    ),
    "create-cancels-uploads-of-other-versions": replaceRule(
      "publish",
      "toIntent",
      (before) => (submission) => {
        const { call } = submission;
        for (const intent of intentsOf(call))
          if (intent.kind === "release" && !intent.isFinalized)
            saveIntent({ ...intent, state: "failed" }, call);
        return before(submission);
      },
    ),
    "trust-create-cancels-the-open-trust-upload": replaceRule(
      "trust",
      "toIntent",
      (before) => (submission, release) => {
        const { call } = submission;
        for (const intent of intentsOf(call))
          if (intent.kind === "trust" && !intent.isFinalized)
            saveIntent({ ...intent, state: "failed" }, call);
        return before(submission, release);
      },
    ),
    "not-found-is-kept-once-read": keepingFirst("getRelease", (status) => status === 404),
    "index-is-kept-once-read": keepingFirst("getVersionIndex", (status) => status === 200),
    "trust-of-the-unscoped-volume-shows-in-the-scoped-one": replaceRule(
      "visibility",
      "attachments",
      (before) => (release, call) =>
        allReleases(call.registry.store)
          .filter(
            (other) => other.version === release.version && segmentOf(other.name) === segmentOf(release.name),
          )
          .flatMap((other) => before(other, call)),
    ),
    "rows-have-the-integrity-of-the-newest-version": replaceRule(
      "render",
      "row",
      (before) => (release, call) => ({
        ...before(release, call),
        integrity: releasesOf(release.name, call).at(-1)?.integrity ?? release.integrity,
      }),
    ),
    "unpublish-lets-a-later-finalize-replace-the-trust": withReleasesOfCreate((_atCreate, intent, call) => {
      const releases = releasesOf(intent.name, call);
      if (!releases.some(({ status }) => status.state === "tombstoned")) return;
      for (const release of releases) saveRelease({ ...release, attachments: [] }, call);
    }),
    "trust-upload-opened-first-is-gone-once-another-is-attached": replaceRule(
      "finalize",
      "findIntent",
      (before) => (call) => {
        const intent = before(call);
        const isOvertaken =
          intent.kind === "trust" &&
          intentsOf(call).some(
            (other) =>
              other.kind === "trust" &&
              other.version === intent.version &&
              other.isFinalized &&
              other.createdAt >= intent.createdAt,
          );
        if (isOvertaken && !intent.isFinalized)
          throw new ProblemError("not-found", "there is no such upload");
        return intent;
      },
    ),
  },
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
