/** Which race may hold places: a race that got only some of its places would keep them until it has the others. */
import type { Barrier } from "./barrier.ts";
import { createSemaphore } from "./semaphore.ts";

export interface Races {
  /** Waits until no other race holds places for requests that have not been sent. */
  readonly begin: (barrier: Barrier) => Promise<void>;
  /** The number of places has changed. */
  readonly check: () => void;
}

/** Only one race at a time waits for places: two that hold some of them would wait for each other for ever. */
export function createRaces(): Races {
  const turns = createSemaphore(1);
  const begun = new WeakMap<Barrier, Promise<void>>();
  let current: Barrier | undefined;

  async function take(barrier: Barrier): Promise<void> {
    await turns.acquire();
    current = barrier;
    void barrier.opened.then(turns.release);
  }

  return {
    begin(barrier) {
      const turn = begun.get(barrier) ?? take(barrier);
      begun.set(barrier, turn);
      return turn;
    },
    check: () => current?.check(),
  };
}
