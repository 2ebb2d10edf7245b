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

// who reads us may stop before the end (`| head`); the reports are written and the exit code stands all the same
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const [first] = process.argv.slice(2);
if (process.argv.length === 3 && ["--version", "version", "-v", "-V"].includes(first ?? "")) {
  // answered without loading anything else: tools ask for it often
  process.stdout.write(`${readVersion()}\n`);
} else {
  const { main } = await import("./commands/main.ts");
  process.exitCode = await main(process.argv.slice(2), readVersion());
}
