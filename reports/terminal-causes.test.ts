import { expect, it } from "vitest";
import type { Cause, Exchange } from "../schemas/report.ts";
import { conformantReport } from "./lab/examples/example-report.ts";
import { printCauses } from "./terminal-causes.ts";
import { createTerminalPage } from "./terminal-page.ts";

it("shows unusual headers below the address, whose end is never cut", () => {
  const exchange: Exchange = {
    id: "a#0",
    actor: "a",
    operation: "getRelease",
    request: {
      method: "GET",
      url: `https://registry.example/api/v1/volumes/${"a".repeat(90)}/1.0.0`,
      headers: [
        ["accept", "*/*"],
        ["if-none-match", '"a", W/"b"'],
      ],
    },
    response: { status: 500, headers: [] },
    startedAtMs: 0,
    durationMs: 1,
  };
  const cause: Cause = {
    id: "server-error",
    sentence: "`GET /volumes/{name}/{version}` answers 500",
    verdict: "failed",
    explains: [],
    blocks: [],
    operations: ["getRelease"],
    count: 1,
    exchange: "a#0",
    repeat: "run",
    hint: "",
  };
  const report = conformantReport();
  const page = createTerminalPage({ color: false, width: 80 });
  printCauses(page, {
    ...report,
    target: { ...report.target, baseUrl: "https://registry.example" },
    exchanges: [exchange],
    causes: [cause],
  });
  expect(page.text().split("\n").slice(3, 6)).toEqual([
    expect.stringMatching(/^ {2}exchange {2}GET \/api\/v1\/volumes\/a×90\/1\.0\.0$/u),
    '            if-none-match: "a", W/"b"',
    "            -> 500, 1 ms",
  ]);
});
