/** Runs work with the same key one after the other. */
export interface Locks {
  readonly run: <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;
}

/** Queues of waiting work, one per key, removed when they are empty. */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<void>>();
  return {
    run: async (key, work) => {
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(work);
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      tails.set(key, settled);
      try {
        return await mine;
      } finally {
        if (tails.get(key) === settled) tails.delete(key);
      }
    },
  };
}
