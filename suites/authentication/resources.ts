import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { givenVolumeWithVersions } from "../situations/version-index.ts";
import { openTrustUpload, ownRelease } from "./protected-requests.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import type { Token } from "../../harness/registry/registry.ts";
import { type Volume, toFullName } from "../../harness/registry/volume.ts";

/** Creates an upload of version 1.0.0 of a volume. */
async function create({ given, registry }: Tools, volume: Volume, as: Token): Promise<Answer> {
  const { archive } = await given.sharedRelease();
  return await registry.createReleaseUpload(volume, given.createBody("1.0.0", archive), { as });
}

/** Asserts that the token works for its own resource. Otherwise a rejection would not prove missing authority. */
function assertControl({ given }: Tools, answer: Answer): void {
  if (!isSuccess(answer))
    throw given.blocked(
      `create with a token for its own resource answered ${describeAnswer(answer)}`,
      answer,
    );
}

/** A scope with the same beginning: longer, or with a different last character if this one has the maximum length. */
function toOtherScope(scope: string): string {
  return scope.length < 64 ? `${scope}x` : `${scope.slice(0, -1)}${scope.endsWith("x") ? "y" : "x"}`;
}

export const resources: CheckFile = {
  source: "Authentication, rules 4, 6 and 8",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher", "state:token"],
  covers: ["rule:authentication/4", "rule:authentication/6", "rule:authentication/8"],
  from: "standard",
  checks: [
    {
      id: "authentication/tokens-for-a-volume-cannot-publish-other-volumes",
      rule: "`POST` create with a token for one volume answers 403 `authorization-failed` for another volume whose name begins with the name of the first.",
      async run(tools) {
        const volume = tools.given.volume();
        const token = await tools.given.token({ grants: ["publish"], resource: toFullName(volume) });
        assertControl(tools, await create(tools, volume, token));

        const longer = await create(tools, { ...volume, segment: `${volume.segment}-x` }, token);

        tools.expect.problem(longer, "authorization-failed");
      },
    },
    {
      id: "authentication/tokens-for-a-scope-cannot-publish-in-other-scopes",
      rule: "`POST` create with a token for one scope answers 403 `authorization-failed` in a different scope and for an unscoped volume that has a release.",
      forms: "scoped",
      async run(tools) {
        const volume = tools.given.volume();
        const token = await tools.given.token({ grants: ["publish"], resource: `@${volume.scope ?? ""}` });
        assertControl(tools, await create(tools, volume, token));

        const other = await create(tools, { ...volume, scope: toOtherScope(volume.scope ?? "") }, token);
        tools.expect.problem(other, "authorization-failed");
        if (tools.target.namespace?.prefix === undefined) return;
        // a volume that has a release: who may publish under a new unscoped name is the registry's own affair
        const unscoped = await tools.given.publishedRelease({ volume: { segment: volume.segment } });
        const body = tools.given.createBody("2.0.0", unscoped.archive);
        const refused = await tools.registry.createReleaseUpload(unscoped.volume, body, { as: token });
        tools.expect.problem(refused, "authorization-failed");
      },
    },
    {
      id: "authentication/tokens-for-a-release-cannot-attach-trust-to-other-releases",
      rule: "`POST` trust create with a token for one release succeeds for that release and answers 403 `authorization-failed` for another version and another volume.",
      reading:
        "The text does not say whether a registry may hide a resource from callers without authority. We also accept 404 `not-found` where the endpoint lists it.",
      operations: ["createTrustUpload"],
      async run(tools) {
        const { given, registry, expect, eventually } = tools;
        await openTrustUpload(given);
        const [release, ...others] = (await givenVolumeWithVersions(given)).releases;
        const as = await given.token({
          grants: ["trust"],
          resource: `${toFullName(release.volume)}@${release.version}`,
        });
        const artifact = given.artifact();

        const body = given.trustBody(release, artifact);
        const own = await eventually(() => registry.createTrustUpload(release, body, { as }), {
          since: release,
        });

        expect.success(own);
        // the shared release has the same version in another volume
        for (const other of [...others.slice(0, 1), await given.sharedRelease()]) {
          const ofOther = await registry.createTrustUpload(other, given.trustBody(other, artifact), { as });

          expect.problem(ofOther, "authorization-failed", "not-found");
        }
      },
    },
    {
      id: "authentication/tokens-for-a-release-cannot-publish-other-versions",
      rule: "`POST` create of another version with a token for one release answers 403 `authorization-failed`.",
      reading:
        "The text does not say whether authority over one release is enough to publish that release. It is never authority over another version.",
      async run({ given, registry, expect }) {
        const { volume, version, archive } = await ownRelease(given);
        const as = await given.token({ grants: ["publish"], resource: `${toFullName(volume)}@${version}` });

        // a later version, which begins with the version of the token
        const body = given.createBody(given.version(`${version}0`), archive);
        const answer = await registry.createReleaseUpload(volume, body, { as });

        expect.problem(answer, "authorization-failed");
      },
    },
    {
      id: "authentication/tokens-for-a-release-unpublish-only-that-release",
      rule: "`DELETE` with a token for one release succeeds for that release and answers 403 `authorization-failed` for another version of its volume.",
      reading:
        "The text does not say whether a registry may hide the other version. Its version begins with that of the token, and we also accept 404 `not-found`.",
      operations: ["unpublishVersion"],
      forms: "unscoped",
      async run({ given, registry, expect, eventually }) {
        const own = await given.publishedRelease({ version: "1.0.1" });
        const other = await given.publishedRelease({ volume: own.volume, version: "1.0.10" });
        const as = await given.token({
          grants: ["unpublish"],
          resource: `${toFullName(own.volume)}@${own.version}`,
        });

        const ofOther = await registry.unpublishVersion(other, { as });
        const accepted = await eventually(() => registry.unpublishVersion(own, { as }), { since: own });

        expect.problem(ofOther, "authorization-failed", "not-found");
        expect.success(accepted);
      },
    },
    {
      id: "authentication/tokens-without-grants-cannot-publish",
      rule: "`POST` create with a valid token that allows no action answers 403 `authorization-failed`.",
      async run(tools) {
        const answer = await create(
          tools,
          tools.given.volume(),
          await tools.given.token({ grants: [], resource: "*" }),
        );

        tools.expect.problem(answer, "authorization-failed");
      },
    },
    {
      id: "authentication/unpublish-tokens-cannot-publish",
      rule: "`POST` create with a token that allows only unpublishing answers 403 `authorization-failed`.",
      async run(tools) {
        const answer = await create(
          tools,
          tools.given.volume(),
          await tools.given.token({ grants: ["unpublish"], resource: "*" }),
        );

        tools.expect.problem(answer, "authorization-failed");
      },
    },
    {
      id: "authentication/unpublish-tokens-cannot-attach-trust",
      rule: "`POST` trust create with a token that allows only unpublishing answers 403 `authorization-failed`.",
      reading:
        "The text does not say whether a registry may hide a resource from callers without authority. We also accept 404 `not-found` where the endpoint lists it.",
      operations: ["createTrustUpload"],
      forms: "either",
      async run({ given, registry, expect }) {
        const release = await given.sharedRelease();
        const as = await given.token({ grants: ["unpublish"], resource: "*" });
        const body = given.trustBody(release, given.artifact());

        const answer = await registry.createTrustUpload(release, body, { as });

        expect.problem(answer, "authorization-failed", "not-found");
      },
    },
  ],
};
