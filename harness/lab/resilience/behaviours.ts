/** Every behaviour that is tried, in the order of the table. */
import type { Behaviour } from "./behaviour.ts";
import { contentBehaviours } from "./content-behaviours.ts";
import { instructionBehaviours } from "./instruction-behaviours.ts";
import { sizeBehaviours } from "./size-behaviours.ts";
import { wireBehaviours } from "./wire-behaviours.ts";

export const behaviours: readonly Behaviour[] = [
  ...wireBehaviours,
  ...contentBehaviours,
  ...instructionBehaviours,
];

/** With those that are tried by whole runs. */
export const allBehaviours: readonly Behaviour[] = [...behaviours, ...sizeBehaviours];
