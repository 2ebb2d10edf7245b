import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import type { Volume } from "../../harness/exchange/volume.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { atOnce } from "../../harness/api/at-once.ts";
import { expectUploadedFiles } from "../situations/download.ts";
import { expectRepeated, lateFinalizeProblems, overtakenProblems } from "./late-finalizes.ts";
import { differentArchives, eachRound } from "./race.ts";

interface FinalizedAtOnce {
  readonly intent: UploadIntent;
  readonly answers: readonly Answer[];
}

/** One upload in a volume of its own, and what its finalizes at once answer: the first of them has no key, the others have one key. */
const finalizedAtOnce: Situation<FinalizedAtOnce, [round: number]> = situation(
  (round) => `histories/one-upload-finalized-at-once-${round}`,
  async ({ given, registry }) => {
    const intent = await given.uploadedBytes();
    const key = { idempotencyKey: given.key() };
    const answers = await atOnce(
      registry,
      [{}, key, key].map((options) => (racing) => racing.finalizeReleaseUpload(intent, options)),
    );
    return { intent, answers };
  },
);

/** A volume with a release, so that no lock on a new volume keeps two finalizes apart; a new one if no release was made. */
async function volumeForRace({ given, depth }: Tools, round: number): Promise<Volume> {
  if (depth === "quick") return given.volume();
  const { intent, answers } = await finalizedAtOnce(given, round);
  return answers.some(isSuccess) ? intent.volume : given.volume();
}

/** Metadata shows the release of the successful finalize, and the index lists it once. Returns the metadata. */
async function expectOneRelease(tools: Tools, intent: UploadIntent, winner: Answer): Promise<Answer> {
  const { given, registry, expect, eventually } = tools;
  const release = given.releaseOf(intent, winner);
  const metadata = await eventually(() => registry.getRelease(release), { since: release });
  const rowsIn = ({ body }: Answer): number =>
    listAt(body, "items").filter((row) => textAt(row, "version") === release.version).length;
  const index = await eventually(() => registry.getVersionIndex(release.volume), {
    since: release,
    until: (answer) => rowsIn(answer) > 0,
  });
  expect.success(metadata);
  expect.equal(textAt(metadata.body, "integrity"), release.integrity, {
    what: "`integrity` of the release",
    wanted: { member: "integrity" },
    answer: metadata,
  });
  expect.equal(rowsIn(index), 1, {
    what: `the number of rows of ${release.version} in the index`,
    answer: index,
  });
  return metadata;
}

/** Sends the bytes of each upload. A registry may have ended the first when the second was opened. Returns those that took them. */
async function sendBytes(
  { given }: Tools,
  intents: readonly UploadIntent[],
): Promise<readonly UploadIntent[]> {
  const sent: UploadIntent[] = [];
  for (const intent of intents) {
    const isLast = intent === intents.at(-1);
    const send = isLast ? given.transfer : given.offerBytes;
    if (isSuccess(await send(intent, intent.archive.bytes))) sent.push(intent);
  }
  return sent;
}

export const finalizeRaces: CheckFile = {
  source: "States and transitions; Errors, rule 2",
  operations: ["finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "histories/concurrent-finalizes-of-one-upload-publish-once",
      of: "finalize/uploads-take-effect-once",
      forms: "one",
      owns: ["every-response/endpoints-never-answer-server-errors"],
      rule: "Of concurrent `POST` finalize requests for one upload, at least one answers 201. Together they publish exactly one release. Two of them with the same key never answer `idempotency-conflict`.",
      reading:
        "The text does not say how the other finalizes are answered. As with a repeated finalize, each answers 409 or 201 with the same release. Equal requests have no conflicting parameters.",
      covers: ["question:5", "transition:release-finalize", "rule:errors/1"],
      from: "standard",
      async run(tools) {
        await eachRound(tools, async (round) => {
          const { intent, answers } = await finalizedAtOnce(tools.given, round);

          const winner = answers.find(isSuccess);
          if (winner === undefined) {
            tools.expect.success(answers[0] ?? intent.answer, 201);
            return;
          }
          const release = tools.given.releaseOf(intent, winner);
          const late = lateFinalizeProblems(false);
          const withKey = late.filter((slug) => slug !== "idempotency-conflict");
          for (const [place, answer] of answers.entries())
            expectRepeated(tools, answer, release, place === 0 ? late : withKey);
          await expectOneRelease(tools, intent, winner);
        });
      },
    },
    {
      id: "histories/concurrent-finalizes-of-one-version-publish-once",
      of: "finalize/uploads-take-effect-once",
      forms: "one",
      rule: "Two uploads of one version with different bytes have different `uploadId`s. Of their concurrent `POST` finalize requests exactly one succeeds; metadata, index and download show its release.",
      source: "Errors, table of slugs: version-conflict; Errors, rule 3",
      reading:
        "The text does not say when a version is reserved. The second `POST` create may answer 409 `version-conflict`, or end the first upload. Otherwise one finalize answers a 409 that rule 3 groups, or that its upload has ended.",
      operations: [
        "createReleaseUpload",
        "finalizeReleaseUpload",
        "getRelease",
        "getVersionIndex",
        "transferBytes",
      ],
      covers: ["question:15", "slug:version-conflict"],
      async run(tools) {
        const { given, registry, expect } = tools;
        await eachRound(tools, async (round) => {
          const volume = await volumeForRace(tools, round);
          const version = given.version("1.1.0");
          const intents: UploadIntent[] = [];
          for (const archive of await differentArchives(tools, volume, [version, version])) {
            const requestBody = given.createBody(version, archive);
            const created = await registry.createReleaseUpload(volume, requestBody);
            if (intents.length > 0 && !isSuccess(created)) expect.problem(created, "version-conflict");
            else intents.push(given.intentOf({ volume, version, archive, requestBody }, created));
          }
          const ids = intents.map(({ uploadId }) => uploadId);
          expect.equal(new Set(ids).size, ids.length, {
            what: "the number of different `uploadId`s",
            ...(intents[1] === undefined ? {} : { answer: intents[1].answer }),
          });
          const sent = await sendBytes(tools, intents);

          // the first has a key: who wins does not depend on that
          const key = { idempotencyKey: given.key() };
          const answers = await atOnce(
            registry,
            sent.map(
              (intent, place) => (racing) => racing.finalizeReleaseUpload(intent, place === 0 ? key : {}),
            ),
          );

          const winners = answers.filter(isSuccess);
          const last = answers.at(-1);
          expect.that(winners.length === 1, {
            expected: "one success among those sent at once",
            got: winners.length === 0 ? "no success" : `${winners.length} successes at once`,
            ...(winners.length > 1 ? { wanted: { problems: overtakenProblems(false), atOnce: true } } : {}),
            ...(last === undefined ? {} : { answer: last }),
          });
          for (const answer of answers)
            if (!isSuccess(answer)) expect.problem(answer, ...overtakenProblems(false));
          for (const [index, answer] of answers.entries()) {
            const intent = sent[index];
            if (!isSuccess(answer) || intent === undefined) continue;
            const metadata = await expectOneRelease(tools, intent, answer);
            await expectUploadedFiles(tools, given.releaseOf(intent, answer), metadata);
          }
        });
      },
    },
  ],
};
