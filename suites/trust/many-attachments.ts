/** Many attachments on one release, some of them with unusual bytes. */
import { toAttachment } from "../../harness/given/trust.ts";
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Attachment } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt } from "../../harness/registry/answer.ts";
import { sha256 } from "../../harness/seed.ts";
import { unusualArtifacts } from "../inputs/unusual-artifacts.ts";
import { detailWith, finalizeBody, showsAttachment } from "../situations/attached-release.ts";
import { artifactsWithEqualDigestPrefix } from "./equal-digest-prefix.ts";
import { attachedPair } from "./multiple-attachments.ts";

/** Number of attachments of the release: a few, and at depth deep more than a page of twenty has. */
const counts: Readonly<Record<Tools["depth"], number>> = { quick: 4, standard: 4, deep: 25 };

/** An attachment, and the difference of its bytes from an ordinary artifact. */
interface Unusual {
  readonly difference: string;
  readonly attachment: Attachment;
}

interface ManyAttachments {
  /** In the order of their finalize. */
  readonly attachments: readonly Attachment[];
  readonly unusual: readonly Unusual[];
  /** Finalize requests that were refused although the bytes arrived. */
  readonly refused: readonly Answer[];
  /** True if the release had two attachments after the second finalize. */
  readonly joins: boolean;
  readonly detail: Answer;
}

/** Attaches to the release of the pair until it has many attachments. Artifacts that the registry refuses are left out. */
const attachMany: Situation<ManyAttachments, [count: number]> = situation(
  (count) => `trust/${count}-attachments`,
  async ({ given, registry, eventually }, count) => {
    const { release, first, second, after } = await attachedPair(given);
    const attachments = [first, second];
    const unusual: Unusual[] = [];
    const refused: Answer[] = [];
    const twins = artifactsWithEqualDigestPrefix(given.unique("urn:conformance"));
    const artifacts = [
      ...unusualArtifacts(given.artifact),
      ...twins.map((bytes) => ({ difference: "with the first digits of another digest", bytes })),
    ];
    for (const { difference, bytes: artifact } of artifacts.slice(0, count - attachments.length)) {
      const { volume, version } = release;
      const requestBody = given.trustBody(release, artifact);
      const created = await registry.createTrustUpload(release, requestBody);
      if (!isSuccess(created)) continue;
      const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
      if (!isSuccess(await given.offerBytes(intent, artifact))) continue;
      const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
      if (!isSuccess(finalized)) refused.push(finalized);
      else {
        const attachment = toAttachment(given, intent, finalized);
        attachments.push(attachment);
        unusual.push({ difference, attachment });
      }
    }
    while (attachments.length < count) attachments.push(await given.attachment(release));
    const joins = [first, second].every((one) => showsAttachment(one)(after));
    const due = joins ? attachments : attachments.slice(-1);
    return {
      attachments,
      unusual,
      refused,
      joins,
      detail: await detailWith({ registry, eventually }, ...due),
    };
  },
);

/** The last attachment of the release, so that the locator of an earlier one is detected. */
export async function lastAttachment({
  given,
  depth,
}: Pick<Tools, "given" | "depth">): Promise<{ readonly attachment: Attachment; readonly detail: Answer }> {
  const { attachments, detail } = await attachMany(given, counts[depth]);
  const attachment = attachments.at(-1);
  if (attachment === undefined) throw given.blocked("the release has no attachments", detail);
  return { attachment, detail };
}

/** The address of the bytes of a listed attachment; undefined if it is not listed, or has no http address. */
function locatorOf({ resolve }: Tools, detail: Answer, { attachmentId }: Attachment): string | undefined {
  const item = listAt(detail.body, "attachments").find((one) => textAt(one, "id") === attachmentId);
  const locator = textAt(item, "locator", "url");
  const url = locator === undefined ? undefined : resolve(locator, detail);
  return url?.startsWith("http") === true ? url : undefined;
}

