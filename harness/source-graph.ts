/** Which files of ours a file loads, and digests over them. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { digestOf } from "./recording/recorder.ts";

export interface SourceGraph {
  /** The names of the files that a file loads, itself among them, in the order of their names. */
  readonly reach: (first: string) => readonly string[];
  readonly textOf: (file: string) => string;
}

/** Statements that load another file of ours. Types are none of them: they are gone when a check runs. */
const loads = /^(?:import|export)\b(?! type\b)(?:[^;"]*\bfrom)?\s*"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gmu;

interface Source {
  readonly text: string;
  readonly loads: readonly string[];
}

/**
 * The graph of the files in a folder, each read once. Other packages have no part in it, only their fixed versions do.
 * @param folder files are named by their path in it
 */
export function readSourceGraph(folder: string): SourceGraph {
  const sources = new Map<string, Source>();

  function read(file: string): Source {
    let source = sources.get(file);
    if (source === undefined) {
      const text = readFileSync(join(folder, file), "utf8");
      const here = posix.dirname(file);
      const named = [...text.matchAll(loads)].map(([, named, awaited]) =>
        posix.join(here, named ?? awaited ?? ""),
      );
      source = { text, loads: named };
      sources.set(file, source);
    }
    return source;
  }

  return {
    reach(first) {
      const found = new Set([first]);
      // a set is walked with what is added meanwhile
      for (const file of found) for (const next of read(file).loads) found.add(next);
      return [...found].toSorted();
    },
    textOf: (file) => read(file).text,
  };
}

/**
 * A digest over the names and contents of all files that some files load, in the order of their names.
 * @param isPart leaves files out
 */
export function digestSources(
  graph: SourceGraph,
  firsts: readonly string[],
  isPart: (file: string) => boolean = () => true,
): string {
  const files = new Set(firsts.flatMap((first) => graph.reach(first)).filter(isPart));
  return digestOf([...files].toSorted().flatMap((file) => [file, graph.textOf(file)]));
}
