/** What `run` certifies: the registry of a target file, or the bundled server. */
import { readTarget } from "../target-file/read-target.ts";
import type { Target } from "../target-file/target.ts";
import { toWords, UsageError } from "./command.ts";
import { readEnvironmentTarget } from "./environment-target.ts";

/** @throws UsageError if an option is for the bundled server, and another registry is certified */
export function assertReferenceOptions(options: Readonly<Record<string, unknown>>): void {
  if (options["reference"] === true) return;
  const used = ["fault", "choice"].find((name) => toWords(options[name]).length > 0);
  if (used !== undefined)
    throw new UsageError(`Cannot use --${used} without --reference: it changes the bundled server`);
}

export async function readNamedTarget(
  options: Readonly<Record<string, unknown>>,
): Promise<{ readonly target: Target; readonly warnings: readonly string[] }> {
  const file = typeof options["target"] === "string" ? options["target"] : undefined;
  const baseUrl = typeof options["base-url"] === "string" ? options["base-url"] : undefined;
  if (file !== undefined)
    return await readTarget({
      environment: process.env,
      file,
      ...(baseUrl === undefined ? {} : { baseUrl }),
    });
  if (baseUrl === undefined)
    throw new UsageError("Nothing to certify: expected --target FILE, --base-url URL or --reference");
  const { content, remarks } = readEnvironmentTarget(process.env);
  const { target, warnings } = await readTarget({ environment: process.env, baseUrl, content });
  return { target, warnings: [...remarks, ...warnings] };
}

export interface RunningReference {
  readonly read: () => Promise<{ readonly target: Target; readonly warnings: readonly string[] }>;
  readonly close: () => Promise<void>;
}

export async function startReference(options: Readonly<Record<string, unknown>>): Promise<RunningReference> {
  if (options["target"] !== undefined || options["base-url"] !== undefined) {
    throw new UsageError("Cannot use --reference together with --target or --base-url");
  }
  const { toChoices, toFaults, toStartError } = await import("./reference-options.ts");
  const { startReferenceServer } = await import("../../reference-server/server.ts");
  const { toTarget } = await import("../target-file/read-target.ts");
  const faults = toFaults(options["fault"]);
  const choices = toChoices(options["choice"]);
  const server = await startReferenceServer({ states: true, faults, choices }).catch((error: unknown) => {
    throw toStartError(error);
  });
  return {
    read: async () => ({
      target: await toTarget(server.target, process.cwd(), "the reference server"),
      warnings: [],
    }),
    close: server.close,
  };
}
