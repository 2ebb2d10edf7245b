import type { Call } from "../call.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Release } from "../store.ts";
import { patient } from "./visibility.ts";
import type { Choice, Variation } from "./choice.ts";

/** How long a volume is being written, in milliseconds. */
const lag = 300;

const views = ["inIndex", "inMetadata", "inTrust"] as const;

/** Reads of these views answer a problem while something of the volume is being written. */
function unreadable(
  which: readonly (typeof views)[number][],
  isBeingWritten: (release: Release, call: Call) => boolean,
  slug: "inconsistent-registry-state" | "not-found",
): Change {
  return allOf(
    ...which.map((view) =>
      replaceRule("visibility", view, (before) => (release, call) => {
        const isShown = before(release, call);
        if (isBeingWritten(release, call)) throw new ProblemError(slug, "the volume is being written");
        return isShown;
      }),
    ),
  );
}

/** True while the write of any release of the volume is settling. */
function isWritten({ name }: Pick<Release, "name">, call: Call, milliseconds = lag): boolean {
  return call.now < (call.registry.store.writtenAt.get(name) ?? 0) + milliseconds;
}

/** True while a finalize in the volume is settling. */
function isPublishing({ name }: Release, call: Call): boolean {
  const releases = call.registry.store.volumes.get(name)?.values() ?? [];
  return [...releases].some(({ bytes, publishedAt }) => bytes !== undefined && call.now < publishedAt + lag);
}

/** True while an attachment other than the first is settling. */
function isAttachedAgain({ attachments }: Release, call: Call): boolean {
  return attachments.length > 1 && call.now < (attachments.at(-1)?.attachedAt ?? 0) + lag;
}

/** Reads of a release answer 409 while its volume is being written, also where there is no such release. */
const unreadableAsAWhole = (milliseconds: number): Change =>
  replaceRule("visibility", "find", (before) => (isVisible, call) => {
    if (isWritten(call, call, milliseconds))
      throw new ProblemError("inconsistent-registry-state", "the volume is being written");
    return before(isVisible, call);
  });

/** The same for reads under a condition only: another server answers these. */
const unreadableUnderACondition: Change = replaceRule("visibility", "find", (before) => (isVisible, call) => {
  const { headers } = call.request;
  const isConditional = headers.has("if-none-match") || headers.has("if-modified-since");
  if (isConditional && isWritten(call, call))
    throw new ProblemError("not-found", "this server does not have it yet");
  return before(isVisible, call);
});

function lagging(summary: string, change: Change): Variation {
  return { summary, change, target: patient };
}

/** What reads answer shortly after writes beside the first one. */
export const volumeLagChoices: readonly Choice[] = [
  {
    name: "volume-lag",
    question: "What do reads of a volume answer right after a write in it?",
    default: "the-new-content",
    values: {
      "second-attachment": lagging(
        "409 to reads of trust data, for 300 milliseconds after a further attachment",
        unreadable(["inTrust"], isAttachedAgain, "inconsistent-registry-state"),
      ),
      finalize: lagging(
        "409 to all reads, for 300 milliseconds after a finalize",
        unreadable(views, isPublishing, "inconsistent-registry-state"),
      ),
      "any-write": lagging(
        "409 to all reads, for 300 milliseconds after a finalize, an attachment, an unpublish or a change of state",
        unreadable(views, isWritten, "inconsistent-registry-state"),
      ),
      "any-write-unknown-releases": lagging(
        "409 to all reads, also of releases that there are not, for 300 milliseconds after any of these writes",
        allOf(unreadable(["inIndex"], isWritten, "inconsistent-registry-state"), unreadableAsAWhole(lag)),
      ),
      "any-write-unknown-releases-for-2-seconds": lagging(
        "409 to reads of its releases, also of those that there are not, for two seconds after any of these writes",
        unreadableAsAWhole(2_000),
      ),
      "any-write-hidden": lagging(
        "404 to all reads, for 300 milliseconds after a finalize, an attachment, an unpublish or a change of state",
        unreadable(views, isWritten, "not-found"),
      ),
      "any-write-hidden-under-a-condition": lagging(
        "404 to reads under a condition, for 300 milliseconds after any of these writes",
        unreadableUnderACondition,
      ),
    },
  },
];
