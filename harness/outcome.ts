/** The three ways a check ends early. Anything else that is thrown is a bug of the suite. */
import type { Finding } from "../schemas/report.ts";
import type { BrokenRule } from "./expect/broken-rules.ts";

/** An assertion about the registry did not hold: the check has `failed`. */
export class ExpectationFailed extends Error {
  override readonly name = "ExpectationFailed";
  readonly finding: Omit<Finding, "rule">;
  /** Further findings of a check that judges many exchanges. */
  readonly others: readonly Omit<Finding, "rule">[];

  constructor(finding: Omit<Finding, "rule">, others: readonly Omit<Finding, "rule">[] = []) {
    super(`got ${finding.got}, expected ${finding.expected}`);
    this.finding = finding;
    this.others = others;
  }
}

/** Set-up or the network failed: the check is `blocked` by this cause. */
export class Blocked extends Error {
  override readonly name = "Blocked";
  /** The exchange that is the root cause. */
  readonly exchange: string | undefined;
  /** True if another try may succeed: the network failed, or an upload expired while the run waited. */
  readonly isTransient: boolean;
  /** The status of the answer that is the root cause, if there is one. */
  readonly status: number | undefined;
  /** The problem of that answer. */
  readonly slug: string | undefined;
  /** The milliseconds that a rate limiter asked for, if they are more than a run waits. */
  readonly limitedMs: number | undefined;
  /** The rule for every response that the root cause breaks, if a check would have failed for it otherwise. */
  readonly owner: BrokenRule | undefined;

  constructor(
    cause: string,
    details: {
      exchange?: string;
      isTransient?: boolean;
      status?: number;
      slug?: string | undefined;
      limitedMs?: number;
      owner?: BrokenRule;
    } = {},
  ) {
    super(cause);
    this.exchange = details.exchange;
    this.isTransient = details.isTransient ?? false;
    this.status = details.status;
    this.slug = details.slug;
    this.limitedMs = details.limitedMs;
    this.owner = details.owner;
  }
}

/** What ends a check where another rule owns what was found, and fails for it. */
export function blockedBy(owner: BrokenRule): Blocked {
  const { expected, got, exchange } = owner.finding;
  return new Blocked(
    `rests on a failure above: the response breaks ${owner.id}: got ${got}, expected ${expected}`,
    {
      ...(exchange === undefined ? {} : { exchange }),
      owner,
    },
  );
}

/** Something that the check needs is not configured or not offered: the check is `skipped`, and the message names the key. */
export class Skipped extends Error {
  override readonly name = "Skipped";
  /** True if the target declares the feature as not offered. */
  readonly notOffered: boolean;

  constructor(reason: string, notOffered = false) {
    super(reason);
    this.notOffered = notOffered;
  }
}

/**
 * A registry that offers nothing that the requirement is about: the check is `skipped` with that reason, and leaves the run's verdict
 * as it is, since the registry is free to offer nothing there.
 */
export function nothingToJudge(reason: string): Skipped {
  return new Skipped(`nothing to judge: ${reason}`, true);
}

/**
 * What only a key of the target file makes testable, and nobody has to give: the check is `skipped`, and leaves the run's verdict as it is.
 * @param key such as `limits.largestArchive`
 * @param what what it needs, if the key alone does not say that
 */
export function optional(key: string, what = ""): Skipped {
  return new Skipped(`optional: set "${key}" in the target file${what} to test this`, true);
}

/** The result of `work`, or undefined if it needs something that the target does not have. */
export async function undefinedIfSkipped<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}

/** The result, or undefined if the work is skipped or blocked: for a set-up that has another way. */
export async function undefinedIfNotPossible<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Skipped || (error instanceof Blocked && !error.isTransient)) return undefined;
    throw error;
  }
}

/** Tries of a scenario or a set-up if the network fails in it, and the maximum of those that cost little time. */
const networkTries = 3;
const maxQuickTries = 6;

/**
 * Restarts if the network failed, with new names unless they are fixed, so that a lost answer costs only time.
 * @param onRepeat called before each further try
 * @param isQuick true while the tries have taken little time: a long scenario loses an answer in many of its tries
 * @throws the error of the last try
 */
export async function repeatOnNetworkFailure<T>(
  attempt: () => Promise<T>,
  onRepeat: () => void = () => {},
  isQuick: () => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const isTransient = error instanceof Blocked && error.isTransient;
      if (!isTransient || tries >= (isQuick() ? maxQuickTries : networkTries)) throw error;
      onRepeat();
    }
  }
}
