/** Room for so many at once; who finds none waits, first come first served. */

export interface Room {
  readonly enter: () => Promise<void>;
  readonly leave: () => void;
  readonly size: () => number;
  /** Makes the room smaller or larger, between one and what it had at first. Nobody is turned out. */
  readonly resize: (size: number) => void;
}

export function createRoom(most: number): Room {
  const waiting: (() => void)[] = [];
  let size = most;
  let inside = 0;

  function admit(): void {
    while (inside < size) {
      const next = waiting.shift();
      if (next === undefined) return;
      inside += 1;
      next();
    }
  }

  return {
    async enter() {
      if (inside < size) {
        inside += 1;
        return;
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    },
    leave() {
      inside -= 1;
      admit();
    },
    size: () => size,
    resize(wanted) {
      size = Math.min(most, Math.max(1, wanted));
      admit();
    },
  };
}
