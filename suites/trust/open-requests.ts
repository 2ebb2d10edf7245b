/** Trust requests whose answer the specification leaves open. */
import type { FixtureState, Observation } from "../../harness/check.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/registry/answer.ts";
import {
  attachedRelease,
  attachmentOf,
  busyRelease,
  countOf,
  finalizeBody,
  openIntent,
} from "./attached-release.ts";

const about: Pick<Observation, "operations" | "needs" | "from"> = {
  operations: ["createTrustUpload"],
  needs: ["token:publisher"],
  from: "standard",
};

/** An answer in two words. */
function said(answer: Answer): string {
  return isSuccess(answer)
    ? `a success (${answer.status})`
    : `${answer.status} ${slugOf(answer) ?? "without a known problem"}`;
}

export const requiredMembers: Observation = {
  ...about,
  forms: "either",
  id: "trust/required-request-members",
  question: "Which members of a trust upload request are required?",
  source: "Gaps in endpoint coverage: which body fields of creating a trust upload are required",
  covers: ["gap:endpoints/5"],
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
    return `Required are ${required.join(", ") || "none"}; may be left out ${optional.join(", ") || "none"}`;
  },
};

export const unknownFormats: Observation = {
  ...about,
  forms: "either",
  id: "trust/unknown-formats",
  question: "What becomes of a format that nobody has heard of, and of a media type that is none?",
  source: "Create trust attachment upload intent: unsupported-media-type",
  covers: ["answers:createTrustUpload/unsupported-media-type", "slug:unsupported-media-type"],
  async observe({ given, registry }) {
    const release = await given.sharedRelease();
    const { requestBody } = await openIntent(given);
    const kept = attachmentOf(requestBody);
    const answers: string[] = [];
    for (const mediaType of ["application/vnd.unheard-of", "no media type"]) {
      const attachment = { ...kept, format: { family: "unheard-of", mediaType } };
      answers.push(said(await registry.createTrustUpload(release, { ...requestBody, attachment })));
    }
    return `An unknown format is ${answers[0] ?? ""}, a malformed media type ${answers[1] ?? ""}`;
  },
};

export const otherContentTypes: Observation = {
  ...about,
  forms: "either",
  id: "trust/request-labelled-otherwise",
  question: "What becomes of a trust upload request that is JSON and labelled text/plain?",
  source: "What the service does, rule 2",
  covers: ["rule:service/2"],
  async observe({ given, registry }) {
    const release = await given.sharedRelease();
    const { requestBody } = await openIntent(given);
    return `It is ${said(await registry.createTrustUpload(release, requestBody, { contentType: "text/plain" }))}`;
  },
};

export const finalizeWithoutBody: Observation = {
  ...about,
  operations: ["finalizeTrustUpload"],
  id: "trust/finalize-without-a-body",
  from: "deep",
  question: "May the body be left out when a trust upload is finalized without a key?",
  source: "Finalize trust attachment upload",
  covers: ["member:finalize-trust-request.idempotencyKey"],
  async observe({ given, registry }) {
    const intent = await given.trustUploaded(await busyRelease(given));
    return `Finalizing without a body is ${said(await registry.finalizeTrustUpload(intent, undefined))}`;
  },
};

export const sizesThatDiffer: Observation = {
  ...about,
  operations: ["finalizeTrustUpload"],
  id: "trust/sizes-that-differ",
  from: "deep",
  question: "What becomes of bytes that have the declared digest and not the declared size?",
  source: "Create trust attachment upload intent: declaredSize; Errors, table of slugs",
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
    return `Transferring them is ${isSuccess(transfer) ? "a success" : "refused"}, finalizing ${said(answer)}`;
  },
};

export const refusedFinalizes: Observation = {
  ...about,
  operations: ["finalizeTrustUpload"],
  id: "trust/refused-finalizes",
  from: "deep",
  question: "Can a trust upload still be finalized after a finalize that came before its bytes?",
  source: "States and transitions: transitions of upload states",
  covers: ["question:17", "gap:transitions/1"],
  async observe({ given, registry }) {
    const intent = await given.trustIntent(await busyRelease(given));
    await registry.finalizeTrustUpload(intent, finalizeBody(given));
    const transfer = await given.offerBytes(intent, intent.artifact);
    if (!isSuccess(transfer)) return "No: its bytes are not taken any more";
    return `The bytes are taken, and finalizing is ${said(await registry.finalizeTrustUpload(intent, finalizeBody(given)))}`;
  },
};

export const sameArtifactTwice: Observation = {
  ...about,
  operations: ["createTrustUpload", "finalizeTrustUpload", "getTrustDetail"],
  id: "trust/same-artifact-twice",
  question: "What becomes of the same artifact attached a second time, by an upload of its own?",
  source: "Finalize trust attachment upload",
  from: "deep",
  async observe({ given, registry, settle }) {
    const release = await given.publishedRelease();
    const artifact = given.artifact();
    const first = await given.attachment(release, { artifact });
    const again = await registry.createTrustUpload(release, first.intent.requestBody);
    if (!isSuccess(again)) return `Creating a second upload is ${said(again)}`;
    const second = await given.attachment(release, { artifact });
    const detail = await settle(second, () => registry.getTrustDetail(release));
    const isSame = first.attachmentId === second.attachmentId;
    return `It is ${isSame ? "the same attachment" : "another attachment"}; the detail lists ${countOf(first.intent.artifactDigest, detail)}`;
  },
};

export const timeUntilVisible: Observation = {
  ...about,
  operations: ["getTrustDetail"],
  from: "quick",
  id: "trust/time-until-visible",
  question: "Is an attachment visible at once?",
  source: "States and transitions: attachment becomes visible",
  async observe({ given }) {
    const { attachment, detail } = await attachedRelease(given);
    const isListed = textAt(detail.body, "attachments", 0, "id") !== undefined;
    if (!isListed) return "It was not seen";
    const seconds = Math.ceil((detail.endedAtMs - attachment.sinceMs) / 1000);
    return `It was seen within ${seconds} s`;
  },
};

const states: readonly FixtureState[] = ["yanked", "tombstoned", "blocked", "unavailable"];

/** Whether releases in other states than available take attachments, and show what they have. */
export const releasesInOtherStates: readonly Observation[] = states.map((state) => ({
  ...about,
  operations: ["createTrustUpload", "getTrustSummary"],
  from: "deep",
  id: `trust/uploads-for-${state}-releases`,
  question: `Does a release that is ${state} take trust uploads, and have a trust summary?`,
  source: "Create trust attachment upload intent; States and transitions",
  needs: ["token:publisher", `release:${state}`],
  covers: ["gap:transitions/2"],
  async observe({ given, registry, settle }) {
    const release = await given.releaseInState(state);
    const body = given.trustBody(release, given.artifact());
    const answer = await registry.createTrustUpload(release, body);
    const summary = await settle(release, () => registry.getTrustSummary(release));
    return `Creating an upload is ${said(answer)}, its summary ${said(summary)}`;
  },
}));
