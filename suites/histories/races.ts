import { expectNoConflict } from "../situations/idempotency-key.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { atOnce } from "../../harness/api/at-once.ts";
import { type Answer, listAt, textAt, isSuccess } from "../../harness/exchange/answer.ts";
import { lookAlikes } from "../inputs/look-alikes.ts";
import { differentArchives, eachRound } from "./race.ts";

/** Concurrent creates with the same key and the same body, sent once for two requirements. */
const concurrentEqualCreates: Situation<readonly Answer[]> = situation(
  "histories/same-creates-at-once",
  async ({ given, registry }) => {
    const volume = given.volume();
    const { archive } = await given.sharedRelease();
    const body = given.createBody("1.0.0", archive);
    const idempotencyKey = given.key();
    return await atOnce(
      registry,
      [1, 2, 3].map(() => (racing) => racing.createReleaseUpload(volume, body, { idempotencyKey })),
    );
  },
);

export const races: CheckFile = {
  source: "Errors, rule 1",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "histories/concurrent-equal-creates-do-not-conflict",
      of: "idempotency/equal-requests-with-one-key-never-conflict",
      rule: "Concurrent equal `POST` create requests with the same idempotency key never answer `idempotency-conflict`.",
      reading:
        "Rule 1 names two conflicts: different request parameters under one key, or different keys in header and body. Neither applies to equal requests.",
      covers: ["rule:errors/1", "slug:idempotency-conflict"],
      async run(tools) {
        const answers = await concurrentEqualCreates(tools.given);

        for (const answer of answers) {
          expectNoConflict(tools.expect, answer);
        }
      },
    },
    {
      id: "histories/concurrent-equal-creates-return-the-same-upload",
      of: "idempotency/equal-requests-with-one-key-have-one-result",
      rule: "Concurrent equal `POST` create requests with the same idempotency key all succeed and return the same `uploadId`.",
      source: "Endpoints, Conventions: idempotency",
      covers: ["convention:idempotency-key"],
      async run(tools) {
        const answers = await concurrentEqualCreates(tools.given);

        for (const answer of answers) tools.expect.success(answer);
        const ids = new Set(answers.map((answer) => textAt(answer.body, "uploadId")));
        tools.expect.equal(ids.size, 1, {
          what: "the number of different `uploadId`s",
          ...(answers[1] === undefined ? {} : { answer: answers[1] }),
        });
      },
    },
    {
      id: "histories/versions-published-concurrently-all-appear",
      of: "histories/concurrent-operations-have-an-order",
      // a store whose scope is null there does not find the volume that another request makes
      forms: "one-last",
      rule: "`GET` index of a new volume lists every version that concurrent `POST` create and `POST` finalize requests published, and no further version.",
      source: "Endpoints: Version index; States and transitions",
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "getVersionIndex"],
      covers: ["transition:release-finalize", "member:version-index.items"],
      async run(tools) {
        const { given, registry, expect, eventually } = tools;
        await eachRound(tools, async () => {
          const volume = given.volume();
          const versions = lookAlikes.letters;
          const archives = await differentArchives(tools, volume, versions);
          const requests = archives.map((archive, index) => {
            const version = versions[index] ?? "";
            return { volume, version, archive, requestBody: given.createBody(version, archive) };
          });

          const created = await Promise.all(
            requests.map((request) => registry.createReleaseUpload(volume, request.requestBody)),
          );
          for (const answer of created) expect.success(answer);
          const intents = requests.flatMap((request, index) => {
            const answer = created[index];
            return answer === undefined ? [] : [given.intentOf(request, answer)];
          });
          await Promise.all(intents.map((intent) => given.transfer(intent, intent.archive.bytes)));
          const answers = await atOnce(
            registry,
            intents.map((intent) => (racing) => racing.finalizeReleaseUpload(intent)),
          );
          const releases = intents.flatMap((intent, index) => {
            const answer = answers[index] ?? intent.answer;
            const isOvertaken = answers.slice(index + 1).some(isSuccess);
            // whether versions have to rise is judged by one requirement only
            if (isOvertaken && !isSuccess(answer)) {
              expect.refusal(answer);
              return [];
            }
            expect.success(answer, 201);
            return [given.releaseOf(intent, answer)];
          });
          const published = releases.map(({ version }) => version);
          const index = await eventually(() => registry.getVersionIndex(volume), {
            since: { sinceMs: Math.max(...releases.map(({ sinceMs }) => sinceMs)) },
            until: (answer) => listAt(answer.body, "items").length >= published.length,
          });
          expect.success(index);
          const rows = listAt(index.body, "items");
          expect.equal(rows.length, published.length, {
            what: "the number of rows in the index",
            answer: index,
          });
          const listed = rows.flatMap((row) => textAt(row, "version") ?? []);
          if (listed.length === rows.length)
            expect.equal(listed.toSorted(), published.toSorted(), {
              what: "the versions in the index",
              answer: index,
            });
        });
      },
    },
  ],
};
