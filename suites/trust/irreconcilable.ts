/** Trust of a release whose index, metadata and trust data cannot be reconciled. */
import type { Check } from "../../harness/check.ts";
import { type Answer, slugOf } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";

function isIrreconcilable(answer: Answer): boolean {
  return slugOf(answer) === "inconsistent-registry-state";
}

export const irreconcilableTrustIsAConflict: Check = {
  id: "trust/irreconcilable-trust-is-a-conflict",
  level: "must",
  rule: "Trust summary and trust detail of a release whose trust data cannot be reconciled with its index and metadata answer 409 inconsistent-registry-state.",
  source: "Errors, table of slugs: inconsistent-registry-state; Trust summary; Trust detail",
  reading:
    "The state is the hook's own word that the three cannot be reconciled, and no other answer is given for that.",
  operations: ["getTrustSummary", "getTrustDetail"],
  needs: ["token:publisher", "state:inconsistent"],
  covers: [
    "slug:inconsistent-registry-state",
    "answers:getTrustSummary/inconsistent-registry-state",
    "answers:getTrustDetail/inconsistent-registry-state",
  ],
  from: "standard",
  async run({ given, registry, settle, expect }) {
    const release = await given.shared("irreconcilable-release", async (own) => {
      const published = await own.publishedRelease();
      await own.state("inconsistent", { name: toFullName(published.volume), version: published.version });
      return published;
    });

    const summary = await settle(release, () => registry.getTrustSummary(release), isIrreconcilable);
    const detail = await settle(release, () => registry.getTrustDetail(release), isIrreconcilable);

    expect.problem(summary, "inconsistent-registry-state");
    expect.problem(detail, "inconsistent-registry-state");
  },
};
