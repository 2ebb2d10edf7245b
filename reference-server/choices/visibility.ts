import type { Call } from "../call.ts";
import { saveRelease } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Release } from "../store.ts";
import type { ReferenceTarget } from "../target.ts";
import type { Choice, Variation } from "./choice.ts";

/** Whether something written at `since` (milliseconds since 1970) is shown now. */
export type Settling = (id: string, since: number, call: Call) => boolean;

/** How long a delay lasts, in milliseconds. */
const lag = 200;

export function byPolls(polls: number): Settling {
  const seen = new Map<string, number>();
  return (id) => {
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return count >= polls;
  };
}

export const byTime: Settling = (_id, since, call) => call.now >= since + lag;

/** One request in three is answered by a replica that is behind. */
const oneReplica: Settling = (_id, since, call) => call.ordinal % 3 > 0 || call.now >= since + 2_000;

/** A target whose registry may take this long to show what was written. */
const patientFor =
  (settleMs: number) =>
  (target: ReferenceTarget): ReferenceTarget => ({
    ...target,
    limits: { ...target.limits, settleMs: Math.max(target.limits?.settleMs ?? 0, settleMs) },
  });

/** Three seconds: long enough for each delay but that of the whole publication. */
export const patient: (target: ReferenceTarget) => ReferenceTarget = patientFor(3_000);

type View = "inIndex" | "inMetadata" | "inTrust" | "inSearch" | "inDownload";

/** Hides new releases from one view for a while; the seeded catalogue is always shown. */
function hiding(view: View, start: () => Settling): Change {
  return replaceRule("visibility", view, (before) => {
    const isDecided = start();
    return (release, call) => {
      if (!before(release, call)) return false;
      return (
        release.bytes === undefined ||
        isDecided(`${release.name}@${release.version}`, release.publishedAt, call)
      );
    };
  });
}

function delayed(view: View, skips: readonly string[] = []): Readonly<Record<string, Variation>> {
  return {
    "two-polls": {
      summary: "After two requests for it",
      skips,
      change: hiding(view, () => byPolls(2)),
      target: patient,
    },
    "200-ms": {
      summary: "After 200 milliseconds",
      skips,
      change: hiding(view, () => byTime),
      target: patient,
    },
  };
}

/** Two searches may show the same although something was published between them. */
const withoutChangedSearch = ["search/conditional-searches-notice-a-change"];

const publicationMs = 1_000;

/** Publishes in the background: for a second no view has a new release, and the states hook does not find it either. */
const publishedLater: Change = allOf(
  ...(["inIndex", "inMetadata", "inTrust", "inSearch", "inDownload"] as const).map((view) =>
    hiding(view, () => (_id, since, call) => call.now >= since + publicationMs),
  ),
  replaceRule("visibility", "toStatesHook", (before) => (release, registry) => {
    const isPublished =
      release.bytes === undefined || registry.clock.now() >= release.publishedAt + publicationMs;
    return isPublished && before(release, registry);
  }),
);

/** Metadata that answers 409 at first, as in a registry that writes its parts one after the other. */
const irreconcilable: Change = replaceRule("visibility", "inMetadata", (before) => {
  const isDecided = byPolls(2);
  return (release, call) => {
    if (
      release.bytes !== undefined &&
      !isDecided(`${release.name}@${release.version}`, release.publishedAt, call)
    ) {
      throw new ProblemError("inconsistent-registry-state", "the release is still being written");
    }
    return before(release, call);
  };
});

/** Trust uploads that find a new release only after a while. */
const trustUploadsDelayed: Change = replaceRule("trust", "findRelease", (before) => (call) => {
  const release = before(call);
  if (release.bytes !== undefined && !byTime(release.name, release.publishedAt, call)) {
    throw new ProblemError("not-found", "there is no such release");
  }
  return release;
});

/** Transferred bytes that finalize sees only after a while. */
const bytesDelayed = (start: () => Settling): Change =>
  replaceRule("finalize", "assertBytes", (before) => {
    const isDecided = start();
    return (intent, call) => {
      before(intent, call);
      if (!isDecided(intent.uploadId, intent.createdAt, call))
        throw new ProblemError("missing-uploaded-bytes", "the bytes are on their way");
    };
  });

const attachmentsDelayed = (start: () => Settling): Change =>
  replaceRule("visibility", "attachments", (before) => {
    const isDecided = start();
    return (release, call) =>
      before(release, call).filter((attachment) => isDecided(attachment.id, attachment.attachedAt, call));
  });

