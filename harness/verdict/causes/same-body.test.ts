import { expect, test } from "vitest";
import { exchange, type Sent } from "./circumstances/made-up-exchange.test.fixture.ts";
import { findSearchOfSameBody } from "./same-body.ts";

const search: Sent = { operation: "searchVolumes", path: "search?limit=0", status: 200, body: { items: [] } };

test("the earlier search with the same body is found, with its query", () => {
  const other = exchange("a#1", { ...search, path: "search?limit=100" });
  const plain = exchange("a#1", { ...search, path: "search" });
  const shown = exchange("a#2", search);

  expect(findSearchOfSameBody(shown, [other, shown])).toBe("?limit=100");
  expect(findSearchOfSameBody(shown, [plain, shown])).toBe("");
});

test("the same search, a later one, and one with another body are not found", () => {
  const same = exchange("a#1", search);
  const other = exchange("a#1", { ...search, path: "search?limit=100", body: { items: [1] } });
  const shown = exchange("a#2", search);
  const later = exchange("a#3", { ...search, path: "search?limit=100" });

  expect(findSearchOfSameBody(shown, [same, other, later])).toBeUndefined();
});
