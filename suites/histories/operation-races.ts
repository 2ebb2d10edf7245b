import { trustLedger } from "../situations/registry-attachments.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { atOnce } from "../../harness/api/at-once.ts";
import { lookAlikes } from "../inputs/look-alikes.ts";
import { expectAll, expectSubject, isNoLongerAvailable } from "./look.ts";
import { type Act, markPublished, type Model, type Subject, toVolumeState } from "./model.ts";
import { eachRound } from "./race.ts";
import { runStep } from "./steps.ts";

/** From the lowest to the highest, so that every version rises. */
const racing: readonly string[] = ["1.0.0-RC.0", ...lookAlikes.letters, "1.0.1", "1.0.10"];

type Deed = readonly [act: Act, version: number];

/** A volume for one race. */
function startRace({ given }: Tools): Model {
  return {
    volumes: [toVolumeState(given.volume(), racing)],
    takesTrust: false,
    readsEmptyTrust: false,
    story: [],
  };
}

async function runInTurn(tools: Tools, model: Model, deeds: readonly Deed[]): Promise<void> {
  for (const [act, version] of deeds) await runStep(tools, model, { act, volume: 0, version });
}

async function runAtOnce(tools: Tools, model: Model, deeds: readonly Deed[]): Promise<void> {
  const [state] = model.volumes;
  // whether a volume stays open for uploads after a `DELETE` is judged by one requirement only
  if (state !== undefined && deeds.some(([act]) => act === "unpublish")) state.hasUnpublished = true;
  await atOnce(
    tools.registry,
    deeds.map((deed) => async (registry) => await runInTurn({ ...tools, registry }, model, [deed])),
  );
}

function subjectAt({ volumes }: Model, place: number): Subject {
  const subject = volumes[0]?.subjects[place];
  if (subject === undefined) throw new Error("a race needs a volume with releases");
  return subject;
}

const publish = (version: number): readonly Deed[] => [
  ["create", version],
  ["transfer", version],
  ["finalize", version],
];

/** Five releases of one volume: one with an open trust upload, one to unpublish, two to finalize, one to create. */
const beforeRace: readonly Deed[] = [
  ...publish(0),
  ["create-trust", 0],
  ...publish(1),
  ["create", 2],
  ["transfer", 2],
  ["create", 3],
  ["transfer", 3],
];

/** A finalize comes first and another last, so that every other request overlaps with one before it and one after it. */
const eachOnItsOwn: readonly Deed[] = [
  ["finalize", 2],
  ["finalize-trust", 0],
  ["unpublish", 1],
  ["create", 4],
  ["finalize", 3],
];

/**
 * A `DELETE` may end open uploads of its volume, or close it, which other requirements judge. Where an upload that is open during a
 * later `DELETE` can be finalized, the race is the reason for a refusal.
 */
async function expectNoneRefused(tools: Tools, model: Model): Promise<void> {
  // with rising versions, a lower one may be refused
  const refused = [3, 4].map((place) => subjectAt(model, place)).find(({ state }) => state === "absent");
  const upload = refused?.uploads.at(-1);
  if (refused === undefined || upload === undefined) return;
  const wasUnpublished = subjectAt(model, 1).state === "unpublished";
  const other = [2, 0].find((place) => subjectAt(model, place).state === "published") ?? 0;
  await runInTurn(tools, model, [
    ["create", 5],
    ["transfer", 5],
    ...(wasUnpublished ? [["unpublish", other] as const] : []),
    ["finalize", 5],
  ]);
  // a release that is not shown yet cannot be unpublished, and then nothing could end the upload
  if (wasUnpublished && subjectAt(model, other).state !== "unpublished") return;
  tools.expect.that(subjectAt(model, 5).state !== "published", {
    expected: `${refused.version} to be published, as ${racing.at(-1) ?? ""} was after the concurrent requests`,
    got: upload.refused === undefined ? "a refused finalize" : describeAnswer(upload.refused),
    wanted: { answer: "success" },
    answer: upload.refused ?? upload.intent.answer,
  });
}

/**
 * Where `DELETE` succeeded and the release is still available, another release is unpublished alone. If that one is gone
 * afterwards, the race has lost the first `DELETE`.
 */
