/** What a run of the self-test depends on: files with a check, a fault or a choice, and what all runs share. */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Fault } from "../../reference-server/faults/fault.ts";
import { chapters } from "../../suites/index.ts";
import { readPackageFile } from "../package-file.ts";
import { digestOf } from "../recording/recorder.ts";
import { digestSources, readSourceGraph, type SourceGraph } from "../source-graph.ts";
import { learntCarriers } from "./carriers.ts";
import type { Choosing } from "./choosing.ts";

/** A file of checks, of rules for every response, or of both. */
export interface CheckSource {
  /** Its path without its ending. */
  readonly name: string;
  readonly ids: readonly string[];
  /** Changes with the file, with what it loads of the suite, and with the levels of its requirements. */
  readonly digest: string;
}

/** Digests of what the runs of the self-test depend on. */
export interface Reach {
  /** Of the engine, the server without faults and choices, the rules for every response, other packages and Node. */
  readonly shared: string;
  /** Of the fault, the check that is to notice it, and the checks that show it to that one. */
  readonly ofFault: (fault: Pick<Fault, "name" | "breaks">) => string;
  /** Of the choices that are made together. */
  readonly ofChoice: (choice: Choosing) => string;
  readonly checkSources: readonly CheckSource[];
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

const ofSuite = /^suites\//u;
const ofChecks = /^suites\/(?!situations\/|inputs\/)[^/]+\/(?!chapter\.|sentences\.)[^/]+$/u;
const ofRules = /^suites\/every-response\//u;
const ofChanges = /^reference-server\/(?:faults|choices)\//u;
const ofLists = /\/(?:index|compiled\/[^/]+)\.[jt]s$/u;

/** Reads the sources of this suite. */
export async function readReach(): Promise<Reach> {
  const graph = readSourceGraph(root);
  const checkSources = await readCheckSources(graph);
  const bySource = new Map(checkSources.flatMap((source) => source.ids.map((id) => [id, source] as const)));
  const changes = await readChanges(graph);
  const toDigest = (id: string): string => bySource.get(id)?.digest ?? "";
  return {
    shared: digestShared(graph),
    ofFault: ({ name, breaks }) =>
      digestOf([changes.get(name) ?? "", toDigest(breaks), ...learntCarriers(breaks, name).map(toDigest)]),
    ofChoice: ({ values, timing = "" }) =>
      digestOf([
        timing,
        ...Object.entries(values).flatMap(([name, value]) => [name, value, changes.get(name) ?? ""]),
      ]),
    checkSources,
  };
}

function digestShared(graph: SourceGraph): string {
  const engine = digestSources(
    graph,
    [`harness/selftest/task${ending}`],
    (file) => ofRules.test(file) || !(ofSuite.test(file) || ofChanges.test(file)),
  );
  return digestOf([engine, process.version, ...readVersions()]);
}

/** Name and version of each package that a run loads. */
function readVersions(): readonly string[] {
  const { dependencies } = JSON.parse(readPackageFile("package.json")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.entries(dependencies).flat();
}

async function readCheckSources(graph: SourceGraph): Promise<readonly CheckSource[]> {
  const levels = new Map(
    chapters.flatMap(({ checks, invariants = [] }) =>
      [...checks, ...invariants].map(({ id, level }) => [id, level] as const),
    ),
  );
  const files = graph.reach(`suites/index${ending}`).filter((file) => ofChecks.test(file));
  const sources = await Promise.all(
    files.map(async (file) => {
      const ids = (await exportsOf(file)).flatMap(idsOf).filter((id) => levels.has(id));
      const own = digestSources(graph, [file], (one) => ofSuite.test(one));
      const digest = digestOf([own, ...ids.map((id) => levels.get(id) ?? "")]);
      return { name: file.slice(0, -ending.length), ids, digest };
    }),
  );
  return sources.filter(({ ids }) => ids.length > 0);
}

/** The digest of each file of faults or choices, with what it loads of other such files, by the names of what it has. */
async function readChanges(graph: SourceGraph): Promise<ReadonlyMap<string, string>> {
  const files = ["faults", "choices"]
    .flatMap((folder) => graph.reach(`reference-server/${folder}/index${ending}`))
    .filter((file) => ofChanges.test(file) && !ofLists.test(file));
  const named = await Promise.all(
    files.map(async (file) => {
      const digest = digestSources(graph, [file], (one) => ofChanges.test(one));
      return (await exportsOf(file)).flatMap(namesOf).map((name) => [name, digest] as const);
    }),
  );
  return new Map(named.flat());
}

async function exportsOf(file: string): Promise<readonly unknown[]> {
  return Object.values((await import(pathToFileURL(join(root, file)).href)) as object);
}

/** The ids in a file of checks. */
function idsOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { checks = [], invariants = [] } = value as Partial<Record<string, readonly { id: string }[]>>;
  return [...(Array.isArray(checks) ? checks : []), ...(Array.isArray(invariants) ? invariants : [])].map(
    ({ id }: { readonly id: string }) => id,
  );
}

/** The names in a file of faults, by requirement, or in a list of choices. */
function namesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: { readonly name?: string }) => one.name ?? []);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((entries: unknown) =>
    typeof entries === "object" && entries !== null ? Object.keys(entries) : [],
  );
}
