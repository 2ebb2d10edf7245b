import { expect, test } from "vitest";
import { hostileReport } from "./lab/examples/hostile-report.ts";
import { renderTerminal } from "./terminal.ts";
import { createTerminalPage } from "./terminal-page.ts";
import { withoutCommands, withoutCommandsInJson } from "./workflow-commands.ts";

test.each([
  ["::error::x", "\\x3a:error::x"],
  ["  ::set-output name=a::b", "  \\x3a:set-output name=a::b"],
  ["\t\u001B[31m::add-mask::x", "\t\u001B[31m\\x3a:add-mask::x"],
  ["one\n::two::", "one\n\\x3a:two::"],
  ["got ##[error]x", "got #\\x23[error]x"],
  ["got ##vso[task.setvariable variable=PATH]x", "got #\\x23vso[task.setvariable variable=PATH]x"],
  ["##teamcity[buildStop]", "#\\x23teamcity[buildStop]"],
  ["###[group]", "##\\x23[group]"],
])("%j becomes %j, and stays so", (text, safe) => {
  expect(withoutCommands(text)).toBe(safe);
  expect(withoutCommands(safe)).toBe(safe);
});

test("what is not a command stays as it is", () => {
  const text = "a::b ::c\nstd::vector ## [a] # heading\n  : one";
  expect(withoutCommands(text)).toBe(text);
});

test("a wrapped line of a page cannot begin a command", () => {
  const page = createTerminalPage({ color: false, width: 40 });
  page.paragraph("  got       ", `${"a".repeat(27)} ::stop-commands::x ##[error]y`);
  page.line("::warning::a line");
  expect(page.text()).not.toMatch(/^\s*::|##\[/mu);
  expect(page.text()).toContain("\\x3a:stop-commands::x");
});

test("no line of a hostile report is a command, whatever the width", () => {
  for (const width of [40, 57, 80, 120])
    expect(renderTerminal(hostileReport(), { color: false, width })).not.toMatch(/^\s*::|##[a-z]*\[/imu);
});

test("JSON keeps its value", () => {
  const value = { got: "##[error]a ##vso[x]b", other: "::error::" };
  const json = withoutCommandsInJson(JSON.stringify(value, undefined, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/^\s*::|##[a-z]*\[/imu);
});
