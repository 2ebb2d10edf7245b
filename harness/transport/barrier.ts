/** Concurrent requests that really are under way at once: each waits until the others may be sent too. */

/** Where the requests of one race wait for each other. */
export interface Barrier {
  /**
   * Waits until all requests have arrived, have ended without arriving, or fill all places.
   * @param places how many requests may be under way at once, asked again whenever anything changes
   */
  readonly arrive: (places: () => number) => Promise<void>;
  /** A request has ended, with or without having been sent. */
  readonly end: () => void;
  /** Looks again whether the requests may be sent: the number of places has changed. */
  readonly check: () => void;
  /** Resolves as soon as the requests may be sent. */
  readonly opened: Promise<void>;
}

/** @param count how many requests are expected */
export function createBarrier(count: number): Barrier {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let arrived = 0;
  let ended = 0;
  let room = (): number => count;

  function check(): void {
    if (arrived + ended >= count || (arrived > 0 && arrived >= room())) open();
  }

  return {
    arrive(places) {
      arrived += 1;
      room = places;
      check();
      return opened;
    },
    end() {
      // before it opens, a request that has arrived cannot end
      ended += 1;
      check();
    },
    check,
    opened,
  };
}
