/** Before the first check: does the registry answer, is it a registry, may the publisher publish, and which names are free. */
import type { Form } from "../vocabulary.ts";
import { createContext, type GivenContext, isVisible, type RunContext } from "../given/context.ts";
import type { PublishedRelease } from "../given/given.ts";
import { publishFirst, sharedReleases } from "../given/releases.ts";
import { keepSetUp, toSetUpId } from "../given/set-ups.ts";
import { Blocked, Skipped, undefinedIfNotPossible } from "../outcome.ts";
import { isSlug } from "../../schemas/problems.ts";
import { type Answer, isSuccess, slugOf, valueAt } from "../registry/answer.ts";
import { deriveWord } from "../seed.ts";
import { findForeignResponses } from "./foreign-responses.ts";

/** The registry could not be tested at all (exit code 3). */
export class Untestable extends Error {
  override readonly name = "Untestable";
}

/** Rounds of probes while connections are refused, and the milliseconds after which no further round begins. */
const maxRounds = 3;
const maxRoundMs = 250;

/** Milliseconds that a probe waits for a gateway. One in maintenance says 503 for longer. */
const gatewayPatienceMs = 5_000;

/** Number of run ids that the seed determines, so that a run can be repeated on a registry that keeps its releases. */
const generations = 8;

/** The run ids to try. If all ids from the seed are taken, the last is unique. */
function* runIds(run: RunContext): Generator<string> {
  for (let generation = 0; generation < generations; generation++) yield toRunId(run, generation);
  yield toRunId(run, "started", run.startedAtMs);
}

/** A word for this seed; each shard of a run has its own, since all publish at once. */
function toRunId({ seed, session }: RunContext, ...of: readonly (string | number)[]): string {
  return session.shard === undefined
    ? deriveWord(7, seed, ...of)
    : deriveWord(7, seed, "shard", session.shard, ...of);
}

/**
 * @param setRunId receives the word that is part of all names: the first from the seed that the registry does not know
 * @throws Untestable if the registry cannot be tested, with the reason
 */
export async function preflight(run: RunContext, setRunId: (id: string) => void): Promise<void> {
  setRunId(toRunId(run, 0));
  const context = createContext(run, "preflight", "unscoped");
  await assertRegistry(context);
  if (!run.readOnly) await publishShared(run, setRunId);
}

/**
 * Probes two operations at once, and if their answers do not show a registry, two others: any single one may be broken, limited
 * or slow. A registry that does not answer costs one timeout, and one that refuses connections gets further rounds.
 */
async function assertRegistry(context: GivenContext): Promise<void> {
  const { registry, run, actor } = context;
  actor.networkTries = 1;
  actor.gatewayPatienceMs = gatewayPatienceMs;
  const unknown = { segment: `conf-${deriveWord(12, run.seed, "unknown")}` };
  for (let round = 1; ; round++) {
    const first = await settleProbes([
      registry.getRelease({ volume: unknown, version: "0.0.0" }),
      ...(run.target.features.search ? [registry.searchVolumes()] : []),
    ]);
    assertNotRedirected(run);
    if (first.answers.some(looksLikeRegistry)) return;
    // what is silent, or has a limiter, is so for the others too
    if (first.answers.length === 0) {
      const isSilent = first.failures.every(({ isTransient }) => isTransient);
      if (isSilent && round < maxRounds && actor.busyMs < maxRoundMs) continue;
      throw toUntestable(run, first.answers, first.failures);
    }
    const others = await settleProbes([
      ...(run.target.features.advisories ? [registry.searchAdvisories()] : []),
      registry.getCapabilities(),
    ]);
    assertNotRedirected(run);
    const answers = [...first.answers, ...others.answers];
    if (answers.some(looksLikeRegistry)) return;
    throw toUntestable(run, answers, [...first.failures, ...others.failures]);
  }
}

interface Probed {
  readonly answers: readonly Answer[];
  readonly failures: readonly Blocked[];
}

async function settleProbes(probes: readonly Promise<Answer>[]): Promise<Probed> {
  const answers: Answer[] = [];
  const failures: Blocked[] = [];
  for (const result of await Promise.allSettled(probes)) {
    if (result.status === "fulfilled") answers.push(result.value);
    else if (result.reason instanceof Blocked) failures.push(result.reason);
    else throw result.reason;
  }
  return { answers, failures };
}

