/** A worker thread of the self-test: receives tasks and sends answers. */
import { parentPort } from "node:worker_threads";
import { type ConfirmationTask, runConfirmation } from "./confirmations.ts";
import { runSelftestTask, type SelftestTask } from "./task.ts";

parentPort?.on("message", (task: SelftestTask | ConfirmationTask) => {
  const answering = "confirms" in task ? runConfirmation(task) : runSelftestTask(task);
  answering.then(
    (answer: unknown) => parentPort?.postMessage({ answer }),
    (error: unknown) =>
      parentPort?.postMessage({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});
