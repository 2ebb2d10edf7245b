import { expect, test } from "vitest";
import { type Circuit, createCircuit, type CircuitOutcome } from "./circuit.ts";

interface Rig {
  readonly circuit: Circuit;
  readonly slept: number[];
  readonly clock: { now: number };
  /** What the registry does with the next requests. */
  readonly registry: { circuitOutcome: CircuitOutcome; asked: number };
  readonly send: (kind?: string) => Promise<{ readonly circuitOutcome: CircuitOutcome } | undefined>;
}

function createRig(threshold: number, kinds: number): Rig {
  const clock = { now: 0 };
  const slept: number[] = [];
  const registry = { circuitOutcome: "unanswered" as CircuitOutcome, asked: 0 };
  const circuit = createCircuit({
    threshold,
    kinds,
    now: () => clock.now,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      clock.now += milliseconds;
      return Promise.resolve();
    },
  });
  const send: Rig["send"] = (kind = "reads") =>
    circuit(kind, () => {
      registry.asked += 1;
      return Promise.resolve({ circuitOutcome: registry.circuitOutcome });
    });
  return { circuit, slept, clock, registry, send };
}

test("a registry that answers is never kept waiting", async () => {
  const { send, registry, slept } = createRig(2, 1);
  registry.circuitOutcome = "answered";
  for (let round = 0; round < 10; round++) await send();
  expect([registry.asked, slept]).toEqual([10, []]);
});

test("after failures in a row the backoffs grow, and then nothing is sent any more", async () => {
  const { send, registry, slept } = createRig(3, 1);
  for (let round = 0; round < 20; round++) await send();
  expect(slept).toEqual([500, 1000, 2000, 4000]);
  expect(registry.asked).toBe(3 + 4);
  expect(await send()).toBeUndefined();
});

test("one answer closes the circuit again", async () => {
  const { send, registry, slept } = createRig(3, 1);
  for (let round = 0; round < 4; round++) await send();
  registry.circuitOutcome = "answered";
  await send();
  slept.length = 0;
  for (let round = 0; round < 5; round++) expect((await send())?.circuitOutcome).toBe("answered");
  expect(slept).toEqual([]);
});

test("a registry that was given up is probed at again later", async () => {
  const { send, registry, clock } = createRig(1, 1);
  for (let round = 0; round < 8; round++) await send();
  expect(await send()).toBeUndefined();
  clock.now += 30_000;
  registry.circuitOutcome = "answered";
  expect((await send())?.circuitOutcome).toBe("answered");
  expect((await send())?.circuitOutcome).toBe("answered");
});

test("one operation that fails alone does not open the circuit of several", async () => {
  const { send, slept } = createRig(3, 2);
  for (let round = 0; round < 9; round++) await send("search");
  expect(slept).toEqual([]);
  await send("reads");
  await send("reads");
  expect(slept).toEqual([500]);
});

test("what was never sent says nothing", async () => {
  const { send, registry, slept } = createRig(2, 1);
  registry.circuitOutcome = "none";
  for (let round = 0; round < 10; round++) await send();
  expect(slept).toEqual([]);
});

test("while one looks, the others wait for what it finds", async () => {
  const { send, registry } = createRig(2, 1);
  await send();
  await send();
  registry.circuitOutcome = "answered";
  const outcomes = await Promise.all([send(), send(), send()]);
  expect(outcomes.map((outcome) => outcome?.circuitOutcome)).toEqual(["answered", "answered", "answered"]);
});
