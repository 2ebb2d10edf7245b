import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../call.ts";
import { findRelease, releasesOf, saveRelease } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { allOf, type Change, onlyWhen, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { otherIntegrity } from "./histories.ts";

/** Long enough for requests that are sent together to meet. */
const overlapMs = 40;

/** Changes of two records that are nearer than this count as made at once. */
const togetherMs = 150;

/** Writes to a volume no longer wait for each other. */
const unlocked: Change = replaceRule("finalize", "oneAtATime", () => async (_call, work) => await work());

const isFinalize = ({ operation }: Call): boolean => operation === "finalizeReleaseUpload";

const onePublishes = "histories/one-upload-finalized-at-once-publishes-once";
const oneWins = "histories/of-two-uploads-of-one-version-one-wins";

/** Refuses every finalize that meets another of the same volume, the first among them. */
function refusingAllAtOnce(): Change {
  const waiting = new Map<string, number>();
  return onlyWhen(
    isFinalize,
    replaceRule("finalize", "oneAtATime", () => async (call, work) => {
      const count = (waiting.get(call.name) ?? 0) + 1;
      waiting.set(call.name, count);
      await wait(overlapMs);
      if ((waiting.get(call.name) ?? 0) > 1)
        throw new Refusal("invalid-upload-state", "another finalize is under way");
      waiting.delete(call.name);
      return await work();
    }),
  );
}

const finalizeRaceFaults: readonly Fault[] = [
  {
    name: "each-finalize-makes-its-own-release",
    breaks: onePublishes,
    summary: "Finalizes of one upload at the same time each give a release with an integrity of its own",
    change: allOf(
      unlocked,
      replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
        const release = before(intent, content, call);
        return call.ordinal % 2 === 0
          ? { ...release, integrity: otherIntegrity(release.integrity) }
          : release;
      }),
    ),
  },
  {
    name: "finalizes-at-once-all-refused",
    breaks: onePublishes,
    summary: "Finalizes that meet are all refused",
    change: refusingAllAtOnce(),
  },
  {
    name: "repeated-finalize-crashes",
    breaks: onePublishes,
    summary: "A finalize that comes again meets an error inside the server",
    change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
      if (intent.isFinalized) throw new Error("the bytes of the upload are gone");
      before(intent, call);
    }),
  },
  {
    name: "uploads-of-one-version-both-succeed-at-once",
    breaks: oneWins,
    summary: "Two finalizes of one version at the same time both succeed",
    change: unlocked,
  },
  {
    name: "uploads-of-one-version-share-their-id",
    breaks: oneWins,
    summary: "A further upload of a version takes the id and the place of the one that is open",
    change: replaceRule("publish", "toIntent", (before) => (submission) => {
      const next = before(submission);
      const open = [...submission.call.registry.store.intents.values()].find(
        ({ kind, name, version, isFinalized }) =>
          kind === "release" && name === next.name && version === next.version && !isFinalized,
      );
      return { ...next, uploadId: open?.uploadId ?? next.uploadId };
    }),
  },
  {
    name: "late-finalize-replaces-release",
    breaks: oneWins,
    summary: "A finalize of a version that exists replaces it",
    change: onlyWhen(
      isFinalize,
      replaceRule("publish", "judgeFree", () => () => undefined),
    ),
  },
  {
    name: "refused-finalize-spoils-release",
    breaks: oneWins,
    summary: "A finalize that is refused as version-conflict leaves its integrity in the release",
    change: onlyWhen(
      isFinalize,
      replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
        const release = findRelease(name, version, call);
        if (release !== undefined)
          saveRelease({ ...release, integrity: otherIntegrity(release.integrity) }, call);
        before(name, version, call);
      }),
    ),
  },
  {
    name: "late-finalize-is-invalid-archive",
    breaks: oneWins,
    summary: "A finalize of a version that exists is invalid-archive",
    change: onlyWhen(
      isFinalize,
      replaceRule("publish", "judgeFree", () => (name, version, call) => {
        if (findRelease(name, version, call) !== undefined)
          throw new Refusal("invalid-archive", "the version exists");
      }),
    ),
  },
];

const noConflict = "histories/same-creates-at-once-are-no-idempotency-conflict";
const oneUpload = "histories/same-creates-at-once-name-one-upload";

