import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import type { Sighting } from "../deviation.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { tellFullPage, tellSimilarRow } from "./missing-rows.ts";

/** A finding that an index lacks a version, and the versions that it has. */
function lacking(item: string | undefined, versions: readonly string[], isMain = true): Sighting {
  const index = exchange("index", {
    operation: "getVersionIndex",
    path: "index/volumes/v",
    body: { items: versions.map((version) => ({ version })) },
  });
  return {
    deviation: { exchange: index },
    got: "rows",
    isMain,
    ...(item === undefined ? {} : { wanted: { item } }),
  } as unknown as Sighting;
}

test("a row that may be taken for the missing one is told", () => {
  expect(tellSimilarRow([lacking("1.1.0", ["1.0.0", "1.4294967297.0"]), lacking(undefined, [], false)])).toBe(
    "a row of 1.4294967297.0 is there, which has the same numbers in 32 bits",
  );
});

test("nothing where no row is similar, and where another finding lacks no row", () => {
  expect(tellSimilarRow([lacking("1.1.0", ["1.0.0"])])).toBeUndefined();
  expect(tellSimilarRow([lacking("1.1.0", ["1.1.0+b"]), lacking(undefined, [])])).toBeUndefined();
});

describe("rows that are missing where a list ends", () => {
  const numbers = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, place) => `1.${place}.0`);
  const exchangesOf = (...all: readonly Sighting[]): readonly Exchange[] =>
    all.flatMap(({ deviation: { exchange: one } }) => one ?? []);

  test("the number of rows is told, if it is a usual limit and no index has more", () => {
    const short = lacking("1.20.0", numbers(20));
    expect(tellFullPage([short], exchangesOf(short, lacking("", numbers(3))))).toBe(
      "the index has 20 rows, and no other of this run has more",
    );
  });

  test("nothing for another number, or where an index has more", () => {
    const short = lacking("1.20.0", numbers(19));
    expect(tellFullPage([short], exchangesOf(short))).toBeUndefined();
    const full = lacking("1.20.0", numbers(20));
    expect(tellFullPage([full], exchangesOf(full, lacking("", numbers(21))))).toBeUndefined();
  });
});
