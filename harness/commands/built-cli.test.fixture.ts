/** The bundled command line in a process of its own, as its users have it: it starts in half the time. `npm run build` comes first. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const cli: string = fileURLToPath(new URL("../../dist/bundle/cli.js", import.meta.url));

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The environment without what a CI service or a shell may have set. */
const inherited: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:CI|GITHUB_.*|CONFORMANCE_.*|NO_COLOR)$/u.test(name)),
);

/** The command line in a folder of its own. */
export interface BuiltCli {
  readonly folder: string;
  readonly run: (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Ended>;
  readonly start: (args: readonly string[]) => StartedCli;
  /** `serve`, which writes its target file. */
  readonly serve: (args: readonly string[], file: string) => Promise<StartedCli>;
}

export interface StartedCli {
  readonly child: ChildProcess;
  /** Resolves when the output so far has the text. */
  readonly untilPrinted: (text: string) => Promise<string>;
  /** Resolves to the exit code when the process ends by itself. */
  readonly ended: () => Promise<number | null>;
  /** Sends the signal, and resolves to the exit code. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export function inNewFolder(name: string): BuiltCli {
  const folder = mkdtempSync(join(tmpdir(), `conformance-${name}-`));
  const start = (args: readonly string[]): StartedCli => startIn(folder, args);
  return {
    folder,
    run: (args, environment = {}) => runIn(folder, args, environment),
    start,
    async serve(args, file) {
      const started = start(["serve", "--write-target", join(folder, file), ...args]);
      await started.untilPrinted("Stop with");
      return started;
    },
  };
}

function runIn(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...inherited, ...environment }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [cli, ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : (child.exitCode ?? -1), out, err });
    });
  });
}

function startIn(folder: string, args: readonly string[]): StartedCli {
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env: inherited });
  child.setMaxListeners(0);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      printed += data.toString("utf8");
      child.emit("printed");
    });
  const ended = async (): Promise<number | null> => {
    if (child.exitCode !== null) return child.exitCode;
    const [code] = (await once(child, "exit")) as [number | null];
    return code;
  };
  return {
    child,
    ended,
    async untilPrinted(text) {
      while (!printed.includes(text)) {
        if (child.exitCode !== null) throw new Error(`ended without "${text}":\n${printed}`);
        await Promise.race([once(child, "printed"), once(child, "close")]);
      }
      const found = printed;
      printed = "";
      return found;
    },
    async end(signal = "SIGTERM") {
      const code = ended();
      child.kill(signal);
      return await code;
    },
  };
}
