/** Where shared set-ups are built and kept. */
import { repeatOnNetworkFailure } from "../outcome.ts";
import { isQuick, restartScenario } from "../api/session.ts";
import { createContext, type GivenContext, restartOf, type RunContext, toSuffix } from "./context.ts";
import { deriveWord } from "../seed.ts";
import type { SetUp, SetUpPlace, SetUps } from "./given.ts";

/**
 * The set-up of a situation: built by the first actor that asks. A check that has restarted gets its own, and so do the set-ups that this
 * one is made of: what the check lost may have been applied to those before.
 */
export async function situationSetUp<T>(
  context: GivenContext,
  { key, setUps }: SetUpPlace<T>,
  build: (own: GivenContext) => Promise<T>,
): Promise<T> {
  const restart = restartOf(context);
  const ownKey = restart === undefined ? key : `${key}.${deriveWord(4, restart.id)}`;
  return await sharedSetUp(context, { key: ownKey, setUps }, (own) =>
    build(restart === undefined ? own : { ...own, restart }),
  );
}

/** The set-up at a place: built by the first actor that asks. */
export async function sharedSetUp<T>(
  context: GivenContext,
  place: SetUpPlace<T>,
  build: (own: GivenContext) => Promise<T>,
): Promise<T> {
  const id = toSetUpId(place.key, context);
  const known = knownSetUps(context.run, id, place.setUps);
  let setUp = known.get(id);
  if (setUp === undefined) {
    const own = { ...createContext(context.run, id, context.form, context.half), keepsSetUps: true };
    setUp = repeatOnNetworkFailure(
      () => build(own),
      () => restartScenario(own.run.session, own.actor),
      () => isQuick(own.actor),
    ).then((value) => ({ value, actor: own.actor }));
    known.set(id, setUp);
  }
  const { value, actor } = await setUp;
  for (const exchange of actor.exchanges)
    if (!context.actor.exchanges.includes(exchange)) context.actor.exchanges.push(exchange);
  if (actor.usesHalf) context.actor.usesHalf = true;
  context.actor.nowMs = Math.max(context.actor.nowMs, actor.nowMs);
  return value;
}

/** Keeps a set-up that was built in another way, for everybody who asks for it later. */
export function keepSetUp<T>(context: GivenContext, place: SetUpPlace<T>, value: Promise<T>): void {
  const id = toSetUpId(place.key, context);
  const setUp = value.then((built) => ({ value: built, actor: context.actor }));
  // each check that asks for it gets the error; it is not unhandled if no check asks
  setUp.catch(() => {});
  knownSetUps(context.run, id, place.setUps).set(id, setUp);
}

/** The id of the actor that builds the set-up of a key for one form of names and one half. */
export function toSetUpId(key: string, place: Pick<GivenContext, "form" | "half">): string {
  return `given/${key}${toSuffix(place)}`;
}

/** @throws where two set-ups have one key: their actors could not be told apart */
function knownSetUps<T>(run: RunContext, id: string, setUps: SetUps<T>): Map<string, Promise<SetUp<T>>> {
  const owner = run.setUpKeys.get(id) ?? setUps;
  if (owner !== setUps) throw new Error(`Two set-ups have the key "${id}"`);
  run.setUpKeys.set(id, setUps);
  const known = setUps.get(run) ?? new Map<string, Promise<SetUp<T>>>();
  setUps.set(run, known);
  return known;
}
