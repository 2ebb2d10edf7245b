/** Credentials that are nearly those of the publisher. Each differs from a good one in one respect. */
import type { Tools } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import type { Query, RequestOptions } from "../../harness/api/registry.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import { everyGrant, outsiderResource, type TokenRequest } from "../../harness/target-file/tokens.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { casesAt } from "../inputs/cases.ts";
import { limitedToken } from "../situations/limited-token.ts";

/** A different letter or digit of the same kind, so that a token keeps its shape. Other characters stay. */
function nextOfItsKind(character: string): string {
  if (/[a-y]|[A-Y]|[0-8]/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1);
  return { z: "a", Z: "A", 9: "0" }[character] ?? character;
}

/** A UUID is the same in either letter case (RFC 9562 section 4). */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function swapCase(text: string): string {
  if (uuid.test(text)) return text;
  return text.replaceAll(/[a-z]+|[A-Z]+/g, (letters) =>
    letters === letters.toLowerCase() ? letters.toUpperCase() : letters.toLowerCase(),
  );
}

/** Below this length a change of the token is an added character: a part of it would be too short to be redacted. */
const minAlterable = 12;

/**
 * The altered token, or the token with one more character where altering does not change it, such as the case of digits. So the
 * number of requests does not depend on the token.
 */
function changing(alter: (value: string) => string): (value: string) => string {
  return (value) => {
    const altered = value.length < minAlterable ? value : alter(value);
    return altered === value ? `${value}x` : altered;
  };
}

/**
 * Tokens that no registry has issued, by name: it must compare every character. The characters at the end of a signed token may have
 * bits that mean nothing, so no change is in the last one alone.
 */
const alterations: Readonly<Record<string, (value: string) => string>> = {
  // a padding character: also a registry that takes padding off finds another text
  "with-one-more-character": (value) => `${value}=`,
  "in-other-case": changing(swapCase),
  "with-one-other-character": changing((value) => {
    const middle = Math.floor(value.length / 2);
    return value.slice(0, middle) + value.slice(middle).replace(/[A-Za-z0-9]/, nextOfItsKind);
  }),
  "without-its-end": changing((value) => value.slice(0, -2)),
  "without-its-beginning": changing((value) => value.slice(2)),
  "with-another-end": changing((value) => {
    const half = Math.ceil(value.length / 2);
    return `${value.slice(0, half)}${value.slice(half).replaceAll(/[A-Za-z0-9]/g, nextOfItsKind)}`;
  }),
};

/** `Authorization` values with tokens that the registry does not know. The first is invented, the others are altered. */
export async function unknownTokens(given: Given): Promise<readonly string[]> {
  const token = await given.tokenOf("publisher");
  const altered = Object.entries(alterations).map(([name, alter]) => given.alteredToken(token, name, alter));
  return [given.unique("unknown"), ...altered.map(({ value }) => value)].map((value) => `Bearer ${value}`);
}

function basic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword).toString("base64")}`;
}

/** `Authorization` values that have the valid token, but are not `Bearer` and one token. */
export async function malformedCredentials(given: Given): Promise<readonly string[]> {
  const { value } = await given.tokenOf("publisher");
  return [
    value,
    basic(`${value}:${value}`),
    `Bearer ${value} ${value}`,
    `Token ${value}`,
    "Bearer",
    `Bearer "${value}"`,
    `Bearer ${value}, Bearer ${value}`,
  ];
}

/** Many servers refuse longer addresses and headers before they look at them. */
export const maxTokensLength = 6_000;

/** Header fields other than `Authorization` in which some services read a token, with the valid one: all, or as many as there is room for. */
export async function otherHeaders(given: Given): Promise<readonly HeaderField[]> {
  const { value } = await given.tokenOf("publisher");
  const fields: readonly HeaderField[] = [
    ["x-api-key", value],
    ["x-authorization", `Bearer ${value}`],
    ["cookie", `access_token=${value}; token=${value}; session=${value}`],
    ["x-auth-token", value],
    ["x-access-token", value],
  ];
  return 7 * value.length > maxTokensLength ? fields.slice(0, 1) : fields;
}

/**
 * Query members in which some services read a token, as many as an address has room for. The token is new, because a query is often logged.
 * @throws Skipped if the tokens of the registry are so long that there is no room
 */
export async function queryWithToken(given: Given): Promise<Query> {
  const { value } = await limitedToken(given, { grants: ["publish", "unpublish", "trust"], resource: "*" });
  const room = Math.floor(maxTokensLength / encodeURIComponent(value).length);
  if (room === 0) throw given.nothingToJudge("the tokens are too long for an address");
  return ["access_token", "token", "api_key"].slice(0, room).map((name) => [name, value] as const);
}

/**
 * The cases for the current half. Each case is sent in one half and to every operation; the groups of operations take turns,
 * so that each case is sent in both forms. A deep run, and a run with one form, sends all.
 * @param turn 0 or 1, different for two groups
 */
export function casesInTurn<T>(
  { target, half, depth }: Pick<Tools, "target" | "half" | "depth">,
  cases: readonly T[],
  turn: number | undefined,
): readonly T[] {
  const { scope, prefix } = target.namespace ?? {};
  const bothRun = turn !== undefined && scope !== undefined && prefix !== undefined;
  if (depth === "deep" || !bothRun) return cases;
  return cases.filter((_, index) => (index + turn) % 2 === (half === "first" ? 0 : 1));
}

/** What each ended token would not allow either: that it has ended is found first. */
const endedRequests: Readonly<Record<"expired" | "revoked", TokenRequest>> = {
  expired: { grants: [], resource: "*", condition: "expired" },
  revoked: { grants: everyGrant, resource: outsiderResource, condition: "revoked" },
};

/** The token of a role that has ended; in one half, another one that allows less, if the hook makes one. */
export async function endedTokens(
  tools: Tools,
  turn: number | undefined,
  role: "expired" | "revoked",
): Promise<readonly RequestOptions[]> {
  if (tools.depth === "quick" || turn === undefined) return [{ as: role }];
  const limited = async (): Promise<RequestOptions> => {
    const token = await undefinedIfSkipped(() => limitedToken(tools.given, endedRequests[role]));
    return { as: token ?? role };
  };
  return await Promise.all(casesAt(tools, [async () => ({ as: role }), limited], 0).map((make) => make()));
}
