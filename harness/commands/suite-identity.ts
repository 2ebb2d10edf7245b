/** Which suite this is: its version, and a digest over everything that decides a verdict. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../../schemas/report.ts";
import { digestOf } from "../registry/recorder.ts";

/** The release of the specification that the suite tests (Versioning, rule 2). */
const specification = "0.1.0-rc.1";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Name, version, specification and digest of this suite, for reports. */
export function describeSuite(): Report["suite"] {
  const { name, version } = readPackage();
  return { name, version, specification, digest: digestOf(sources()) };
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

/** Names and contents of the files of suites, schemas and harness; not of commands, which decide nothing. */
function* sources(): Generator<string> {
  for (const folder of ["suites", "schemas", "harness"]) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.toSorted()) {
      if (!/\.(?:js|ts)$/.test(file) || /\.(?:test|d)\.[jt]s$/.test(file) || file.startsWith("commands"))
        continue;
      yield `${folder}/${file}`;
      yield readFileSync(join(root, folder, file), "utf8");
    }
  }
}
