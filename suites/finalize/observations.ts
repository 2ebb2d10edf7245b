/** What the specification leaves open about finalizing. */
import type { Observation, Untested } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import { finalizeAgain } from "./repeats.ts";

const shared: Pick<Observation, "forms" | "operations" | "needs" | "from"> = {
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  forms: "either",
};

function toOutcome(answer: Answer): string {
  return isSuccess(answer) ? "succeeds" : `is refused with ${describeAnswer(answer)}`;
}

export const otherSizes: Observation = {
  ...shared,
  id: "finalize/bytes-of-another-size",
  question: "What becomes of bytes that have the declared digest but not the declared size?",
  source: "Create release upload intent, body, declaredSize; Errors",
  covers: ["question:8", "gap:limits/2"],
  async observe({ given, registry }) {
    const release = { volume: given.volume(), version: "1.0.0" };
    const archive = await given.archive(release);
    const intent = await given.uploadIntent({
      ...release,
      archive,
      body: { declaredSize: archive.size + 1 },
    });
    const transfer = await given.offerBytes(intent, archive.bytes);
    if (!isSuccess(transfer)) return "The upload step refuses them";
    return `Finalizing them ${toOutcome(await registry.finalizeReleaseUpload(intent))}`;
  },
};

export const earlyFinalize: Observation = {
  ...shared,
  id: "finalize/after-a-finalize-that-came-too-early",
  question: "Can an upload that was finalized before its bytes arrived be finalized after?",
  source: "States and transitions",
  covers: ["question:17", "gap:transitions/1"],
  async observe({ given, registry }) {
    const intent = await given.uploadIntent();
    await registry.finalizeReleaseUpload(intent);
    const transfer = await given.offerBytes(intent, intent.archive.bytes);
    if (!isSuccess(transfer)) return "No: its bytes are not taken any more";
    const answer = await registry.finalizeReleaseUpload(intent);
    return isSuccess(answer) ? "Yes" : `No: it is refused with ${describeAnswer(answer)}`;
  },
};

export const bodies: Observation = {
  ...shared,
  id: "finalize/with-a-body",
  question: "What does a finalize answer that carries a JSON body although the operation has none?",
  source: "Finalize release upload",
  async observe({ given, registry }) {
    const upload = await given.uploadedBytes();
    const answer = await registry.finalizeReleaseUpload(upload, { rawBody: '{"version":"9.9.9"}' });
    return `A finalize with a JSON body ${toOutcome(answer)}`;
  },
};

export const repeats: Observation = {
  ...shared,
  id: "finalize/repeated",
  question: "What does a second finalize without a key answer?",
  source: "Errors, rule 2; Endpoints, conventions",
  covers: ["question:5"],
  async observe({ given }) {
    const { answer } = await finalizeAgain(given);
    return `A second finalize ${toOutcome(answer)}`;
  },
};

export const detailAddress: Observation = {
  ...shared,
  id: "finalize/address-of-the-details",
  question: "What kind of reference is the detailUrl of a finalize?",
  source: "Finalize release upload",
  covers: ["question:12"],
  async observe({ given }) {
    const { answer } = await given.sharedRelease();
    const detailUrl = textAt(answer.body, "detailUrl");
    if (detailUrl === undefined) return "There is none";
    return /^[a-z][a-z0-9+.-]*:/i.test(detailUrl) ? "An absolute URI" : "A relative reference";
  },
};

export const tooLargeAtFinalize: Untested = {
  id: "finalize/payload-too-large",
  rule: "Finalize may answer 413 payload-too-large.",
  source: "Finalize release upload, possible problems",
  reason:
    "The largest upload is not stated, and sending ever larger ones to find it would harm a shared registry.",
  covers: ["answers:finalizeReleaseUpload/payload-too-large", "gap:limits/2"],
};

export const unsupportedAtFinalize: Untested = {
  id: "finalize/unsupported-media-type",
  rule: "Finalize may answer 415 unsupported-media-type.",
  source: "Finalize release upload, possible problems",
  reason:
    "It has no body, and the media type was declared at create; bytes that are not gzip are read as invalid-archive. Nothing provokes it for certain.",
  covers: ["answers:finalizeReleaseUpload/unsupported-media-type", "question:7"],
};

export const stateAfterFinalize: Untested = {
  id: "finalize/state-of-the-upload-afterwards",
  rule: "An upload has some state after it was finalized.",
  source: "States and transitions, transitions of upload states",
  reason: "The specification shows neither the state nor an operation that reads an upload.",
  covers: ["gap:transitions/1"],
};
