/** A trust upload whose bytes have arrived early in the run, and that no permitted request finalizes before its end. */
import type {
  Given,
  PublishedRelease,
  SituationTools,
  TrustIntent,
  TrustOptions,
} from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import type { Token } from "../../harness/api/registry.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName } from "../../harness/exchange/volume.ts";
import { releaseToGuard } from "./guarded-uploads.ts";
import { limitedToken } from "./limited-token.ts";
import { twoBuilds } from "./two-builds.ts";

/** Two releases that differ only in build metadata, in one half, if the registry publishes both. A quick run does not try it. */
async function buildsInOneForm({ given, depth }: SituationTools): Promise<Builds | undefined> {
  if (depth === "quick" || given.half === "first") return undefined;
  const builds = await undefinedIfNotPossible(() => twoBuilds(given));
  return builds?.second.release && { first: builds.first, second: builds.second.release };
}

interface Builds {
  readonly first: PublishedRelease;
  readonly second: PublishedRelease;
}

/** A token for trust uploads that is limited to one release. */
function tokenFor(given: Given, { volume, version }: ReleaseName): Promise<Token> {
  return limitedToken(given, { grants: ["trust"], resource: `${toFullName(volume)}@${version}` });
}

/**
 * For the guarded release: in one half of another format, if the registry takes it. In the other half for a version with build metadata, by a
 * token that is limited to it, if the registry takes that.
 */
export const trustUploadToGuard: Situation<TrustIntent> = situation(
  "trust-upload-to-guard",
  async (tools) => {
    const { given } = tools;
    // Each try has a key of its own: with another body, the first one's would conflict.
    const keyed = () => ({ body: { idempotencyKey: given.key() } });
    const builds = await buildsInOneForm(tools);
    const forBuild =
      builds &&
      (await undefinedIfNotPossible(async () =>
        given.trustUploaded(builds.first, { ...keyed(), as: await tokenFor(given, builds.first) }),
      ));
    if (forBuild !== undefined) return forBuild;
    const release = await releaseToGuard(given);
    const ofOtherFormat =
      given.half === "first"
        ? await undefinedIfNotPossible(() => given.trustUploaded(release, { ...toSpdx(given), ...keyed() }))
        : undefined;
    return ofOtherFormat ?? (await given.trustUploaded(release, keyed()));
  },
);

/** A trust create for a version, with a token for another one that differs only in build metadata. */
interface CreateForOtherBuild {
  readonly release: ReleaseName;
  /** The version of the token. */
  readonly lookAlike: string;
  readonly answer: Answer;
}

/**
 * Sent after the token was used for its own version, and before anything unpublishes the other one. Undefined in one half, and if there are no
 * such versions.
 */
export const createForOtherBuild: Situation<CreateForOtherBuild | undefined> = situation(
  "trust-create-for-another-build",
  async (tools) => {
    const { given, registry } = tools;
    const builds = await buildsInOneForm(tools);
    if (builds === undefined) return undefined;
    const { first, second } = builds;
    const as = await tokenFor(given, first);
    await undefinedIfNotPossible(() => trustUploadToGuard(given));
    const body = given.trustBody(second, given.artifact());
    const answer = await registry.createTrustUpload(second, body, { as });
    return { release: second, lookAlike: first.version, answer };
  },
);

/** An SPDX document, complete so that a registry may validate it. */
function toSpdx(given: Given): Pick<TrustOptions, "artifact" | "format"> {
  const name = given.unique("spdx");
  const document = {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name,
    documentNamespace: `https://spdx.example/${name}`,
    creationInfo: { created: "2026-01-01T00:00:00Z", creators: ["Tool: volume-registry-conformance"] },
    packages: [],
  };
  return {
    artifact: Buffer.from(JSON.stringify(document)),
    format: { family: "spdx", mediaType: "application/spdx+json", version: "2.3" },
  };
}
