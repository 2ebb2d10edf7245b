import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { beforeDeadline } from "./deadline.ts";

/** Nothing happens in this process meanwhile, as if the machine slept. */
function stopProcess(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test("what has arrived while the process was stopped is read, however long that was", async () => {
  const timeoutMs = 50;
  const arrived = beforeDeadline({ timeoutMs }, async () => {
    // the timers run first as soon as the process goes on
    await turn();
    stopProcess(4 * timeoutMs);
    await turn();
    await turn();
    return "arrived";
  });
  expect(await arrived).toBe("arrived");
});
