/** What limited tokens are rightly used for, with the responses. A registry that remembers what it allowed may then allow more. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { PublishedRelease, SituationTools } from "../../harness/given/given.ts";
import type { TokenRole } from "../../harness/check.ts";
import type { Token } from "../../harness/api/registry.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName } from "../../harness/exchange/volume.ts";
import { nearVolumes } from "../inputs/near-identities.ts";
import { releaseToGuard } from "../situations/guarded-uploads.ts";
import { limitedToken } from "../situations/limited-token.ts";

/** The responses to the requests of a group. The second is absent if the first was not a success. */
export interface TokenUse {
  readonly created: Answer;
  readonly finalized?: Answer;
  /** What was published. */
  readonly release?: PublishedRelease;
}

/** Publishes a release with this token. */
export async function publishWith(
  { given, registry }: Pick<SituationTools, "given" | "registry">,
  as: TokenRole | Token,
  release: ReleaseName,
): Promise<TokenUse> {
  const archive = await given.archive(release);
  const requestBody = given.createBody(release.version, archive);
  const created = await registry.createReleaseUpload(release.volume, requestBody, { as });
  if (!isSuccess(created)) return { created };
  const upload = given.intentOf({ ...release, archive, requestBody }, created);
  await given.transfer(upload, archive.bytes);
  const finalized = await registry.finalizeReleaseUpload(upload, { as });
  if (!isSuccess(finalized)) return { created, finalized };
  return { created, finalized, release: given.releaseOf(upload, finalized) };
}

/**
 * A release that a token for publishing alone has published in a new volume. No other check reads it before the end of the run. In one half
 * it is asked for before it is there: a cache may keep what it did not find.
 */
export const publishedAsPublishOnly: Situation<TokenUse> = situation(
  "published-as-publish-only",
  async (tools) => {
    const { given, registry, depth } = tools;
    await given.tokenOf("publishOnly");
    const release = { volume: given.volume(), version: "1.0.0" };
    if (given.half === "first" && depth !== "quick") {
      await registry.getRelease(release);
      await registry.getVersionIndex(release.volume);
    }
    return await publishWith(tools, "publishOnly", release);
  },
);

/**
 * A `DELETE` with the token of a role, sent once: of the guarded release, or of one that a token for publishing has published itself. That of
 * the outsider comes first: after one that was obeyed, 404 is right.
 */
export const unpublishAs: Situation<Answer, [role: TokenRole]> = situation(
  (role) => `unpublish-as-${role}`,
  async ({ given, registry }, role) => {
    if (role !== "outsider") await undefinedIfSkipped(() => unpublishAs(given, "outsider"));
    const published =
      role === "publishOnly" ? await undefinedIfNotPossible(() => publishedAsPublishOnly(given)) : undefined;
    const release: ReleaseName = published?.release ?? (await releaseToGuard(given));
    return await registry.unpublishVersion(release, { as: role });
  },
);

/**
 * An attachment of the guarded release, by a token for trust uploads alone. In the form with `DELETE` that is refused to it first: a registry
 * may remember whom it refused.
 */
export const attachedAsTrustOnly: Situation<TokenUse> = situation(
  "attached-as-trust-only",
  async ({ given, registry, eventually, target }) => {
    await given.tokenOf("trustOnly");
    if (given.half === "second" && target.features.unpublish) await unpublishAs(given, "trustOnly");
    const as = "trustOnly";
    const release = await releaseToGuard(given);
    const { volume, version } = release;
    const artifact = given.artifact();
    const requestBody = given.trustBody(release, artifact);
    const created = await eventually(() => registry.createTrustUpload(release, requestBody, { as }), {
      since: release,
    });
    if (!isSuccess(created)) return { created };
    const upload = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
    await given.transfer(upload, artifact);
    const body = { idempotencyKey: given.key() };
    return { created, finalized: await registry.finalizeTrustUpload(upload, body, { as }) };
  },
);

/**
 * The volume in which limited tokens are used to the end. No other check reads it. The name of the guarded volume begins with its name, for the
 * requests that try such a token there.
 */
export const limitedVolume: Situation<PublishedRelease> = situation(
  "volume-of-limited-tokens",
  async ({ given }) => {
    const guarded = await releaseToGuard(given);
    const [, shorter] = nearVolumes(guarded.volume, "");
    const volume = shorter?.value ?? given.volume();
    const version = given.version("1.0.0");
    // a registry may not want names that are nearly the same
    const near = await undefinedIfNotPossible(() => given.publishedRelease({ volume, version }));
    return near ?? (await given.publishedRelease());
  },
);

/** A further version of that volume, published with a token for it that allows publishing alone. */
export const publishedInLimitedVolume: Situation<TokenUse> = situation(
  "published-in-volume-of-limited-tokens",
  async (tools) => {
    const { given } = tools;
    const { volume } = await limitedVolume(given);
    const token = await limitedToken(given, { grants: ["publish"], resource: toFullName(volume) });
    return await publishWith(tools, token, { volume, version: given.version("1.1.0") });
  },
);
