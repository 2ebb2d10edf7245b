/** What `npm ci --omit=dev` puts on a vendor's machine, as the lock file has it. */

import { renderMarkdownTable } from "./markdown-table.ts";

/** A package of the lock file that is not for development only. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** True where package.json itself names it. */
  readonly isDirect: boolean;
}

interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
}

/** The licences that we take without asking: all let a vendor use and pass on the suite, changed or not. */
export const acceptedLicences: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
]);

const folder = "node_modules/";

/** @param lock the parsed content of package-lock.json, version 3 */
export function readLockedPackages(lock: {
  readonly packages: Readonly<Record<string, object>>;
}): readonly LockedPackage[] {
  const root = lock.packages[""] as { readonly dependencies?: Readonly<Record<string, string>> };
  const direct = root.dependencies ?? {};
  const found = new Map<string, LockedPackage>();
  for (const [path, value] of Object.entries(lock.packages)) {
    const entry = value as LockEntry;
    if (path === "" || entry.dev === true) continue;
    const name = path.slice(path.lastIndexOf(folder) + folder.length);
    const isDirect = path === `${folder}${name}` && Object.hasOwn(direct, name);
    const { version, license: licence = "none stated" } = entry;
    const before = found.get(`${name}@${version}`);
    found.set(`${name}@${version}`, {
      name,
      version,
      licence,
      isDirect: isDirect || before?.isDirect === true,
    });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The list as Markdown, in the form that Prettier would give it. */
export function renderLockedPackages(packages: readonly LockedPackage[]): string {
  const rows = packages.map(({ name, version, licence, isDirect }) => [
    `\`${name}\``,
    version,
    licence,
    isDirect ? "yes" : "",
  ]);
  const counts = new Map<string, number>();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const byCount = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return [
    "# Dependencies",
    "",
    "What is installed beside the suite, and under which licence. Why each direct one is needed stands in CONTRIBUTING.md. Written by",
    "`npm run generate` from package-lock.json, and a test keeps it true.",
    "",
    `${packages.length} packages: ${byCount.map(([licence, count]) => `${count} ${licence}`).join(", ")}.`,
    "",
    ...renderMarkdownTable([["package", "version", "licence", "direct"], ...rows]),
    "",
  ].join("\n");
}
