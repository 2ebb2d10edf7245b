import type { Check } from "../../harness/check.ts";
import type { Volume } from "../../harness/registry/volume.ts";

/** A well-formed name that nobody has, whatever the target's namespace. */
function toUnknownVolume(form: "scoped" | "unscoped"): Volume {
  const segment = "conformance-run-looks-for-no-such-volume";
  return form === "scoped" ? { scope: "conformance-run-looks-for-no-such-scope", segment } : { segment };
}

export const unknownReleasesAreNotFound: Check = {
  id: "problems/unknown-releases-are-not-found",
  level: "must",
  rule: "Reading a release that does not exist answers 404 not-found.",
  source: "Errors, table of slugs, not-found; Fetch release metadata",
  operations: ["getRelease"],
  covers: ["slug:not-found", "answers:getRelease/not-found"],
  async run({ form, registry, expect }) {
    const answer = await registry.getRelease({ volume: toUnknownVolume(form), version: "1.0.0" });

    expect.problem(answer, "not-found");
  },
};

export const trustOfUnknownReleasesIsNotFound: Check = {
  id: "problems/trust-of-unknown-releases-is-not-found",
  level: "must",
  rule: "Reading the trust summary or detail of a release that does not exist answers 404 not-found.",
  source: "Errors, table of slugs, not-found; Trust summary; Trust detail",
  operations: ["getTrustSummary", "getTrustDetail"],
  covers: ["slug:not-found", "answers:getTrustSummary/not-found", "answers:getTrustDetail/not-found"],
  async run({ form, registry, expect }) {
    const release = { volume: toUnknownVolume(form), version: "1.0.0" };

    const answers = [await registry.getTrustSummary(release), await registry.getTrustDetail(release)];

    for (const answer of answers) expect.problem(answer, "not-found");
  },
};

export const unknownAdvisoriesAreNotFound: Check = {
  id: "problems/unknown-advisories-are-not-found",
  level: "must",
  rule: "Reading an advisory that does not exist answers 404 not-found.",
  source: "Errors, table of slugs, not-found; Get advisory",
  operations: ["getAdvisory"],
  covers: ["slug:not-found", "answers:getAdvisory/not-found"],
  forms: "none",
  async run({ registry, expect }) {
    const answer = await registry.getAdvisory("conformance-run-looks-for-no-such-advisory");

    expect.problem(answer, "not-found");
  },
};
