/** Whether a target has what a check needs. What is missing is named by its key. */
import type { Operation } from "../../schemas/report.ts";
import type { Need, TokenRole } from "../vocabulary.ts";
import type { GivenContext } from "../given/context.ts";
import { Skipped } from "../outcome.ts";
import type { Feature, Target } from "../target-file/target.ts";

const featureOf: Readonly<Partial<Record<Operation, Feature>>> = {
  searchVolumes: "search",
  createTrustUpload: "trust",
  finalizeTrustUpload: "trust",
  getTrustSummary: "trust",
  getTrustDetail: "trust",
  searchAdvisories: "advisories",
  getAdvisory: "advisories",
  unpublishVersion: "unpublish",
};

/** The features that the operations belong to and the target declares as not offered. */
export function notOffered(target: Target, operations: readonly Operation[]): readonly Feature[] {
  const features = operations.flatMap((operation) => featureOf[operation] ?? []);
  return [...new Set(features)].filter((feature) => !target.features[feature]);
}

/**
 * @throws Skipped where the target file lacks a key or declares the feature as not offered. What only the hook can tell
 *   turns out later, when the state is asked for.
 */
export async function assertNeeds(
  context: GivenContext,
  needs: readonly Need[],
  operations: readonly Operation[],
): Promise<void> {
  const { target } = context.run;
  const [feature] = notOffered(target, operations);
  if (feature !== undefined)
    throw new Skipped(`the target declares "features.${feature}" as not offered`, true);
  for (const need of needs) {
    const key = missingKey(target, need);
    if (key !== undefined) throw new Skipped(`needs ${key} in the target file`);
  }
  for (const need of needs) {
    if (need.startsWith("token:")) await context.run.tokens.of(need.slice("token:".length) as TokenRole);
  }
}

/** The key that would meet a need, where the target has nothing that could. */
export function missingKey(target: Target, need: Need): string | undefined {
  const hasHook = target.states !== undefined;
  if (need === "exclusive") return target.exclusive ? undefined : '"exclusive": true';
  if (need === "search.componentTypeParam")
    return target.search.componentTypeParam === undefined ? `"${need}"` : undefined;
  if (need === "expired-intent" || hasHook)
    return need.startsWith("manifest:") ? missingManifest(target, need) : undefined;
  const [kind = "", name = ""] = need.split(":");
  switch (kind) {
    case "token":
      return Object.hasOwn(target.tokens, name)
        ? undefined
        : `"tokens.${name}", or a states hook ("states.url"),`;
    case "state":
      return `a states hook ("states.url") with the state "${name}"`;
    case "release":
      if (name === "externalDependencies" && target.archive.manifests.externalDependencies !== undefined)
        return undefined;
      return Object.hasOwn(target.fixtures, name)
        ? undefined
        : `"fixtures.${name}", or a states hook ("states.url"),`;
    case "advisory":
      return target.fixtures.advisory === undefined
        ? '"fixtures.advisory", or a states hook ("states.url"),'
        : undefined;
    default:
      return missingManifest(target, need);
  }
}

function missingManifest(target: Target, need: Need): string | undefined {
  const name = need.slice("manifest:".length);
  return Object.hasOwn(target.archive.manifests, name) ? undefined : `"archive.manifests.${name}"`;
}