export const manyAttachments: CheckFile = {
  source: "Trust detail; States and transitions: attachment becomes visible",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
  forms: "one",
  from: "standard",
  checks: [
    {
      id: "trust/the-last-of-many-attachments-is-listed",
      rule: "After four attachments to one release, 25 at depth deep, `GET` trust detail lists the last one once.",
      reading:
        "The text does not say whether a newer attachment replaces an older one. The last one is visible in both cases.",
      covers: ["member:trust-detail.attachments", "transition:trust-finalize"],
      async run({ given, expect, depth }) {
        const { attachments, detail } = await attachMany(given, counts[depth]);
        const id = attachments.at(-1)?.attachmentId;
        const listed = listAt(detail.body, "attachments").map((item) => textAt(item, "id"));

        expect.success(detail, 200);
        expect.that(listed.filter((one) => one === id).length === 1, {
          expected: `the last of ${attachments.length} attachments, ${String(id)}, once`,
          got: `${listed.length} attachments: ${listed.map(String).join(", ")}`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/many-attachments-are-all-listed",
      level: "should",
      rule: "Where a second attachment joins the first, `GET` trust detail lists every attachment after four of them, 25 at depth deep.",
      reading:
        "The text does not say whether a newer attachment replaces an older one. Where it does, only the last one has to be listed.",
      covers: ["member:trust-detail.attachments"],
      async run({ given, expect, depth }) {
        const { attachments, joins, detail } = await attachMany(given, counts[depth]);
        const due = joins ? attachments : attachments.slice(-1);
        const listed = listAt(detail.body, "attachments").map((item) => textAt(item, "id"));

        const missing = due.filter(({ attachmentId }) => !listed.includes(attachmentId));

        expect.that(missing.length === 0, {
          expected: `${due.length} attachments`,
          got: `${listed.length} attachments, without ${missing.map(({ attachmentId }) => attachmentId).join(", ")}`,
          answer: detail,
          member: "/attachments",
        });
      },
    },
    {
      id: "trust/unusual-artifacts-are-kept-exactly",
      operations: ["finalizeTrustUpload", "getTrustDetail", "transferBytes"],
      rule: "Trust artifacts with any bytes never answer `digest-mismatch` if the digest is right. In `GET` trust detail they have the digest, size and bytes that were sent.",
      source: "Trust attachment: artifactDigest, artifactSize, locator; Errors, digest-mismatch",
      reading:
        "The text does not limit the bytes of an artifact, and a registry may refuse some with another problem. The digest and the size are of the exact bytes.",
      covers: [
        "member:trust-attachment.artifactDigest",
        "member:trust-attachment.artifactSize",
        "member:trust-attachment.locator.url",
      ],
      async run(tools) {
        const { given, registry, eventually, expect, depth } = tools;
        const { unusual, attachments, refused, detail } = await attachMany(given, counts[depth]);

        for (const answer of refused)
          expect.that(slugOf(answer) !== "digest-mismatch", {
            expected: "no `digest-mismatch`, since the bytes have the declared digest",
            got: "`digest-mismatch`",
            answer,
          });
        for (const [index, item] of listAt(detail.body, "attachments").entries()) {
          const own = attachments.find(({ attachmentId }) => attachmentId === textAt(item, "id"));
          if (own === undefined) continue;
          expect.echo(detail, ["attachments", index, "artifactDigest"], own.intent.artifactDigest);
          expect.echo(detail, ["attachments", index, "artifactSize"], own.intent.artifact.length);
        }
        for (const { difference, attachment } of unusual) {
          const url = locatorOf(tools, detail, attachment);
          if (url === undefined) continue;
          const bytes = await eventually(() => registry.fetchLocator(url), {
            since: attachment,
            until: isSuccess,
          });
          expect.success(bytes);
          expect.equal(sha256(bytes.bytes), attachment.intent.artifactDigest, {
            what: `the digest of the bytes at \`locator.url\` of an artifact ${difference}`,
            answer: bytes,
          });
        }
      },
    },
  ],
};
