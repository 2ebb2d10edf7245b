/** The three ways a check ends early. Anything else that is thrown is a bug of the suite. */
import type { Finding } from "../schemas/report.ts";

/** An assertion about the registry did not hold: the check has `failed`. */
export class ExpectationFailed extends Error {
  override readonly name = "ExpectationFailed";
  readonly finding: Omit<Finding, "rule">;

  constructor(finding: Omit<Finding, "rule">) {
    super(`got ${finding.got}, expected ${finding.expected}`);
    this.finding = finding;
  }
}

/** Set-up did not succeed, or the network did not carry us: the check is `blocked` by this cause. */
export class Blocked extends Error {
  override readonly name = "Blocked";
  /** The exchange at the root of it. */
  readonly exchange: string | undefined;
  /** True where the network failed, so that a second try of the whole check makes sense. */
  readonly network: boolean;
  /** The status of the answer that stands at the root, where there was one. */
  readonly status: number | undefined;

  constructor(cause: string, details: { exchange?: string; network?: boolean; status?: number } = {}) {
    super(cause);
    this.exchange = details.exchange;
    this.network = details.network ?? false;
    this.status = details.status;
  }
}

/** Something the check needs was not configured or is not offered: the check is `skipped`, and this names the key. */
export class Skipped extends Error {
  override readonly name = "Skipped";
  /** True where the target declares the feature as not offered. */
  readonly notOffered: boolean;

  constructor(reason: string, notOffered = false) {
    super(reason);
    this.notOffered = notOffered;
  }
}

/** What the work gives, or undefined where it needs something that the target does not have. */
export async function unlessSkipped<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Skipped) return undefined;
    throw error;
  }
}

/** How often a scenario or a set-up is tried when the network fails in it. */
const networkTries = 3;

/**
 * Starts over where the network failed, with fresh names wherever they are not fixed, so that a lost answer costs nothing but time.
 * @param onRepeat called before each further try
 * @throws what the last try threw
 */
export async function repeatOnNetworkFailure<T>(
  attempt: () => Promise<T>,
  onRepeat: () => void = () => {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const isNetwork = error instanceof Blocked && error.network;
      if (!isNetwork || tries >= networkTries) throw error;
      onRepeat();
    }
  }
}
