/** Stacks of errors in the bundle, told by the sources. */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/** The file beside the bundle with the source map of each of its modules. They are read only if something breaks. */
export const mapsFile = "source-maps.json.br";

/** The stack of an error, with files and lines of the sources; its message if it has no stack. */
export function toSourceStack(error: Error): string {
  const stack = error.stack ?? error.message;
  const file = join(fileURLToPath(new URL("./", import.meta.url)), mapsFile);
  if (!existsSync(file)) return stack;
  const maps = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as Readonly<
    Record<string, SourceMapPayload>
  >;
  return stack.replaceAll(
    /file:\/\/\S*\/([^/\s]+\.js):(\d+):(\d+)/gu,
    (place, module: string, line, column) => {
      const map = maps[module];
      const entry = map && new SourceMap(map).findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !("originalSource" in entry)) return place;
      // as the sources are named in the repository
      const source = posix.normalize(entry.originalSource).replace(/^(?:\.\.\/)+/u, "");
      return `${source}:${entry.originalLine + 1}`;
    },
  );
}
