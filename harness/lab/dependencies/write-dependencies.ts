/** `npm run list-dependencies`: writes DEPENDENCIES.md from the lock file. Run it in the root of the repository. */
import { readFile, writeFile } from "node:fs/promises";
import { readLockedPackages, renderLockedPackages } from "./locked-packages.ts";

const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as Parameters<
  typeof readLockedPackages
>[0];
await writeFile("DEPENDENCIES.md", renderLockedPackages(readLockedPackages(lock)));
