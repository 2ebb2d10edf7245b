/** Set-ups that several checks share, each built once per run, key and form of names. */
import { repeatOnNetworkFailure } from "../outcome.ts";
import type { Registry } from "../registry/registry.ts";
import { type Actor, restartScenario } from "../registry/session.ts";
import type { Target } from "../target-file/target.ts";
import { createContext, type GivenContext, type RunContext } from "./context.ts";
import type { Given, Settle } from "./given.ts";

/** What a situation is built with: tools of its own actor, under the names that checks know them by. */
export interface SituationTools {
  readonly given: Given;
  readonly registry: Registry;
  readonly target: Target;
  readonly settle: Settle;
}

/** A shared set-up. The first check that asks for it builds it; all of them get the same value. */
export type Situation<T, Arguments extends readonly unknown[] = []> = (
  given: Given,
  ...about: Arguments
) => Promise<T>;

/**
 * A set-up that several checks only look at. It has an actor and exchanges of its own, so that it does not matter which check
 * asks first.
 * @param key the same for the same set-up, or a function of the arguments; the form of names is added
 * @param build gets the arguments after the tools
 */
export function situation<T, Arguments extends readonly unknown[] = []>(
  key: string | ((...about: Arguments) => string),
  build: (tools: SituationTools, ...about: Arguments) => Promise<T>,
): Situation<T, Arguments> {
  const setUps: SetUps<T> = new WeakMap();
  return (given, ...about) => {
    const own = typeof key === "string" ? key : key(...about);
    return given.shared({ key: own, setUps }, (tools) => build(tools, ...about));
  };
}

/** Set-ups of one type, by run and then by key and form. */
export type SetUps<T> = WeakMap<RunContext, Map<string, Promise<SetUp<T>>>>;

interface SetUp<T> {
  readonly value: T;
  readonly actor: Actor;
}

/** Which set-up is meant, and where it is kept. */
export interface SetUpPlace<T> {
  readonly key: string;
  readonly setUps: SetUps<T>;
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
    const own = createContext(context.run, id, context.form);
    setUp = repeatOnNetworkFailure(
      () => build(own),
      () => restartScenario(own.run.session, own.actor),
    ).then((value) => ({ value, actor: own.actor }));
    known.set(id, setUp);
  }
  const { value, actor } = await setUp;
  for (const exchange of actor.exchanges)
    if (!context.actor.exchanges.includes(exchange)) context.actor.exchanges.push(exchange);
  context.actor.nowMs = Math.max(context.actor.nowMs, actor.nowMs);
  return value;
}

/** Keeps a set-up that was built in another way, for everybody who asks for it later. */
export function keepSetUp<T>(context: GivenContext, place: SetUpPlace<T>, value: Promise<T>): void {
  const id = toSetUpId(place.key, context);
  const setUp = value.then((built) => ({ value: built, actor: context.actor }));
  // whoever asks for it gets the error; nobody may
  setUp.catch(() => {});
  knownSetUps(context.run, id, place.setUps).set(id, setUp);
}

/** The id of the actor that builds the set-up of a key for one form of names. */
export function toSetUpId(key: string, { form }: Pick<GivenContext, "form">): string {
  return `given/${key}.${form}`;
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
