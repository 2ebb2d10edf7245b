import { expect, test } from "vitest";
import { exchange } from "./circumstances/made-up-exchange.test.fixture.ts";
import { type Sighting, toDeviation } from "./deviation.ts";
import { tellLikewise } from "./likewise.ts";

function size(got: string, expected: string, more: Partial<Sighting> = {}): Sighting {
  const shown = exchange(`detail ${got} ${expected}`, {
    operation: "getTrustDetail",
    path: "volumes/v/1.0.0",
  });
  const finding = { got, expected: `artifactSize to be ${expected}`, member: "/attachments/0/artifactSize" };
  const deviation = toDeviation("a/one", shown, finding);
  return { requirement: {} as Sighting["requirement"], deviation, ...finding, exchanges: [], ...more };
}

test("three more pairs of values are told, each once, and those of another deviation are not", () => {
  const shown = size("1", "179");
  const group = [
    shown,
    size("1", "179"),
    size("9", "1", { isMain: false }),
    ...[2, 3, 4, 5].map((kilobytes) => size(`${kilobytes}`, `${kilobytes * 1000}`)),
  ];
  expect(tellLikewise(shown, group)).toEqual([
    "got 2, expected artifactSize to be 2000",
    "got 3, expected artifactSize to be 3000",
    "got 4, expected artifactSize to be 4000",
  ]);
});

test("neither long values are told, nor statuses", () => {
  const shown = size("1", "179");
  expect(tellLikewise(shown, [shown, size("x".repeat(120), "2")])).toEqual([]);
  const finding = {
    got: "201",
    expected: "403 authorization-failed",
    wanted: { answer: "refusal" as const },
  };
  const deviation = toDeviation("a/one", exchange("accepted", { path: "volumes/v/1.0.0" }), finding);
  const accepted = { ...shown, ...finding, deviation };
  expect(tellLikewise(accepted, [accepted, { ...accepted, got: "200" }])).toEqual([]);
});
