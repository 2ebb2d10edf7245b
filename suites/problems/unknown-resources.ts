import type { Check } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import type { Volume } from "../../harness/registry/volume.ts";

/** A well-formed name of a volume that does not exist, for every namespace. */
function toUnknownVolume(form: "scoped" | "unscoped"): Volume {
  const segment = "conformance-run-looks-for-no-such-volume";
  return form === "scoped" ? { scope: "conformance-run-looks-for-no-such-scope", segment } : { segment };
}

/** The response to `GET` metadata of an unknown release, requested once per form. */
export function readUnknownRelease(given: Given): Promise<Answer> {
  return given.shared("problems/unknown-release", (own, registry) =>
    registry.getRelease({ volume: toUnknownVolume(own.form), version: "1.0.0" }),
  );
}

export const unknownReleasesAreNotFound: Check = {
  id: "problems/unknown-releases-are-not-found",
  level: "must",
  rule: "`GET` metadata of a release that does not exist answers 404 `not-found`.",
  source: "Errors, table of slugs, not-found; Fetch release metadata",
  operations: ["getRelease"],
  covers: ["slug:not-found", "answers:getRelease/not-found"],
  async run({ given, expect }) {
    const answer = await readUnknownRelease(given);

    expect.problem(answer, "not-found");
  },
};
