/** The command line as its users have it: built, and run as a process of its own. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export interface BuiltSuite {
  readonly folder: string;
  /** Starts the command line; `shell` is put before it where something has to be set first. */
  readonly start: (args: readonly string[], shell?: string) => Running;
  readonly remove: () => Promise<void>;
}

export interface Running {
  readonly process: ChildProcess;
  /** Resolves when the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Builds the suite as it stands into a folder of its own, so that no test depends on an older build. */
export async function buildSuite(): Promise<BuiltSuite> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-build-"));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const built = promisify(execFile)(process.execPath, [compiler, "--outDir", folder, "--noCheck"], {
    cwd: root,
  });
  // what is wrong with the sources is for the build to say; what matters here is that something came out
  await built.catch((error: unknown) => {
    if (!existsSync(join(folder, "harness/cli.js"))) throw error;
  });
  await cp(join(root, "schemas/compiled"), join(folder, "schemas/compiled"), { recursive: true });
  await cp(join(root, "package.json"), join(folder, "package.json"));
  for (const data of ["errata.json", "specification-digests.json", "requirement-sets.json"])
    await cp(join(root, "suites", data), join(folder, "suites", data));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    start: (args, shell) => start(join(folder, "harness/cli.js"), args, shell),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function start(script: string, args: readonly string[], shell: string | undefined): Running {
  const command = [process.execPath, script, ...args];
  const child =
    shell === undefined
      ? spawn(command[0] ?? "", command.slice(1), { stdio: ["ignore", "pipe", "pipe"] })
      : spawn("bash", ["-c", `${shell}; exec "$@"`, "bash", ...command], {
          stdio: ["ignore", "pipe", "pipe"],
        });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => {
      output += data.toString("utf8");
    });
  }
  const ended = new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, output }));
  });
  return { process: child, ended };
}
