import type { Check, Tools } from "../../harness/check.ts";
import type { RequestOptions } from "../../harness/registry/registry.ts";
import { protectedGroups, type ProtectedGroup } from "./protected-requests.ts";

/** A way in which a request can lack a usable token. */
interface Unusable {
  /** As it stands in ids. */
  readonly id: string;
  /** As it stands in rules. */
  readonly name: string;
  readonly needs: Check["needs"];
  readonly from?: Check["from"];
  readonly reading?: string;
  readonly requests: (
    tools: Tools,
    group: ProtectedGroup,
  ) => Promise<readonly RequestOptions[]> | readonly RequestOptions[];
}

/**
 * One half where the other form of names tries the other, else both: how the header is read hardly depends on the form of
 * the name, and each request costs a registry something.
 */
function halfOf<T>(
  { target, form, depth }: Tools,
  { forms }: ProtectedGroup,
  [odd, even]: readonly [readonly T[], readonly T[]],
): readonly T[] {
  const { scope, prefix } = target.namespace ?? {};
  const bothRun = forms === undefined && scope !== undefined && prefix !== undefined;
  if (depth === "deep" || !bothRun) return [...odd, ...even];
  return form === "scoped" ? odd : even;
}

const unusable: readonly Unusable[] = [
  {
    id: "missing-tokens",
    name: "without a token",
    needs: ["token:publisher"],
    requests: () => [{ as: "nobody" }],
  },
  {
    id: "malformed-credentials",
    name: "with an Authorization header that is not Bearer and one token",
    needs: ["token:publisher"],
    from: "standard",
    reading:
      "The token itself is a good one; what is wrong is how it stands in the header: alone, twice, or under another scheme.",
    async requests(tools, group) {
      const { value } = await tools.given.tokenOf("publisher");
      const basic = `Basic ${Buffer.from(`publisher:${value}`).toString("base64")}`;
      const halves: readonly [readonly string[], readonly string[]] = [
        [value, `Bearer ${value} ${value}`, "Bearer"],
        [basic, `Token ${value}`],
      ];
      return halfOf(tools, group, halves).map((authorization) => ({ authorization }));
    },
  },
  {
    id: "unknown-tokens",
    name: "with a token that the registry does not know",
    needs: ["token:publisher"],
    async requests(tools, group) {
      const { value } = await tools.given.tokenOf("publisher");
      const madeUp = { authorization: `Bearer ${tools.given.unique("unknown")}` };
      // never a part of the real one: what is left of it in the record would no longer be recognised and taken out
      const longer = { authorization: `Bearer ${value}x` };
      return halfOf(tools, group, [[madeUp], [longer]]);
    },
  },
  {
    id: "expired-tokens",
    name: "with an expired token",
    needs: ["token:publisher", "token:expired"],
    requests: () => [{ as: "expired" }],
  },
  {
    id: "revoked-tokens",
    name: "with a revoked token",
    needs: ["token:publisher", "token:revoked"],
    from: "standard",
    requests: () => [{ as: "revoked" }],
  },
];

function toCheck(group: ProtectedGroup, { id, name, needs, from, reading, requests }: Unusable): Check {
  return {
    id: `authentication/${group.id}-refuses-${id}`,
    level: "must",
    rule: `${group.name} ${name} answers 401 authentication-required.`,
    source: "Authentication, rules 1 and 7",
    ...(reading === undefined ? {} : { reading }),
    operations: group.operations,
    ...(needs === undefined ? {} : { needs }),
    ...(group.forms === undefined ? {} : { forms: group.forms }),
    ...(from === undefined ? {} : { from }),
    covers: [
      "rule:authentication/1",
      "rule:authentication/7",
      "rule:service/1",
      "convention:bearer",
      "slug:authentication-required",
      ...group.operations
        .filter((operation) => operation !== "unpublishVersion")
        .map((operation) => `answers:${operation}/authentication-required`),
    ],
    async run(tools) {
      for (const options of await requests(tools, group)) {
        for (const answer of await group.send(tools, options))
          tools.expect.problem(answer, "authentication-required");
      }
    },
  };
}

/** Each way to lack a token with each group of protected operations. */
export const credentialChecks: readonly Check[] = unusable.flatMap((way) =>
  protectedGroups.map((group) => toCheck(group, way)),
);

export const unknownUploadsNeedAToken: Check = {
  id: "authentication/unknown-uploads-need-a-token",
  level: "must",
  rule: "Finalizing a release upload that does not exist without a token answers 401 authentication-required.",
  source: "Authentication, rules 1 and 7",
  reading:
    "The token is asked for on every request, and so before it is said whether what the request is about exists.",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["rule:authentication/1", "question:16"],
  async run({ given, registry, expect }) {
    const { volume } = await given.sharedRelease();

    const answer = await registry.finalizeReleaseUpload(
      { volume, uploadId: "no-such-upload" },
      { as: "nobody" },
    );

    expect.problem(answer, "authentication-required");
  },
};

export const trustOfUnknownReleasesNeedsAToken: Check = {
  id: "authentication/trust-of-unknown-releases-needs-a-token",
  level: "must",
  rule: "Creating or finalizing a trust upload for a release that does not exist without a token answers 401 authentication-required.",
  source: "Authentication, rules 1 and 7",
  reading:
    "The token is asked for on every request, and so before it is said whether what the request is about exists.",
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  needs: ["token:publisher"],
  from: "standard",
  covers: ["rule:authentication/1", "question:16"],
  async run({ given, registry, expect }) {
    const shared = await given.sharedRelease();
    const unknown = { volume: given.volume(), version: "1.0.0" };
    const body = given.trustBody(shared, given.artifact());

    const created = await registry.createTrustUpload(unknown, body, { as: "nobody" });
    const finalized = await registry.finalizeTrustUpload(
      { ...unknown, uploadId: "no-such-upload" },
      {},
      { as: "nobody" },
    );

    expect.problem(created, "authentication-required");
    expect.problem(finalized, "authentication-required");
  },
};
