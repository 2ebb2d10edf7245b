/** `--set NAME`: the requirement set that the verdict is about; by default the newest of the package. */
import type { Options } from "yargs";
import { chapters } from "../../suites/index.ts";
import {
  type AppliedSet,
  applyPackageSet,
  applySetText,
  isSetFile,
} from "../requirement-sets/requirement-sets.ts";
import { readText } from "./read-report.ts";

/** @param describe what the command does with the set */
export function setOption(describe: string): { readonly set: Options } {
  return { set: { type: "string", describe } };
}

/** @throws SetError if there is no such set, or its file is not valid */
export async function readSet(options: Readonly<Record<string, unknown>>): Promise<AppliedSet> {
  const word = options["set"];
  if (typeof word !== "string") return applyPackageSet(undefined, chapters);
  return isSetFile(word)
    ? applySetText(await readText(word), word, chapters)
    : applyPackageSet(word, chapters);
}
