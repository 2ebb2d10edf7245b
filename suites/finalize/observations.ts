/** What the specification leaves open about finalize. */
import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { finalizeAgain } from "../situations/first-release-at-the-end.ts";

function describeOutcome(answer: Answer): string {
  return isSuccess(answer) ? "succeeds" : `answers ${describeAnswer(answer)}`;
}

export const observations: CheckFile = {
  source: "Finalize release upload",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  observations: [
    {
      id: "finalize/bytes-of-a-different-size",
      question:
        "How does `POST` finalize handle bytes that have the declared digest but not the declared size?",
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
        if (!isSuccess(transfer)) return "The upload transfer rejects them";
        return `Finalize ${describeOutcome(await registry.finalizeReleaseUpload(intent))}`;
      },
    },
    {
      id: "finalize/finalize-after-an-early-finalize",
      question:
        "After a `POST` finalize before the bytes arrived, can the upload still be completed and finalized?",
      source: "States and transitions",
      covers: ["question:17", "gap:transitions/1"],
      async observe({ given, registry }) {
        const intent = await given.uploadIntent();
        await registry.finalizeReleaseUpload(intent);
        const transfer = await given.offerBytes(intent, intent.archive.bytes);
        if (!isSuccess(transfer)) return "No: the upload transfer rejects the bytes";
        const answer = await registry.finalizeReleaseUpload(intent);
        return isSuccess(answer) ? "Yes" : `No: the second finalize answers ${describeAnswer(answer)}`;
      },
    },
    {
      id: "finalize/finalize-with-a-body",
      question: "What does `POST` finalize answer if the request has a JSON body?",
      from: "deep",
      async observe({ given, registry }) {
        const upload = await given.uploadedBytes();
        const answer = await registry.finalizeReleaseUpload(upload, { rawBody: '{"version":"9.9.9"}' });
        return `Finalize with a JSON body ${describeOutcome(answer)}`;
      },
    },
    {
      id: "finalize/second-finalize-without-a-key",
      question: "What does a second `POST` finalize without an idempotency key answer?",
      source: "Errors, rule 2; Endpoints, conventions",
      covers: ["question:5"],
      async observe({ given }) {
        const { answer } = await finalizeAgain(given);
        return `A second finalize ${describeOutcome(answer)}`;
      },
    },
    {
      id: "finalize/detail-url-form",
      question: "Is the `detailUrl` that `POST` finalize returns absolute or relative?",
      covers: ["question:12"],
      async observe({ given }) {
        const { answer } = await given.sharedRelease();
        const detailUrl = textAt(answer.body, "detailUrl");
        if (detailUrl === undefined) return "It is absent";
        return /^[a-z][a-z0-9+.-]*:/i.test(detailUrl) ? "It is absolute" : "It is relative";
      },
    },
  ],
  untested: [
    {
      id: "finalize/payload-too-large",
      rule: "`POST` finalize may answer 413 `payload-too-large`.",
      source: "Finalize release upload, possible problems",
      reason:
        "The maximum size is not stated, and sending larger and larger uploads to find it would harm a shared registry.",
      covers: ["answers:finalizeReleaseUpload/payload-too-large", "gap:limits/2"],
    },
    {
      id: "finalize/unsupported-media-type",
      rule: "`POST` finalize may answer 415 `unsupported-media-type`.",
      source: "Finalize release upload, possible problems",
      reason:
        "Finalize has no body, and create already checks the media type. Bytes that are not gzip are `invalid-archive`, so no request reliably causes this problem.",
      covers: ["answers:finalizeReleaseUpload/unsupported-media-type", "question:7"],
    },
    {
      id: "finalize/upload-state-after-finalize",
      rule: "An upload has a state after finalize.",
      source: "States and transitions, transitions of upload states",
      reason: "The specification shows neither the state nor an operation that reads an upload.",
      covers: ["gap:transitions/1"],
    },
  ],
};
