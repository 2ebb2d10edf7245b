/** Before the first check: does the registry answer, is it a registry, may the publisher publish, and which names are free. */
import { createContext, type GivenContext, type RunContext } from "../given/context.ts";
import { Blocked } from "../outcome.ts";
import { isSlug } from "../../schemas/problems.ts";
import type { Exchange } from "../../schemas/report.ts";
import { type Answer, fieldIn, isSuccess, slugOf, valueAt } from "../exchange/answer.ts";
import { deriveWord } from "../seed.ts";
import { diagnose } from "./doctor.ts";
import { findForeignResponses } from "../verdict/foreign-responses.ts";
import { publishShared, toRunId } from "./publish-shared.ts";
import { toLimited, Untestable } from "./untestable.ts";

/** Rounds of probes while connections are refused, and the milliseconds after which no further round begins. */
const maxRounds = 3;
const maxRoundMs = 250;

/** Milliseconds that a probe waits for a gateway. One in maintenance says 503 for longer. */
const gatewayPatienceMs = 5_000;

/**
 * @param setRunId receives the word that is part of all names: the first from the seed that the registry does not know
 * @throws Untestable if the registry cannot be tested, with the reason
 */
export async function preflight(run: RunContext, setRunId: (id: string) => void): Promise<void> {
  setRunId(toRunId(run, 0));
  const context = createContext(run, "preflight", "unscoped");
  const doubt = await assertRegistry(context);
  const isPublished = await publishShared(run, setRunId).catch(async (error: unknown) => {
    throw doubt === undefined ? error : await withDiagnosis(context, doubt);
  });
  // a registry that hides every read, but publishes, is one: its reads are for the checks to judge
  if (doubt !== undefined && !isPublished) throw await withDiagnosis(context, doubt);
}

/** The reason with what is near the address, and what it looks like. */
async function withDiagnosis(context: GivenContext, { message }: Untestable): Promise<Untestable> {
  const found = await diagnose(context);
  return new Untestable([message, ...found].join(". "));
}

/**
 * Probes two operations at once, and if their answers do not show a registry, two others: any single one may be broken, limited
 * or slow. A registry that does not answer costs one timeout, and one that refuses connections gets further rounds.
 * @returns why it may be none, although its problem documents are those of a registry: it answers 404, or 401, to everything
 */
async function assertRegistry(context: GivenContext): Promise<Untestable | undefined> {
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
    if (first.answers.some(looksLikeRegistry) && !refusesAll(run, first.answers)) return undefined;
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
    if (!answers.some(looksLikeRegistry)) {
      const untestable = toUntestable(run, answers, [...first.failures, ...others.failures]);
      throw answers.length === 0 ? untestable : await withDiagnosis(context, untestable);
    }
    return refusesAll(run, answers) ? toRefusing(run, answers) : undefined;
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
    // an answer that is too deep or too long to be read is one all the same
    const verb = cause.startsWith("the answer to ") ? "test" : "reach";
    return new Untestable(`Cannot ${verb} ${target.baseUrl}: ${cause}`, { cause: first });
  }
  return new Untestable(
    `${target.baseUrl} does not look like a registry: ${describeProbes(answers)}. None returned problem+json or a list. ${foreign === undefined ? "" : `${foreign}. `}Check the base URL${hintAtPath(target.baseUrl)}`,
  );
}

/** What the first requests were answered, in words. */
function describeProbes(answers: readonly Answer[]): string {
  const statuses = [...new Set(answers.map(({ status }) => status))];
  if (answers.every((answer) => targetOfRedirect(answer.exchange) === answer.exchange.request.url))
    return "every request was redirected to itself";
  return statuses.length === 1
    ? `every request was answered ${statuses.join("")}`
    : `its requests were answered ${answers.map(({ status }) => status).join(", ")}`;
}

/** Where a response redirects to; undefined if it does not. */
function targetOfRedirect({ request, response }: Exchange): string | undefined {
  const { status = 0, headers = [] } = response ?? {};
  const location = fieldIn(headers, "location") ?? "";
  return status >= 300 && status <= 399 && URL.canParse(location, request.url)
    ? new URL(location, request.url).href
    : undefined;
}

/** Every request adds `/api/v1`: an address with it is a common mistake. */
function hintAtPath(baseUrl: string): string {
  const path = new URL(baseUrl).pathname;
  const without = path.replace(/\/api(?:\/v1)?\/?$/u, "");
  return without === path ? "" : `: it is without "${path.slice(without.length)}", which each request adds`;
}

/**
 * A base URL whose requests are all sent on to the same path elsewhere is the wrong one: what follows redirects would be
 * judged, and what does not would fail.
 * @throws Untestable with the address to give instead
 */
function assertNotRedirected({ session, target }: RunContext): void {
  const places = new Set<string | undefined>();
  for (const exchange of session.recorder.exchanges()) {
    const { url } = exchange.request;
    if (exchange.response === undefined || !url.startsWith(`${target.baseUrl}/`)) continue;
    const path = url.slice(target.baseUrl.length);
    const place = targetOfRedirect(exchange);
    const isElsewhere = place !== undefined && place.endsWith(path) && place !== url;
    places.add(isElsewhere ? place.slice(0, -path.length) : undefined);
  }
  const [place] = places;
  // one endpoint alone that redirects is for the checks to judge
  if (places.size !== 1 || place === undefined) return;
  throw new Untestable(
    `${target.baseUrl} redirects to ${place}: give that as the base URL, since requests that change something are not sent on`,
  );
}

/** True if every answer is 404, or every one is 401 or 403: a registry finds its own search, and needs no token for it. */
function refusesAll({ target }: RunContext, answers: readonly Answer[]): boolean {
  const refusals = [[404], [401, 403]];
  return (
    target.features.search && refusals.some((some) => answers.every(({ status }) => some.includes(status)))
  );
}

function toRefusing({ target: { baseUrl } }: RunContext, answers: readonly Answer[]): Untestable {
  const statuses = [...new Set(answers.map(({ status }) => status))].join(" or ");
  const what =
    statuses === "404"
      ? "it is not the address of a registry"
      : "something in front of it asks for credentials";
  return new Untestable(
    `${baseUrl} answers ${statuses} to release, search, advisories and capabilities alike: ${what}${hintAtPath(baseUrl)}`,
  );
}

/** One valid response is enough, since any single operation may be broken. */
function looksLikeRegistry(answer: Answer): boolean {
  if (!answer.isJson) return false;
  if (answer.status >= 400) return isSlug(slugOf(answer));
  if (!isSuccess(answer)) return false;
  return answer.exchange.operation === "getCapabilities" || Array.isArray(valueAt(answer.body, "items"));
}
