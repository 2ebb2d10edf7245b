/** After the last check: unpublishes the releases of the run, lists those that the registry keeps, and ends the run for the hook. */
import type { Form } from "../vocabulary.ts";
import { createContext, type RunContext } from "../given/context.ts";
import { Blocked, Skipped } from "../outcome.ts";
import { type Answer, isPage, isSuccess, textAt } from "../exchange/answer.ts";
import { type CreatedRelease, toReleaseId } from "../api/journal.ts";
import type { Registry } from "../api/registry.ts";
import { percentDecode, type ReleaseName, toVolume } from "../exchange/volume.ts";

/** If all of the first requests are rejected, the clean-up sends no more of that form. */
const firstWave = 3;

/**
 * Unpublishes every release of the journal (Endpoints, Unpublish a version). The specification states no path for scoped
 * volumes: the unscoped path with the scope is used, and then a read decides. No answer here changes a verdict.
 * @returns `name@version` of each release that is still in the registry, or may be
 */
export async function cleanUp(run: RunContext): Promise<readonly string[]> {
  const { journal } = run.session;
  // what a check has unpublished for certain needs no request
  const releases = journal.releases().filter((release) => !journal.isUnpublished(release));
  const { registry, actor } = createContext(run, "clean-up", "unscoped");
  // each exchange has its own timeout, and rejections end the clean-up: a slow registry is no reason to stop early
  actor.deadlineMs = Number.POSITIVE_INFINITY;
  const queues = (["scoped", "unscoped"] as const).map((form) =>
    releases.filter((release) => formOf(release) === form && release.version !== ""),
  );
  const { unpublish } = run.target.features;
  const { gone, refused } = unpublish ? await unpublishInWaves(registry, queues) : nothingSent;
  await run.states.end(actor);
  // a release whose finalize got no answer may exist, unless the registry refused to unpublish it
  const mayExist = (release: CreatedRelease): boolean =>
    release.isCertain || (unpublish && !refused.has(release));
  return releases.flatMap((release) =>
    mayExist(release) && !gone.has(release) ? [toReleaseId(release)] : [],
  );
}

/** The releases that are gone, and those that the registry refused to unpublish. */
interface CleanedUp {
  readonly gone: ReadonlySet<CreatedRelease>;
  readonly refused: ReadonlySet<CreatedRelease>;
}

const nothingSent: CleanedUp = { gone: new Set(), refused: new Set() };

function formOf({ path }: CreatedRelease): Form {
  return path.startsWith("@") ? "scoped" : "unscoped";
}

/**
 * A small wave of each queue is sent at once, and then the rest, unless nothing of the first is gone. All of a wave are answered before
 * what follows is sent, so that a replay sends the same requests in the same order.
 */
async function unpublishInWaves(
  registry: Registry,
  queues: readonly (readonly CreatedRelease[])[],
): Promise<CleanedUp> {
  const gone = new Set<CreatedRelease>();
  const rejected: CreatedRelease[] = [];
  const allRejected = new Set<CreatedRelease>();
  let rest = queues;
  for (const size of [firstWave, Number.POSITIVE_INFINITY]) {
    const waves = rest.map((queue) => queue.slice(0, size));
    const answers = await unpublishAll(registry, waves.flat());
    for (const release of answers.accepted) gone.add(release);
    for (const release of answers.rejected) allRejected.add(release);
    // whether a queue goes on where nothing was accepted, a read decides; other reads wait until the end
    const refused = new Set(waves.filter((wave) => !wave.some((release) => gone.has(release))).flat());
    const doubtful = answers.rejected.filter((release) => refused.has(release));
    for (const release of await absentOf(registry, doubtful)) gone.add(release);
    rejected.push(...answers.rejected.filter((release) => !refused.has(release)));
    rest = rest.map((queue, place) => {
      const wave = waves[place] ?? [];
      const isOver = wave.length >= firstWave && !wave.some((release) => gone.has(release));
      return isOver ? [] : queue.slice(size);
    });
  }
  for (const release of await absentOf(registry, rejected)) gone.add(release);
  return { gone, refused: allRejected };
}

/**
 * Those that were unpublished, and those that the registry refused to unpublish; what got no usable answer is neither. DELETE is
 * idempotent (RFC 9110 section 9.2.2): after a lost connection it is sent once more, when all others are answered.
 */
async function unpublishAll(
  registry: Registry,
  releases: readonly CreatedRelease[],
): Promise<Readonly<Record<"accepted" | "rejected", readonly CreatedRelease[]>>> {
  const results = await Promise.all(releases.map((release) => sendUnpublish(registry, release)));
  const lost = releases.filter((_, place) => results[place] === "lost");
  const resultsAgain = await Promise.all(lost.map((release) => sendUnpublish(registry, release)));
  const withResult = (result: UnpublishResult): readonly CreatedRelease[] => [
    ...releases.filter((_, place) => results[place] === result),
    ...lost.filter((_, place) => resultsAgain[place] === result),
  ];
  return { accepted: withResult("accepted"), rejected: withResult("rejected") };
}

/** `lost` where the connection or a gateway failed, `unsent` where the run could not send. */
type UnpublishResult = "accepted" | "rejected" | "lost" | "unsent";

/** Those that are not in the registry: a check unpublished them before. */
async function absentOf(
  registry: Registry,
  releases: readonly CreatedRelease[],
): Promise<readonly CreatedRelease[]> {
  const present = await Promise.all(releases.map((release) => isStillThere(registry, release)));
  return releases.filter((_, place) => present[place] === false);
}

async function sendUnpublish(registry: Registry, release: CreatedRelease): Promise<UnpublishResult> {
  try {
    const answer = await registry.unpublishVersion(nameOf(release));
    const isAccepted = isSuccess(answer) && !isPage(answer.exchange.response?.headers ?? []);
    return isAccepted ? "accepted" : "rejected";
  } catch (error) {
    if (error instanceof Blocked) return error.isTransient ? "lost" : "unsent";
    if (error instanceof Skipped) return "unsent";
    throw error;
  }
}

async function isStillThere(registry: Registry, release: CreatedRelease): Promise<boolean> {
  const answer = await answerOrNothing(registry.getRelease(nameOf(release)));
  return answer === undefined || isPresent(answer);
}

function nameOf({ path, version }: CreatedRelease): ReleaseName {
  return { volume: toVolume(percentDecode(path)), version };
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
