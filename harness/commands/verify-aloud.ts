/** Verifies directories, and tells on standard error how far that is. */
import type { ProgressState } from "../../reports/progress.ts";
import { createProgress, type ProgressStream } from "./progress.ts";
import { type Governance, type VerifiedFolder, verifyFolder } from "./verify-folder.ts";
import { verifyFolders } from "./verify-folders.ts";

/** A log gets a line only after so long a silence: most verifications are over before. */
const maxSilenceMs = 5_000;

interface Teller {
  readonly begin: (folder: string) => void;
  readonly show: (folder: string, state: ProgressState) => void;
  readonly end: () => void;
}

/**
 * Tells how far the verification of some directories is, as one.
 * @param count how many there are
 * @param now milliseconds
 */
export function createTeller(
  count: number,
  stream: ProgressStream = process.stderr,
  now: () => number = () => performance.now(),
): Teller {
  const progress = createProgress(false, stream);
  const states = new Map<string, ProgressState>();
  let lastMs = now();
  return {
    begin(folder) {
      progress.tell(`verifying ${folder}`);
      lastMs = now();
    },
    show(folder, state) {
      states.set(folder, state);
      if (stream.isTTY !== true && now() - lastMs < maxSilenceMs) return;
      lastMs = now();
      progress.show(count === 1 ? state : addStates([...states.values()], count));
    },
    end: progress.end,
  };
}

/** Several verifications as one. What has not begun counts as much as one that has. */
function addStates(states: readonly ProgressState[], count: number): ProgressState {
  const sum = (of: (state: ProgressState) => number): number =>
    states.reduce((total, state) => total + of(state), 0);
  const done = states.filter(({ checksDone, checksTotal }) => checksDone === checksTotal).length;
  return {
    checksDone: sum((state) => state.checksDone),
    checksTotal: Math.round((sum((state) => state.checksTotal) * count) / Math.max(1, states.length)),
    chapter: `${done} of ${count} reports`,
    requests: sum((state) => state.requests),
    failed: 0,
    limiterWaitMs: 0,
    elapsedMs: Math.max(0, ...states.map(({ elapsedMs }) => elapsedMs)),
  };
}

/** As `verifyFolder`. */
export async function verifyAloud(folder: string, governance: Governance): Promise<VerifiedFolder> {
  const teller = createTeller(1);
  teller.begin(folder);
  try {
    return await verifyFolder(folder, governance, (state) => teller.show(folder, state));
  } finally {
    teller.end();
  }
}

/** As `verifyFolders`. */
export async function verifyAllAloud(
  folders: readonly string[],
  governance: Governance,
): Promise<readonly VerifiedFolder[]> {
  const teller = createTeller(folders.length);
  try {
    return await verifyFolders(folders, governance, teller);
  } finally {
    teller.end();
  }
}
