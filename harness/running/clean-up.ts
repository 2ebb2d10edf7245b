/** After the last check: unpublishes the releases of the run, and lists those that the registry keeps. */
import type { Form } from "../vocabulary.ts";
import { createContext, type RunContext } from "../given/context.ts";
import { Blocked, Skipped } from "../outcome.ts";
import { type Answer, isSuccess, textAt } from "../registry/answer.ts";
import { type CreatedRelease, toReleaseId } from "../registry/journal.ts";
import { toUnpublish } from "../registry/create-registry.ts";
import type { Registry } from "../registry/registry.ts";
import { encodeSegment, toVolume } from "../registry/volume.ts";

/** After this many rejections in a row, the clean-up sends no more unpublish requests of that form. */
const maxRejections = 3;

/**
 * Unpublishes every release of the journal (Endpoints, Unpublish a version). The specification states no path for scoped
 * volumes: the unscoped path with the scope is used, and then a read decides. No answer here changes a verdict.
 * @returns `name@version` of each release that is still in the registry
 */
export async function cleanUp(run: RunContext): Promise<readonly string[]> {
  const releases = run.session.journal.releases();
  const notCleanedUp: string[] = [];
  const rejected = { scoped: 0, unscoped: 0 };
  const { registry, actor } = createContext(run, "clean-up", "unscoped");
  // each exchange has its own timeout, and rejections end the clean-up: a slow registry is no reason to stop early
  actor.deadlineMs = Number.POSITIVE_INFINITY;
  for (const release of releases) {
    const form: Form = release.path.startsWith("@") ? "scoped" : "unscoped";
    const mayAsk = run.target.features.unpublish && rejected[form] < maxRejections && release.version !== "";
    if (!mayAsk) {
      if (release.isCertain) notCleanedUp.push(toReleaseId(release));
    } else if (await unpublishRelease(registry, release)) rejected[form] = 0;
    else {
      rejected[form] += 1;
      if (release.isCertain) notCleanedUp.push(toReleaseId(release));
    }
  }
  return notCleanedUp;
}

/** True if the release is gone: by this request, or because a check unpublished it before. */
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
