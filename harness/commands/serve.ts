/** `serve`: the reference server, with its address, tokens and a target file on standard output. */
import { startReferenceServer } from "../../reference-server/server.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { type Command, toNumber } from "./command.ts";
import { writeNow } from "./destination.ts";
import { programName } from "./program.ts";
import { toChoices, toFaults, toStartError } from "./reference-options.ts";

export const serveCommand: Command = {
  configure: (parser) =>
    parser
      .option("host", { type: "string", default: "127.0.0.1", describe: "Address to listen on" })
      .option("port", { type: "number", default: 0, describe: "Port to listen on; 0 selects a free one" })
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
        describe: "NAME=VALUE: answer an open question differently (see: list choices)",
      })
      .option("states", { type: "boolean", default: false, describe: "Offer the states hook" })
      .option("write-target", { type: "string", describe: "Also write the target file here (mode 600)" }),
  run: async (options) => {
    const server = await startReferenceServer({
      host: String(options["host"]),
      port: toNumber(options, "port", { min: 0, max: 65_535, whole: true }),
      faults: toFaults(options["fault"]),
      choices: toChoices(options["choice"]),
      states: options["states"] === true,
    }).catch((error: unknown) => {
      throw toStartError(error);
    });
    const target = `${JSON.stringify(server.target, undefined, 2)}\n`;
    const file = typeof options["write-target"] === "string" ? options["write-target"] : undefined;
    if (file !== undefined) {
      await writeNow(file, target, 0o600).catch(async (error: unknown) => {
        await server.close();
        throw error;
      });
    }
    const tokens = Object.entries(server.tokens).map(([role, token]) => `  ${role.padEnd(12)} ${token}`);
    // a client that reads that the server is up may stop it at once
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
          ? `Target file (save it, then: ${programName()} run --target FILE):`
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
