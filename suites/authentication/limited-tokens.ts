/** Tokens that are limited to a resource or an action, each tried at every protected operation. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Grant } from "../../harness/target-file/tokens.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { refusalsOf } from "./authority.ts";
import { type LimitedToken, deniedTokens } from "./authority-model.ts";
import { limitedToken } from "../situations/limited-token.ts";
import { protectedGroups } from "./protected-groups.ts";
import type { GuardedRequest, ProtectedGroup } from "./protected-requests.ts";
import { publishedInLimitedVolume } from "./uses-of-limited-tokens.ts";

const grantOf: Readonly<Record<ProtectedGroup["id"], Grant>> = {
  publishing: "publish",
  "trust-upload": "trust",
  unpublish: "unpublish",
};

/** What a check tries: the tokens of one kind. */
interface Limit {
  readonly kind: LimitedToken["kind"];
  /** The end of the rule. */
  readonly rule: string;
  /** The part of the id, by group. */
  readonly ids: Readonly<Record<ProtectedGroup["id"], string>>;
}

const limits: readonly Limit[] = [
  {
    kind: "volume",
    rule: "with a token for another volume, whose name begins alike or has the other form, answers 403 `authorization-failed`.",
    ids: {
      publishing: "tokens-for-a-volume-cannot-publish-other-volumes",
      "trust-upload": "tokens-for-a-volume-cannot-attach-trust-to-other-volumes",
      unpublish: "tokens-for-a-volume-cannot-unpublish-other-volumes",
    },
  },
  {
    kind: "scope",
    rule: "with a token for another scope, or for any scope if the volume has none, answers 403 `authorization-failed`.",
    ids: {
      publishing: "tokens-for-a-scope-cannot-publish-in-other-scopes",
      "trust-upload": "tokens-for-a-scope-cannot-attach-trust-elsewhere",
      unpublish: "tokens-for-a-scope-cannot-unpublish-elsewhere",
    },
  },
  {
    kind: "release",
    rule: "with a token for a release with a similar version or name answers 403 `authorization-failed`.",
    ids: {
      publishing: "tokens-for-a-release-cannot-publish-other-versions",
      "trust-upload": "tokens-for-a-release-cannot-attach-trust-to-other-releases",
      unpublish: "tokens-for-a-release-cannot-unpublish-other-releases",
    },
  },
  {
    kind: "grant",
    rule: "with a token that allows every action but this, or none, answers 403 `authorization-failed`.",
    ids: {
      publishing: "tokens-without-the-grant-cannot-publish",
      "trust-upload": "tokens-without-the-grant-cannot-attach-trust",
      unpublish: "tokens-without-the-grant-cannot-unpublish",
    },
  },
];

interface Trial {
  readonly request: GuardedRequest;
  readonly token: LimitedToken;
}

/**
 * Each request with its tokens. Below depth deep, the two operations of a group take turns, and in the other half the other way round,
 * so that each kind of token meets each operation. Of the first operation, the first request is about another release or volume.
 */
async function toTrials(
  tools: Tools,
  group: ProtectedGroup,
  kind: LimitedToken["kind"],
): Promise<readonly Trial[]> {
  const { depth, half, target } = tools;
  // in this form one of the tokens is used rightly first
  if (group.id === "publishing" && kind === "volume" && half === "first")
    await undefinedIfNotPossible(() => publishedInLimitedVolume(tools.given));
  const requests = await group.guarded(tools);
  const elsewhere = await group.elsewhere(tools, kind);
  const tokensFor = (request: GuardedRequest): readonly LimitedToken[] =>
    deniedTokens(request, grantOf[group.id], target.namespace?.scope ?? "conformance").filter(
      (token) => token.kind === kind,
    );
  // a request with look-alikes is tried with the token of each
  const trialsOf = (request: GuardedRequest, index: number): readonly Trial[] =>
    tokensFor(request)
      .slice(index, index + Math.max(1, request.lookAlikes?.length ?? 0))
      .map((token) => ({ request, token }));
  return requests.flatMap((request, place) => {
    const inTurn = [...tokensFor(request).keys()].filter(
      (index) =>
        depth === "deep" ||
        requests.length === 1 ||
        (index + place) % requests.length === (half === "first" ? 0 : 1),
    );
    return inTurn.flatMap((index): readonly Trial[] => {
      const usual = trialsOf(request, index);
      if (elsewhere === undefined || place > 0 || index !== inTurn[0]) return usual;
      const other = trialsOf(elsewhere, index);
      return depth === "deep" || other.length === 0 ? [...other, ...usual] : other;
    });
  });
}

function toCheck(group: ProtectedGroup, { kind, rule, ids }: Limit): CheckEntry {
  return {
    id: `authentication/${ids[group.id]}`,
    of: `authentication/tokens-${kind === "grant" ? "do-only-what-they-are-granted" : "reach-only-their-resources"}`,
    rule: `${group.name} ${rule}`,
    source: "Authentication, rules 4, 6 and 8",
    reading:
      "The text does not say whether a registry may hide a resource from callers without authority. We also accept 404 `not-found` from every operation except `POST` create. If the release is not available or its version unusual, any 4xx passes: the order of problems is open.",
    operations: group.operations,
    needs: ["token:publisher", "state:token"],
    ...(group.forms === undefined ? {} : { forms: group.forms }),
    covers: ["rule:authentication/4", "rule:authentication/6", "rule:authentication/8"],
    from: "standard",
    async run(tools) {
      await tools.each(await toTrials(tools, group, kind), async ({ request, token }) => {
        const { grants, resource } = token;
        const answer = await request.send({ as: await limitedToken(tools.given, { grants, resource }) });

        if (request.isUnusual === true) tools.expect.refusal(answer);
        else tools.expect.problem(answer, ...refusalsOf(answer.exchange.operation));
      });
    },
  };
}

export const limitedTokens: CheckFile = {
  source: "Authentication, rules 4, 6 and 8",
  operations: ["createReleaseUpload"],
  checks: limits.flatMap((limit) => protectedGroups.map((group) => toCheck(group, limit))),
};
