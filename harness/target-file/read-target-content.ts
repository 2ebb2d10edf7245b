/** Reads a target file: JSON, YAML or an ES module. */
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { scanJson, toPosition } from "../../schemas/json-positions.ts";
import { findKey, findSyntaxError } from "./module-positions.ts";
import { type Locate, TargetError } from "./target-error.ts";

export interface TargetContent {
  readonly content: unknown;
  readonly locate: Locate;
}

/**
 * The content of a target file, before its variables are replaced.
 * @throws TargetError if it cannot be read, or is not valid JSON, YAML or ES module
 */
export async function readTargetContent(file: string): Promise<TargetContent> {
  if (/\.[cm]?js$/.test(file)) return await readModule(file);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw toUnreadable(file, error);
  });
  return /\.ya?ml$/iu.test(file) ? await readYamlFile(file, text) : readJson(file, text);
}

async function readYamlFile(file: string, text: string): Promise<TargetContent> {
  // the parser is loaded for those who use it
  const { readYaml } = await import("./read-yaml.ts");
  const read = readYaml(text);
  if ("reason" in read)
    throw new TargetError(
      `Cannot read target "${file}": invalid YAML, ${read.reason} (${renderPosition(text, read.errorAt)})`,
    );
  return { content: read.content, locate: locateIn(text, read.places) };
}

function locateIn(text: string, places: ReadonlyMap<string, number>): Locate {
  return (pointer) => {
    const place = places.get(pointer);
    return place === undefined ? undefined : renderPosition(text, place);
  };
}

async function readModule(file: string): Promise<TargetContent> {
  const content = await importTarget(file);
  const text = await readFile(file, "utf8").catch(() => "");
  return {
    content,
    locate: (pointer) => {
      const place = findKey(text, pointer);
      return place === undefined ? undefined : renderPosition(text, place);
    },
  };
}

async function importTarget(file: string): Promise<unknown> {
  try {
    const { mtimeMs } = await stat(file);
    // a module is loaded once by its address, and `run --watch` reads a changed file again
    const module: unknown = await import(`${pathToFileURL(resolve(file)).href}?${mtimeMs}`);
    const exported: unknown =
      typeof module === "object" && module !== null ? Reflect.get(module, "default") : undefined;
    if (exported === undefined) throw new Error("the module has no default export");
    return exported;
  } catch (error) {
    const place = error instanceof SyntaxError ? await findSyntaxError(file) : undefined;
    if (place === undefined) throw toUnreadable(file, error);
    throw new TargetError(
      `Cannot read target "${file}": invalid JavaScript (line ${place.line}, column ${place.column})`,
      { cause: error },
    );
  }
}

function readJson(file: string, read: string): TargetContent {
  // some editors write a byte order mark, which is not valid JSON
  const text = read.replace(/^\uFEFF/u, "");
  const { places, errorAt } = scanJson(text);
  if (errorAt === undefined) return { content: JSON.parse(text), locate: locateIn(text, places) };
  if (looksLikeYaml(text))
    throw new TargetError(
      `Cannot read target "${file}": it is YAML, expected JSON; give the file a name that ends in .yaml`,
    );
  const what = errorAt >= text.length ? "the text ends too early" : "unexpected character";
  throw new TargetError(
    `Cannot read target "${file}": ${what} in the JSON (${renderPosition(text, errorAt)})`,
  );
}

function renderPosition(text: string, offset: number): string {
  const { line, column } = toPosition(text, offset);
  return `line ${line}, column ${column}`;
}

/** By a first line such as `baseUrl: https://registry.example`. */
function looksLikeYaml(text: string): boolean {
  return /^(?:\s*#.*\n|---\s*\n|\s*\n)*[A-Za-z$]+:(?:\s|$)/u.test(text);
}

const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "it is a directory, expected a file",
  EACCES: "permission denied",
  ERR_MODULE_NOT_FOUND: "no such file, or a file that it imports is not there",
  ERR_UNSUPPORTED_DIR_IMPORT: "it is a directory, expected a file",
};

/** Only the first line of a reason: an engine's message may quote the file, and the file has tokens. */
function toUnreadable(file: string, error: unknown): TargetError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  const [words = ""] = message.split("\n");
  return new TargetError(`Cannot read target "${file}": ${fileReasons[code] ?? words}`, {
    cause: error,
  });
}
