import { expect, test } from "vitest";
import { splitCommand } from "./command-words.ts";

function argumentsOf(command: string): readonly string[] {
  return splitCommand(command)
    .filter(({ isArgument }) => isArgument)
    .map(({ text }) => text);
}

test.each([
  ["npx a run --only 'b/c d' --seed 42", ["--only", "'b/c d'", "--seed"]],
  [
    "curl \\\n  --header 'a: '\"$B_TOKEN\" -d 'it'\\''s'",
    ["--header", "'a: '\"$B_TOKEN\"", "-d", "'it'\\''s'"],
  ],
  ["echo 'no end", []],
  ["", []],
])("%s keeps its text, and its options and quoted words are whole", (command, expected) => {
  expect(
    splitCommand(command)
      .map(({ text }) => text)
      .join(""),
  ).toBe(command);
  expect(argumentsOf(command)).toEqual(expected);
});
