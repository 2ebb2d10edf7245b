/** How long a run had nothing under way because a limiter held back all that was to be sent. */

export interface IdleTime {
  /** One more, or one less, waits for a limiter. */
  readonly waiting: (change: 1 | -1) => void;
  readonly underWay: (change: 1 | -1) => void;
  /** Total time in which a request waited and none was under way. */
  readonly milliseconds: () => number;
}

/** @param now the clock, in milliseconds */
export function createIdleTime(now: () => number): IdleTime {
  let waiting = 0;
  let underWay = 0;
  let since: number | undefined;
  let total = 0;

  function update(): void {
    const isIdle = waiting > 0 && underWay === 0;
    if (!isIdle && since !== undefined) total += now() - since;
    since = isIdle ? (since ?? now()) : undefined;
  }

  return {
    waiting(change) {
      waiting += change;
      update();
    },
    underWay(change) {
      underWay += change;
      update();
    },
    milliseconds: () => total + (since === undefined ? 0 : now() - since),
  };
}
