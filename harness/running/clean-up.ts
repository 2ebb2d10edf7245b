/** After the last check: takes away what the run published, where the registry allows it, and names the rest. */
import type { Form } from "../check.ts";
import { createContext, type RunContext } from "../given/context.ts";
import { Blocked, Skipped } from "../outcome.ts";
import { isSuccess } from "../registry/answer.ts";
import { type ReleaseName, toFullName } from "../registry/volume.ts";

/** Refusals in a row after which we stop asking: the registry does not want to. */
const patience = 3;

/**
 * Unpublishes every release of the journal (Endpoints, Unpublish a version). No answer here bears on a verdict.
 * @returns `name@version` of each release that is still there
 */
export async function cleanUp(run: RunContext): Promise<readonly string[]> {
  const journal = [...new Map(run.journal.map((release) => [toId(release), release])).values()];
  // in an order that does not depend on which check came first
  const ordered = journal.toSorted((a, b) => (toId(a) < toId(b) ? -1 : 1));
  if (!run.target.features.unpublish) return ordered.map(toId);
  const left: string[] = [];
  const refused = { scoped: 0, unscoped: 0 };
  const { registry } = createContext(run, "clean-up", "unscoped");
  for (const release of ordered) {
    const form = release.volume.scope === undefined ? "unscoped" : "scoped";
    if (refused[form] < patience && (await takeAway(form, () => registry.unpublishVersion(release))))
      refused[form] = 0;
    else {
      refused[form] += 1;
      left.push(toId(release));
    }
  }
  return left;
}

function toId({ volume, version }: ReleaseName): string {
  return `${toFullName(volume)}@${version}`;
}

async function takeAway(
  form: Form,
  ask: () => ReturnType<ReturnType<typeof createContext>["registry"]["unpublishVersion"]>,
): Promise<boolean> {
  try {
    const answer = await ask();
    // one that is gone already needs no taking away; the scoped path is not stated, so that a 404 there says nothing
    return isSuccess(answer) || (form === "unscoped" && (answer.status === 404 || answer.status === 410));
  } catch (error) {
    if (error instanceof Blocked || error instanceof Skipped) return false;
    throw error;
  }
}
