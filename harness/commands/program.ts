/** How this program was started, so that the commands it prints can be run as they are. */
import { basename, relative } from "node:path";
import { toShellWord } from "../../reports/curl.ts";
import { programInReports } from "../program-in-reports.ts";

/** The names that the package gives the program; the last is the package's own, which `npx` finds where nothing is installed too. */
const names: readonly string[] = ["registry-conformance", "volume-registry-conformance"];

export interface Start {
  /** Path of the script, as in `process.argv[1]`. */
  readonly script: string;
  /** `exec` if `npx` or `npm exec` started it, as in `npm_command`. */
  readonly npmCommand?: string | undefined;
  readonly folder: string;
}

/** The words that start this program again: `npx volume-registry-conformance`, `registry-conformance`, or `node dist/harness/cli.js`. */
export function programName(start: Start = ownStart()): string {
  const name = basename(start.script).replace(/\.(?:cmd|ps1)$/u, "");
  if (start.npmCommand === "exec") return `npx ${names.includes(name) ? name : (names[1] ?? "")}`;
  if (names.includes(name)) return name;
  if (name !== "cli.js" && name !== "cli.ts") return names[0] ?? name;
  const path = relative(start.folder, start.script);
  return `node ${toShellWord(path.startsWith("..") ? start.script : path)}`;
}

/** A text with the commands of a report, as this program was started. */
export function withOwnCommands(text: string): string {
  return text.replaceAll(`${programInReports} `, () => `${programName()} `);
}

function ownStart(): Start {
  return {
    script: process.argv[1] ?? "",
    npmCommand: process.env["npm_command"],
    folder: process.cwd(),
  };
}
