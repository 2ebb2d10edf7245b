/** The requests that require a token. They are valid except for the caller. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Operation, Tools } from "../../harness/check.ts";
import type { PublishedRelease, TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import type { RequestOptions } from "../../harness/registry/registry.ts";

/** Sends one request for each operation of a group. */
type Send = (tools: Tools, options: RequestOptions) => Promise<readonly Answer[]>;

/** A group of protected operations that a target offers together or not at all. */
export interface ProtectedGroup {
  /** The part of the id. */
  readonly id: "publishing" | "trust-upload" | "unpublish";
  /** The subject of the rule. */
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly forms?: Check["forms"];
  /**
   * For uploads without bytes and a volume that does not exist: a registry that accepts an unusable token changes nothing that
   * other checks read.
   */
  readonly send: Send;
  /** For uploads with bytes and a release of its own: only the caller is a reason to reject the request. */
  readonly sendEffective: Send;
}

/** A release that no other check reads, for requests that would change it if the registry accepted them. */
export const ownRelease: Situation<PublishedRelease> = situation("release-to-guard", ({ given }) =>
  given.publishedRelease({ version: "1.0.1" }),
);

/** A trust upload without bytes. If it cannot be created, the checks that depend on it have one common cause. */
export const openTrustUpload: Situation<TrustIntent> = situation(
  "open-trust-upload",
  async ({ given }) => await given.trustIntent(await given.sharedRelease()),
);

export const openUpload: Situation<UploadIntent> = situation("open-upload", ({ given }) =>
  given.uploadIntent(),
);

/** On a volume that has a release: who may publish under a new name is the registry's own affair. */
const uploadToGuard: Situation<UploadIntent> = situation("upload-to-guard", async ({ given }) => {
  const { volume } = await ownRelease(given);
  return await given.uploadedBytes({ volume, version: given.version("2.0.0") });
});

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
  name: "`POST` create or finalize",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  async send(tools, options) {
    const upload = await openUpload(tools.given);
    return await sendPublishing(tools, upload, options);
  },
  async sendEffective(tools, options) {
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
  name: "`POST` trust create or trust finalize",
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  async send(tools, options) {
    const release = await tools.given.sharedRelease();
    const upload = await openTrustUpload(tools.given);
    return await sendTrust(tools, { release, upload }, options);
  },
  async sendEffective(tools, options) {
    const release = await ownRelease(tools.given);
    const upload = await trustUploadToGuard(tools.given);
    return await sendTrust(tools, { release, upload }, options);
  },
};

export const unpublish: ProtectedGroup = {
  id: "unpublish",
  name: "`DELETE` of a version",
  operations: ["unpublishVersion"],
  // the specification states it for unscoped names only
  forms: "unscoped",
  async send({ given, registry }, options) {
    return [await registry.unpublishVersion({ volume: given.volume(), version: "9.9.9" }, options)];
  },
  async sendEffective({ given, registry }, options) {
    return [await registry.unpublishVersion(await ownRelease(given), options)];
  },
};

export const protectedGroups: readonly ProtectedGroup[] = [publishing, trustUpload, unpublish];
