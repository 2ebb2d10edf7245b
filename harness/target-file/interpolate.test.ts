import { expect, test } from "vitest";
import { interpolate } from "./interpolate.ts";

test("variables are replaced in every string, however deep", () => {
  const result = interpolate(
    { a: "x${A}y", b: [{ c: "${B}${B}" }], n: 1, t: true, z: null },
    { A: "1", B: "2" },
  );
  expect(result).toEqual({ value: { a: "x1y", b: [{ c: "22" }], n: 1, t: true, z: null }, missing: [] });
});

test("names that are not set or empty are told once each, with the first place", () => {
  expect(interpolate(["${X}", "${X}${Y}", "${E}"], { E: "" })).toEqual({
    value: ["${X}", "${X}${Y}", "${E}"],
    missing: [
      { name: "X", pointer: "/0", isEmpty: false },
      { name: "Y", pointer: "/1", isEmpty: false },
      { name: "E", pointer: "/2", isEmpty: true },
    ],
  });
});

test("what only looks like a variable is left alone", () => {
  expect(interpolate("$A ${} ${1x} {{name}}", {})).toEqual({ value: "$A ${} ${1x} {{name}}", missing: [] });
});

test("a value is not replaced a second time", () => {
  expect(interpolate("${A}", { A: "${B}", B: "no" }).value).toBe("${B}");
});
