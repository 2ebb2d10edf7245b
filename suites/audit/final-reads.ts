/** Reads at the end of the run of what was published first. The other checks of this chapter judge these reads too. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { textAt } from "../../harness/registry/answer.ts";
import { toForm, toVolume } from "../../harness/registry/volume.ts";
import { openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import type { Timeline } from "./timelines.ts";

/** How many releases of each form are read. */
const countAt: Readonly<Record<Tools["depth"], number>> = { quick: 0, standard: 1, deep: Infinity };

/** The releases that were published first and that nothing has changed. */
function earlyReleases(tools: Tools): readonly Timeline[] {
  const { given, depth } = tools;
  const unchanged = [...openBooks(tools).timelines.values()]
    .filter(
      ({ published, changes, isUncertain }) =>
        published !== undefined && changes.length === 0 && !isUncertain,
    )
    .filter(({ name }) => given.isOwnVolume(name))
    .toSorted((a, b) => (a.published?.endedAtMs ?? 0) - (b.published?.endedAtMs ?? 0));
  return (["scoped", "unscoped"] as const).flatMap((form) =>
    unchanged.filter(({ name }) => toForm(toVolume(name)) === form).slice(0, countAt[depth]),
  );
}

async function expectUnchanged(tools: Tools, { name, version, published }: Timeline): Promise<void> {
  const { registry, expect, eventually, depth, target } = tools;
  const release = { volume: toVolume(name), version };
  const since = { sinceMs: published?.endedAtMs ?? 0 };
  const metadata = await eventually(() => registry.getRelease(release), { since });
  expect.success(metadata);
  expect.equal(textAt(metadata.body, "integrity"), textAt(published?.answered, "release", "integrity"), {
    what: "the release's integrity",
    answer: metadata,
  });
  if (depth !== "deep" || !target.features.trust) return;
  await registry.getTrustSummary(release);
  await registry.getTrustDetail(release);
}

export const finalReads: CheckFile = {
  source: "Fetch release metadata; States and transitions",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/early-releases-are-there-at-the-end",
      rule: "At the end of the run, `GET` metadata shows the first releases that never changed (at depth deep all), with the `integrity` that finalize returned.",
      covers: ["transition:release-finalize"],
      last: "together",
      ledgers: [ledger],
      async run(tools) {
        const releases = earlyReleases(tools);
        if (releases.length === 0) throw tools.given.nothingToJudge("every release of the run was changed");

        const names = tools.depth === "deep" ? [...new Set(releases.map(({ name }) => name))] : [];
        await Promise.all([
          ...releases.map((release) => expectUnchanged(tools, release)),
          ...names.map((name) => tools.registry.getVersionIndex(toVolume(name))),
        ]);
      },
    },
  ],
};
