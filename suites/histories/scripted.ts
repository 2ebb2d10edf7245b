import { type Arbitrary, array, constantFrom, integer, oneof, record } from "fast-check";
import type { Check, Tools } from "../../harness/check.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";
import { expectAttachments, expectIndex, expectRelease } from "./agreement.ts";
import { doStep, type History, startHistory, type Step } from "./history.ts";

const reading =
  "Before a step is judged, reads may lag behind it until the settling time is over. A create for a version that exists, or that an open upload may have reserved, is a success or version-conflict. A repeated finalize is a 409, or the same release again; an upload that was refused once is left alone.";

const covers = [
  "transition:release-finalize",
  "transition:finalize-failures",
  "question:5",
  "question:15",
  "question:17",
];

/** Steps in any order. Publishing is the most frequent, since without it nothing can be read. */
function histories(maxLength: number): Arbitrary<Step[]> {
  const on = integer({ min: 0, max: 5 });
  const any = record({ step: constantFrom<Step["step"]>("open", "send", "finalize", "finalize"), on });
  const publishing = record({ step: constantFrom<Step["step"]>("publish"), on });
  return array(oneof(any, publishing), { minLength: 4, maxLength });
}

async function play(tools: Tools, steps: readonly Step[]): Promise<History> {
  const history = startHistory(tools);
  for (const step of steps) {
    const changed = await doStep(tools, history, step);
    if (changed === undefined) continue;
    await expectRelease(tools, history, changed);
    await expectIndex(tools, history, changed.volume);
  }
  return history;
}

/** Releases under whose version something was done, on this volume or on its namesake. */
function touched({ names, uploads }: History): readonly ReleaseName[] {
  const versions = new Set(uploads.map(({ intent }) => intent.version));
  return names.filter(({ version }) => versions.has(version));
}

/** Two versions of one volume and one of its namesake, and between them uploads that stay open, come late or come again. */
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

export const readsAgreeWithHistory: Check = {
  id: "histories/reads-agree-with-what-was-published",
  level: "must",
  rule: "Whatever uploads of a scoped volume and its unscoped namesake are opened, filled and finalized in whatever order, metadata and index show each release that a finalize gave, as it gave it, and nothing else.",
  source: "States and transitions; Endpoints: Version index, Fetch release metadata",
  reading,
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  covers,
  async run(tools) {
    await tools.property<readonly Step[]>(
      {
        input: histories(tools.depth === "deep" ? 7 : 5),
        examples: [interleaved],
        runs: { quick: 0, standard: 1, deep: 12 },
      },
      async (steps) => {
        const history = await play(tools, steps);

        for (const release of touched(history)) await expectRelease(tools, history, release);
      },
    );
  },
};

/** Publishing and attaching in any order. */
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
  { step: "publish", on: 1 },
];

export const attachmentsStayWithTheirRelease: Check = {
  id: "histories/attachments-stay-with-their-release",
  level: "must",
  rule: "Whatever is published and attached in whatever order, each release shows the attachments made to it and no other, and its integrity stays.",
  source: "States and transitions; Endpoints: Trust detail",
  reading,
  operations: [
    "finalizeReleaseUpload",
    "createTrustUpload",
    "finalizeTrustUpload",
    "getTrustDetail",
    "getRelease",
  ],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  covers: ["transition:trust-finalize"],
  async run(tools) {
    await tools.property<readonly Step[]>(
      { input: trustHistories(), examples: [attachedBetween], runs: { quick: 0, standard: 0, deep: 8 } },
      async (steps) => {
        const history = startHistory(tools);
        for (const step of steps) await doStep(tools, history, step);

        for (const release of touched(history)) {
          await expectAttachments(tools, history, release);
          await expectRelease(tools, history, release);
        }
      },
    );
  },
};
