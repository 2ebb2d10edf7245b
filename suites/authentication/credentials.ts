import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Check, Tools } from "../../harness/check.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { protectedGroups } from "./protected-groups.ts";
import type { ProtectedGroup } from "./protected-requests.ts";
import {
  casesInTurn,
  endedTokens,
  malformedCredentials,
  otherHeaders,
  queryWithToken,
  unknownTokens,
} from "./unusable-credentials.ts";

/** A request without a usable token, and why the token is not usable. */
interface UnusableToken {
  /** The part of the id. */
  readonly id: string;
  /** The part of the id of its sentence. */
  readonly of: string;
  /** The part of the rule. */
  readonly name: string;
  readonly needs: Check["needs"];
  readonly from?: Check["from"];
  readonly reading?: string;
  /** Which target the first case is sent to; the others are sent to the next ones. In the other half all are one further. */
  readonly place: number;
  /** True where there are many cases: below depth deep, each is sent to finalize, and half of them to create too. */
  readonly takesTurns?: boolean;
  readonly requests: (
    tools: Tools,
    group: ProtectedGroup,
  ) => Promise<readonly RequestOptions[]> | readonly RequestOptions[];
}

/** Each case is sent in one form of names, and these groups take turns. Unpublishing has one form, and gets all cases. */
const turns: Readonly<Record<ProtectedGroup["id"], number | undefined>> = {
  publishing: 0,
  "trust-upload": 1,
  unpublish: undefined,
};

const unusableTokens: readonly UnusableToken[] = [
  {
    id: "missing-tokens",
    of: "writes-need-a-token",
    name: "without a token",
    place: 0,
    needs: ["token:publisher"],
    requests: () => [{ as: "nobody" }],
  },
  {
    id: "malformed-credentials",
    of: "malformed-credentials-are-refused",
    place: 1,
    takesTurns: true,
    name: "with an `Authorization` header that is not `Bearer` and one token",
    needs: ["token:publisher"],
    from: "standard",
    reading:
      "The text does not define a malformed token. We send a valid token without a scheme, twice, in quotes or with a different scheme, or a scheme without a token.",
    async requests(tools, group) {
      const cases = await malformedCredentials(tools.given);
      return casesInTurn(tools, cases, turns[group.id]).map((authorization) => ({ authorization }));
    },
  },
  {
    id: "unknown-tokens",
    of: "unknown-tokens-are-refused",
    place: 2,
    takesTurns: true,
    name: "with a token that the registry does not know",
    needs: ["token:publisher"],
    reading:
      "Tokens are opaque, so we read a token as known only if every character is that of an issued one. We change its case, one character, its beginning or its end.",
    async requests(tools, group) {
      const cases = await unknownTokens(tools.given);
      const selected = tools.depth === "quick" ? cases.slice(0, 2) : cases;
      return casesInTurn(tools, selected, turns[group.id]).map((authorization) => ({ authorization }));
    },
  },
  {
    id: "tokens-in-other-headers",
    of: "tokens-count-in-the-authorization-header-only",
    place: 2,
    name: "with a valid token in `Cookie`, `X-Api-Key` or a similar header, and without `Authorization`,",
    needs: ["token:publisher"],
    from: "standard",
    reading: "Every request requires the `Authorization` header, so a token elsewhere does not count.",
    async requests({ given }) {
      return [{ as: "nobody", headers: await otherHeaders(given) }];
    },
  },
  {
    id: "tokens-in-the-query",
    of: "tokens-count-in-the-authorization-header-only",
    place: 1,
    name: "with a valid token in the query, and without `Authorization`,",
    needs: ["token:publisher", "state:token"],
    from: "standard",
    reading: "Every request requires the `Authorization` header, so a token elsewhere does not count.",
    async requests({ given }) {
      return [{ as: "nobody", query: await queryWithToken(given) }];
    },
  },
  {
    id: "expired-tokens",
    of: "expired-tokens-are-refused",
    name: "with an expired token",
    place: 2,
    needs: ["token:publisher", "token:expired"],
    requests: (tools, group) => endedTokens(tools, turns[group.id], "expired"),
  },
  {
    id: "revoked-tokens",
    of: "revoked-tokens-are-refused",
    name: "with a revoked token",
    place: 1,
    needs: ["token:publisher", "token:revoked"],
    from: "standard",
    requests: (tools, group) => endedTokens(tools, turns[group.id], "revoked"),
  },
];

function toCheck(group: ProtectedGroup, unusable: UnusableToken): CheckEntry {
  const { id, of, name, needs, from, reading, requests, takesTurns = false, place: first } = unusable;
  return {
    id: `authentication/${group.id}-refuses-${id}`,
    of: `authentication/${of}`,
    rule: `${group.name} ${name} answers 401 \`authentication-required\`.`,
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
      await tools.each(await requests(tools, group), async (options, index) => {
        const turn = tools.depth === "deep" || !takesTurns ? undefined : Math.floor(index / 2);
        const place = first + index + (tools.half === "first" ? 1 : 0);
        for (const answer of await group.send(tools, options, { turn, place }))
          tools.expect.problem(answer, "authentication-required");
      });
    },
  };
}

export const credentials: CheckFile = {
  source: "Authentication, rules 1 and 7",
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  needs: ["token:publisher"],
  checks: [
    /** Each unusable token with each group of protected operations. */
    ...unusableTokens.flatMap((unusableToken) =>
      protectedGroups.map((group) => toCheck(group, unusableToken)),
    ),
    {
      id: "authentication/unknown-uploads-need-a-token",
      of: "authentication/a-missing-token-is-the-first-problem",
      rule: "`POST` finalize with an unknown `uploadId` and without a token answers 401 `authentication-required`.",
      reading:
        "The text does not state the order of checks, but every request requires a token. We read 401 as the answer before 404.",
      operations: ["finalizeReleaseUpload"],
      covers: ["rule:authentication/1", "question:16"],
      from: "standard",
      async run({ given, registry, expect }) {
        const { volume } = await given.sharedRelease();

        const answer = await registry.finalizeReleaseUpload(
          { volume, uploadId: "no-such-upload" },
          { as: "nobody" },
        );

        expect.problem(answer, "authentication-required");
      },
    },
    {
      id: "authentication/trust-of-unknown-releases-needs-a-token",
      of: "authentication/a-missing-token-is-the-first-problem",
      rule: "`POST` trust create and `POST` trust finalize for an unknown release without a token answer 401 `authentication-required`.",
      reading:
        "The text does not state the order of checks, but every request requires a token. We read 401 as the answer before 404.",
      covers: ["rule:authentication/1", "question:16"],
      from: "standard",
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
    },
  ],
  untested: [
    {
      id: "authentication/issuance-is-registry-local",
      rule: "Each registry decides how it issues tokens.",
      source: "Authentication, rule 5",
      reason: "The sentence requires nothing of the API.",
      covers: ["rule:authentication/5"],
    },
    {
      id: "authentication/clients-pass-tokens-verbatim",
      rule: "Clients send tokens unchanged and do not parse or decode them.",
      source: "Authentication, rule 3",
      reason: "The sentence is about clients, not registries. The client of this suite follows it.",
      covers: ["rule:authentication/3"],
    },
  ],
};
