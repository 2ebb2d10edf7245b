/** `states scaffold LANGUAGE`: a states hook to fill in, written beside the target file. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { toShellWord } from "../../reports/curl.ts";
import { readPackageFile } from "../package-file.ts";
import { UsageError } from "./command.ts";
import { writeNow } from "./destination.ts";
import { programName } from "./program.ts";
import { stateCatalogue } from "./state-catalogue.ts";
import { describeUse } from "./states-table.ts";
import { idsThatUse } from "./states-trial.ts";
import { nearest } from "../target-file/nearest.ts";

interface Skeleton {
  readonly file: string;
  /** The program that runs the file. */
  readonly start: string;
}

/** By language. */
export const skeletons: Readonly<Record<string, Skeleton>> = {
  node: { file: "states-hook.mjs", start: "node" },
  python: { file: "states_hook.py", start: "python3" },
  go: { file: "states_hook.go", start: "go run" },
  java: { file: "StatesHook.java", start: "java" },
};

const hookUrl = "http://127.0.0.1:9001/states";

/**
 * Writes the skeleton into the folder of the target file, or into the current one.
 * @returns what to do next
 * @throws UsageError if there is no such language, or the file exists
 */
export async function scaffoldStates(
  language: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const skeleton = skeletons[language];
  if (skeleton === undefined) {
    const known = Object.keys(skeletons);
    const near = nearest(language, known);
    throw new UsageError(
      `Cannot write a states hook in "${language}": expected ${known.join(", ")}${near === undefined ? "" : `, did you mean "${near}"`}`,
    );
  }
  const target = typeof options["target"] === "string" ? options["target"] : undefined;
  const file = join(target === undefined ? "." : dirname(target), skeleton.file);
  if (existsSync(file) && options["force"] !== true)
    throw new UsageError(`Cannot write "${file}": it exists; --force replaces it`);
  await writeNow(file, readPackageFile(`harness/target-file/states-kit/${skeleton.file}`));
  return renderNext(file, skeleton.start, target);
}

function renderNext(file: string, start: string, target: string | undefined): string {
  const states = stateCatalogue
    .map(({ name }) => ({ name, count: idsThatUse(name).length }))
    .toSorted((a, b) => b.count - a.count);
  const width = Math.max(...states.map(({ name }) => name.length));
  return [
    `wrote ${file}`,
    "",
    "Write the body of one state after the other; one that is not written answers 501, and its checks are skipped:",
    ...states.map(({ name, count }) => `  ${name.padEnd(width)}  ${describeUse(count)}`),
    "",
    `Start   STATES_SECRET=at-least-16-characters ${start} ${toShellWord(file)}`,
    `Target  "states": { "url": "${hookUrl}", "headers": { "X-States-Secret": "\${STATES_SECRET}" } }`,
    `Try     ${programName()} states check ${hookUrl} --target ${toShellWord(target ?? "conformance.target.mjs")}`,
    "",
  ].join("\n");
}
