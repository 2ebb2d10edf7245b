/** How long a new user waits: the steps of README in their order, from an empty folder with only the packed archive, and in a clone. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Part } from "./part.ts";
import { formatSpread } from "./rounds.ts";

const command = "npx volume-registry-conformance";

interface Step {
  readonly words: string;
  /** The exit code that the user is to see. */
  readonly code: number;
}

const steps: readonly Step[] = [
  { words: "npm install --save-dev ARCHIVE", code: 0 },
  { words: `${command} --help`, code: 0 },
  { words: `${command} run --reference`, code: 0 },
  { words: `${command} run --reference --fault digest-never-compared`, code: 1 },
  // nothing failed; what needs a token was not decided
  { words: `${command} run --base-url URL`, code: 4 },
  { words: `${command} init --base-url URL`, code: 0 },
  // what needs other tokens or states is not decided
  { words: `REGISTRY_TOKEN=TOKEN ${command} run --target conformance.target.mjs`, code: 4 },
  { words: `${command} run --target conformance.target.json`, code: 4 },
  {
    words: `${command} explain finalize/bytes-have-arrived --report conformance-report/report.json`,
    code: 0,
  },
  { words: `${command} verify conformance-report`, code: 0 },
];

/** To the first verdict in a clone of this folder's repository. */
const cloneSteps: readonly Step[] = [
  { words: "git clone REPOSITORY .", code: 0 },
  { words: "npm ci", code: 0 },
  { words: `${command} --help`, code: 0 },
  { words: `${command} run --reference`, code: 0 },
];

/** A folder with only the packed archive, and the registry that README calls `https://registry.example`. */
interface Beginning {
  readonly folder: string;
  readonly archive: string;
}

async function begin(): Promise<Beginning> {
  const packs = await mkdtemp(join(tmpdir(), "conformance-first-use-"));
  const folder = join(packs, "empty");
  await mkdir(folder);
  await runShell(`npm pack --ignore-scripts --silent --pack-destination ${packs}`, process.cwd());
  const name = (await readdir(packs)).find((file) => file.endsWith(".tgz")) ?? "";
  return { folder, archive: join(packs, name) };
}

/** Runs a command as in a terminal of its own, and resolves to its exit code. */
async function runShell(words: string, cwd: string): Promise<number> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|CI$)/u.test(name)),
  );
  return await new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile("bash", ["-c", words], options, () => resolve(child.exitCode ?? -1));
    child.stdin?.end();
  });
}

async function serve(folder: string): Promise<ChildProcess> {
  const script = join(folder, "node_modules/.bin/registry-conformance");
  const child = spawn(process.execPath, [script, "serve", "--write-target", "conformance.target.json"], {
    cwd: folder,
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", () => reject(new Error("the reference server did not start")));
  });
  return child;
}

/** Milliseconds of each step in a new clone. */
async function walkInClone(): Promise<readonly number[]> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-clone-"));
  const taken: number[] = [];
  try {
    for (const step of cloneSteps)
      taken.push(await time(step, step.words.replace("REPOSITORY", process.cwd()), folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return taken;
}

/** Milliseconds of a step, whose words are given as they are run. */
async function time({ words, code }: Step, shown: string, folder: string): Promise<number> {
  const start = performance.now();
  const ended = await runShell(shown, folder);
  const taken = performance.now() - start;
  if (ended !== code) throw new Error(`Cannot measure "${words}": exit code ${ended}, expected ${code}`);
  return taken;
}

/** Milliseconds of each step. */
async function walk(): Promise<readonly number[]> {
  const { folder, archive } = await begin();
  const taken: number[] = [];
  let server: ChildProcess | undefined;
  try {
    for (const step of steps) {
      const shown = server === undefined ? step.words : await toServed(step.words, folder);
      taken.push(await time(step, shown.replace("ARCHIVE", archive), folder));
      server ??= await serve(folder);
    }
  } finally {
    server?.kill();
    await rm(join(folder, ".."), { recursive: true, force: true });
  }
  return taken;
}

/** The command with the address and the token of the served registry. */
async function toServed(words: string, folder: string): Promise<string> {
  const target = JSON.parse(await readFile(join(folder, "conformance.target.json"), "utf8")) as {
    readonly baseUrl: string;
    readonly tokens: { readonly publisher: string };
  };
  return words.replace("URL", target.baseUrl).replace("TOKEN=TOKEN", `TOKEN=${target.tokens.publisher}`);
}

/** A part whose table has the time of each step, and of all together. */
function toPart(name: string, own: readonly Step[], walkOnce: () => Promise<readonly number[]>): Part {
  return {
    name,
    async measure(rounds) {
      const taken: (readonly number[])[] = [];
      const load = (loadavg()[0] ?? 0).toFixed(1);
      for (let round = 0; round < rounds; round += 1) taken.push(await walkOnce());
      const inSeconds = (place: number): readonly number[] => taken.map((one) => (one[place] ?? 0) / 1000);
      const sums = taken.map((one) => one.reduce((sum, ms) => sum + ms, 0) / 1000);
      return {
        table: [
          ["step", "seconds", "exit code"],
          ...own.map(({ words, code }, place) => [
            `\`${words}\``,
            formatSpread(inSeconds(place), 1),
            String(code),
          ]),
          ["all of them", formatSpread(sums, 1), ""],
        ],
        remarks: [`Load of the last minute before the first step: ${load}.`],
      };
    },
  };
}

export const firstUsePart: Part = toPart("first-use", steps, walk);
export const cloneUsePart: Part = toPart("first-use-clone", cloneSteps, walkInClone);
