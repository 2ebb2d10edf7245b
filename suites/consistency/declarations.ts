/** Declarations of external dependencies belong to the manifest of their own version. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, listAt, textAt } from "../../harness/exchange/answer.ts";
import { lockfiles } from "../inputs/lockfiles.ts";
import { readDeclaringOnce } from "../situations/release-metadata.ts";

interface DeclaringVolume {
  /** A version whose manifest declares nothing, after one that does. */
  readonly later: PublishedRelease;
  readonly metadata: Answer;
  /** Metadata of the version that declares. */
  readonly earlier: Answer;
}

/** Publishes a version without declarations, and with lockfiles, after one with declarations. Built once per form. */
const publishWithoutDeclarations: Situation<DeclaringVolume> = situation(
  "consistency/without-declarations",
  async ({ given, registry, eventually }) => {
    // in a run that only reads, this skips the check with the right reason
    await given.sharedRelease();
    const { release } = await readDeclaringOnce(given);
    // a fixture is not ours to publish to
    if (release.answer === undefined) throw given.skipped('needs "namespace" in the target file');
    const later = await given.publishedRelease({
      volume: release.volume,
      version: given.version("1.1.0"),
      manifest: "minimal",
      files: lockfiles,
    });
    const metadata = await eventually(() => registry.getRelease(later), { since: later });
    const earlier = await eventually(() => registry.getRelease(release), { since: later });
    return { later, metadata, earlier };
  },
);

function purlsIn(release: Answer, ...path: readonly string[]): readonly string[] {
  return listAt(release.body, ...path, "externalDependencies").map((one) => textAt(one, "purl") ?? "");
}

export const declarations: CheckFile = {
  source: "Resources, Release metadata: externalDependencies",
  operations: ["getRelease", "finalizeReleaseUpload"],
  needs: ["token:publisher", "manifest:externalDependencies"],
  covers: ["member:release-metadata.externalDependencies"],
  forms: "unscoped",
  from: "standard",
  checks: [
    {
      id: "consistency/versions-declare-only-what-their-manifest-declares",
      of: "release-metadata/dependencies-are-those-declared",
      rule: "In `POST` finalize and `GET` metadata, `externalDependencies` has only declarations of the version's own manifest. Lockfiles and other versions add none.",
      reading:
        "Two releases with the same manifest have the same declarations, with any other files in their archives and any other versions in their volumes.",
      async run({ given, expect }) {
        const { later, metadata } = await publishWithoutDeclarations(given);
        // another release with the same manifest
        const control = await given.sharedRelease();
        const expected = purlsIn(control.answer, "release");

        expect.equal(purlsIn(later.answer, "release"), expected, {
          what: "the declarations that finalize returned",
          answer: later.answer,
        });
        expect.success(metadata);
        expect.equal(purlsIn(metadata), expected, {
          what: "the declarations in the metadata",
          answer: metadata,
        });
      },
    },
    {
      id: "consistency/versions-keep-their-declarations",
      of: "release-metadata/dependencies-are-those-declared",
      rule: "After `POST` finalize of a further version without declarations, `GET` metadata of the earlier version has the same declarations as before.",
      operations: ["getRelease"],
      async run({ given, expect }) {
        const { answer: before } = await readDeclaringOnce(given);
        const { earlier } = await publishWithoutDeclarations(given);

        expect.success(earlier);
        expect.equal(purlsIn(earlier).toSorted(), purlsIn(before).toSorted(), {
          what: "the declarations of the earlier version",
          answer: earlier,
        });
      },
    },
  ],
};
