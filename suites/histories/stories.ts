import { type Arbitrary, array, constantFrom, integer, record } from "fast-check";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { expectAll } from "./look.ts";
import { type Act, type Model, startModel, type Step } from "./model.ts";
import { runStep } from "./steps.ts";

/** A step on a release of the first volume, which has no scope where the target offers both forms. */
function on(version: number, ...acts: readonly Act[]): readonly Step[] {
  return acts.map((act) => ({ act, volume: 0, version }));
}

/**
 * One long story with every operation. Uploads are created early and finalized late, so that a registry that writes back what it read
 * at create loses what happened in between. Each read before a change fills caches.
 */
const everyOperation: readonly Step[] = [
  ...on(0, "create", "read"),
  ...on(1, "create", "transfer"),
  ...on(0, "transfer", "refused-finalize", "finalize", "create-trust"),
  ...on(2, "create", "transfer"),
  ...on(1, "finalize", "create-trust"),
  ...on(0, "create-trust", "finalize-trust", "refused-finalize-trust", "finalize-trust", "read"),
  ...on(1, "unpublish", "read", "finalize", "finalize-trust"),
  ...on(0, "refused-unpublish"),
  ...on(2, "finalize"),
  { act: "create", volume: 1, version: 0 },
  { act: "transfer", volume: 1, version: 0 },
  { act: "finalize", volume: 1, version: 0 },
];

/** Steps in any order; the most frequent are those that lead to a published release. */
function sequences(maxLength: number): Arbitrary<Step[]> {
  const act = constantFrom<Act>(
    ...(["create", "transfer", "finalize", "create", "transfer", "finalize"] as const),
    ...(["create-trust", "finalize-trust", "create-trust", "finalize-trust", "unpublish"] as const),
    ...(["read", "refused-finalize", "refused-finalize-trust", "refused-unpublish"] as const),
  );
  const step = record({
    act,
    volume: constantFrom(0, 0, 0, 1),
    version: integer({ min: 0, max: 2 }),
  });
  return array(step, { minLength: 8, maxLength, size: "max" });
}

async function runStory(tools: Tools, model: Model, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runStep(tools, model, step);
  await expectAll(tools, model);
}

export const stories: CheckFile = {
  source: "States and transitions; Endpoints: Unpublish a version",
  reading:
    "The text states what each operation does to its own release, and nothing that it does to others. So each release stays as its own requests left it. What the text leaves open, the check learns from the responses.",
  operations: [
    "createReleaseUpload",
    "finalizeReleaseUpload",
    "createTrustUpload",
    "finalizeTrustUpload",
    "unpublishVersion",
    "getRelease",
    "getVersionIndex",
    "getTrustDetail",
  ],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "histories/releases-change-by-their-own-requests-only",
      isStory: true,
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After any sequence of requests, accepted or refused, `GET` metadata, index and trust detail show each release as its own requests left it.",
      covers: [
        "transition:release-finalize",
        "transition:trust-finalize",
        "question:5",
        "question:14",
        "question:17",
      ],
      async run(tools) {
        const told = new Map<readonly Step[], readonly string[]>();
        await tools.property<readonly Step[]>(
          {
            input: sequences(40),
            examples: [everyOperation],
            runs: { quick: 0, standard: 0, deep: 12 },
            parts: {
              count: (steps) => steps.length,
              without: (steps, start, end) => steps.toSpliced(start, end - start),
            },
            describe: (steps) => told.get(steps) ?? steps,
          },
          async (steps) => {
            const model = startModel(tools);
            told.set(steps, model.story);

            await runStory(tools, model, steps);
          },
        );
      },
    },
  ],
};
