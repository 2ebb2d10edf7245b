/** Uploads whose bytes have arrived early in the run, and that no permitted request finalizes. Each has an idempotency key in its body. */
import type {
  Given,
  PublishedRelease,
  TrustIntent,
  TrustOptions,
  UploadIntent,
} from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { sha256 } from "../../harness/seed.ts";
import { prereleaseInOneForm } from "./contexts.ts";

/**
 * A release that no other check reads, for requests that would change it if the registry accepted them: a prerelease in one form, because
 * authority over a release does not depend on its version.
 */
export const releaseToGuard: Situation<PublishedRelease> = situation("release-to-guard", ({ given }) =>
  given.publishedRelease({ version: guarded("1.0.12", given) }),
);

/** The last number has two digits: versions that are nearly the same have one less or one more. */
function guarded(version: string, given: Given): string {
  return prereleaseInOneForm(given, version, "rc.12");
}

/**
 * On a volume that has a release: who may publish under a new name is the registry's own affair. It has some kilobytes in one form, because
 * authority does not depend on the size.
 */
export const uploadToGuard: Situation<UploadIntent> = situation("upload-to-guard", async ({ given }) => {
  const { volume } = await releaseToGuard(given);
  const body = { idempotencyKey: given.key() };
  const content = given.form === "unscoped" ? kilobytes : "A small file\n";
  const files = [{ name: "readme.md", content }];
  return await given.uploadedBytes({ volume, version: given.version(guarded("2.0.12", given)), body, files });
});

/** Text that hardly gets smaller by compression. */
const kilobytes = Array.from({ length: 128 }, (_, line) => `${sha256(`line ${line}`)}\n`).join("");

/** Of another format in one form, if the registry takes it. */
export const trustUploadToGuard: Situation<TrustIntent> = situation(
  "trust-upload-to-guard",
  async ({ given }) => {
    const release = await releaseToGuard(given);
    const upload = (options: TrustOptions): Promise<TrustIntent> =>
      given.trustUploaded(release, { ...options, body: { idempotencyKey: given.key() } });
    const other =
      given.form === "scoped" ? await undefinedIfNotPossible(() => upload(toSpdx(given))) : undefined;
    return other ?? (await upload({}));
  },
);

/** An SPDX document, complete so that a registry may validate it. */
function toSpdx(given: Given): Pick<TrustOptions, "artifact" | "format"> {
  const name = given.unique("spdx");
  const document = {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name,
    documentNamespace: `https://spdx.example/${name}`,
    creationInfo: { created: "2026-01-01T00:00:00Z", creators: ["Tool: volume-registry-conformance"] },
    packages: [],
  };
  return {
    artifact: Buffer.from(JSON.stringify(document)),
    format: { family: "spdx", mediaType: "application/spdx+json", version: "2.3" },
  };
}
