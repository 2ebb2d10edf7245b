/** A fixed number of worker threads that run the tasks of the self-test. */
import { Worker } from "node:worker_threads";
import type { Confirmation, ConfirmationTask } from "./confirmations.ts";
import type { SelftestAnswer, SelftestTask } from "./task.ts";

/** What a worker answers to each kind of task. */
type AnswerTo<Task> = Task extends ConfirmationTask ? readonly Confirmation[] : SelftestAnswer;

/**
 * Runs all tasks; the answers come in the order of the tasks.
 * @param onDone called after each task with the number of finished tasks, and with the answers that there are
 * @throws Error with the worker's message if a task caused an error in the suite itself
 */
export async function runTasks<Task extends SelftestTask | ConfirmationTask>(
  tasks: readonly Task[],
  workers: number,
  onDone: (done: number, answers: readonly (AnswerTo<Task> | undefined)[]) => void,
): Promise<readonly AnswerTo<Task>[]> {
  const answers: AnswerTo<Task>[] = [];
  // from the end: the longest runs are last in the plan, and must not start last
  let next = tasks.length;
  let done = 0;

  async function work(): Promise<void> {
    const worker = startWorker();
    try {
      for (let index = --next; index >= 0; index = --next) {
        const task = tasks[index];
        if (task === undefined) return;
        answers[index] = await ask(worker, task);
        onDone((done += 1), answers);
      }
    } finally {
      await worker.terminate();
    }
  }

  await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, work));
  return answers;
}

/** MiB for objects that live briefly, such as exchanges: with more than Node's own limit, a run is a twentieth faster. */
const youngMiB = 256;

function startWorker(): Worker {
  // next to this file, and compiled if this file is
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new Worker(new URL(`./worker.${extension}`, import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: youngMiB },
  });
}

function ask<Task extends SelftestTask | ConfirmationTask>(
  worker: Worker,
  task: Task,
): Promise<AnswerTo<Task>> {
  return new Promise((resolve, reject) => {
    function onMessage(message: { readonly answer?: AnswerTo<Task>; readonly error?: string }): void {
      worker.off("error", reject);
      if (message.answer !== undefined) resolve(message.answer);
      else
        reject(
          new Error(
            `Self-test ${JSON.stringify(["confirms" in task ? task.confirms : task.faults, task.choices])} caused an error in the suite: ${message.error ?? "unknown"}`,
          ),
        );
    }
    worker.once("message", onMessage);
    worker.once("error", reject);
    worker.postMessage(task);
  });
}
