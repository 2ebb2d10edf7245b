/** The files whose change makes `run --watch` run again: the target file, what it names, and the paths of `--watch`. */
import { fstatSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { UsageError } from "./command.ts";
import { toReportWords } from "./output.ts";

export interface Watched {
  readonly target: string | undefined;
  readonly paths: readonly string[];
  /** What a run writes: it is no reason to run again. */
  readonly own: ReadonlySet<string>;
}

/** Folders with many files that are not sources. */
const ignored: ReadonlySet<string> = new Set(["node_modules", "target", "dist", "build", "__pycache__"]);

/** Files that a server writes. */
const written = /\.(?:log|pid|tmp|db|sqlite\d?)(?:-\w+)?$/u;

/** A tree with more files is not followed further. */
const maxFiles = 20_000;

/** A quoted text, and in YAML a value without quotes: it may be the name of a file. */
const quoted = /["'`]([^"'`\n]{1,500})["'`]/gu;
const bare = /:[ \t]+([^\s"'#][^\n#]{0,500})/gu;

/** @throws UsageError if a path does not exist */
export async function toWatched(options: Readonly<Record<string, unknown>>): Promise<Watched> {
  const { watch, target } = options;
  const paths = (Array.isArray(watch) ? watch : []).map(String);
  for (const path of paths) {
    const isThere = await stat(path).catch(() => undefined);
    if (isThere === undefined)
      throw new UsageError(`Cannot watch "${path}": there is no such file or folder`);
  }
  const named = toReportWords(options["report"]).map((word) => word.slice(word.indexOf(":") + 1));
  return {
    target: typeof target === "string" ? target : undefined,
    paths,
    own: new Set(
      [String(options["out"]), String(options["baseline"]), ...named].map((file) => resolve(file)),
    ),
  };
}

/** The watched files, each with the time of its last change. */
export async function takeSnapshot({ target, paths, own }: Watched): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const outputs = ownOutputs();
  const add = async (path: string): Promise<boolean> => {
    if (own.has(resolve(path)) || found.has(path)) return false;
    const about = await stat(path).catch(() => undefined);
    if (about?.isFile() !== true || outputs.has(`${about.dev} ${about.ino}`)) return false;
    found.set(path, about.mtimeMs);
    return true;
  };
  if (target !== undefined) await addNamed(target, add);
  for (const path of paths) await addBelow(path, { add, own, found });
  return found;
}

/** Where the output goes if it is captured: it grows with each run. */
function ownOutputs(): ReadonlySet<string> {
  return new Set(
    [process.stdout.fd, process.stderr.fd].flatMap((fd) => {
      try {
        const { dev, ino } = fstatSync(fd);
        return [`${dev} ${ino}`];
      } catch {
        return [];
      }
    }),
  );
}

/** A target file, and the files that it and its modules name. */
async function addNamed(target: string, add: (path: string) => Promise<boolean>): Promise<void> {
  const open = [relative(".", resolve(target))];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const isYaml = /\.ya?ml$/iu.test(file);
    if (!(await add(file)) || !(isYaml || /\.(?:[cm]?[jt]s|json)$/iu.test(file))) continue;
    const text = await readFile(file, "utf8").catch(() => "");
    const names = [...text.matchAll(quoted), ...(isYaml ? text.matchAll(bare) : [])];
    for (const [, name = ""] of names) open.push(relative(".", resolve(dirname(file), name.trim())));
  }
}

interface Below {
  readonly add: (path: string) => Promise<boolean>;
  readonly own: ReadonlySet<string>;
  readonly found: ReadonlyMap<string, number>;
}

/** A file, or all files of a folder but those that no editor writes. */
async function addBelow(path: string, { add, own, found }: Below): Promise<void> {
  if (await add(path)) return;
  const open = [path];
  for (let folder = open.pop(); folder !== undefined && found.size < maxFiles; folder = open.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const below = join(folder, entry.name);
      const isLeftOut = entry.name.startsWith(".") || ignored.has(entry.name) || written.test(below);
      if (isLeftOut || own.has(resolve(below))) continue;
      if (entry.isDirectory()) open.push(below);
      else await add(below);
    }
  }
}
