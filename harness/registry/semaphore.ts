/** A counting semaphore: a limited number of holders at once; the others wait, first come, first served. */

export interface Semaphore {
  readonly acquire: () => Promise<void>;
  readonly release: () => void;
  readonly size: () => number;
  /** Changes the size, at least one. Current holders keep their places. */
  readonly resize: (size: number) => void;
}

export function createSemaphore(firstSize: number): Semaphore {
  const waiting: (() => void)[] = [];
  let size = firstSize;
  let held = 0;

  function admit(): void {
    while (held < size) {
      const next = waiting.shift();
      if (next === undefined) return;
      held += 1;
      next();
    }
  }

  return {
    async acquire() {
      if (held < size) {
        held += 1;
        return;
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
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
