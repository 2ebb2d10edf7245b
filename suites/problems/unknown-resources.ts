import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { Volume } from "../../harness/exchange/volume.ts";

/** A well-formed name of a volume that does not exist, for every namespace. */
function toUnknownVolume(form: "scoped" | "unscoped"): Volume {
  const segment = "conformance-run-looks-for-no-such-volume";
  return form === "scoped" ? { scope: "conformance-run-looks-for-no-such-scope", segment } : { segment };
}

/** The response to `GET` metadata of an unknown release, requested once per form: in one, by a client that takes JSON of any kind of document. */
export const readUnknownRelease: Situation<Answer> = situation(
  "problems/unknown-release",
  ({ given, registry }) =>
    registry.getRelease(
      { volume: toUnknownVolume(given.form), version: "1.0.0" },
      given.half === "second" ? { headers: [["accept", "application/json"]] } : {},
    ),
);

export const unknownResources: CheckFile = {
  source: "Errors, table of slugs, not-found; Fetch release metadata",
  operations: ["getRelease"],
  checks: [
    {
      id: "problems/unknown-releases-are-not-found",
      of: "release-metadata/unknown-releases-are-not-found",
      answersFor: ["another problem for not-found"],
      rule: "`GET` metadata of a release that does not exist answers 404 `not-found`.",
      covers: ["slug:not-found", "answers:getRelease/not-found"],
      async run({ given, expect }) {
        const answer = await readUnknownRelease(given);

        expect.problem(answer, "not-found");
      },
    },
  ],
};
