import type { Call } from "../call.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Attachment, Release } from "../store.ts";
import type { Choice } from "./choice.ts";

/** What a registry attaches itself: a statement about the release, with a time, so that no two are equal. */
function toOwn(
  category: string,
  about: string,
  { name, version, integrity }: Release,
  call: Call,
): Attachment {
  const subject = [{ name: call.rules.identity.purl(name, version, call), digest: integrity }];
  const bytes = Buffer.from(JSON.stringify({ _type: "statement", about, subject, at: call.now }));
  const digest = call.rules.integrity.digestOfBytes(bytes, call);
  return {
    id: `registry_${digest.slice("sha256:".length).slice(0, 20)}`,
    category,
    format: { family: "in-toto", mediaType: "application/vnd.in-toto+json", version: "1" },
    digest,
    bytes,
    status: { state: "active" },
    attachedAt: call.now,
  };
}

const provenance: Change = replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
  const release = before(intent, content, call);
  const own = toOwn("provenance", "publication", release, call);
  return { ...release, attachments: [...release.attachments, own], revision: release.revision + 1 };
});

const countersignatures: Change = replaceRule("trust", "add", (before) => (release, attachment, call) => [
  ...before(release, attachment, call),
  toOwn("countersignature", attachment.digest, release, call),
]);

/** A summary and a detail may be of different moments, so that one of them lacks such an attachment. */
const ofOneMoment: readonly string[] = [
  "audit/formats-have-the-same-name-in-every-summary",
  "audit/summaries-have-the-categories-of-details",
];

/** What a registry attaches without being asked: the text does not say that only uploads do. */
export const registryAttachmentChoices: readonly Choice[] = [
  {
    name: "registry-attachments",
    question: "What does the registry attach itself?",
    default: "nothing",
    values: {
      provenance: {
        summary: "A statement of provenance, to each release",
        change: provenance,
        skips: ofOneMoment,
      },
      countersignatures: {
        summary: "A countersignature, beside each attachment",
        change: countersignatures,
        skips: ofOneMoment,
        // a summary that is behind lacks it, and what it lacks counts as lost
        excludes: ["attachment-lag=two-polls", "attachment-lag=200-ms"],
      },
    },
  },
];
