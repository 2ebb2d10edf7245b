import yargs from "yargs";
import { describe, expect, test } from "vitest";
import type { Command } from "./command.ts";
import { compareCommand } from "./compare.ts";
import { flags, settleEnvironment, toUsageMessage, valued } from "./environment.ts";
import { explainCommand } from "./explain.ts";
import { initCommand } from "./init.ts";
import { listCommand } from "./list.ts";
import { runCommand } from "./run-command.ts";
import { selftestCommand } from "./selftest.ts";
import { serveCommand } from "./serve.ts";
import { verifyCommand } from "./verify.ts";

const commands: readonly Command[] = [
  compareCommand,
  explainCommand,
  initCommand,
  listCommand,
  runCommand,
  selftestCommand,
  serveCommand,
  verifyCommand,
];

async function listOptions(isWanted: (line: string) => boolean): Promise<readonly string[]> {
  const helps = await Promise.all(
    commands.map(({ configure }) => configure(yargs().help(false).version(false)).wrap(null).getHelp()),
  );
  const names = helps
    .flatMap((help) => help.split("\n"))
    .filter(isWanted)
    .flatMap((line) => /^\s*--([a-z\d-]+)/u.exec(line)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

test("every option of any command is known, those without a value apart", async () => {
  const boolean = await listOptions((line) => line.includes("[boolean]"));
  expect(boolean.filter((name) => name !== "no-color")).toEqual(flags);
  expect(await listOptions((line) => !line.includes("[boolean]"))).toEqual(valued);
});

describe("the environment", () => {
  test.each([
    ["1", "true"],
    ["yes", "true"],
    ["TRUE", "true"],
    ["on", "true"],
    ["0", "false"],
    ["no", "false"],
  ])("may say %j for %s", (value, expected) => {
    const environment = { CONFORMANCE_READ_ONLY: value };
    settleEnvironment(environment);
    expect(environment).toEqual({ CONFORMANCE_READ_ONLY: expected });
  });

  test("may negate a flag, as on the command line", () => {
    const environment = { CONFORMANCE_NO_COLOR: "1" };
    settleEnvironment(environment);
    expect(environment).toMatchObject({ CONFORMANCE_COLOR: "false" });
  });

  test("says nothing but yes or no of a flag", () => {
    expect(() => settleEnvironment({ CONFORMANCE_READ_ONLY: "please" })).toThrow(
      'Cannot use CONFORMANCE_READ_ONLY: expected true or false, got "please"',
    );
  });

  test("is as if an empty option were not there", () => {
    const environment = {
      CONFORMANCE_READ_ONLY: "",
      CONFORMANCE_ONLY: " ",
      CONFORMANCE_OUT: "",
      CONFORMANCE_A: "",
    };
    expect(settleEnvironment(environment)).toEqual([]);
    expect(environment).toEqual({ CONFORMANCE_A: "" });
  });

  test("has its mistyped options named, and no token of a target file", () => {
    expect(
      settleEnvironment({
        CONFORMANCE_DEPHT: "deep",
        CONFORMANCE_READONLY: "1",
        CONFORMANCE_TOKEN: "x",
        CONFORMANCE_PUBLISHER_TOKEN: "x",
        CONFORMANCE_DEPTH: "deep",
        DEPHT: "x",
      }),
    ).toEqual([
      "CONFORMANCE_DEPHT is not an option, did you mean CONFORMANCE_DEPTH",
      "CONFORMANCE_READONLY is not an option, did you mean CONFORMANCE_READ_ONLY",
    ]);
  });
});

describe("what yargs says is said in our words", () => {
  const called = { args: [], options: ["base-url", "only", "depth", "kind"], usage: "list <kind>" };

  test.each([
    [
      "Unknown arguments: bas-url, basUrl",
      'Unknown argument "bas-url", did you mean --base-url; --help lists all options',
    ],
    ["Unknown argument: more", 'Unknown argument "more"; --help lists all options'],
    ["Not enough arguments following: only", "Cannot use --only: expected a value"],
    [
      'Invalid values:\n  Argument: kind, Given: "requirement", Choices: "requirements", "faults"',
      'Cannot use "requirement" as kind: expected one of "requirements", "faults", did you mean "requirements"',
    ],
    [
      'Invalid values:\n  Argument: depth, Given: "quik", Choices: "quick", "deep"',
      'Cannot use --depth "quik": expected one of "quick", "deep", did you mean "quick"',
    ],
    ["Expected a command", "Expected a command"],
  ])("%s", (message, expected) => {
    expect(toUsageMessage(message, { ...called, args: ["run", "--bas-url", "x", "more"] })).toBe(expected);
  });

  test("with the command where it lacks something", () => {
    const usage = "verify <dir>";
    expect(
      toUsageMessage("Not enough non-option arguments: got 0, need at least 1", { ...called, usage }),
    ).toBe("An argument is missing: expected registry-conformance verify <dir>");
  });
});
