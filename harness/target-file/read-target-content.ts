/** Reads a target file: JSON or an ES module. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { scanJson, toPosition } from "./json-positions.ts";
import { type Locate, TargetError } from "./target-error.ts";

export interface TargetContent {
  readonly content: unknown;
  readonly locate: Locate;
}

/**
 * The content of a target file, before its variables are replaced.
 * @throws TargetError if it cannot be read, or is neither JSON nor an ES module
 */
export async function readTargetContent(file: string): Promise<TargetContent> {
  if (/\.[cm]?js$/.test(file)) return { content: await importTarget(file), locate: () => undefined };
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw toUnreadable(file, error);
  });
  return readJson(file, text);
}

async function importTarget(file: string): Promise<unknown> {
  try {
    const module: unknown = await import(pathToFileURL(resolve(file)).href);
    const exported: unknown =
      typeof module === "object" && module !== null ? Reflect.get(module, "default") : undefined;
    if (exported === undefined) throw new Error("the module has no default export");
    return exported;
  } catch (error) {
    throw toUnreadable(file, error);
  }
}

function readJson(file: string, read: string): TargetContent {
  // some editors write a byte order mark, which is not valid JSON
  const text = read.replace(/^\uFEFF/u, "");
  const { places, errorAt } = scanJson(text);
  const locate: Locate = (pointer) => {
    const place = places.get(pointer);
    return place === undefined ? undefined : renderPosition(text, place);
  };
  if (errorAt === undefined) return { content: JSON.parse(text), locate };
  if (isYaml(file, text))
    throw new TargetError(
      `Cannot read target "${file}": it is YAML, expected JSON or an ES module (.mjs); registry-conformance init writes one`,
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

/** By its name, or by a first line such as `baseUrl: https://registry.example`. */
function isYaml(file: string, text: string): boolean {
  return /\.ya?ml$/iu.test(file) || /^(?:\s*#.*\n|---\s*\n|\s*\n)*[A-Za-z$]+:(?:\s|$)/u.test(text);
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
  return new TargetError(`Cannot read target "${file}": ${fileReasons[code] ?? words}`, { cause: error });
}
