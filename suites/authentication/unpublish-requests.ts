/** The `DELETE` requests that require a token. They are valid except for the caller. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { releaseToGuard } from "../situations/guarded-uploads.ts";
import { madeReleases } from "../situations/other-targets.ts";
import type { ProtectedGroup } from "./protected-requests.ts";
import { attachedAsTrustOnly, unpublishAs } from "./uses-of-limited-tokens.ts";

/** Whose `DELETE` comes first, whichever check is first. A quick run has the first only. */
const rolesInOrder = ["outsider", "trustOnly", "publishOnly"] as const;

/** A `DELETE` of the guarded release, which has an attachment by then if a token for trust uploads can attach one. */
export async function unpublishGuarded(
  { given, registry, depth, target }: Tools,
  options: RequestOptions,
): Promise<Answer> {
  for (const role of depth === "quick" ? rolesInOrder.slice(0, 1) : rolesInOrder) {
    const answer = await undefinedIfSkipped(() => unpublishAs(given, role));
    if (options.as === role && answer !== undefined) return answer;
  }
  if (depth !== "quick" && target.features.trust)
    await undefinedIfNotPossible(() => attachedAsTrustOnly(given));
  return await registry.unpublishVersion(await releaseToGuard(given), options);
}

/** A release that does not exist, of a volume that does not exist: the same one each time. */
const noRelease: Situation<ReleaseName> = situation("no-release", ({ given }) =>
  Promise.resolve({ volume: given.volume(), version: "9.9.9" }),
);

export const unpublish: ProtectedGroup = {
  id: "unpublish",
  name: "`DELETE` of a version",
  operations: ["unpublishVersion"],
  // the specification states it for unscoped names only
  forms: "unscoped",
  async send({ given, registry, depth }, options, { place = 0 } = {}) {
    const unknown = await noRelease(given);
    const targets = [unknown, ...(place === 0 || depth === "quick" ? [] : await madeReleases(given))];
    return [await registry.unpublishVersion(targets[place % targets.length] ?? unknown, options)];
  },
  async guarded(tools) {
    const release = await releaseToGuard(tools.given);
    return [{ ...release, send: (options) => unpublishGuarded(tools, options) }];
  },
  async elsewhere({ given, registry }, kind) {
    const state = kind === "grant" || kind === "release" ? "yanked" : "blocked";
    const release = (await madeReleases(given)).find((made) => made.state === state);
    return (
      release && {
        ...release,
        isUnusual: true,
        lookAlikes: [release.version.replace("-rc.", "-RC.")],
        send: (options) => registry.unpublishVersion(release, options),
      }
    );
  },
};
