/**
 * A clock that counts skipped time, and not the time in which something works, and that decides what happens next. So everything has
 * its moment for certain, however busy the machine is.
 */
import { setImmediate as turn } from "node:timers/promises";

/** When something that waits may go on. */
export interface Turn {
  /** Milliseconds from now; they are skipped once nothing else can happen earlier. */
  readonly inMs: number;
  /** Of everything that waits, what has the lowest rank goes on first; at equal ranks, what is due first. */
  readonly rank: number;
}

export interface VirtualClock {
  /** Milliseconds that were skipped since the clock was made, and a tick for each reading. */
  readonly now: () => number;
  /** Resolves when it is this one's turn: everything else waits too, or has ended. */
  readonly wait: (turn: Turn) => Promise<void>;
  /** Resolves when so many milliseconds are over: they were skipped, or readings of the clock have passed them. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Runs work during which nothing else gets its turn. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Waiting {
  readonly rank: number;
  readonly dueMs: number;
  /** True for a sleep, which ends by itself. */
  readonly isSleep: boolean;
  readonly resume: () => void;
}

/**
 * Turns of the event loop without a new event before the next one gets its turn. Nothing may work in another thread meanwhile: then
 * the order would depend on the machine.
 */
const quietTurns = 2;

/**
 * Milliseconds that pass whenever the clock is read. So what happens has an order, and a run takes about as long as one of a fast
 * registry does.
 */
const tickMs = 1;

export function createVirtualClock(): VirtualClock {
  const waiting: Waiting[] = [];
  let nowMs = 0;
  let underWay = 0;
  let onEnd: (() => void) | undefined;
  let events = 0;
  let isHandingOut = false;

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
      nowMs = Math.max(nowMs, next.dueMs);
      next.resume();
    }
    isHandingOut = false;
  }

  async function add({ inMs, rank }: Turn, isSleep: boolean): Promise<void> {
    await new Promise<void>((resume) => {
      events += 1;
      waiting.push({ rank, dueMs: nowMs + inMs, isSleep, resume });
      void handOutTurns();
    });
  }

  /** What is due wakes up, also while something else works all the time. */
  function wakeUp(): void {
    const due = waiting.filter(({ isSleep, dueMs }) => isSleep && dueMs <= nowMs);
    for (const one of due.toSorted((a, b) => a.dueMs - b.dueMs)) {
      waiting.splice(waiting.indexOf(one), 1);
      events += 1;
      one.resume();
    }
  }

  return {
    now() {
      nowMs += tickMs;
      wakeUp();
      return nowMs;
    },
    wait: (turn) => add(turn, false),
    sleep: (milliseconds) => add({ inMs: milliseconds, rank: 0 }, true),
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
