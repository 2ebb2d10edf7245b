/** Files of the package that the program reads when it runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's folder: of this file from the sources, one level up from the built files in `dist`. */
const folders = ["../", "../../"].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/**
 * @param name path within the package, such as `suites/examples.json`
 * @throws if the package has no such file
 */
export function readPackageFile(name: string): string {
  for (const folder of folders) {
    try {
      return readFileSync(join(folder, name), "utf8");
    } catch {
      // built files are one folder deeper
    }
  }
  throw new Error(`Cannot find "${name}" in the package`);
}
