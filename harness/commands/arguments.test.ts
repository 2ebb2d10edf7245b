import { describe, expect, test } from "vitest";
import { normalizeArguments } from "./arguments.ts";

describe("a flag's own value", () => {
  test.each([
    ["--read-only=yes", "--read-only=true"],
    ["--readOnly=1", "--readOnly=true"],
    ["--strict=OFF", "--strict=false"],
    ["--only=maybe", "--only=maybe"],
    ["--strict", "--strict"],
  ])("%s is %s", (given, settled) => {
    expect(normalizeArguments(["run", given])).toEqual(["run", settled]);
  });

  test.each(["--read-only=maybe", "--readOnly=maybe", "--strict=2"])("%s is neither yes nor no", (given) => {
    expect(() => normalizeArguments(["run", given])).toThrow(
      /^Cannot use --\S+: expected true or false, got/u,
    );
  });
});

describe("an empty value is refused", () => {
  test.each([
    [["run", "--only", ""], 'Cannot use --only: expected a value, got ""'],
    [["run", "--out="], 'Cannot use --out: expected a value, got ""'],
    [["run", "--only", "a", " "], 'Cannot use what follows "a": expected a value, got " "'],
    [[""], 'Cannot use the first argument: expected a value, got ""'],
  ])("%j", (given, message) => {
    expect(() => normalizeArguments(given)).toThrow(message);
  });
});
