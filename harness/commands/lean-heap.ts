/** Keeps the process small and quick, so that a run fits into a small container. */
import { setFlagsFromString } from "node:v8";

/**
 * V8 lets its heap grow to several times of what is in use before it collects, and a run leaves much behind: each response is
 * garbage soon. Measured on a standard run with a header of 16,000 characters in each response: 319 MiB without these flags,
 * 199 MiB with them, at the same CPU time.
 *
 * A run is over soon, so that much of what V8 optimizes after a few calls does not pay back. With a larger budget it optimizes only
 * what is called often: a standard run takes an eighth less CPU time with Node 20, and as much as without with Node 24.
 */
export function keepHeapLean(): void {
  setFlagsFromString("--heap-growing-percent=40");
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--interrupt-budget=500000");
}
