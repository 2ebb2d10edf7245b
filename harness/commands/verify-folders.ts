/** Verifies several directories at once: one on each core. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { RunProgress } from "../plan/run-plan.ts";
import { UsageError } from "./command.ts";
import { type Governance, type VerifiedFolder, verifyFolder } from "./verify-folder.ts";

/** Each needs memory for a whole run. */
const maxWorkers = 4;

/** What is said of each directory. */
export interface Listener {
  /** Its turn comes. */
  readonly begin: (folder: string) => void;
  readonly show: (folder: string, progress: RunProgress) => void;
}

/**
 * As `verifyFolder`, for each directory.
 * @returns in the order of the directories
 */
export async function verifyFolders(
  folders: readonly string[],
  governance: Governance,
  listener: Listener,
): Promise<readonly VerifiedFolder[]> {
  const results: VerifiedFolder[] = [];
  let next = 0;
  const work = async (verifyOne: VerifyOne): Promise<void> => {
    for (let place = next++; place < folders.length; place = next++) {
      const folder = folders[place] ?? "";
      listener.begin(folder);
      results[place] = await verifyOne(folder, governance, (state) => listener.show(folder, state));
    }
  };
  const size = Math.min(maxWorkers, availableParallelism(), folders.length);
  // Node runs no TypeScript in a worker
  if (size < 2 || import.meta.url.endsWith(".ts")) await work(verifyFolder);
  else await Promise.all(Array.from({ length: size }, () => inWorker(work)));
  return results;
}

type VerifyOne = (
  folder: string,
  governance: Governance,
  onProgress: (progress: RunProgress) => void,
) => Promise<VerifiedFolder>;

async function inWorker(work: (verifyOne: VerifyOne) => Promise<void>): Promise<void> {
  const worker = new Worker(new URL("./verify-worker.js", import.meta.url));
  try {
    await work(
      async (folder, governance, onProgress) => await ask(worker, { folder, governance }, onProgress),
    );
  } finally {
    await worker.terminate();
  }
}

/** What a worker says: how far it is, and in the end what it found. */
interface Answer {
  readonly progress?: RunProgress;
  readonly verified?: VerifiedFolder;
  readonly failure?: { readonly name: string; readonly message: string };
}

/** @throws UsageError if a file of the directory cannot be read */
function ask(
  worker: Worker,
  task: object,
  onProgress: (progress: RunProgress) => void,
): Promise<VerifiedFolder> {
  return new Promise((resolve, reject) => {
    const hear = ({ progress, verified, failure }: Answer): void => {
      if (progress !== undefined) return onProgress(progress);
      worker.off("error", reject);
      worker.off("message", hear);
      if (verified !== undefined) resolve(verified);
      else
        reject(
          failure?.name === "UsageError" ? new UsageError(failure.message) : new Error(failure?.message),
        );
    };
    worker.once("error", reject);
    worker.on("message", hear);
    worker.postMessage(task);
  });
}
