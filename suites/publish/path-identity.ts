/** Only the path decides which volume a release is published to. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { valueAt } from "../../harness/exchange/answer.ts";
import { toFullName, type Volume } from "../../harness/exchange/volume.ts";
import { casesAt } from "../inputs/cases.ts";

/** Body members that name a different volume: in the member alone, one of the same scope by its last part. */
function overridingMembers(volume: Volume): readonly Readonly<Record<string, unknown>>[] {
  const name = toFullName(volume);
  return [{ name, target: { name, version: "9.9.9" } }, { name: volume.segment }, { target: { name } }];
}

interface OverriddenIntent {
  readonly intent: ReturnType<Tools["given"]["intentOf"]>;
  /** The volume that the body named. */
  readonly other: ReturnType<Tools["given"]["volume"]>;
}

async function expectPublishedAtPath(
  { given, registry, expect }: Tools,
  { intent, other }: OverriddenIntent,
): Promise<void> {
  await given.transfer(intent, intent.archive.bytes);

  const answer = await registry.finalizeReleaseUpload(intent);

  expect.success(answer);
  expect.equal(valueAt(answer.body, "release", "name"), toFullName(intent.volume), {
    what: "the release's name",
    answer,
  });
  expect.equal(valueAt(answer.body, "release", "version"), intent.version, {
    what: "the release's version",
    answer,
  });
  for (const version of [intent.version, "9.9.9"]) {
    const elsewhere = await registry.getRelease({ volume: other, version });
    expect.problem(elsewhere, "not-found");
  }
}

export const pathIdentity: CheckFile = {
  source: "Release upload intent, below the table",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "publish/the-body-never-overrides-the-path",
      restsOn: ["finalize/results-name-their-upload-and-release"],
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "`POST` create with an extra `name` or `target` never changes the volume or version; it succeeds or answers `validation-failed` or `identity-mismatch`.",
      reading:
        "The text does not say whether a registry ignores or rejects these members. We accept both, but the body never overrides the path.",
      covers: ["slug:identity-mismatch", "member:release-upload-intent.target.name"],
      async run(tools) {
        const { given, registry, expect } = tools;
        await given.sharedRelease();

        const other = given.volume();

        const [full, ...partial] = overridingMembers(other);
        // it is published in one half
        const whole = tools.half === "first" || !tools.runsInBothForms ? [full] : [];
        for (const members of [...whole, ...casesAt(tools, partial)]) {
          const volume = given.volume();
          const archive = await given.archive({ volume, version: "1.0.0" });
          const requestBody = { ...given.createBody("1.0.0", archive), ...members };
          const created = await registry.createReleaseUpload(volume, requestBody);
          if (created.status >= 300) {
            expect.problem(created, "validation-failed", "identity-mismatch");
            continue;
          }

          const name = valueAt(created.body, "target", "name") ?? toFullName(volume);
          expect.equal(name, toFullName(volume), { what: "the intent's target.name", answer: created });
          const targetVersion = valueAt(created.body, "target", "version") ?? "1.0.0";
          expect.equal(targetVersion, "1.0.0", { what: "the intent's target.version", answer: created });
          const intent = given.intentOf({ volume, version: "1.0.0", archive, requestBody }, created);
          if (members === full) await expectPublishedAtPath(tools, { intent, other });
        }
      },
    },
  ],
};
