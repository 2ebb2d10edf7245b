import fc from "fast-check";
import { expect, test } from "vitest";
import { Blocked, ExpectationFailed, Skipped } from "../outcome.ts";
import { PropertyFailed, tryProperty } from "./property.ts";

const about = {
  input: fc.integer({ min: 0, max: 1000 }),
  runs: { quick: 10, standard: 50, deep: 200 },
  seed: 7,
  depth: "standard",
  hasTime: () => true,
} as const;

test("a property that holds says nothing", async () => {
  let tried = 0;
  const count = (): Promise<void> => {
    tried += 1;
    return Promise.resolve();
  };
  await tryProperty({ ...about, examples: [0, 1000] }, count);
  expect(tried).toBe(52);
  await tryProperty(about, count);
  expect(tried).toBe(52 + 50);
});

test("a failure is shrunk to the smallest input, and its finding is that of the smallest", async () => {
  const error: unknown = await tryProperty(about, (input) => {
    if (input >= 37) throw new ExpectationFailed({ expected: "less than 37", got: String(input) });
    return Promise.resolve();
  }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PropertyFailed);
  expect(error).toMatchObject({ counterexample: 37, finding: { got: "37" } });
});

test("the same seed tries the same inputs", async () => {
  async function inputsOf(seed: number): Promise<readonly number[]> {
    const inputs: number[] = [];
    await tryProperty({ ...about, seed }, (input) => {
      inputs.push(input);
      return Promise.resolve();
    });
    return inputs;
  }
  expect(await inputsOf(1)).toEqual(await inputsOf(1));
  expect(await inputsOf(1)).not.toEqual(await inputsOf(2));
});

test("shrinking is bounded", async () => {
  let tried = 0;
  await tryProperty({ ...about, input: fc.array(fc.integer(), { minLength: 50, maxLength: 400 }) }, () => {
    tried += 1;
    throw new ExpectationFailed({ expected: "", got: "" });
  }).catch(() => {});
  // the first failure, and what shrinking may cost
  expect(tried).toBe(1 + 40);
});

test("a list is shrunk by leaving parts of it out, and the report describes what is left", async () => {
  const tried: (readonly number[])[] = [];
  const error: unknown = await tryProperty<readonly number[]>(
    {
      ...about,
      input: fc.constant([9, 3, 8, 7, 6, 5, 1, 4, 2, 0]),
      parts: {
        count: (list) => list.length,
        without: (list, start, end) => list.toSpliced(start, end - start),
      },
      describe: (list) => list.map((item, place) => `${place + 1}. ${item}`),
    },
    async (list) => {
      tried.push(list);
      if (list.includes(3) && list.includes(4)) throw new ExpectationFailed({ expected: "", got: "" });
      await Promise.resolve();
    },
  ).catch((reason: unknown) => reason);
  expect(error).toHaveProperty("counterexample", ["1. 3", "2. 4"]);
  expect(tried.length).toBeLessThan(25);
});

test.each([new Blocked("no network"), new Skipped("no key"), new TypeError("our own bug")])(
  "%s is passed on as it is, at once",
  async (thrown) => {
    let tried = 0;
    const error: unknown = await tryProperty(about, () => {
      tried += 1;
      throw thrown;
    }).catch((reason: unknown) => reason);
    expect(error).toBe(thrown);
    expect(tried).toBe(1);
  },
);

test("trouble while shrinking does not undo the failure", async () => {
  let failed = false;
  const error: unknown = await tryProperty(about, () => {
    if (failed) throw new Blocked("the network went away");
    failed = true;
    throw new ExpectationFailed({ expected: "x", got: "y" });
  }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PropertyFailed);
});

test("when the time is over, no further input is tried, but at least one was", async () => {
  let tried = 0;
  await tryProperty({ ...about, hasTime: () => tried < 3 }, () => {
    tried += 1;
    return Promise.resolve();
  });
  expect(tried).toBe(3);
  await tryProperty({ ...about, hasTime: () => false }, () => {
    tried += 1;
    return Promise.resolve();
  });
  expect(tried).toBe(4);
});
