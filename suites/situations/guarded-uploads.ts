/** Uploads whose bytes have arrived early in the run, and that no permitted request finalizes. Each has an idempotency key in its body. */
import type { Given, PublishedRelease, SituationTools, UploadIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { sha256 } from "../../harness/seed.ts";
import { publishBuildMetadata } from "./build-metadata.ts";
import { prereleaseInOneHalf } from "./contexts.ts";

/**
 * A release that no other check reads, for requests that would change it if the registry accepted them. Authority over a release does not
 * depend on its kind: it is a prerelease in one half, and has declarations if the registry takes them.
 */
export const releaseToGuard: Situation<PublishedRelease> = situation(
  "release-to-guard",
  async ({ given, target: { archive } }) => {
    const version = guarded("1.0.12", given);
    const declares = !archive.isBuiltIn && archive.manifests.externalDependencies !== undefined;
    const declaring = declares
      ? await undefinedIfNotPossible(() =>
          given.publishedRelease({ version, manifest: "externalDependencies" }),
        )
      : undefined;
    return declaring ?? (await given.publishedRelease({ version }));
  },
);

/** The last number has two digits: versions that are nearly the same have one less or one more. */
function guarded(version: string, given: Given): string {
  return prereleaseInOneHalf(given, version, "rc.12");
}

/** The end of a version in one half: build metadata, if the registry has published a version that has some. A quick run does not try it. */
export async function buildInOneHalf({ given, depth }: SituationTools): Promise<string> {
  if (depth === "quick" || given.half === "first") return "";
  const published = await undefinedIfNotPossible(() => publishBuildMetadata(given));
  return published?.release === undefined ? "" : "+build.12";
}

/**
 * On a volume that has a release: who may publish under a new name is the registry's own affair. In one half it has some kilobytes and build
 * metadata, because authority does not depend on them.
 */
export const uploadToGuard: Situation<UploadIntent> = situation("upload-to-guard", async (tools) => {
  const { given } = tools;
  const { volume } = await releaseToGuard(given);
  const body = { idempotencyKey: given.key() };
  const content = given.half === "second" ? kilobytes : "A small file\n";
  const files = [{ name: "readme.md", content }];
  const version = given.version(`${guarded("2.0.12", given)}${await buildInOneHalf(tools)}`);
  return await given.uploadedBytes({ volume, version, body, files });
});

/** Text that hardly gets smaller by compression. */
const kilobytes = Array.from({ length: 128 }, (_, line) => `${sha256(`line ${line}`)}\n`).join("");
