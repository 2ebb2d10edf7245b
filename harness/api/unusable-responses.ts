/** Responses that no client can use, also in a further try: they are wrong in themselves, and not lost on the way. */
import type { Exchange } from "../../schemas/report.ts";
import { placeOfBreak } from "../transport/connection-errors.ts";
import { codingOfFailure } from "../transport/content-coding.ts";
import type { WireRequest } from "../transport/transport.ts";
import { isRepeatable, scenarioTries } from "./gateway.ts";
import type { Actor } from "./session.ts";

/** Tries of a request whose responses all break off: a bad network breaks one of ten at most, and not five in a row. */
const breakTries = 5;

/** How one request has ended so far. */
interface Unanswered {
  readonly request: WireRequest;
  /** The operation and how many of it the scenario sent before. */
  readonly place: string;
  /** Tries before this one that had no usable response. */
  readonly failures: number;
  /** How many of them in a row, up to this one, broke off. */
  breaks: number;
}

/**
 * Counts a try without a usable response.
 * @returns true for a body that is not in its content coding, if the second try has one too, and for the last of many that broke off: each
 *   in this request, or in each try of the scenario if the request cannot be repeated alone
 */
export function isUnusable({ failure }: Exchange, actor: Actor, progress: Unanswered): boolean {
  const { request, place, failures } = progress;
  const mayRepeat = isRepeatable(request);
  if (codingOfFailure(failure) !== undefined) return failures > 0 || !mayRepeat;
  const isBreak = placeOfBreak(failure) !== undefined;
  progress.breaks = isBreak ? progress.breaks + 1 : 0;
  if (!isBreak) return false;
  if (mayRepeat) return progress.breaks >= breakTries;
  const met = (actor.breaks.get(place) ?? 0) + 1;
  actor.breaks.set(place, met);
  return met >= scenarioTries;
}

/** How often a request is sent if the network fails: oftener while all of its responses broke off. */
export function triesOf(
  { networkTries }: Pick<Actor, "networkTries">,
  { failures, breaks }: Pick<Unanswered, "failures" | "breaks">,
): number {
  // the preflight has one try
  return networkTries > 1 && breaks === failures ? Math.max(networkTries, breakTries) : networkTries;
}