function toUntestable(
  { target, session }: RunContext,
  answers: readonly Answer[],
  failures: readonly Blocked[],
): Untestable {
  const limited = failures.find(({ limitedMs }) => limitedMs !== undefined);
  if (limited !== undefined) return toLimited(target.baseUrl, limited, target.limits.limiterPatienceMs);
  const [first] = failures;
  const foreign = findForeignResponses(session.recorder.exchanges())?.sentence;
  if (answers.length === 0 && foreign !== undefined)
    return new Untestable(`Cannot reach ${target.baseUrl}: ${foreign}`, { cause: first });
  if (answers.length === 0 && first !== undefined) {
    const cause = first.message.replace(/^.*got no usable response: /, "");
    return new Untestable(`Cannot reach ${target.baseUrl}: ${cause}`, { cause: first });
  }
  const statuses = answers.map(({ status }) => status).join(", ");
  return new Untestable(
    `${target.baseUrl} does not look like a registry: release, search, advisories and capabilities answered ${statuses}. None returned problem+json or a list. ${foreign === undefined ? "" : `${foreign}. `}Check the base URL${hintAtPath(target.baseUrl)}`,
  );
}

/** Every request adds `/api/v1`: an address with it is a common mistake. */
function hintAtPath(baseUrl: string): string {
  const path = new URL(baseUrl).pathname;
  const without = path.replace(/\/api(?:\/v1)?\/?$/u, "");
  return without === path ? "" : `: it is without "${path.slice(without.length)}", which each request adds`;
}

function toLimited(baseUrl: string, limited: Blocked, patienceMs: number): Untestable {
  return new Untestable(
    `The rate limiter of ${baseUrl} asks to wait ${toSeconds(limited.limitedMs ?? 0)}, more than the ${toSeconds(patienceMs)} of "limits.limiterPatienceMs". Try again later, or raise that limit`,
    { cause: limited },
  );
}

function toSeconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1000)} s`;
}

/**
 * A base URL whose requests are all sent on to the same path elsewhere is the wrong one: what follows redirects would be
 * judged, and what does not would fail.
 * @throws Untestable with the address to give instead
 */
function assertNotRedirected({ session, target }: RunContext): void {
  const places = new Set<string | undefined>();
  for (const { request, response } of session.recorder.exchanges()) {
    if (response === undefined || !request.url.startsWith(`${target.baseUrl}/`)) continue;
    const path = request.url.slice(target.baseUrl.length);
    const { status, headers } = response;
    const location = headers.find(([name]) => name.toLowerCase() === "location")?.[1] ?? "";
    const isRedirect = status >= 300 && status <= 399 && URL.canParse(location, request.url);
    const { href } = new URL(isRedirect ? location : request.url, request.url);
    const isElsewhere = isRedirect && href.endsWith(path) && href !== request.url;
    places.add(isElsewhere ? href.slice(0, -path.length) : undefined);
  }
  const [place] = places;
  // one endpoint alone that redirects is for the checks to judge
  if (places.size !== 1 || place === undefined) return;
  throw new Untestable(
    `${target.baseUrl} redirects to ${place}: give that as the base URL, since requests that change something are not sent on`,
  );
}

/** One valid response is enough, since any single operation may be broken. */
function looksLikeRegistry(answer: Answer): boolean {
  if (!answer.isJson) return false;
  if (answer.status >= 400) return isSlug(slugOf(answer));
  if (!isSuccess(answer)) return false;
  return answer.exchange.operation === "getCapabilities" || Array.isArray(valueAt(answer.body, "items"));
}

/** Publishes the release that most checks read, in each form, under an unused run id. */
async function publishShared(run: RunContext, setRunId: (id: string) => void): Promise<void> {
  try {
    await run.tokens.of("publisher");
  } catch (error) {
    // if the hook fails, each check that needs the publisher is blocked, with the hook as the cause
    if (error instanceof Skipped || error instanceof Blocked) return;
    throw error;
  }
  const contexts = (["scoped", "unscoped"] as const).map((form) =>
    createContext(run, toSetUpId(sharedReleases.key, { form }), form),
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
  throw new Untestable(
    `The registry rejected the publisher token: ${first.message}. Check "tokens.publisher", and that it may publish ${where.filter(Boolean).join(" and ")}`,
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
