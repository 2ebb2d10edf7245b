/** What a refused request does to the releases of its volume, and what is said of it. */
import type { Operation } from "../../call.ts";
import { releasesOf, saveRelease } from "../../lookup.ts";
import { ProblemError, type ProblemSlug } from "../../problem-error.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { counting } from "./memory.ts";

/** Changes the available releases of a volume when a request for this volume is refused in this way. */
export function changingOnRefusal(
  operation: Operation,
  slug: ProblemSlug,
  change: (release: Release) => Release,
): Change {
  return replaceRule("problems", "toAnswer", (before) => (problem, call) => {
    if (isOneOf(operation, call) && problem.slug === slug)
      for (const release of releasesOf(call.name, call))
        if (release.status.state === "available") saveRelease(change(release), call);
    return before(problem, call);
  });
}

export function yanked(release: Release): Release {
  return { ...release, status: { state: "yanked" } };
}

export function withoutAttachments(release: Release): Release {
  return { ...release, attachments: [] };
}

/** The tree and the bytes that are served lose their last file; the integrity stays. */
export function withoutLastFile(release: Release): Release {
  return { ...release, tree: release.tree.slice(0, -1), bytes: undefined };
}

/** Gives another reason for a refusal from the second time on. */
export function explainingOtherwise(operation: Operation, first: ProblemSlug, later: ProblemSlug): Change {
  const count = counting();
  return replaceRule("problems", "toAnswer", (before) => (problem, call) => {
    const isMeant = isOneOf(operation, call) && problem.slug === first;
    const isFirst = !isMeant || count(call, `${call.url.pathname} ${problem.message}`) === 1;
    return before(
      isFirst ? problem : new ProblemError(later, "refused for another reason than before"),
      call,
    );
  });
}