async function expectNoLostUnpublish(
  tools: Tools,
  model: Model,
  lost: Subject,
  other: number,
): Promise<void> {
  if (lost.state !== "unpublished" || lost.wasSeenGone) return;
  const isThere = subjectAt(model, other).state === "published";
  await runInTurn(tools, model, [...(isThere ? [] : publish(other)), ["unpublish", other]]);
  const control = subjectAt(model, other);
  await expectSubject(tools, model, control);
  if (!control.wasSeenGone) return;
  const metadata = await tools.registry.getRelease(lost);
  tools.expect.that(isNoLongerAvailable(metadata), {
    expected: `no available release after its \`DELETE\`, as for ${control.version}`,
    got: "an available release",
    answer: metadata,
  });
}

/** Finalize and `DELETE` of one version at once: either `DELETE` comes first and finds nothing, or it takes the release back. */
async function finalizeAndUnpublish(tools: Tools, subject: Subject): Promise<void> {
  const { given, registry } = tools;
  const upload = subject.uploads.findLast(({ state }) => state === "sent");
  if (upload === undefined) return;
  // two equal `DELETE`s and a read meet each other, too: rules for every response judge them
  const [finalized, unpublished, again] = await atOnce(registry, [
    (racing) => racing.finalizeReleaseUpload(upload.intent),
    (racing) => racing.unpublishVersion(subject),
    (racing) => racing.unpublishVersion(subject),
    (racing) => racing.getRelease(subject),
  ]);
  if (finalized === undefined || unpublished === undefined || again === undefined) return;
  if (!isSuccess(finalized)) {
    tools.expect.refusal(finalized);
    upload.state = "abandoned";
    return;
  }
  markPublished(subject, upload, given.releaseOf(upload.intent, finalized));
  const taken = [unpublished, again].filter(isSuccess);
  if (taken.length === 0) return;
  subject.state = "unpublished";
  subject.sinceMs = Math.max(subject.sinceMs, ...taken.map(({ endedAtMs }) => endedAtMs));
}

export const operationRaces: CheckFile = {
  source: "States and transitions; Endpoints",
  reading:
    "The text does not say in which order concurrent requests take effect. So each result that one of the orders gives is right, and afterwards the ordinary rules hold.",
  operations: [
    "createReleaseUpload",
    "finalizeReleaseUpload",
    "finalizeTrustUpload",
    "unpublishVersion",
    "getRelease",
    "getVersionIndex",
    "getTrustDetail",
  ],
  needs: ["token:publisher"],
  // the path of `DELETE` is stated for names without a scope
  forms: "unscoped",
  from: "standard",
  checks: [
    {
      id: "histories/concurrent-operations-keep-each-other",
      ledgers: [trustLedger],
      of: "histories/concurrent-operations-have-an-order",
      rule: "Concurrent create, finalize, trust finalize and `DELETE` of different versions of one volume all take effect. `GET` metadata, index and trust detail show each of them.",
      covers: ["transition:release-finalize", "transition:trust-finalize"],
      async run(tools) {
        await eachRound(tools, async () => {
          const model = startRace(tools);
          await runInTurn(tools, model, beforeRace);

          await runAtOnce(tools, model, eachOnItsOwn);

          await runInTurn(tools, model, [
            ["transfer", 4],
            ["finalize", 4],
          ]);
          await expectNoneRefused(tools, model);
          await expectAll(tools, model);
          await expectNoLostUnpublish(tools, model, subjectAt(model, 1), 4);
        });
      },
    },
    {
      id: "histories/concurrent-operations-on-one-release-have-an-order",
      ledgers: [trustLedger],
      of: "histories/concurrent-operations-have-an-order",
      rule: "After a `DELETE` and a finalize or trust finalize of one release at once, `GET` metadata and index show the result of one order.",
      covers: ["transition:release-finalize", "transition:trust-finalize"],
      async run(tools) {
        await eachRound(tools, async () => {
          const model = startRace(tools);
          await runInTurn(tools, model, [...publish(0), ["create-trust", 0], ["create", 1], ["transfer", 1]]);

          await Promise.all([
            runAtOnce(tools, model, [
              ["finalize-trust", 0],
              ["unpublish", 0],
            ]),
            finalizeAndUnpublish(tools, subjectAt(model, 1)),
          ]);

          await expectAll(tools, model);
          for (const place of [0, 1]) await expectNoLostUnpublish(tools, model, subjectAt(model, place), 2);
        });
      },
    },
  ],
};
