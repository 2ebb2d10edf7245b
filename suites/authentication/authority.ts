import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Check, TokenRole } from "../../harness/check.ts";
import type { Slug } from "../../schemas/problems.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { protectedGroups } from "./protected-groups.ts";
import {
  openTrustUpload,
  type ProtectedGroup,
  publishing,
  sendEffective,
  trustUpload,
} from "./protected-requests.ts";
import { unpublish } from "./unpublish-requests.ts";
import { attachedAsTrustOnly, publishedAsPublishOnly } from "./uses-of-limited-tokens.ts";

/** The problems that an endpoint may answer to a valid token without permission. */
export function refusalsOf(operation: string): readonly Slug[] {
  return operation === "createReleaseUpload"
    ? ["authorization-failed"]
    : ["authorization-failed", "not-found"];
}

interface UnauthorizedRequest {
  readonly id: string;
  readonly group: ProtectedGroup;
  readonly role: TokenRole;
  readonly rule: string;
  readonly from?: Check["from"];
}

/** The rule that a group of operations rejects the token of a role. */
function toCheck({ id, group, role, rule, from }: UnauthorizedRequest): CheckEntry {
  return {
    id: `authentication/${id}`,
    of: `authentication/${role === "outsider" ? "writes-need-authority" : "tokens-do-only-what-they-are-granted"}`,
    rule,
    source: "Authentication, rules 4, 6 and 8",
    reading:
      "The text does not say whether a registry may hide a resource from callers without authority. We also accept 404 `not-found` from every operation except `POST` create.",
    operations: group.operations,
    needs: ["token:publisher", `token:${role}`],
    ...(group.forms === undefined ? {} : { forms: group.forms }),
    ...(from === undefined ? {} : { from }),
    covers: [
      "rule:authentication/4",
      "rule:authentication/6",
      "rule:authentication/8",
      "question:3",
      "slug:authorization-failed",
      ...group.operations
        .filter((operation) => operation !== "unpublishVersion")
        .map((operation) => `answers:${operation}/authorization-failed`),
    ],
    async run(tools) {
      // in one half, so that the token was accepted before
      if (role === "publishOnly" && tools.half === "second")
        await undefinedIfNotPossible(() => publishedAsPublishOnly(tools.given));
      const answers = await sendEffective(group, tools, { as: role });

      for (const answer of answers) tools.expect.problem(answer, ...refusalsOf(answer.exchange.operation));
    },
  };
}

const verbs: Readonly<Record<ProtectedGroup["id"], string>> = {
  publishing: "publish",
  "trust-upload": "attach-trust",
  unpublish: "unpublish",
};

const otherActions: readonly Pick<UnauthorizedRequest, "group" | "role">[] = [
  { group: publishing, role: "trustOnly" },
  { group: unpublish, role: "trustOnly" },
  { group: trustUpload, role: "publishOnly" },
  { group: unpublish, role: "publishOnly" },
];

export const authority: CheckFile = {
  source: "Authentication, rules 6 and 8",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher", "token:outsider"],
  checks: [
    /** Callers without authority over the volume, for each group. */
    ...protectedGroups.map((group) =>
      toCheck({
        id: `outsiders-cannot-${verbs[group.id]}`,
        group,
        role: "outsider",
        rule: `${group.name} with a valid token without authority over the volume answers 403 \`authorization-failed\`.`,
        ...(group.id === "trust-upload" ? { from: "standard" } : {}),
      }),
    ),
    {
      id: "authentication/outsiders-cannot-publish-new-volumes",
      of: "authentication/writes-need-authority",
      rule: "`POST` create of a new volume in a scope that the token has no authority over answers 403 `authorization-failed`.",
      reading:
        "The text does not say who has authority over a new unscoped name. We judge new volumes of the publisher's scope only.",
      forms: "scoped",
      operations: ["createReleaseUpload"],
      covers: ["rule:authentication/6", "rule:authentication/8"],
      from: "standard",
      async run({ given, registry, expect }) {
        const { archive } = await given.sharedRelease();

        const answer = await registry.createReleaseUpload(
          given.volume(),
          given.createBody("1.0.0", archive),
          {
            as: "outsider",
          },
        );

        expect.problem(answer, "authorization-failed");
      },
    },
    /** Callers whose token allows only a different action. */
    ...otherActions.map(({ group, role }) => {
      const [tokenKind, action] =
        role === "trustOnly" ? ["trust", "trust uploads"] : ["publish", "publishing"];
      return toCheck({
        id: `${tokenKind}-tokens-cannot-${verbs[group.id]}`,
        group,
        role,
        rule: `${group.name} with a token that allows only ${action} answers 403 \`authorization-failed\`.`,
        from: "standard",
      });
    }),
    {
      id: "authentication/publish-tokens-publish",
      of: "authentication/limited-tokens-work-within-their-limits",
      // the form in which it is also used to unpublish what it published
      forms: "one-last",
      rule: "`POST` create and `POST` finalize succeed with a token that allows only publishing.",
      needs: ["token:publisher", "token:publishOnly"],
      covers: ["rule:authentication/6"],
      from: "standard",
      async run({ given, expect }) {
        const { created, finalized } = await publishedAsPublishOnly(given);

        expect.success(created);
        if (finalized !== undefined) expect.success(finalized);
      },
    },
    {
      id: "authentication/trust-tokens-attach-trust",
      of: "authentication/limited-tokens-work-within-their-limits",
      forms: "one-last",
      rule: "`POST` trust create and `POST` trust finalize succeed with a token that allows only trust uploads.",
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      needs: ["token:publisher", "token:trustOnly"],
      covers: ["rule:authentication/6"],
      from: "standard",
      async run({ given, expect }) {
        await openTrustUpload(given);
        const { created, finalized } = await attachedAsTrustOnly(given);

        expect.success(created);
        if (finalized !== undefined) expect.success(finalized);
      },
    },
  ],
};
