/** Files in which package managers keep resolved versions: content of a release, and never a declaration of it. */
import type { ArchiveEntry } from "../../harness/given/archive.ts";

export const lockfiles: readonly ArchiveEntry[] = [
  {
    name: "package.json",
    content: `${JSON.stringify({ name: "sample", version: "1.0.0", dependencies: { "is-odd": "^3.0.1" } })}\n`,
  },
  {
    name: "package-lock.json",
    content: `${JSON.stringify({
      name: "sample",
      lockfileVersion: 3,
      packages: { "node_modules/is-odd": { version: "3.0.1" } },
    })}\n`,
  },
  { name: "requirements.txt", content: "idna==3.7\n" },
  { name: "volume.lock", content: '[[package]]\npurl = "pkg:npm/is-odd@3.0.1"\n' },
];
