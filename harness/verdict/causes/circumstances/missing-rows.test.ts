import { expect, test } from "vitest";
import type { Sighting } from "../deviation.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { tellSimilarRow } from "./missing-rows.ts";

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
