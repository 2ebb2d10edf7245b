/** The requests that need a token, in every respect in order but for whoever sends them. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Operation, Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import type { RequestOptions } from "../../harness/registry/registry.ts";

/** Sends one request for each operation of a group. */
type Send = (tools: Tools, options: RequestOptions) => Promise<readonly Answer[]>;

/** A group of protected operations that a target offers or does not offer together. */
export interface ProtectedGroup {
  /** As it stands in ids. */
  readonly id: "publishing" | "trust-upload" | "unpublish";
  /** As it stands in rules. */
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly forms?: Check["forms"];
  /**
   * About uploads that wait for their bytes and a volume that nobody has: a registry that lets a bad token pass loses
   * nothing that other checks look at.
   */
  readonly send: Send;
  /** About uploads whose bytes are there and a release of its own: nothing is left to refuse but the caller. */
  readonly sendInEarnest: Send;
}

/** A release that nobody else looks at, for requests that would change something if they were let through. */
export function ownRelease(given: Given): Promise<PublishedRelease> {
  return given.shared("release-to-guard", (own) => own.publishedRelease());
}

/** A trust upload that waits for its bytes. Where the registry opens none, that is the one cause of all that follows. */
export function openTrustUpload(given: Given): Promise<TrustIntent> {
  return given.shared("open-trust-upload", async (own) => await own.trustIntent(await own.sharedRelease()));
}

const openUpload: Situation<UploadIntent> = situation("open-upload", ({ given }) => given.uploadIntent());

const uploadToGuard: Situation<UploadIntent> = situation("upload-to-guard", ({ given }) =>
  given.uploadedBytes(),
);

const trustUploadToGuard: Situation<TrustIntent> = situation("trust-upload-to-guard", async ({ given }) =>
  given.trustUploaded(await ownRelease(given)),
);

async function sendPublishing(
  { given, registry }: Tools,
  about: PublishedRelease["intent"],
  options: RequestOptions,
): Promise<readonly Answer[]> {
  return [
    await registry.createReleaseUpload(about.volume, given.createBody("3.0.0", about.archive), options),
    await registry.finalizeReleaseUpload(about, options),
  ];
}

export const publishing: ProtectedGroup = {
  id: "publishing",
  name: "Creating or finalizing a release upload",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  async send(tools, options) {
    const upload = await openUpload(tools.given);
    return await sendPublishing(tools, upload, options);
  },
  async sendInEarnest(tools, options) {
    const upload = await uploadToGuard(tools.given);
    return await sendPublishing(tools, upload, options);
  },
};

async function sendTrust(
  { given, registry }: Tools,
  about: { readonly release: PublishedRelease; readonly upload: TrustIntent },
  options: RequestOptions,
): Promise<readonly Answer[]> {
  const body = given.trustBody(about.release, given.artifact());
  return [
    await registry.createTrustUpload(about.release, body, options),
    await registry.finalizeTrustUpload(about.upload, { idempotencyKey: given.unique("key") }, options),
  ];
}

export const trustUpload: ProtectedGroup = {
  id: "trust-upload",
  name: "Creating or finalizing a trust upload",
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  async send(tools, options) {
    const release = await tools.given.sharedRelease();
    const upload = await openTrustUpload(tools.given);
    return await sendTrust(tools, { release, upload }, options);
  },
  async sendInEarnest(tools, options) {
    const release = await ownRelease(tools.given);
    const upload = await trustUploadToGuard(tools.given);
    return await sendTrust(tools, { release, upload }, options);
  },
};

export const unpublish: ProtectedGroup = {
  id: "unpublish",
  name: "Unpublishing a version",
  operations: ["unpublishVersion"],
  // the specification states it for names without a scope only
  forms: "unscoped",
  async send({ given, registry }, options) {
    return [await registry.unpublishVersion({ volume: given.volume(), version: "9.9.9" }, options)];
  },
  async sendInEarnest({ given, registry }, options) {
    return [await registry.unpublishVersion(await ownRelease(given), options)];
  },
};

export const protectedGroups: readonly ProtectedGroup[] = [publishing, trustUpload, unpublish];
