/** Whether a target has what a check needs. What is missing is named by its key. */
import type { Operation } from "../../schemas/report.ts";
import type { Check } from "../check.ts";
import type { Need, TokenRole } from "../vocabulary.ts";
import { assertNamespace, type GivenContext } from "../given/context.ts";
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

/** True for a check that only judges what the ledgers of the run have: it sends no request of an operation that is not offered. */
function judgesTheRun({ last, ledgers }: NeedyCheck): boolean {
  return last === true && ledgers !== undefined;
}

/** What is looked at to find out whether a target has what a check or an observation needs. */
type NeedyCheck = Pick<Check, "operations" | "needs" | "forms" | "last" | "ledgers">;

/** The feature that the target declares as not offered, and without which the check has nothing to judge. */
export function missingFeature(target: Target, check: NeedyCheck): Feature | undefined {
  if (judgesTheRun(check) && !offersNone(target, check.operations)) return undefined;
  return notOffered(target, check.operations)[0];
}

/** True if the target declares all of the operations as not offered. */
export function offersNone(target: Target, operations: readonly Operation[]): boolean {
  return operations.every((operation) => notOffered(target, [operation]).length > 0);
}

/**
 * @throws Skipped where the target file lacks a key or declares the feature as not offered. Whether the hook offers a state
 *   is known only when the state is requested.
 */
export async function assertNeeds(context: GivenContext, check: NeedyCheck): Promise<void> {
  const { target } = context.run;
  const { needs = [], forms } = check;
  const feature = missingFeature(target, check);
  if (feature !== undefined)
    throw new Skipped(`the target declares "features.${feature}" as not offered`, true);
  // nothing is written, and what is judged was made by the earlier run
  if (context.run.isVisit) return;
  const isOfOneForm = forms === "scoped" || forms === "unscoped";
  if (isOfOneForm && target.namespace !== undefined && needs.includes("token:publisher"))
    assertNamespace(forms, target);
  for (const need of needs) {
    const missing = missingNeed(target, need);
    if (missing !== undefined) throw new Skipped(`needs ${describeMissing(missing)} in the target file`);
  }
  for (const need of needs) {
    if (need.startsWith("token:")) await context.run.tokens.of(need.slice("token:".length) as TokenRole);
  }
}

/** The kind of a need: the part before its colon, or all of it. */
type NeedKind = Need extends infer One ? (One extends `${infer Kind}:${string}` ? Kind : One) : never;

interface Precondition {
  /** True where the target file has it. */
  readonly isGiven: (target: Target, name: string) => boolean;
  /** What to add to the target file. */
  readonly key: (name: string) => string;
  /** Whether a states hook can take its place, or is the only way. */
  readonly hook: Hook;
}

type Hook = "instead" | "only" | "no";

const preconditions: Readonly<Record<NeedKind, Precondition>> = {
  token: {
    isGiven: ({ tokens }, role) => Object.hasOwn(tokens, role),
    key: (role) => `"tokens.${role}"`,
    hook: "instead",
  },
  state: {
    isGiven: () => false,
    key: (state) => `a states hook ("states.url") with the state "${state}"`,
    hook: "only",
  },
  release: {
    isGiven: ({ fixtures, archive }, name) =>
      Object.hasOwn(fixtures, name) ||
      (name === "externalDependencies" && Object.hasOwn(archive.manifests, name)),
    key: (name) => `"fixtures.${name}"`,
    hook: "instead",
  },
  advisory: {
    isGiven: ({ fixtures }) => fixtures.advisory !== undefined,
    key: () => '"fixtures.advisory"',
    hook: "instead",
  },
  manifest: {
    isGiven: ({ archive }, kind) => Object.hasOwn(archive.manifests, kind),
    key: (kind) => `"archive.manifests.${kind}"`,
    hook: "no",
  },
  // with or without a hook, the suite waits for intents that expire soon
  "expired-intent": { isGiven: () => true, key: () => "", hook: "instead" },
  "search.componentTypeParam": {
    isGiven: ({ search }) => search.componentTypeParam !== undefined,
    key: () => '"search.componentTypeParam"',
    hook: "no",
  },
  exclusive: { isGiven: ({ exclusive }) => exclusive, key: () => '"exclusive": true', hook: "no" },
};

function isKind(text: string): text is NeedKind {
  return Object.hasOwn(preconditions, text);
}

/** What a target file lacks. */
export interface MissingNeed {
  /** What to add to the target file. */
  readonly key: string;
  readonly hook: Hook;
}

/** What a target file lacks for a need; undefined where it lacks nothing. */
export function missingNeed(target: Target, need: Need): MissingNeed | undefined {
  const [kind = "", name = ""] = need.split(":");
  if (!isKind(kind)) return undefined;
  const { isGiven, key, hook } = preconditions[kind];
  const isMet = (hook !== "no" && target.states !== undefined) || isGiven(target, name);
  return isMet ? undefined : { key: key(name), hook };
}

/** As words after "needs". */
export function describeMissing({ key, hook }: MissingNeed): string {
  return hook === "instead" ? `${key}, or a states hook ("states.url"),` : key;
}
