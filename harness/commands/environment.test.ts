import yargs from "yargs";
import { describe, expect, test } from "vitest";
import type { Command } from "./command.ts";
import { compareCommand } from "./compare.ts";
import { flags, settleFlags, toUsageMessage } from "./environment.ts";
import { initCommand } from "./init.ts";
import { explainCommand, listCommand } from "./list.ts";
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

describe("flags of the environment", () => {
  test("are all that any command has", async () => {
    const helps = await Promise.all(
      commands.map(({ configure }) => configure(yargs().help(false).version(false)).wrap(null).getHelp()),
    );
    const boolean = helps
      .join("\n")
      .split("\n")
      .flatMap((line) => (line.includes("[boolean]") ? (/^\s*--([a-z-]+)/.exec(line)?.[1] ?? []) : []));
    expect([...new Set(boolean)].toSorted()).toEqual(flags);
  });

  test.each([
    ["1", "true"],
    ["yes", "true"],
    ["TRUE", "true"],
    ["on", "true"],
    ["0", "false"],
    ["no", "false"],
    ["", "false"],
  ])("may be %j for %s", (value, expected) => {
    const environment = { CONFORMANCE_READ_ONLY: value };
    settleFlags(environment);
    expect(environment).toEqual({ CONFORMANCE_READ_ONLY: expected });
  });

  test("may be negated, as on the command line", () => {
    const environment = { CONFORMANCE_NO_COLOR: "1" };
    settleFlags(environment);
    expect(environment).toMatchObject({ CONFORMANCE_COLOR: "false" });
  });

  test("are nothing but yes or no", () => {
    expect(() => settleFlags({ CONFORMANCE_READ_ONLY: "please" })).toThrow(
      'Cannot use CONFORMANCE_READ_ONLY: expected true or false, got "please"',
    );
  });
});

test("an option that was mistyped is named once", () => {
  expect(toUsageMessage("Unknown arguments: bas-url, basUrl", ["run", "--bas-url", "x"])).toBe(
    'Unknown argument "bas-url"; --help lists all options',
  );
});

test("other messages are as they were", () => {
  expect(toUsageMessage("Name a command", [])).toBe("Name a command");
});
