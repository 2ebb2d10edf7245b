#!/usr/bin/env node
/** The command line. Each command's work is loaded only when it is called. */
import { readFileSync } from "node:fs";

function readVersion(): string {
  const file = new URL("../package.json", import.meta.url);
  const built = new URL("../../package.json", import.meta.url);
  for (const candidate of [built, file]) {
    try {
      const { name, version } = JSON.parse(readFileSync(candidate, "utf8")) as {
        name?: string;
        version?: string;
      };
      if (name === "volume-registry-conformance" && version !== undefined) return version;
    } catch {
      // the other place, then
    }
  }
  return "unknown";
}

/** The exit code for the suite's own bugs; written here too, since importing it may be what fails. */
const suiteBroke = 5;

// who reads us may stop before the end (`| head`), and a disk may be full: the reports of a run are written and its exit code
// stands all the same
let isOutputLost = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || stream === process.stderr || isOutputLost) return;
    isOutputLost = true;
    process.stderr.write(`Cannot write to standard output: ${message}\n`);
  });
}
process.once("exit", (exitCode) => {
  // of the other commands, standard output is the result
  if (isOutputLost && exitCode === 0 && first !== "run") process.exitCode = suiteBroke;
});

/** The stack as the sources have it; as it is where no further file can be opened. */
async function describeError(error: Error): Promise<string> {
  try {
    const { toSourceStack } = await import("./source-stack.ts");
    return toSourceStack(error);
  } catch {
    return error.stack ?? error.message;
  }
}

const [first] = process.argv.slice(2);
if (process.argv.length === 3 && ["--version", "version", "-v", "-V"].includes(first ?? "")) {
  // answered without loading anything else: tools ask for it often
  process.stdout.write(`${readVersion()}\n`);
} else {
  // also where what we wait for never comes: Node would end with 13
  process.exitCode = suiteBroke;
  try {
    const { main } = await import("./commands/main.ts");
    process.exitCode = await main(process.argv.slice(2), readVersion());
  } catch (error) {
    const reason = error instanceof Error ? await describeError(error) : String(error);
    process.stderr.write(`The suite itself broke; this says nothing about the registry\n${reason}\n`);
  }
}
