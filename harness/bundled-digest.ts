/** The digest of the suite in the package, whose modules are bundled. `bundle.mjs` writes what this reads. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf } from "./recording/recorder.ts";

/** The file beside the bundle with the two digests. */
export const identityFile = "identity.json";

export interface BundleIdentity {
  /** Of the modules in the bundle, as a built clone counts it. */
  readonly suite: string;
  /** Of the files of the bundle. */
  readonly bundle: string;
}

/** The digest that a built clone of the same sources has. If somebody has changed the bundle, that of its files instead. */
export function digestOfSuite(): string {
  const folder = fileURLToPath(new URL("./", import.meta.url));
  const { suite, bundle } = JSON.parse(readFileSync(join(folder, identityFile), "utf8")) as BundleIdentity;
  const now = digestOfBundle(folder);
  return now === bundle ? suite : now;
}

/** A digest over the names and contents of the modules in a folder. */
export function digestOfBundle(folder: string): string {
  const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));
  return digestOf(modules.toSorted().flatMap((name) => [name, readFileSync(join(folder, name), "latin1")]));
}
