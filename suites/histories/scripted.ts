import type { CheckFile } from "../../harness/check-file.ts";
import { type Arbitrary, array, constantFrom, integer, oneof, record } from "fast-check";
import type { Tools } from "../../harness/check.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { expectAttachments, expectIndex, expectRelease } from "./agreement.ts";
import { runStep, type History, startHistory, type Step } from "./history.ts";

const covers = [
  "transition:release-finalize",
  "transition:finalize-failures",
  "question:5",
  "question:15",
  "question:17",
];

/** Steps in any order. Publishing is the most frequent, because reads need a published release. */
function histories(maxLength: number): Arbitrary<Step[]> {
  const on = integer({ min: 0, max: 5 });
  const any = record({ step: constantFrom<Step["step"]>("open", "send", "finalize", "finalize"), on });
  const publishing = record({ step: constantFrom<Step["step"]>("publish"), on });
  return array(oneof(any, publishing), { minLength: 4, maxLength });
}

async function runSteps(tools: Tools, steps: readonly Step[]): Promise<History> {
  const history = startHistory(tools);
  for (const step of steps) {
    const changed = await runStep(tools, history, step);
    // in a standard run, the reads at the end are enough
    if (changed === undefined || tools.depth !== "deep") continue;
    await expectRelease(tools, history, changed);
    await expectIndex(tools, history, changed.volume);
  }
  return history;
}

/** Releases of every version that has an upload, on this volume or on the one with the same name in the other form. */
function releasesWithUploads({ names, uploads }: History): readonly ReleaseName[] {
  const versions = new Set(uploads.map(({ intent }) => intent.version));
  return names.filter(({ version }) => versions.has(version));
}

/** Publishes two versions of one volume and one of the other volume, with open, late and repeated finalizes between them. */
const interleaved: readonly Step[] = [
  { step: "open", on: 0 },
  { step: "open", on: 2 },
  { step: "send", on: 0 },
  { step: "publish", on: 2 },
  { step: "publish", on: 1 },
  { step: "finalize", on: 0 },
  { step: "finalize", on: 1 },
  { step: "finalize", on: 0 },
];

/** Publish and attach steps in any order. */
function trustHistories(): Arbitrary<Step[]> {
  const on = integer({ min: 0, max: 5 });
  const attaching = record({ step: constantFrom<Step["step"]>("attach"), on });
  const publishing = record({ step: constantFrom<Step["step"]>("publish"), on });
  return array(oneof(attaching, publishing), { minLength: 4, maxLength: 7 });
}

const attachedBetween: readonly Step[] = [
  { step: "publish", on: 0 },
  { step: "attach", on: 0 },
  { step: "publish", on: 2 },
];

export const scripted: CheckFile = {
  source: "States and transitions; Endpoints: Version index, Fetch release metadata",
  reading:
    "The text does not say how fast reads follow, whether an open upload reserves its version, or what a repeated finalize answers. Reads have the settling time, a create of a used version may answer `version-conflict`, and a repeated finalize may answer 409.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "histories/reads-agree-with-what-was-published",
      isStory: true,
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After any sequence of create, transfer and finalize, metadata and index show exactly the releases that finalize returned. This includes a scoped and an unscoped volume with the same name.",
      covers,
      async run(tools) {
        await tools.property<readonly Step[]>(
          {
            input: histories(tools.depth === "deep" ? 7 : 5),
            examples: [interleaved],
            runs: { quick: 0, standard: 0, deep: 12 },
          },
          async (steps) => {
            const history = await runSteps(tools, steps);

            for (const release of releasesWithUploads(history)) await expectRelease(tools, history, release);
            for (const volume of new Set(history.names.map((name) => name.volume)))
              await expectIndex(tools, history, volume);
          },
        );
      },
    },
    {
      id: "histories/attachments-stay-with-their-release",
      isStory: true,
      of: "release-metadata/other-releases-stay-as-they-are",
      forms: "one",
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
        await tools.property<readonly Step[]>(
          { input: trustHistories(), examples: [attachedBetween], runs: { quick: 0, standard: 0, deep: 8 } },
          async (steps) => {
            const history = startHistory(tools);
            for (const step of steps) await runStep(tools, history, step);

            for (const release of releasesWithUploads(history)) {
              await expectAttachments(tools, history, release);
              await expectRelease(tools, history, release);
            }
          },
        );
      },
    },
  ],
};
