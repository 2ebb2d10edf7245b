/** Publishes the release that most checks read, under names that nobody has used. */
import type { Form } from "../vocabulary.ts";
import { createContext, type GivenContext, halfOf, isVisible, type RunContext } from "../given/context.ts";
import type { PublishedRelease } from "../given/given.ts";
import { publishFirst, sharedReleases } from "../given/releases.ts";
import { keepSetUp, toSetUpId } from "../given/set-ups.ts";
import { Blocked, Skipped, undefinedIfNotPossible } from "../outcome.ts";
import { deriveWord } from "../seed.ts";
import { toLimited, Untestable } from "./untestable.ts";

/** Number of run ids that the seed determines, so that a run can be repeated on a registry that keeps its releases. */
const generations = 8;

/** The run ids to try. If all ids from the seed are taken, the last is unique. */
function* runIds(run: RunContext): Generator<string> {
  for (let generation = 0; generation < generations; generation++) yield toRunId(run, generation);
  yield toRunId(run, "started", run.startedAtMs);
}

/** A word for this seed; each shard of a run has its own, since all publish at once. */
export function toRunId(
  { seed, session }: Pick<RunContext, "seed" | "session">,
  ...of: readonly (string | number)[]
): string {
  return session.shard === undefined
    ? deriveWord(7, seed, ...of)
    : deriveWord(7, seed, "shard", session.shard, ...of);
}

/**
 * Publishes the release that most checks read, in each form, under an unused run id.
 * @returns true if one was published
 */
export async function publishShared(run: RunContext, setRunId: (id: string) => void): Promise<boolean> {
  if (run.readOnly) return false;
  try {
    await run.tokens.of("publisher");
  } catch (error) {
    // if the hook fails, each check that needs the publisher is blocked, with the hook as the cause
    if (error instanceof Skipped || error instanceof Blocked) return false;
    throw error;
  }
  const contexts = (["scoped", "unscoped"] as const).map((form) =>
    createContext(run, toSetUpId(sharedReleases.key, { form, half: halfOf(form) }), form),
  );
  let attempts: readonly Attempt[] = [];
  let lost = 0;
  for (const id of runIds(run)) {
    setRunId(id);
    attempts = await attemptAll(contexts);
    // the shared releases show a later run with this seed that the id is taken: without them, the next id is used
    const isLost = attempts.some(({ error }) => error instanceof Blocked && error.isTransient);
    if (isLost) lost += 1;
    // if even the last id is taken, the registry answers 409 to every create
    if (!attempts.some(isTaken) && (!isLost || lost >= maxLost)) break;
  }
  assertPublisherAuthorized(run, attempts);
  assertPublisherNotLimited(run, attempts);
  await lookForLag(attempts);
  for (const { context, release, error } of attempts) {
    const known =
      release === undefined ? Promise.reject(error ?? new Error("no release")) : Promise.resolve(release);
    keepSetUp(context, sharedReleases, known);
  }
  return attempts.some(({ release }) => release !== undefined);
}

/** Reads the first release at once: if it is not there yet, states are requested only for releases that are. */
async function lookForLag(attempts: readonly Attempt[]): Promise<void> {
  const first = attempts.find(({ release }) => release !== undefined);
  if (first?.release === undefined || !first.context.run.states.configured) return;
  const { context, release } = first;
  const answer = await undefinedIfNotPossible(() => context.registry.getRelease(release));
  context.run.lag.isSeen = answer !== undefined && !isVisible(answer);
}

/** How often the shared releases are published because a response was lost. */
const maxLost = 3;

interface Attempt {
  readonly form: Form;
  readonly context: GivenContext;
  readonly release?: PublishedRelease;
  readonly error?: Blocked | Skipped;
}

async function attemptAll(contexts: readonly GivenContext[]): Promise<readonly Attempt[]> {
  return await Promise.all(contexts.map(attempt));
}

function isTaken({ error }: Attempt): boolean {
  return error instanceof Blocked && error.status === 409;
}

async function attempt(context: GivenContext): Promise<Attempt> {
  const { form } = context;
  try {
    return { form, context, release: await publishFirst(context) };
  } catch (error) {
    if (error instanceof Blocked || error instanceof Skipped) return { form, context, error };
    throw error;
  }
}

/** If the token is rejected in every form that the target offers, the target file is wrong, not the registry. */
function assertPublisherAuthorized(run: RunContext, attempts: readonly Attempt[]): void {
  const tried = attempts.filter(({ error }) => !(error instanceof Skipped));
  const rejected = tried.flatMap(({ error }) =>
    error instanceof Blocked && isTokenRejected(run, error) ? [error] : [],
  );
  const [first] = rejected;
  if (first === undefined || rejected.length < tried.length) return;
  const { namespace } = run.target;
  const where = [
    namespace?.scope === undefined ? "" : `@${namespace.scope}/*`,
    namespace?.prefix === undefined ? "" : `${namespace.prefix}-*`,
  ];
  const token =
    run.target.states === undefined
      ? '"tokens.publisher"'
      : 'the token that the states hook makes, or "tokens.publisher"';
  throw new Untestable(
    `The registry rejected the publisher token: ${first.message}. Check ${token}, and that it may publish ${where.filter(Boolean).join(" and ")}`,
    { cause: first },
  );
}

/** If the limiter of the publisher asks for longer than the run waits, nothing that writes can be tested. */
function assertPublisherNotLimited({ target }: RunContext, attempts: readonly Attempt[]): void {
  const tried = attempts.filter(({ error }) => !(error instanceof Skipped));
  const limited = tried.flatMap(({ error }) =>
    error instanceof Blocked && error.limitedMs !== undefined ? [error] : [],
  );
  const [first] = limited;
  if (first === undefined || limited.length < tried.length) return;
  throw toLimited(target.baseUrl, first, target.limits.limiterPatienceMs);
}

/** The upload transfer has no token: its 401 or 403 says nothing about the token. */
function isTokenRejected({ session }: RunContext, { status, exchange }: Blocked): boolean {
  const sent = session.recorder.exchanges().find(({ id }) => id === exchange);
  const isByApi = sent?.operation === "createReleaseUpload" || sent?.operation === "finalizeReleaseUpload";
  return isByApi && (status === 401 || status === 403);
}
