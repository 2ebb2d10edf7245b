import { faultFiles } from "./compiled/fault-files.ts";
import type { Fault, FaultFile } from "./fault.ts";

/** The words of a fault's name as a sentence. */
function toSentence(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;
}

function toFaults(file: FaultFile): readonly Fault[] {
  return Object.entries(file).flatMap(([breaks, entries]) =>
    Object.entries(entries).map(([name, entry]) =>
      typeof entry === "function"
        ? { name, breaks, summary: toSentence(name), change: entry }
        : { name, breaks, summary: toSentence(name), ...entry },
    ),
  );
}

/** Every fault, by the path of its file. */
export const faults: readonly Fault[] = faultFiles.flatMap(toFaults);
