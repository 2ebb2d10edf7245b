/** A worker thread of the self-test: receives tasks and sends answers. */
import { parentPort } from "node:worker_threads";
import { runSelftestTask, type SelftestTask } from "./task.ts";

parentPort?.on("message", (task: SelftestTask) => {
  runSelftestTask(task).then(
    (answer) => parentPort?.postMessage({ answer }),
    (error: unknown) =>
      parentPort?.postMessage({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});
