import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { beforeDeadline } from "./deadline.ts";
import { createLiveTransport } from "./live-transport.ts";
import { forgetProxies } from "./proxies.test.fixture.ts";

beforeEach(forgetProxies);

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

test("a response to a process that has time only now and then is read", async () => {
  const timeoutMs = 500;
  const server = createServer((_request, response) => {
    void (async () => {
      for (let stop = 0; stop < 4; stop += 1) {
        stopProcess(timeoutMs);
        await turn();
        await turn();
      }
      response.end("arrived");
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const transport = createLiveTransport({ timeoutMs, trusted: [url], allowPrivate: false });
  const { failure, response } = await transport.send(
    { method: "GET", url, headers: [], maxBytes: 1_000 },
    "a#0",
  );
  await transport.close();
  expect(failure).toBeUndefined();
  expect(Buffer.from(response?.body ?? []).toString()).toBe("arrived");
});
