import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { Token } from "../../harness/api/registry.ts";
import { type Volume, toFullName } from "../../harness/exchange/volume.ts";
import { limitedToken } from "../situations/limited-token.ts";
import {
  limitedVolume,
  publishedInLimitedVolume,
  publishWith,
  type TokenUse,
} from "./uses-of-limited-tokens.ts";

/** Creates an upload of version 1.0.0 of a volume. */
async function create({ given, registry }: Tools, volume: Volume, as: Token): Promise<Answer> {
  const { archive } = await given.sharedRelease();
  return await registry.createReleaseUpload(volume, given.createBody("1.0.0", archive), { as });
}

/** Asserts that a token did what it allows. */
function expectUsed({ expect }: Tools, { created, finalized }: TokenUse): void {
  expect.success(created);
  if (finalized !== undefined) expect.success(finalized);
}

export const resources: CheckFile = {
  source: "Authentication, rules 4, 6 and 8",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher", "state:token"],
  covers: ["rule:authentication/4", "rule:authentication/6", "rule:authentication/8"],
  from: "standard",
  checks: [
    {
      id: "authentication/limited-tokens-publish",
      of: "authentication/limited-tokens-work-within-their-limits",
      forms: "one",
      rule: "`POST` create and `POST` finalize succeed with a token for the volume that allows only publishing. They succeed with one for a scope in a new volume of that scope, which allows trust uploads too.",
      operations: ["createReleaseUpload", "finalizeReleaseUpload"],
      async run(tools) {
        const { given } = tools;
        const { scope } = (await limitedVolume(given)).volume;

        expectUsed(tools, await publishedInLimitedVolume(given));
        if (scope !== undefined) {
          const token = await given.token({ grants: ["trust", "publish"], resource: `@${scope}` });
          const release = { volume: given.volume(), version: "1.0.0" };
          expectUsed(tools, await publishWith(tools, token, release));
        }
      },
    },
    {
      id: "authentication/limited-tokens-attach-trust",
      of: "authentication/limited-tokens-work-within-their-limits",
      forms: "one",
      rule: "`POST` trust create and `POST` trust finalize succeed with a token for the release that allows only trust uploads.",
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      async run({ given, registry, expect, eventually }) {
        const release = await limitedVolume(given);
        const { volume, version } = release;
        const resource = `${toFullName(volume)}@${version}`;
        const as = await given.token({ grants: ["trust"], resource });
        const artifact = given.artifact();
        const requestBody = given.trustBody(release, artifact);

        const created = await eventually(() => registry.createTrustUpload(release, requestBody, { as }), {
          since: release,
        });
        expect.success(created);
        const upload = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
        await given.transfer(upload, artifact);
        const key = { idempotencyKey: given.key() };

        expect.success(await registry.finalizeTrustUpload(upload, key, { as }));
      },
    },
    {
      id: "authentication/tokens-for-a-release-unpublish-only-that-release",
      of: "authentication/limited-tokens-work-within-their-limits",
      rule: "`DELETE` with a token for one release succeeds for that release and answers 403 `authorization-failed` for another version. With a token for the volume it succeeds.",
      reading:
        "The text does not say whether a registry may hide the other version. Its version begins with that of the token, and we also accept 404 `not-found`.",
      operations: ["unpublishVersion"],
      forms: "unscoped",
      async run({ given, registry, expect, eventually }) {
        const other = await given.publishedRelease({ version: "1.0.1-rc.1" });
        const own = await given.publishedRelease({ volume: other.volume, version: "1.0.1" });
        const as = await given.token({
          grants: ["unpublish"],
          resource: `${toFullName(own.volume)}@${own.version}`,
        });

        // the right release first: a registry that remembers what it allowed may allow the other one too
        const accepted = await eventually(() => registry.unpublishVersion(own, { as }), { since: own });
        const ofOther = await registry.unpublishVersion(other, { as });

        expect.success(accepted);
        expect.problem(ofOther, "authorization-failed", "not-found");
        const ofVolume = await given.token({ grants: ["unpublish"], resource: toFullName(own.volume) });
        expect.success(
          await eventually(() => registry.unpublishVersion(other, { as: ofVolume }), { since: other }),
        );
      },
    },
    {
      id: "authentication/tokens-without-grants-cannot-publish",
      of: "authentication/tokens-do-only-what-they-are-granted",
      forms: "one",
      rule: "`POST` create with a valid token that allows no action answers 403 `authorization-failed`.",
      async run(tools) {
        const answer = await create(
          tools,
          tools.given.volume(),
          await limitedToken(tools.given, { grants: [], resource: "*" }),
        );

        tools.expect.problem(answer, "authorization-failed");
      },
    },
    {
      id: "authentication/unpublish-tokens-cannot-publish",
      of: "authentication/tokens-do-only-what-they-are-granted",
      forms: "one",
      rule: "`POST` create with a token that allows only unpublishing answers 403 `authorization-failed`.",
      async run(tools) {
        const answer = await create(
          tools,
          tools.given.volume(),
          await limitedToken(tools.given, { grants: ["unpublish"], resource: "*" }),
        );

        tools.expect.problem(answer, "authorization-failed");
      },
    },
    {
      id: "authentication/unpublish-tokens-cannot-attach-trust",
      of: "authentication/tokens-do-only-what-they-are-granted",
      rule: "`POST` trust create with a token that allows only unpublishing answers 403 `authorization-failed`.",
      reading:
        "The text does not say whether a registry may hide a resource from callers without authority. We also accept 404 `not-found` where the endpoint lists it.",
      operations: ["createTrustUpload"],
      forms: "one",
      async run({ given, registry, expect }) {
        const release = await given.sharedRelease();
        const as = await limitedToken(given, { grants: ["unpublish"], resource: "*" });
        const body = given.trustBody(release, given.artifact());

        const answer = await registry.createTrustUpload(release, body, { as });

        expect.problem(answer, "authorization-failed", "not-found");
      },
    },
  ],
};
