import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";

/** Each room may import from those before it, and from the files beside the rooms. */
const order = [
  "exchange",
  "transport",
  "recording",
  "expect",
  "api",
  "target-file",
  "given",
  "plan",
  "verdict",
  "run",
  "verify",
];

const folder = import.meta.dirname;

function roomOf(file: string): string {
  return file.split("/")[0] ?? "";
}

test.each(order)("what is in %s/ imports from no later room", (room) => {
  const later = new Set(order.slice(order.indexOf(room) + 1));
  const files = readdirSync(join(folder, room), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes(".test."))
    .map((file) => posix.join(room, file));

  const wrong = files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/^(?:import|export)\b[^;]*? from "(\.[^"]+)"/gmu)]
      .map(([, named = ""]) => posix.join(posix.dirname(file), named))
      .filter((named) => later.has(roomOf(named)))
      .map((named) => `${file} imports ${named}`),
  );

  expect(files).not.toEqual([]);
  expect(wrong).toEqual([]);
});
