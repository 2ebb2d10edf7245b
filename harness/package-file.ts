/** Files of the package that the program reads when it runs. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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

/** Where `npm run record` writes what it learns from a run: packed, and absent from a clone that was only built. */
export const recordedFolder = "dist/recorded";

/**
 * @param name of a file in the recorded folder
 * @returns undefined if nothing was recorded
 */
export function readRecordedFile(name: string): Buffer | undefined {
  const file = join(packageFolder(), recordedFolder, name);
  return existsSync(file) ? readFileSync(file) : undefined;
}
