/** Keeps the process small, so that a run fits into a small container. */
import { setFlagsFromString } from "node:v8";

/**
 * V8 lets its heap grow to several times of what is in use before it collects, and a run leaves much behind: each response is
 * garbage soon. Measured on a standard run with a header of 16,000 characters in each response: 319 MiB without these flags,
 * 199 MiB with them, at the same CPU time.
 */
export function keepHeapLean(): void {
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--semi-space-growth-factor=1");
}
