import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { tellMeanwhile } from "./meanwhile.ts";
import { readEvents } from "./release-events.ts";

/** Searches, each with a write at the same time if asked for. */
function searches(count: number, name: string, volume?: string): readonly Exchange[] {
  return Array.from({ length: count }, (_, place) => [
    ...(volume === undefined
      ? []
      : [
          exchange(`write ${name} ${place}`, {
            operation: "unpublishVersion",
            method: "DELETE",
            path: `volumes/${volume}/1.0.0`,
            durationMs: 12,
          }),
        ]),
    exchange(`${name} ${place}`, { operation: "getVersionIndex", path: "index/volumes/v1" }),
  ]).flat();
}

function tell(wrong: readonly Exchange[], right: readonly Exchange[]): string | undefined {
  const isRead = ({ request }: Exchange): boolean => request.method === "GET";
  const shown = (all: readonly Exchange[]): { exchange: Exchange }[] =>
    all.filter(isRead).map((one) => ({ exchange: one }));
  return tellMeanwhile(
    {
      operations: new Set(),
      beyond: [],
      those: shown(wrong),
      others: shown(right),
      whole: shown(right),
      isBreak: true,
    },
    readEvents([...wrong, ...right].toSorted((a, b) => a.startedAtMs - b.startedAtMs)),
  );
}

test("reads that are wrong only while something is written are told so, also if others were right then", () => {
  const right = [...searches(20, "right"), ...searches(3, "lucky", "v2")];
  expect(tell(searches(5, "wrong", "v2"), right)).toBe(
    "only while a write of the run was under way (5 of 5 wrong responses, 3 of 23 right ones)",
  );
  expect(tell(searches(5, "wrong", "v1"), right)).toBe(
    "only while a write to the same volume was under way (5 of 5 wrong responses, none of 23 right ones)",
  );
});

test("nothing is told where one was wrong at another time, where it may be by chance, or of one", () => {
  const right = searches(20, "right");
  expect(tell([...searches(5, "wrong", "v2"), ...searches(1, "wrong too")], right)).toBeUndefined();
  expect(tell(searches(5, "wrong", "v2"), searches(20, "lucky", "v2"))).toBeUndefined();
  expect(tell(searches(1, "wrong", "v2"), searches(2000, "right"))).toBeUndefined();
});
