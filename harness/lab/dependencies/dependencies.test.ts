import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { expect, test } from "vitest";
import { acceptedLicences, readLockedPackages } from "./locked-packages.ts";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

function read(file: string): string {
  return readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
}

const manifest = JSON.parse(read("package.json")) as Manifest;
const packages = readLockedPackages(
  JSON.parse(read("package-lock.json")) as Parameters<typeof readLockedPackages>[0],
);

/** What is shipped: sources, and the validators that the build makes. */
function readSources(): readonly string[] {
  const folders = ["harness", "suites", "reports", "schemas", "reference-server"];
  return folders
    .flatMap((folder) =>
      readdirSync(new URL(`../../../${folder}`, import.meta.url), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => /\.(?:tsx?|js)$/.test(file))
    .filter((file) => !/\.test\.|\/lab\//.test(file))
    .map(read);
}

function importedPackages(): ReadonlySet<string> {
  const imported = readSources().flatMap((source) =>
    [...source.matchAll(/(?:^(?:import|export|\}) .*\bfrom |^import |\bimport\()"([\w@][^"\n]*)"/gm)].map(
      ([, name = ""]) => name,
    ),
  );
  const names = imported.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return new Set(names.filter((name) => !name.startsWith("node:") && !builtinModules.includes(name)));
}

test("every package that is installed has a licence that we accept", () => {
  const others = packages.filter(({ licence }) => !acceptedLicences.has(licence));
  expect(others).toEqual([]);
});

test("every run-time dependency is used, and everything used is a run-time dependency", () => {
  const used = importedPackages();
  const given = new Set(Object.keys(manifest.dependencies));
  const peers = new Set(Object.keys(manifest.peerDependencies));
  expect([...given].filter((name) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !given.has(name) && !peers.has(name))).toEqual([]);
});

test("every run-time dependency is locked to one version, and CONTRIBUTING says its licence and what it is for", () => {
  const direct = packages.filter(({ isDirect }) => isDirect);
  expect(Object.fromEntries(direct.map(({ name, version }) => [name, version]))).toEqual(
    manifest.dependencies,
  );
  const rows = [
    ...read("CONTRIBUTING.md").matchAll(/^\| (`[^|]+`) +\| ([\w.-]+) +\|(?: [\d.]+ +\|){2} \S[^|]+\|$/gm),
  ];
  const told = rows.flatMap(([, names = "", licence = ""]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => [name, licence] as const),
  );
  const listed = Object.fromEntries(told.filter(([name]) => Object.hasOwn(manifest.dependencies, name)));
  expect(listed).toEqual(Object.fromEntries(direct.map(({ name, licence }) => [name, licence])));
});
