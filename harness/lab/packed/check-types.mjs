/**
 * Judges the types of a packed archive with attw, and prints the problems as JSON. It is a program of its own, so that a build does
 * not need attw: `node check-types.mjs ARCHIVE`.
 */
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";

/** What an ES module cannot offer: `require`, and resolution without `exports`. */
const commonJsOnly = new Set(["node10", "node16-cjs"]);

const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(process.argv[2] ?? "")));
const { entrypoints = {}, problems = [] } = await checkPackage(tarball, { excludeEntrypoints: [/schemas/u] });
const remaining = problems.filter(({ resolutionKind }) => !commonJsOnly.has(resolutionKind));
process.stdout.write(JSON.stringify({ entrypoints: Object.keys(entrypoints), problems: remaining }));
