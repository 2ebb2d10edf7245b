import { afterEach, expect, test, vi } from "vitest";
import { terminalOptions } from "./terminal-options.ts";

const { isatty } = vi.hoisted(() => ({ isatty: vi.fn<() => boolean>(() => true) }));
vi.mock("node:tty", async (load) => ({ ...(await load<typeof import("node:tty")>()), isatty }));

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  [undefined, true],
  ["", true],
  ["1", false],
  ["0", false],
])("with NO_COLOR %j a terminal is coloured: %j", (value, color) => {
  vi.stubEnv("NO_COLOR", value);
  expect(terminalOptions({}).color).toBe(color);
});

test("what is asked for counts before all else", () => {
  vi.stubEnv("NO_COLOR", "1");
  expect(terminalOptions({ color: true }).color).toBe(true);
  vi.stubEnv("NO_COLOR", undefined);
  expect(terminalOptions({ color: false }).color).toBe(false);
});
