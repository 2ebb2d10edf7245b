/** The faults whose whole runs are known, and how often a fault that is left out is recognized by the others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faults } from "../../../reference-server/faults/index.ts";
import { chapters } from "../../../suites/index.ts";
import { packageFolder } from "../../package-file.ts";
import { sentencesOf } from "../../sentences.ts";
import { createLookalikes, type KnownFault, maxLookalikes } from "../../verdict/causes/lookalikes.ts";

/** What each fault fails in a whole run, by its name. `write-known-faults.ts` writes it. */
export const knownFaultsFile = "harness/lab/lookalikes/known-faults.json";

/** Without faults that are no more. */
export function readKnownFaults(): readonly KnownFault[] {
  const text = readFileSync(join(packageFolder(), knownFaultsFile), "utf8");
  const known = JSON.parse(text) as Readonly<Record<string, Pick<KnownFault, "failed" | "refusal">>>;
  return faults.flatMap(({ name, summary }) => {
    const own = known[name];
    return own === undefined ? [] : [{ name, summary, ...own }];
  });
}

/** Parts of the faults, from 0 to 1. */
export interface Recognized {
  /** The most similar of the others breaks the same requirement. */
  readonly first: number;
  /** One of the first three does. */
  readonly amongThree: number;
}

const requirements: ReadonlyMap<string, string> = new Map(
  sentencesOf(chapters).flatMap(({ id, cases }) => cases.map((one) => [one.id, id] as const)),
);

export function requirementOf(id: string): string {
  return requirements.get(id) ?? id;
}

/** Each fault is looked up among all others. */
export function tryEachAmongOthers(known: readonly KnownFault[]): Recognized {
  const broken = new Map(faults.map(({ name, breaks }) => [name, requirementOf(breaks)]));
  let first = 0;
  let amongThree = 0;
  // with the fault itself, which is left out
  const find = createLookalikes(known, requirementOf, 1 + maxLookalikes);
  for (const { name, ...seen } of known) {
    const found = find(seen).filter(({ fault }) => fault !== name);
    const isSame = found.map(({ fault }) => broken.get(fault) === broken.get(name));
    if (isSame[0] === true) first += 1;
    if (isSame.slice(0, maxLookalikes).includes(true)) amongThree += 1;
  }
  return { first: first / known.length, amongThree: amongThree / known.length };
}
