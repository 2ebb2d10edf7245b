import { expect, test, vi } from "vitest";
import { Blocked, ExpectationFailed } from "../outcome.ts";
import { judgeEach } from "./each.ts";

function failing(got: string): ExpectationFailed {
  return new ExpectationFailed({ expected: "it to hold", got });
}

/** How many values are judged, each of which stops with an error or with none, and what is thrown. */
async function judgeAll(errors: readonly (Error | undefined)[]): Promise<readonly [number, unknown]> {
  const judge = vi.fn<() => Promise<void>>();
  for (const error of errors)
    if (error === undefined) judge.mockResolvedValueOnce();
    else judge.mockRejectedValueOnce(error);
  const thrown: unknown = await judgeEach(errors, judge).then(
    () => undefined,
    (error: unknown) => error,
  );
  return [judge.mock.calls.length, thrown];
}

test("values after one that fails are judged too, and all findings are told", async () => {
  const [judged, thrown] = await judgeAll([undefined, failing("a"), undefined, failing("b"), undefined]);

  expect(judged).toBe(5);
  expect(thrown).toMatchObject({ finding: { got: "a" }, others: [{ got: "b" }] });
});

test("after many failures the rest is left out", async () => {
  const [judged, thrown] = await judgeAll(Array.from({ length: 20 }, (_, place) => failing(`${place}`)));

  expect(judged).toBe(6);
  expect(thrown).toBeInstanceOf(ExpectationFailed);
});

test.each([
  ["is told where no value has failed", [undefined, new Blocked("no upload"), failing("b")], 2, "no upload"],
  [
    "says nothing of a value that has failed",
    [failing("a"), new Blocked("no upload"), undefined],
    2,
    "got a",
  ],
])("what stops a value stops the rest, and %s", async (_, errors, count, message) => {
  const [judged, thrown] = await judgeAll(errors);

  expect(judged).toBe(count);
  expect(String(thrown)).toContain(message);
});

test("no values are judged without a finding", async () => {
  expect(await judgeAll([])).toEqual([0, undefined]);
});
