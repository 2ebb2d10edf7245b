import { expect, it } from "vitest";
import type { Exchange } from "../schemas/report.ts";
import { indexReport } from "./evidence-list.ts";
import { conformantReport } from "./lab/examples/example-report.ts";
import { tellOddCharacters } from "./odd-characters.ts";

function toExchange(id: string, version: unknown): Exchange {
  const text = JSON.stringify({ version });
  return {
    id,
    actor: id,
    operation: "createReleaseUpload",
    request: {
      method: "POST",
      url: "https://registry.example/api/v1/volumes/a",
      headers: [],
      body: { size: text.length, digest: text, text },
    },
    response: { status: 201, headers: [] },
    startedAtMs: 0,
    durationMs: 1,
  };
}

/** What is told of a version beside as many right ones. */
function tell(version: unknown, right: readonly string[]): string {
  const wrong = toExchange("wrong", version);
  const exchanges = [wrong, ...right.map((one, index) => toExchange(`right-${index}`, one))];
  return tellOddCharacters(wrong, "/version", indexReport({ ...conformantReport(), exchanges }));
}

const right = ["1.0.0", "1.2.3", "1.4.5", "1.6.7", "1.8.9-rc.1"];

it.each([
  ["1.0.0_1", ', where "_" is in no right one'],
  ["1.0.0_1~", ', where "_" and "~" are in no right one'],
  ["1.0.0-rc", ""],
  ["wholly different", ""],
  [100, ""],
])("%j is told with what no right value has", (version, told) => {
  expect(tell(version, right)).toBe(told);
});

it("few right values say nothing", () => {
  expect(tell("1.0.0_1", right.slice(1))).toBe("");
});
