/** Files of the package that the program reads when it runs. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/** The package's folder: of this file from the sources, one level up from the built files in `dist`. */
export function packageFolder(): string {
  const folders = ["../", "../../"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(join(folder, "package.json"))) ?? "";
}

/**
 * @param name path within the package, such as `suites/examples.json`
 * @throws if the package has no such file
 */
export function readPackageFile(name: string): string {
  try {
    return readFileSync(join(packageFolder(), name), "utf8");
  } catch (error) {
    throw new Error(`Cannot find "${name}" in the package`, { cause: error });
  }
}

/** Where `npm run record` writes what it learns: absent from a clone that was only built. */
export const recordedFolder = "dist/recorded";

/** The compressed file of a recorded document. */
export function toRecordedFile(name: string): string {
  return `${name}.json.br`;
}

/**
 * @param name of a recorded document
 * @returns its value; undefined if nothing was recorded
 */
export function readRecorded(name: string): unknown {
  const file = join(packageFolder(), recordedFolder, toRecordedFile(name));
  return existsSync(file) ? JSON.parse(brotliDecompressSync(readFileSync(file)).toString("utf8")) : undefined;
}
