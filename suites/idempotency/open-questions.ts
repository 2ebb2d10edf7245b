import type { Observation } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import { createElsewhere } from "./create-release.ts";
import { freshKey, keyedUpload } from "./key.ts";

const needs: Observation["needs"] = ["token:publisher"];
const source = "Endpoints, idempotency";

/** An answer to a repetition in words, without what differs from run to run. */
function describeRepetition(answer: Answer, first: { readonly uploadId: string }): string {
  if (!isSuccess(answer)) return describeAnswer(answer);
  return `${answer.status} with ${textAt(answer.body, "uploadId") === first.uploadId ? "the same upload" : "another upload"}`;
}

export const emptyKeys: Observation = {
  id: "idempotency/empty-keys",
  question: "What is an empty idempotency key?",
  source,
  operations: ["createReleaseUpload"],
  needs,
  forms: "either",
  from: "standard",
  covers: ["question:6"],
  async observe({ given, registry }) {
    const { volume, archive } = await given.sharedRelease();
    const answer = await registry.createReleaseUpload(volume, {
      ...given.createBody(given.version("8.3.0"), archive),
      idempotencyKey: "",
    });
    return isSuccess(answer)
      ? "An empty key in the body is accepted"
      : `An empty key in the body is answered ${describeAnswer(answer)}`;
  },
};

export const callersAndKeys: Observation = {
  id: "idempotency/callers-and-keys",
  question: "Does a key reach from one caller to another?",
  source,
  operations: ["createReleaseUpload"],
  needs: ["token:publisher", "token:publishOnly"],
  forms: "either",
  from: "standard",
  covers: ["question:6"],
  async observe({ given, registry }) {
    const { upload, key: idempotencyKey } = await keyedUpload(given);
    const answer = await registry.createReleaseUpload(upload.volume, upload.requestBody, {
      idempotencyKey,
      as: "publishOnly",
    });
    return `Another caller's same request with the same key is answered ${describeRepetition(answer, upload)}`;
  },
};

export const pathsAndKeys: Observation = {
  id: "idempotency/paths-and-keys",
  question: "Does a key reach from one volume to another?",
  source,
  operations: ["createReleaseUpload"],
  needs,
  from: "standard",
  covers: ["question:6"],
  async observe({ given }) {
    const { answer } = await createElsewhere(given);
    return isSuccess(answer)
      ? "A key is a new one on another volume's path"
      : `A used key on another volume's path is answered ${describeAnswer(answer)}`;
  },
};

export const simultaneousCreates: Observation = {
  id: "idempotency/simultaneous-creates",
  question: "What are two simultaneous creations with one key answered?",
  source,
  operations: ["createReleaseUpload"],
  needs,
  from: "deep",
  covers: ["question:5"],
  async observe({ given, registry }) {
    const idempotencyKey = freshKey(given);
    const { volume, archive } = await given.sharedRelease();
    const body = given.createBody(given.version("8.4.0"), archive);
    const [one, two] = await Promise.all([
      registry.createReleaseUpload(volume, body, { idempotencyKey }),
      registry.createReleaseUpload(volume, body, { idempotencyKey }),
    ]);
    if (isSuccess(one) && isSuccess(two)) {
      return textAt(one.body, "uploadId") === textAt(two.body, "uploadId")
        ? "Both name the same upload"
        : "Each names an upload of its own";
    }
    return `One is answered ${one.status}, the other ${two.status}`;
  },
};
