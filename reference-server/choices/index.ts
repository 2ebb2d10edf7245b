import type { Choice } from "./choice.ts";

/** Every choice, in the order in which they are applied and listed. */
export const choices: readonly Choice[] = [];
