/** Which suite this is: its version, and a digest over every file that can change a verdict. */
import type { Report } from "../schemas/report.ts";
import { readPackageFile } from "./package-file.ts";
import { digestOfSuite } from "./suite-digest.ts";

/** The release of the specification that the suite tests (Versioning, rule 2). */
const specification = "0.1.0-rc.1";

let suite: Report["suite"] | undefined;

/** Name, version, specification and digest of this suite, for reports. Read once: the self-test asks for each of its runs. */
export function describeSuite(): Report["suite"] {
  if (suite === undefined) {
    const { name, version } = JSON.parse(readPackageFile("package.json")) as Report["suite"];
    suite = { name, version, specification, digest: digestOfSuite() };
  }
  return suite;
}
