/**
 * Which requests are under way. Any answer can bring a secret, and a registry can send that secret in another answer that comes
 * first. So what has been received is written and quoted only once every request that was under way then has ended.
 */

export interface UnderWay {
  /** Begins a request; the result ends it, once its secrets are known. */
  readonly begin: () => () => void;
  /**
   * Does work as soon as all requests that are under way now have ended: at once if there are none, else in the order of the
   * calls.
   */
  readonly afterwards: (work: () => void) => void;
  readonly isIdle: () => boolean;
  /** Does all work that is left, and none that comes later: the run is over. */
  readonly finish: () => void;
}

interface Work {
  /** The last request that had begun. */
  readonly latest: number;
  readonly work: () => void;
}

export function createUnderWay(): UnderWay {
  /** In the order in which they began. */
  const open = new Set<number>();
  const waiting: Work[] = [];
  let begun = 0;
  let isOver = false;

  function doDue(): void {
    const [oldest = Number.POSITIVE_INFINITY] = open;
    const end = waiting.findIndex(({ latest }) => latest >= oldest);
    for (const { work } of waiting.splice(0, end === -1 ? waiting.length : end)) work();
  }

  return {
    begin() {
      const own = (begun += 1);
      open.add(own);
      return () => {
        if (open.delete(own)) doDue();
      };
    },
    afterwards(work) {
      if (isOver) return;
      waiting.push({ latest: begun, work });
      doDue();
    },
    isIdle: () => open.size === 0,
    finish() {
      open.clear();
      doDue();
      isOver = true;
    },
  };
}

/** Waits until all requests have ended that are under way now. */
export async function allEnded({ isIdle, afterwards }: UnderWay): Promise<void> {
  if (!isIdle()) await new Promise<void>(afterwards);
}
