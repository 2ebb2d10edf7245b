/** Which suite this is: its version, and a digest over everything that decides a verdict. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../schemas/report.ts";
import { digestOf } from "./registry/recorder.ts";

/** The release of the specification that the suite tests (Versioning, rule 2). */
const specification = "0.1.0-rc.1";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Name, version, specification and digest of this suite, for reports. */
export function describeSuite(): Report["suite"] {
  const { name, version } = readPackage();
  return { name, version, specification, digest: digestOf(readSources()) };
}

function readPackage(): { readonly name: string; readonly version: string } {
  for (const folder of [root, join(root, "..")]) {
    try {
      return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
        name: string;
        version: string;
      };
    } catch {
      // built files stand one folder deeper
    }
  }
  throw new Error("Cannot find the suite's own package.json");
}

/**
 * Parts of the harness that decide no verdict. Those of our own tests are not in the package either, and an installed suite has
 * to have the digest of one built from a clone.
 */
const apart = /^(?:commands|selftest|lab)[/\\]|\.(?:test|d)\.|(?<!\.[jt]s)$/;

/** The files of suites, schemas and harness that decide verdicts, in the order of their names. */
export function listSources(): readonly string[] {
  return ["suites", "schemas", "harness"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .toSorted()
      .filter((file) => !apart.test(file))
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
  );
}

function* readSources(): Generator<string> {
  for (const file of listSources()) {
    yield file;
    yield readFileSync(join(root, file), "utf8");
  }
}
