/** Set-ups that several checks share, each built once per run, key and form of names. */
import type { Given, SetUps, SituationTools } from "./given.ts";

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
