import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { atOnce } from "../../harness/api/at-once.ts";
import { createOnOtherVolume } from "./reused-keys.ts";
import { keyedUpload } from "../situations/idempotency-key.ts";

export const observations: CheckFile = {
  source: "Endpoints, idempotency",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  observations: [
    {
      id: "idempotency/empty-keys",
      question: "How is an empty idempotency key handled?",
      covers: ["question:6"],
      forms: "either",
      async observe({ given, registry }) {
        const { volume, archive } = await given.sharedRelease();
        const answer = await registry.createReleaseUpload(volume, {
          ...given.createBody(given.version("8.3.0"), archive),
          idempotencyKey: "",
        });
        return isSuccess(answer)
          ? "Create accepts an empty key in the body"
          : `Create with an empty key in the body answers ${describeAnswer(answer)}`;
      },
    },
    {
      id: "idempotency/keys-across-callers",
      question: "Does a key apply across callers?",
      needs: ["token:publisher", "token:publishOnly"],
      covers: ["question:6"],
      forms: "either",
      async observe({ given, registry }) {
        const { upload, key: idempotencyKey } = await keyedUpload(given);
        const answer = await registry.createReleaseUpload(upload.volume, upload.requestBody, {
          idempotencyKey,
          as: "publishOnly",
        });
        const request = "the same request with the same key from another caller";
        if (!isSuccess(answer)) return `Yes: ${request} answers ${describeAnswer(answer)}`;
        return textAt(answer.body, "uploadId") === upload.uploadId
          ? `Yes: ${request} gets the same upload`
          : `No: ${request} opens another upload`;
      },
    },
    {
      id: "idempotency/keys-across-volumes",
      question: "Does a key apply across volumes?",
      covers: ["question:6"],
      async observe({ given }) {
        const { answer } = await createOnOtherVolume(given);
        return isSuccess(answer)
          ? "No: a used key is a new key on the path of another volume"
          : `Yes: a used key on the path of another volume answers ${describeAnswer(answer)}`;
      },
    },
    {
      id: "idempotency/concurrent-creates",
      question: "What do two concurrent `POST` create requests with one key answer?",
      covers: ["question:5"],
      from: "deep",
      async observe({ given, registry }) {
        const idempotencyKey = given.key();
        const { volume, archive } = await given.sharedRelease();
        const body = given.createBody(given.version("8.4.0"), archive);
        const answers = await atOnce(
          registry,
          [1, 2].map(() => (racing) => racing.createReleaseUpload(volume, body, { idempotencyKey })),
        );
        const ids = new Set(answers.map((answer) => textAt(answer.body, "uploadId")));
        if (answers.every(isSuccess))
          return ids.size === 1 ? "Both return the same upload" : "They return different uploads";
        return answers.map(({ status }) => `${status}`).join(" and ");
      },
    },
  ],
  untested: [
    {
      id: "idempotency/lifetime-of-keys",
      rule: "A key is remembered for some time.",
      source: "Endpoints, idempotency",
      reason: "The text does not say how long, and a run cannot wait for days.",
      covers: ["question:6"],
    },
  ],
};