/** Unpublish that finds a new release only after a while. */
const unpublishUnaware: Change = replaceRule("unpublish", "find", (before) => (call) => {
  const release = before(call);
  if (release.bytes !== undefined && !byTime(release.name, release.publishedAt, call))
    throw new ProblemError("not-found", "there is no such release");
  return release;
});

const unpublishDelayed: Change = (rules) => {
  const pending: { readonly release: Release; readonly at: number }[] = [];
  return allOf(
    // What the other choices leave of a release, or refuse to take away, stays what it is.
    replaceRule("unpublish", "apply", (before) => (release, call) => {
      const gone = before(release, call);
      saveRelease(release, call);
      if (gone !== release) pending.push({ release: gone, at: call.now + lag });
      return gone;
    }),
    // Every request first applies what is due, since the registry has no timers.
    replaceRule("limiter", "assertWithinLimit", (before) => (call) => {
      while (pending[0] !== undefined && pending[0].at <= call.now) {
        const due = pending.shift();
        if (due !== undefined) saveRelease(due.release, call);
      }
      before(call);
    }),
  )(rules);
};

/** When writes become visible. */
export const visibilityChoices: readonly Choice[] = [
  {
    name: "uploaded-bytes-lag",
    question: "When does finalize see the transferred bytes?",
    default: "none",
    values: {
      "two-polls": {
        summary: "After two requests for it",
        change: bytesDelayed(() => byPolls(2)),
        target: patient,
      },
      "200-ms": {
        summary: "200 milliseconds after the intent",
        change: bytesDelayed(() => byTime),
        target: patient,
      },
    },
  },
  {
    name: "publication-lag",
    question: "When is a finalized release there for every read, and for the states hook?",
    default: "none",
    values: {
      // other delays begin when it is published
      "1-second": {
        summary: "After a second",
        skips: ["search/latest-version-was-published", "audit/latest-versions-are-the-highest-or-the-newest"],
        change: publishedLater,
        target: patientFor(6_000),
      },
    },
  },
  {
    name: "index-lag",
    question: "When is a release in the index?",
    default: "none",
    values: delayed("inIndex"),
  },
  {
    name: "metadata-lag",
    question: "When is a release's metadata readable?",
    default: "none",
    values: {
      ...delayed("inMetadata"),
      irreconcilable: { summary: "After two answers of 409", change: irreconcilable, target: patient },
    },
  },
  {
    name: "trust-lag",
    question: "When is a release's trust data readable?",
    default: "none",
    values: delayed("inTrust"),
  },
  {
    name: "trust-upload-lag",
    question: "When does a release accept trust attachments?",
    default: "none",
    values: {
      "200-ms": { summary: "After 200 milliseconds", change: trustUploadsDelayed, target: patient },
    },
  },
  {
    name: "download-lag",
    question: "When can a release be downloaded?",
    default: "none",
    values: delayed("inDownload"),
  },
  {
    name: "search-lag",
    question: "When does search find a release?",
    default: "none",
    values: {
      ...delayed("inSearch", withoutChangedSearch),
      "one-replica": {
        summary: "Always, but one request in three only after two seconds",
        skips: withoutChangedSearch,
        change: hiding("inSearch", () => oneReplica),
        target: patient,
      },
      never: {
        summary: "Only releases that an editor selected",
        skips: [
          ...withoutChangedSearch,
          "search/latest-version-was-published",
          "audit/latest-versions-are-the-highest-or-the-newest",
        ],
        change: hiding("inSearch", () => () => false),
      },
    },
  },
  {
    name: "attachment-lag",
    question: "When is a trust artifact shown?",
    default: "none",
    values: {
      "two-polls": {
        summary: "After two reads",
        change: attachmentsDelayed(() => byPolls(2)),
        target: patient,
      },
      "200-ms": {
        summary: "After 200 milliseconds",
        change: attachmentsDelayed(() => byTime),
        target: patient,
      },
    },
  },
  {
    name: "unpublish-awareness",
    question: "When can a release be unpublished?",
    default: "at-once",
    values: {
      "200-ms": { summary: "After 200 milliseconds", change: unpublishUnaware, target: patient },
    },
  },
  {
    name: "unpublish-lag",
    question: "When does an unpublished release stop being available?",
    default: "none",
    values: { "200-ms": { summary: "After 200 milliseconds", change: unpublishDelayed, target: patient } },
  },
  {
    name: "advisory-lag",
    question: "When is an advisory listed?",
    default: "none",
    values: {
      "two-polls": {
        summary: "After two reads of the list",
        change: replaceRule("visibility", "advisory", (before) => {
          const isDecided = byPolls(2);
          return (id, call) =>
            before(id, call) && (call.operation === "getAdvisory" || isDecided(id, 0, call));
        }),
        target: patient,
      },
    },
  },
];