/** A key that is at work in another request is a conflict. */
function conflictingAtWork(): Change {
  const atWork = new Set<string>();
  return allOf(
    unlocked,
    replaceRule("idempotency", "once", (before) => async (submission, work) => {
      const { key, call } = submission;
      if (key === undefined) return await before(submission, work);
      const place = `${call.name} ${key}`;
      if (atWork.has(place))
        throw call.rules.idempotency.conflict("the key is at work in another request", call);
      atWork.add(place);
      await wait(overlapMs);
      try {
        return await before(submission, work);
      } finally {
        atWork.delete(place);
      }
    }),
  );
}

const keyRaceFaults: readonly Fault[] = [
  {
    name: "key-at-work-is-a-conflict",
    breaks: noConflict,
    summary: "A create with a key that another request is using at that moment is an idempotency-conflict",
    change: conflictingAtWork(),
  },
  {
    name: "every-reused-key-is-a-conflict",
    breaks: noConflict,
    summary: "A key that was used before is an idempotency-conflict, even for the same create",
    change: onlyWhen(
      ({ operation }) => operation === "createReleaseUpload",
      replaceRule(
        "idempotency",
        "fingerprint",
        (before) => (submission) => `${submission.call.ordinal} ${before(submission)}`,
      ),
    ),
  },
  {
    name: "same-creates-at-once-open-several-uploads",
    breaks: oneUpload,
    summary: "The same create sent several times at once opens an upload each time",
    change: allOf(
      unlocked,
      replaceRule("idempotency", "once", (before) => async (submission, work) => {
        if (submission.key === undefined || submission.call.operation !== "createReleaseUpload")
          return await before(submission, work);
        return await before(submission, async () => {
          await wait(overlapMs);
          return await work();
        });
      }),
    ),
  },
  {
    name: "keys-of-creates-ignored",
    breaks: oneUpload,
    summary: "Creates pay no attention to idempotency keys",
    change: onlyWhen(
      ({ operation }) => operation === "createReleaseUpload",
      replaceRule("idempotency", "once", () => async (_submission, work) => await work()),
    ),
  },
];

const allAppear = "histories/versions-published-at-once-all-appear";
const allVisible = "trust/racing-attachments-are-all-kept";

const lostUpdateFaults: readonly Fault[] = [
  {
    name: "index-loses-versions-published-at-once",
    breaks: allAppear,
    summary: "Of versions published at the same moment the index keeps the last",
    change: replaceRule("visibility", "inIndex", () => (release, call) => {
      const others = releasesOf(release.name, call);
      const later = others.slice(others.indexOf(release) + 1);
      return !later.some(({ publishedAt }) => publishedAt - release.publishedAt < togetherMs);
    }),
  },
  {
    name: "new-volume-takes-one-upload",
    breaks: allAppear,
    summary: "A volume without a release refuses a second open upload",
    change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
      before(name, version, call);
      const isOpen = [...call.registry.store.intents.values()].some((intent) => intent.name === name);
      if (call.operation === "createReleaseUpload" && isOpen && releasesOf(name, call).length === 0) {
        throw new Refusal("version-conflict", "the volume is being created");
      }
    }),
  },
  {
    name: "finalizes-of-one-volume-exclude-each-other",
    breaks: allAppear,
    summary: "A finalize is refused while another version of the volume is finalized",
    change: refusingAllAtOnce(),
  },
  {
    name: "attachments-made-at-once-lost",
    breaks: allVisible,
    summary: "Of attachments made at the same moment the trust detail keeps the last",
    change: replaceRule("visibility", "attachments", (before) => (release, call) => {
      const all = before(release, call);
      return all.filter(
        ({ attachedAt }, index) =>
          !all.slice(index + 1).some((later) => later.attachedAt - attachedAt < togetherMs),
      );
    }),
  },
  {
    name: "attachment-replaces-earlier-one",
    breaks: allVisible,
    summary: "An attachment takes the place of the one before",
    change: replaceRule("trust", "add", () => (_release, attachment) => [attachment]),
  },
];

/** Rules that hold for one request at a time, and not for several. */
export const raceFaults: readonly Fault[] = [...finalizeRaceFaults, ...keyRaceFaults, ...lostUpdateFaults];
