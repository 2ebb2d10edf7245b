import { expect, test } from "vitest";
import { announceWaits, type Wait } from "./announce-waits.ts";
import type { Transport } from "./transport.ts";

/** A transport that neither sends nor waits. */
const idle: Transport = {
  live: true,
  send: () => Promise.resolve({ failure: "not sent", startedAtMs: 0, durationMs: 0 }),
  sleep: () => Promise.resolve(),
  now: () => performance.now(),
  close: () => Promise.resolve(),
};

test("a wait is told once while it lasts, with its reason and its whole length", async () => {
  const told: Wait[] = [];
  const transport = announceWaits(idle, 30_000, (wait) => told.push(wait));
  await transport.sleep(60_000, "a", { reason: "as Retry-After says" });
  await transport.sleep(60_000, "b", { reason: "as Retry-After says" });
  await transport.sleep(1_000, "c", { reason: "for a change", milliseconds: 5_000 });
  await transport.sleep(1_000, "d", { reason: "too short to tell" });
  await transport.sleep(60_000, "e");
  expect(told).toEqual([
    { milliseconds: 60_000, reason: "as Retry-After says" },
    { milliseconds: 5_000, reason: "for a change" },
  ]);
});

test("a response that comes at once is not told", async () => {
  const told: Wait[] = [];
  const transport = announceWaits(idle, 30_000, (wait) => told.push(wait));
  await transport.send(
    { method: "GET", url: "http://127.0.0.1/x?signature=1", headers: [], maxBytes: 1 },
    "a",
  );
  expect(told).toEqual([]);
});
