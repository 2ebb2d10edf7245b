/** `states check URL`: tries a states hook, and says what each of its states unlocks. `states scaffold LANGUAGE` writes one. */
import { exitCodes } from "../verdict/verdicts.ts";
import { readTarget } from "../target-file/read-target.ts";
import type { Target } from "../target-file/target.ts";
import { type Command, UsageError } from "./command.ts";
import { stateCatalogue } from "./state-catalogue.ts";
import { askHook, type HookAnswer } from "./states-questions.ts";
import { renderStates, type StateRow } from "./states-table.ts";
import { idsThatUse, tryStates } from "./states-trial.ts";

export const statesCommand: Command = {
  configure: (parser) =>
    parser
      .positional("action", {
        choices: ["check", "scaffold"],
        demandOption: true,
        describe: "Try a hook, or write one to fill in",
      })
      .positional("what", {
        type: "string",
        demandOption: true,
        describe: "check: the address of the hook; scaffold: go, node, python or java",
      })
      .option("force", { type: "boolean", default: false, describe: "scaffold: replace an existing file" })
      .option("base-url", {
        type: "string",
        describe: "Base URL of the registry: checks also that each state has its effect there",
      })
      .option("target", {
        type: "string",
        describe:
          'Target file with the base URL and the hook\'s headers ("states.headers"); scaffold writes beside it',
      }),
  run: async (options) => {
    const url = String(options["what"]);
    if (options["action"] === "scaffold") {
      const { scaffoldStates } = await import("./states-scaffold.ts");
      process.stdout.write(await scaffoldStates(url, options));
      return exitCodes.conformant;
    }
    assertUrl(url);
    const target = await readHookTarget(url, options);
    const headers = target.states?.headers ?? {};
    const answers = await askHook(url, headers);
    const hasRegistry = options["base-url"] !== undefined || options["target"] !== undefined;
    const trial = hasRegistry ? await tryStates(target) : undefined;
    const rows = stateCatalogue.map(({ name: state }): StateRow => {
      const tried = trial?.states.get(state);
      return {
        state,
        answers: answers.states.get(state) ?? [],
        unlocks: idsThatUse(state).length,
        ...(tried === undefined ? {} : { trial: tried }),
      };
    });
    process.stdout.write(
      renderStates(url, rows, { ...answers, ...(trial === undefined ? {} : { undecided: trial.undecided }) }),
    );
    return toExitCode(rows, answers);
  },
};

function assertUrl(url: string): void {
  if (URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol)) return;
  throw new UsageError(`Cannot use "${url}" as the address of a states hook: expected an http or https URL`);
}

async function readHookTarget(url: string, options: Readonly<Record<string, unknown>>): Promise<Target> {
  const file = typeof options["target"] === "string" ? options["target"] : undefined;
  const baseUrl = typeof options["base-url"] === "string" ? options["base-url"] : undefined;
  const { target } = await readTarget({
    environment: process.env,
    ...(file === undefined ? {} : { file }),
    ...(baseUrl === undefined ? (file === undefined ? { baseUrl: new URL(url).origin } : {}) : { baseUrl }),
  });
  const namespace = target.namespace ?? { scope: "conformance", prefix: "conf" };
  return { ...target, namespace, states: { url, headers: target.states?.headers ?? {} } };
}

/** 3 if the hook does not answer, 1 if a state that it offers failed. */
function toExitCode(rows: readonly StateRow[], { isReachable }: HookAnswer): number {
  if (!isReachable) return exitCodes.untestable;
  return rows.some(({ trial }) => (trial?.failures.length ?? 0) > 0) ||
    rows.some(({ answers }) => answers.some(({ problem }) => problem !== undefined))
    ? exitCodes.failed
    : exitCodes.conformant;
}
