/** `serve`: the reference server, with its address, tokens and a target file on standard output. */
import { writeFile } from "node:fs/promises";
import { startReferenceServer } from "../../reference-server/server.ts";
import { exitCodes } from "../running/verdicts.ts";
import { type Command, toWords, UsageError } from "./command.ts";

export const serveCommand: Command = {
  configure: (parser) =>
    parser
      .option("host", { type: "string", default: "127.0.0.1", describe: "Address to listen on" })
      .option("port", { type: "number", default: 0, describe: "Port to listen on; 0 takes a free one" })
      .option("fault", {
        type: "string",
        array: true,
        default: [],
        describe: "Break this rule (see: list faults)",
      })
      .option("choice", {
        type: "string",
        array: true,
        default: [],
        describe: "NAME=VALUE: answer an open question so (see: list choices)",
      })
      .option("states", { type: "boolean", default: false, describe: "Offer the states hook" })
      .option("write-target", { type: "string", describe: "Also write the target file here (mode 600)" }),
  run: async (options) => {
    const server = await startReferenceServer({
      host: String(options["host"]),
      port: Number(options["port"]),
      faults: toWords(options["fault"]),
      choices: toChoices(toWords(options["choice"])),
      states: options["states"] === true,
    }).catch((error: unknown) => {
      throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
    });
    const target = `${JSON.stringify(server.target, undefined, 2)}\n`;
    const file = typeof options["write-target"] === "string" ? options["write-target"] : undefined;
    if (file !== undefined) await writeFile(file, target, { mode: 0o600 });
    const tokens = Object.entries(server.tokens).map(([role, token]) => `  ${role.padEnd(12)} ${token}`);
    // who reads that it is up may ask it to stop in the same moment
    const stopped = new Promise<void>((resolve) => {
      process.once("SIGINT", resolve);
      process.once("SIGTERM", resolve);
    });
    process.stdout.write(
      [
        `Reference server at ${server.baseUrl}`,
        "Tokens:",
        ...tokens,
        ...(server.statesUrl === undefined ? [] : [`States hook at ${server.statesUrl}`]),
        file === undefined
          ? "Target file (save it, then: registry-conformance run --target FILE):"
          : `Target file written to ${file}`,
        ...(file === undefined ? [target.trimEnd()] : []),
        "Stop with Ctrl-C",
        "",
      ].join("\n"),
    );
    await stopped;
    await server.close();
    return exitCodes.conformant;
  },
};

/** `NAME=VALUE` pairs as an object. */
export function toChoices(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) throw new UsageError(`Cannot read choice "${pair}": expected NAME=VALUE`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
