/** A clock that skips time in which nothing happens, and that decides what happens next. */
import { setImmediate as turn } from "node:timers/promises";

/** When something that waits may go on. */
export interface Turn {
  /** Milliseconds from now; they are skipped once nothing else can happen earlier. */
  readonly inMs: number;
  /** Of everything that waits, what has the lowest rank goes on first; at equal ranks, what is due first. */
  readonly rank: number;
}

export interface VirtualClock {
  /** Milliseconds since the clock was made, with the skipped time. */
  readonly now: () => number;
  /** Resolves when it is this one's turn: everything else waits too, or has ended. */
  readonly wait: (turn: Turn) => Promise<void>;
  /** Resolves when so many milliseconds are over: really, or because they were skipped. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Runs work during which nothing else gets its turn. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Waiting {
  readonly rank: number;
  readonly dueMs: number;
  readonly resume: () => void;
}

/**
 * Turns of the event loop without a new event before the next one gets its turn: compressing an archive takes a few. If
 * they were too few, another order would result, which is as good as this one.
 */
const quietTurns = 6;

export interface VirtualClockOptions {
  /** True if only skipped time counts, and no time in which something works: then all that happens has its moment for certain. */
  readonly onlySkipped?: boolean;
}

export function createVirtualClock({ onlySkipped = false }: VirtualClockOptions = {}): VirtualClock {
  const origin = performance.now();
  const waiting: Waiting[] = [];
  let skippedMs = 0;
  let underWay = 0;
  let onEnd: (() => void) | undefined;
  let events = 0;
  let isHandingOut = false;

  function now(): number {
    return (onlySkipped ? 0 : performance.now() - origin) + skippedMs;
  }

  async function becomeQuiet(): Promise<void> {
    let seen = events;
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      if (underWay > 0) await new Promise<void>((resolve) => void (onEnd = resolve));
      await turn();
      if (underWay > 0 || events !== seen) quiet = -1;
      seen = events;
    }
  }

  async function handOutTurns(): Promise<void> {
    if (isHandingOut) return;
    isHandingOut = true;
    while (waiting.length > 0) {
      await becomeQuiet();
      // meanwhile the last sleep may have ended by itself
      const next = takeFirst(waiting);
      if (next === undefined) break;
      skippedMs += Math.max(0, next.dueMs - now());
      next.resume();
    }
    isHandingOut = false;
  }

  function add(one: Waiting): void {
    events += 1;
    waiting.push(one);
    void handOutTurns();
  }

  const wait: VirtualClock["wait"] = ({ inMs, rank }) =>
    new Promise((resume) => {
      add({ rank, dueMs: now() + inMs, resume });
    });

  return {
    now,
    wait,
    sleep: async (milliseconds) => {
      if (onlySkipped) return await wait({ inMs: milliseconds, rank: 0 });
      await new Promise<void>((resolve) => {
        const one: Waiting = {
          rank: 0,
          dueMs: now() + milliseconds,
          resume() {
            clearTimeout(timer);
            resolve();
          },
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(one), 1);
          events += 1;
          resolve();
        }, milliseconds);
        add(one);
      });
    },
    async run(work) {
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
        events += 1;
        if (underWay === 0) onEnd?.();
      }
    },
  };
}

function takeFirst(waiting: Waiting[]): Waiting | undefined {
  const [first] = waiting.toSorted((a, b) => a.rank - b.rank || a.dueMs - b.dueMs);
  if (first !== undefined) waiting.splice(waiting.indexOf(first), 1);
  return first;
}
