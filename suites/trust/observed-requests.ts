/** Trust requests for which the specification does not state the response. */
import type { CheckFile, ObservationEntry } from "../../harness/check-file.ts";
import type { FixtureState } from "../../harness/check.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/exchange/answer.ts";
import {
  attachedRelease,
  attachmentOf,
  busyRelease,
  countOf,
  finalizeBody,
  openIntent,
} from "../situations/attached-release.ts";

/** The status and the problem slug of a response. */
function describeOutcome(answer: Answer): string {
  return isSuccess(answer)
    ? `${answer.status}`
    : `${answer.status} ${slugOf(answer) ?? "without a known problem slug"}`;
}

const states: readonly FixtureState[] = ["yanked", "tombstoned", "blocked", "unavailable"];

export const observedRequests: CheckFile = {
  source: "Finalize trust attachment upload",
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  from: "deep",
  observations: [
    {
      id: "trust/required-members-of-a-create-body",
      question: "Which members of a `POST` trust create body are required?",
      source: "Gaps in endpoint coverage: which body fields of creating a trust upload are required",
      covers: ["gap:endpoints/5"],
      forms: "either",
      from: "deep",
      async observe({ given, registry }) {
        const release = await given.sharedRelease();
        const { requestBody } = await openIntent(given);
        const required: string[] = [];
        const optional: string[] = [];
        for (const member of ["subject", "attachment", "declaredDigest", "declaredSize"]) {
          const rest = Object.fromEntries(Object.entries(requestBody).filter(([name]) => name !== member));
          const answer = await registry.createTrustUpload(release, rest);
          (isSuccess(answer) ? optional : required).push(member);
        }
        return `Required: ${required.join(", ") || "none"}; optional: ${optional.join(", ") || "none"}`;
      },
    },
    {
      id: "trust/unknown-formats",
      question: "How are unknown formats and invalid media types handled?",
      source: "Create trust attachment upload intent: unsupported-media-type",
      covers: ["answers:createTrustUpload/unsupported-media-type", "slug:unsupported-media-type"],
      forms: "either",
      from: "standard",
      async observe({ given, registry }) {
        const release = await given.sharedRelease();
        const { requestBody } = await openIntent(given);
        const attachmentMembers = attachmentOf(requestBody);
        const answers: string[] = [];
        for (const mediaType of ["application/vnd.unheard-of", "no media type"]) {
          const attachment = { ...attachmentMembers, format: { family: "unheard-of", mediaType } };
          answers.push(
            describeOutcome(await registry.createTrustUpload(release, { ...requestBody, attachment })),
          );
        }
        return `An unknown format answers ${answers[0] ?? ""}, a malformed media type ${answers[1] ?? ""}`;
      },
    },
    {
      id: "trust/content-type-of-a-create-body",
      question:
        "How does the registry answer a JSON `POST` trust create request with `Content-Type: text/plain`?",
      source: "What the service does, rule 2",
      covers: ["rule:service/2"],
      forms: "either",
      from: "standard",
      async observe({ given, registry }) {
        const release = await given.sharedRelease();
        const { requestBody } = await openIntent(given);
        return `\`POST\` trust create answers ${describeOutcome(await registry.createTrustUpload(release, requestBody, { contentType: "text/plain" }))}`;
      },
    },
    {
      id: "trust/finalize-without-a-body",
      question: "Is the body of `POST` trust finalize optional if no idempotency key is sent?",
      operations: ["finalizeTrustUpload"],
      covers: ["member:finalize-trust-request.idempotencyKey"],
      async observe({ given, registry }) {
        const intent = await given.trustUploaded(await busyRelease(given));
        return `\`POST\` trust finalize without a body answers ${describeOutcome(await registry.finalizeTrustUpload(intent, undefined))}`;
      },
    },
    {
      id: "trust/bytes-of-a-different-size",
      question: "How are bytes handled that have the declared digest but not the declared size?",
      source: "Create trust attachment upload intent: declaredSize; Errors, table of slugs",
      operations: ["finalizeTrustUpload"],
      covers: ["question:8", "answers:finalizeTrustUpload/payload-too-large"],
      async observe({ given, registry }) {
        const release = await busyRelease(given);
        const artifact = given.artifact();
        const intent = await given.trustIntent(release, {
          artifact,
          body: { declaredSize: artifact.length - 1 },
        });
        const transfer = await given.offerBytes(intent, artifact);
        const answer = await registry.finalizeTrustUpload(intent, finalizeBody(given));
        return `The transfer answers ${transfer.status}, \`POST\` trust finalize answers ${describeOutcome(answer)}`;
      },
    },
    {
      id: "trust/finalize-after-an-early-finalize",
      question: "Can a trust upload still be finalized after a finalize that came before its bytes?",
      source: "States and transitions: transitions of upload states",
      operations: ["finalizeTrustUpload"],
      covers: ["question:17", "gap:transitions/1"],
      async observe({ given, registry }) {
        const intent = await given.trustIntent(await busyRelease(given));
        await registry.finalizeTrustUpload(intent, finalizeBody(given));
        const transfer = await given.offerBytes(intent, intent.artifact);
        if (!isSuccess(transfer)) return "No, the transfer is refused";
        return `The transfer succeeds, and \`POST\` trust finalize answers ${describeOutcome(await registry.finalizeTrustUpload(intent, finalizeBody(given)))}`;
      },
    },
    {
      id: "trust/same-artifact-twice",
      question: "How is a second upload of the same artifact handled?",
      operations: ["createTrustUpload", "finalizeTrustUpload", "getTrustDetail"],
      async observe({ given, registry, eventually }) {
        const release = await given.publishedRelease();
        const artifact = given.artifact();
        const first = await given.attachment(release, { artifact });
        const secondCreate = await registry.createTrustUpload(release, first.intent.requestBody);
        if (!isSuccess(secondCreate))
          return `The second \`POST\` trust create answers ${describeOutcome(secondCreate)}`;
        const second = await given.attachment(release, { artifact });
        const detail = await eventually(() => registry.getTrustDetail(release), { since: second });
        const isSame = first.attachmentId === second.attachmentId;
        return `The result is ${isSame ? "the same attachment" : "a different attachment"}; the detail lists the artifact ${countOf(first.intent.artifactDigest, detail)} times`;
      },
    },
    {
      id: "trust/time-until-visible",
      question: "How fast does a finalized attachment become visible in trust detail?",
      source: "States and transitions: attachment becomes visible",
      operations: ["getTrustDetail"],
      from: "quick",
      async observe({ given }) {
        const { attachment, detail } = await attachedRelease(given);
        const isListed = textAt(detail.body, "attachments", 0, "id") !== undefined;
        if (!isListed) return "The attachment did not become visible";
        const seconds = Math.ceil((detail.endedAtMs - attachment.sinceMs) / 1000);
        return `The attachment was visible within ${seconds} s`;
      },
    },
    /** Whether releases that are not available accept trust uploads and have a trust summary. */
    ...states.map((state): ObservationEntry => ({
      operations: ["createTrustUpload", "getTrustSummary"],
      id: `trust/uploads-for-${state}-releases`,
      question: `Does a release that is ${state} accept trust uploads, and does it have a trust summary?`,
      source: "Create trust attachment upload intent; States and transitions",
      needs: ["token:publisher", `release:${state}`],
      covers: ["gap:transitions/2"],
      async observe({ given, registry, eventually }) {
        const release = await given.releaseInState(state);
        const body = given.trustBody(release, given.artifact());
        const answer = await registry.createTrustUpload(release, body);
        const summary = await eventually(() => registry.getTrustSummary(release), { since: release });
        return `\`POST\` trust create answers ${describeOutcome(answer)}, \`GET\` trust summary answers ${describeOutcome(summary)}`;
      },
    })),
  ],
};
