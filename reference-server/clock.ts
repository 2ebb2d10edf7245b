/** The source of the time, in milliseconds since 1970. */
export interface Clock {
  readonly now: () => number;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };
