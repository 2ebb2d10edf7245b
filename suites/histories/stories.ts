import { trustLedger } from "../situations/registry-attachments.ts";
import { type Arbitrary, array, constantFrom, integer, record } from "fast-check";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { expectAll } from "./look.ts";
import { type Act, startModel, type Step } from "./model.ts";
import { runStep } from "./steps.ts";

/** A step on a release of the first volume, which has no scope where the target offers both forms. */
function on(version: number, ...acts: readonly Act[]): readonly Step[] {
  return acts.map((act) => ({ act, volume: 0, version }));
}

/** The same on the volume with a scope. */
function inScope(version: number, ...acts: readonly Act[]): readonly Step[] {
  return on(version, ...acts).map((step) => ({ ...step, volume: 1 }));
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
  ...inScope(0, "create", "transfer", "finalize"),
];

/**
 * Two versions of one volume, and one of them in the other volume, too. Between them, an upload is finalized late, one is overtaken, and
 * one has no bytes.
 */
const interleaved: readonly Step[] = [
  ...inScope(2, "create"),
  ...inScope(1, "create"),
  ...inScope(2, "transfer"),
  ...inScope(1, "create", "transfer", "finalize"),
  ...on(2, "create", "transfer", "finalize"),
  ...inScope(2, "finalize"),
  ...inScope(1, "early-finalize"),
  ...inScope(2, "finalize"),
];

/** A version is published after an artifact was attached to another. */
const attachedBetween: readonly Step[] = [
  ...inScope(2, "create", "transfer", "finalize", "create-trust", "finalize-trust"),
  ...inScope(1, "create", "transfer", "finalize"),
];

const publishing = ["create", "transfer", "finalize"] as const;
const attaching = ["create-trust", "finalize-trust"] as const;
const refused = ["refused-finalize", "refused-finalize-trust", "refused-unpublish"] as const;

/** Steps in any order, of acts of which any may be named more than once. */
function sequences(acts: readonly Act[], maxLength: number): Arbitrary<Step[]> {
  const step = record({
    act: constantFrom(...acts),
    volume: constantFrom(0, 0, 0, 1),
    version: integer({ min: 0, max: 2 }),
  });
  return array(step, { minLength: 8, maxLength, size: "max" });
}

/** One story, and at depth deep as many random ones. Each ends with reads of everything. */
async function tellStories(
  tools: Tools,
  story: readonly Step[],
  random: { readonly input: Arbitrary<Step[]>; readonly runs: number },
): Promise<void> {
  const told = new Map<readonly Step[], readonly string[]>();
  await tools.property<readonly Step[]>(
    {
      input: random.input,
      examples: [story],
      runs: { quick: 0, standard: 0, deep: random.runs },
      parts: {
        count: (steps) => steps.length,
        without: (steps, start, end) => steps.toSpliced(start, end - start),
      },
      describe: (steps) => told.get(steps) ?? steps,
    },
    async (steps) => {
      const model = startModel(tools);
      told.set(steps, model.story);

      for (const step of steps) await runStep(tools, model, step);
      await expectAll(tools, model);
    },
  );
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
      ledgers: [trustLedger],
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
        const acts = [
          ...publishing,
          ...publishing,
          ...attaching,
          ...attaching,
          "unpublish",
          "read",
          ...refused,
        ] as const;
        await tellStories(tools, everyOperation, { input: sequences(acts, 40), runs: 12 });
      },
    },
    {
      id: "histories/reads-agree-with-what-was-published",
      ledgers: [trustLedger],
      isStory: true,
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After any sequence of create, transfer and finalize, metadata and index show exactly the releases that finalize returned. This includes a scoped and an unscoped volume with the same name.",
      reading:
        "The text does not say how fast reads follow, whether an open upload reserves its version, or what a repeated finalize answers. Reads have the settling time, a create of a used version may answer `version-conflict`, and a repeated finalize may answer 409.",
      source: "States and transitions; Endpoints: Version index, Fetch release metadata",
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
      covers: [
        "transition:release-finalize",
        "transition:finalize-failures",
        "question:5",
        "question:15",
        "question:17",
      ],
      async run(tools) {
        const acts = [...publishing, ...publishing, "early-finalize", "read"] as const;
        await tellStories(tools, interleaved, { input: sequences(acts, 24), runs: 12 });
      },
    },
    {
      id: "histories/attachments-stay-with-their-release",
      ledgers: [trustLedger],
      isStory: true,
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After any sequence of publishing and attaching, `GET` trust detail of each release lists its last attachment, and only its own. `GET` metadata still shows the same `integrity`.",
      source: "States and transitions; Endpoints: Trust detail",
      operations: [
        "finalizeReleaseUpload",
        "createTrustUpload",
        "finalizeTrustUpload",
        "getTrustDetail",
        "getRelease",
      ],
      covers: ["transition:trust-finalize"],
      async run(tools) {
        const acts = [...publishing, ...publishing, ...attaching, ...attaching] as const;
        await tellStories(tools, attachedBetween, { input: sequences(acts, 24), runs: 8 });
      },
    },
  ],
};
