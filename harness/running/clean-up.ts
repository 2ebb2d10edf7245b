/** After the last check: unpublishes the releases of the run, and lists those that the registry keeps. */
import type { Form } from "../vocabulary.ts";
import { createContext, type RunContext } from "../given/context.ts";
import { Blocked, Skipped } from "../outcome.ts";
import { type Answer, isSuccess, textAt } from "../registry/answer.ts";
import { type CreatedRelease, toReleaseId } from "../registry/journal.ts";
import { toUnpublish } from "../registry/create-registry.ts";
import type { Registry } from "../registry/registry.ts";
import { encodeSegment, toVolume } from "../registry/volume.ts";

/** If all of the first requests are rejected, or all of a later wave, the clean-up sends no more of that form. */
const firstWave = 3;

/**
 * Unpublishes every release of the journal (Endpoints, Unpublish a version). The specification states no path for scoped
 * volumes: the unscoped path with the scope is used, and then a read decides. No answer here changes a verdict.
 * @returns `name@version` of each release that is still in the registry
 */
export async function cleanUp(run: RunContext): Promise<readonly string[]> {
  const releases = run.session.journal.releases();
  const { registry, actor } = createContext(run, "clean-up", "unscoped");
  // each exchange has its own timeout, and rejections end the clean-up: a slow registry is no reason to stop early
  actor.deadlineMs = Number.POSITIVE_INFINITY;
  const gone = new Set<CreatedRelease>();
  if (run.target.features.unpublish)
    for (const form of ["scoped", "unscoped"] as const) {
      const own = releases.filter((release) => formOf(release) === form && release.version !== "");
      for (const release of await unpublishInWaves(registry, own)) gone.add(release);
    }
  return releases.flatMap((release) =>
    release.isCertain && !gone.has(release) ? [toReleaseId(release)] : [],
  );
}

function formOf({ path }: CreatedRelease): Form {
  return path.startsWith("@") ? "scoped" : "unscoped";
}

/** The releases that are gone. Each wave is twice as large as the one before, and sent at once. */
async function unpublishInWaves(
  registry: Registry,
  releases: readonly CreatedRelease[],
): Promise<readonly CreatedRelease[]> {
  const gone: CreatedRelease[] = [];
  for (let from = 0, size = firstWave; from < releases.length; from += size, size *= 2) {
    const wave = releases.slice(from, from + size);
    const removed = await unpublishAll(registry, wave);
    gone.push(...removed);
    if (removed.length === 0 && wave.length >= firstWave) break;
  }
  return gone;
}

/** First all are unpublished and then all others read, so that a replay sends the same requests in the same order. */
async function unpublishAll(
  registry: Registry,
  releases: readonly CreatedRelease[],
): Promise<readonly CreatedRelease[]> {
  const accepted = await Promise.all(releases.map((release) => isUnpublished(registry, release)));
  const rejected = releases.filter((_, place) => accepted[place] === false);
  const present = await Promise.all(rejected.map((release) => isStillThere(registry, release)));
  const kept = new Set(rejected.filter((_, place) => present[place] === true));
  return releases.filter((release, place) => accepted[place] !== undefined && !kept.has(release));
}

/** Undefined if there was no usable answer. */
async function isUnpublished(registry: Registry, release: CreatedRelease): Promise<boolean | undefined> {
  const request = { method: "DELETE", path: toPath(release), operation: toUnpublish(toVolume(release.path)) };
  const answer = await answerOrNothing(registry.request(request, { as: "publisher" }));
  return answer === undefined ? undefined : isSuccess(answer);
}

/** False if a check unpublished it before. */
async function isStillThere(registry: Registry, release: CreatedRelease): Promise<boolean> {
  const request = { method: "GET", path: toPath(release), operation: "getRelease" } as const;
  const answer = await answerOrNothing(registry.request(request));
  return answer === undefined || isPresent(answer);
}

function toPath({ path, version }: CreatedRelease): string {
  return `/api/v1/volumes/${path}/${encodeSegment(version)}`;
}

async function answerOrNothing(sending: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof Blocked || error instanceof Skipped) return undefined;
    throw error;
  }
}

function isPresent(answer: Answer): boolean {
  if (!isSuccess(answer)) return answer.status !== 404 && answer.status !== 410;
  return (textAt(answer.body, "status", "state") ?? "available") === "available";
}
