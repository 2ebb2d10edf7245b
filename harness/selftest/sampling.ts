/** Which faults have a costly run: by their names, so that a new fault does not change what is tried of the others. */
import { deriveNumber } from "../seed.ts";

/** A whole run against one fault in so many shows the distribution; the others run only the requirement that finds the fault. */
const faultsForEachWholeRun = 8;

/** One fault in so many, none of them with a whole run. */
const faultsForEachSocketRun = 2 * faultsForEachWholeRun;
const ofSocketRun = faultsForEachWholeRun / 2;

/** True if the whole suite runs against this fault. */
export function hasWholeRun(fault: string): boolean {
  return numberOf(fault) % faultsForEachWholeRun === 0;
}

/** True if the run of this fault is repeated over sockets. */
export function runsOverSockets(fault: string): boolean {
  return numberOf(fault) % faultsForEachSocketRun === ofSocketRun;
}

function numberOf(fault: string): number {
  return deriveNumber("sample of faults", fault);
}
