/** Verifies several directories at once: one on each core. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { UsageError } from "./command.ts";
import { type Governance, type VerifiedFolder, verifyFolder } from "./verify-folder.ts";

/** Each needs memory for a whole run. */
const maxWorkers = 4;

/**
 * As `verifyFolder`, for each directory.
 * @param onBegin called with each directory when its turn comes
 * @returns in the order of the directories
 */
export async function verifyFolders(
  folders: readonly string[],
  governance: Governance,
  onBegin: (folder: string) => void,
): Promise<readonly VerifiedFolder[]> {
  const results: VerifiedFolder[] = [];
  let next = 0;
  const work = async (verifyOne: VerifyOne): Promise<void> => {
    for (let place = next++; place < folders.length; place = next++) {
      const folder = folders[place] ?? "";
      onBegin(folder);
      results[place] = await verifyOne(folder, governance);
    }
  };
  const size = Math.min(maxWorkers, availableParallelism(), folders.length);
  // Node runs no TypeScript in a worker
  if (size < 2 || import.meta.url.endsWith(".ts")) await work(verifyFolder);
  else await Promise.all(Array.from({ length: size }, () => inWorker(work)));
  return results;
}

type VerifyOne = (folder: string, governance: Governance) => Promise<VerifiedFolder>;

async function inWorker(work: (verifyOne: VerifyOne) => Promise<void>): Promise<void> {
  const worker = new Worker(new URL("./verify-worker.js", import.meta.url));
  try {
    await work(async (folder, governance) => await ask(worker, { folder, governance }));
  } finally {
    await worker.terminate();
  }
}

interface Answer {
  readonly verified?: VerifiedFolder;
  readonly failure?: { readonly name: string; readonly message: string };
}

/** @throws UsageError if a file of the directory cannot be read */
function ask(worker: Worker, task: object): Promise<VerifiedFolder> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", ({ verified, failure }: Answer) => {
      worker.off("error", reject);
      if (verified !== undefined) resolve(verified);
      else
        reject(
          failure?.name === "UsageError" ? new UsageError(failure.message) : new Error(failure?.message),
        );
    });
    worker.postMessage(task);
  });
}
