/**
 * A counting semaphore: a limited number of holders at once. Most places go to those with the highest priority, and every third to
 * the one who has waited longest, so that nobody waits for ever.
 */

export interface Semaphore {
  /** @param priority zero by default; among equals it is first come, first served */
  readonly acquire: (priority?: number) => Promise<void>;
  readonly release: () => void;
  readonly size: () => number;
  /** Changes the size, at least one. Current holders keep their places. */
  readonly resize: (size: number) => void;
}

interface Waiting {
  readonly priority: number;
  readonly admit: () => void;
}

/** Of as many places that become free, one goes to the one who has waited longest. */
const fairShare = 3;

export function createSemaphore(firstSize: number): Semaphore {
  /** In the order in which they came. */
  const waiting: Waiting[] = [];
  let size = firstSize;
  let held = 0;
  let given = 0;

  function takeNext(): Waiting | undefined {
    given += 1;
    if (given % fairShare === 0) return waiting.shift();
    let best = 0;
    for (const [place, { priority }] of waiting.entries())
      if (priority > (waiting[best]?.priority ?? 0)) best = place;
    return waiting.splice(best, 1)[0];
  }

  function admit(): void {
    while (held < size && waiting.length > 0) {
      held += 1;
      takeNext()?.admit();
    }
  }

  return {
    async acquire(priority = 0) {
      if (held < size) {
        held += 1;
        return;
      }
      await new Promise<void>((resolve) => {
        waiting.push({ priority, admit: resolve });
      });
    },
    release() {
      held -= 1;
      admit();
    },
    size: () => size,
    resize(wanted) {
      size = Math.max(1, wanted);
      admit();
    },
  };
}
