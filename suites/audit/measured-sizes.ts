/** What the registry took and what it refused, by size: limits that the specification leaves open. */
import type { CheckFile, ObservationEntry } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { protectedOperations } from "../responses.ts";
import { isMeasure, measures, type Size, type Sized } from "./measures.ts";

const count = new Intl.NumberFormat("en-US");

/**
 * @param unit after a number
 * @returns the largest size that was taken, the smallest larger one that was refused, and how
 */
function describe(sizes: readonly Size[], unit: string): string {
  const taken = sizes.filter(({ refusal }) => refusal === undefined).map(({ amount }) => amount);
  const largest = taken.length === 0 ? undefined : Math.max(...taken);
  const [refused] = sizes
    .filter(({ refusal, amount }) => refusal !== undefined && amount > (largest ?? -1))
    .toSorted((a, b) => a.amount - b.amount);
  return [
    largest === undefined ? "None was taken" : `Largest taken: ${count.format(largest)}${unit}`,
    refused === undefined
      ? "no larger one was refused for its size"
      : `${count.format(refused.amount)}${unit} refused with ${refused.refusal ?? ""}`,
  ].join("; ");
}

/** An observation of the sizes of one kind. */
function observeSizes(id: string, of: Sized, unit: string, question: string): ObservationEntry {
  return {
    id,
    question,
    last: true,
    ledgers: [measures],
    async observe({ entries }: Tools) {
      const sizes = entries(measures)
        .filter(isMeasure("size"))
        .filter((one) => one.of === of);
      return describe(sizes, unit);
    },
  };
}

export const measuredSizes: CheckFile = {
  source: "Limits, gaps",
  operations: protectedOperations,
  needs: ["token:publisher"],
  covers: ["gap:limits/2"],
  forms: "none",
  from: "standard",
  observations: [
    observeSizes(
      "audit/largest-bodies",
      "body",
      " bytes",
      "How large is the largest JSON body that the registry took, and how is a larger one refused?",
    ),
    observeSizes(
      "audit/longest-keys",
      "key",
      " characters",
      "How long is the longest idempotency key that the registry took, and how is a longer one refused?",
    ),
    observeSizes(
      "audit/longest-texts",
      "text",
      " characters",
      "How long is the longest string that the registry took in a body, and how is a longer one refused?",
    ),
    observeSizes(
      "audit/largest-uploads",
      "bytes",
      " bytes",
      "How large is the largest upload whose bytes the registry took, and how is a larger one refused?",
    ),
    observeSizes(
      "audit/largest-declared-sizes",
      "declared",
      " bytes",
      "Which is the largest `declaredSize` that the registry took, and how is a larger one refused?",
    ),
    {
      ...observeSizes(
        "audit/largest-offsets",
        "offset",
        "",
        "Which is the largest `offset` that `GET` search answers, and how is a larger one refused?",
      ),
      operations: ["searchVolumes"],
      needs: [],
      covers: ["limit:search-offset"],
    },
  ],
};
