/** A worker thread that verifies directories. */
import { parentPort } from "node:worker_threads";
import type { RunProgress } from "../plan/run-plan.ts";
import { type Governance, verifyFolder } from "./verify-folder.ts";

/** Nobody reads faster, and each message costs. */
const minPauseMs = 200;

parentPort?.on(
  "message",
  ({ folder, governance }: { readonly folder: string; readonly governance: Governance }) => {
    let lastMs = 0;
    const tell = (progress: RunProgress): void => {
      const isEnd = progress.checksDone === progress.checksTotal;
      if (!isEnd && performance.now() - lastMs < minPauseMs) return;
      lastMs = performance.now();
      parentPort?.postMessage({ progress });
    };
    verifyFolder(folder, governance, tell).then(
      (verified) => parentPort?.postMessage({ verified }),
      (error: unknown) =>
        parentPort?.postMessage({
          failure:
            error instanceof Error
              ? { name: error.name, message: error.message }
              : { name: "Error", message: String(error) },
        }),
    );
  },
);
