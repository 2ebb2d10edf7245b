/** After the last check: takes away what the run published, where the registry allows it, and names the rest. */
import type { Form } from "../vocabulary.ts";
import { createContext, type RunContext } from "../given/context.ts";
import { Blocked, Skipped } from "../outcome.ts";
import { type Answer, isSuccess, textAt } from "../registry/answer.ts";
import { type CreatedRelease, toReleaseId } from "../registry/journal.ts";
import { toUnpublish } from "../registry/create-registry.ts";
import type { Registry } from "../registry/registry.ts";
import { encodeSegment, toVolume } from "../registry/volume.ts";

/** Refusals in a row after which we stop asking: the registry does not want to. */
const patience = 3;

/**
 * Unpublishes every release of the journal (Endpoints, Unpublish a version). The path for scoped volumes is not stated: the
 * unscoped one with the scope is tried, and what a look afterwards still shows is named. No answer here bears on a verdict.
 * @returns `name@version` of each release that is still there
 */
export async function cleanUp(run: RunContext): Promise<readonly string[]> {
  const releases = run.session.journal.releases();
  const notCleanedUp: string[] = [];
  const refused = { scoped: 0, unscoped: 0 };
  const { registry, actor } = createContext(run, "clean-up", "unscoped");
  // each exchange has its own limit, and refusals end it: a slow registry is no reason to leave the rest behind
  actor.deadlineMs = Number.POSITIVE_INFINITY;
  for (const release of releases) {
    const form: Form = release.path.startsWith("@") ? "scoped" : "unscoped";
    const mayAsk = run.target.features.unpublish && refused[form] < patience && release.version !== "";
    if (!mayAsk) {
      if (release.isCertain) notCleanedUp.push(toReleaseId(release));
    } else if (await unpublishRelease(registry, release)) refused[form] = 0;
    else {
      refused[form] += 1;
      if (release.isCertain) notCleanedUp.push(toReleaseId(release));
    }
  }
  return notCleanedUp;
}

/** True where the release is gone: by this request, or because a check took it away before. */
async function unpublishRelease(registry: Registry, { path, version }: CreatedRelease): Promise<boolean> {
  const release = `/api/v1/volumes/${path}/${encodeSegment(version)}`;
  try {
    const answer = await registry.request(
      { method: "DELETE", path: release, operation: toUnpublish(toVolume(path)) },
      { as: "publisher" },
    );
    if (isSuccess(answer)) return true;
    return !isPresent(await registry.request({ method: "GET", path: release, operation: "getRelease" }));
  } catch (error) {
    if (error instanceof Blocked || error instanceof Skipped) return false;
    throw error;
  }
}

function isPresent(answer: Answer): boolean {
  if (!isSuccess(answer)) return answer.status !== 404 && answer.status !== 410;
  return (textAt(answer.body, "status", "state") ?? "available") === "available";
}
