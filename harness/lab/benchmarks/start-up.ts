/** How long each command takes to start, beside an empty Node process. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, runMeasured, type Used } from "./measured-process.ts";
import type { Part } from "./part.ts";
import { formatSpread, measureInTurns } from "./rounds.ts";

/** An address where nothing listens: a run ends after its first request. */
const nowhere = "http://127.0.0.1:9";

export const startUpPart: Part = {
  name: "start-up",
  async measure(rounds) {
    const out = await mkdtemp(join(tmpdir(), "conformance-bench-"));
    const start = (...words: readonly string[]): (() => Promise<Used>) => {
      return async () => await runMeasured(words[0] === "-e" ? words : [commandLine, ...words]);
    };
    const results = await measureInTurns(rounds, {
      "node -e 0": start("-e", "0"),
      "--version": start("--version"),
      "--help": start("--help"),
      "list requirements": start("list", "requirements"),
      "explain finalize/bytes-have-arrived": start("explain", "finalize/bytes-have-arrived"),
      "run, to its first request": start("run", "--base-url", nowhere, "--quiet", "--out", out),
    });
    await rm(out, { recursive: true, force: true });
    const empty = results.get("node -e 0") ?? [];
    const wallOf = ({ firstRequestMs, wallMs }: Used): number => firstRequestMs ?? wallMs;
    return {
      table: [
        ["command", "wall (ms)", "CPU (ms)", "wall / empty process"],
        ...[...results].map(([name, used]) => [
          `\`${name}\``,
          formatSpread(used.map(wallOf), 0),
          formatSpread(
            used.map(({ cpuMs }) => cpuMs),
            0,
          ),
          formatSpread(
            used.flatMap((one, round) => {
              const other = empty[round];
              return other === undefined ? [] : [wallOf(one) / other.wallMs];
            }),
            1,
          ),
        ]),
      ],
    };
  },
};
