/** Who was rightly refused by an operation that was wrongly answered for another caller: what is read of a caller, and what is not. */
import { readHookTokens, type TokenQuestion } from "../schemas/hook-token.ts";
import type { Exchange, RequestLine } from "../schemas/report.ts";
import { headerValue } from "./exchange-summary.ts";
import { labelOfToken } from "./sender.ts";

const maxCallers = 5;

/**
 * The callers whose requests of the same operation were refused with one of the statuses, those of the same check first, as one line.
 * None where nobody else was.
 * @param wrong the ids of exchanges that findings are about
 * @param exchanges all of the run
 */
export function listRefusedCallers(
  exchange: Exchange,
  {
    wrong,
    exchanges,
    statuses,
  }: {
    readonly wrong: ReadonlySet<string>;
    readonly exchanges: readonly Exchange[];
    readonly statuses: readonly number[];
  },
): readonly RequestLine[] {
  const tokens = readHookTokens(exchanges);
  const own = describeCaller(exchange, tokens);
  const check = exchange.actor.replace(/\.(?:un)?scoped$/u, "");
  const refused = exchanges
    .filter(
      (one) =>
        one.operation === exchange.operation &&
        statuses.includes(one.response?.status ?? 0) &&
        !wrong.has(one.id),
    )
    .toSorted((a, b) => Number(b.actor.startsWith(check)) - Number(a.actor.startsWith(check)));
  const callers = [...new Set(refused.flatMap((one) => describeCaller(one, tokens) ?? []))].filter(
    (caller) => caller !== own,
  );
  if (callers.length === 0) return [];
  const more = callers.length > maxCallers ? " and others" : "";
  return [{ label: "refused", text: `as they should be: ${callers.slice(0, maxCallers).join("; ")}${more}` }];
}

/** Undefined where the token is in another place than `Authorization`. */
function describeCaller(exchange: Exchange, tokens: ReadonlyMap<string, TokenQuestion>): string | undefined {
  const { request } = exchange;
  const header = headerValue(request.headers, "authorization");
  if (header === undefined)
    return /~redacted\./u.test(`${request.url} ${JSON.stringify(request.headers)}`) ? undefined : "no token";
  const label = labelOfToken(exchange);
  if (label !== undefined) {
    const question = tokens.get(label);
    return question === undefined ? describeRole(label) : describeToken(question, exchange);
  }
  if (header.startsWith("Bearer unknown-")) return "an unknown token";
  return `\`${header.replaceAll(/~redacted\.([^~]+)~/gu, "<token of $1>")}\``;
}

function describeRole(label: string): string {
  if (label === "expired" || label === "revoked") return `the token "${label}"`;
  const [, role, change] = /^(publisher)-(.+)$/u.exec(label) ?? [];
  return role === undefined ? `the token "${label}"` : `that of "${role}" ${change?.replaceAll("-", " ")}`;
}

/** The kind of a token of the states hook, without names: what it lacks for this request. */
function describeToken(
  { grants, resource, condition = "valid" }: TokenQuestion,
  { about, operation }: Exchange,
): string {
  if (condition !== "valid")
    return condition === "expired" ? "an expired token" : `a ${String(condition)} token`;
  const action = actionOf(operation);
  const allowed: readonly unknown[] = Array.isArray(grants) ? grants : [];
  if (allowed.length === 0) return "a token that allows no action";
  if (action !== undefined && !allowed.includes(action)) return `a token without \`${action}\``;
  return `a token for ${kindOfResource(String(resource), about?.volume?.scope)}`;
}

function actionOf(operation: Exchange["operation"]): string | undefined {
  if (operation === "unpublishVersion") return "unpublish";
  if (/Trust/u.test(operation)) return "trust";
  return /Release/u.test(operation) ? "publish" : undefined;
}

function kindOfResource(resource: string, scope: string | undefined): string {
  if (resource.includes("@", 1)) return "another release";
  if (!/^@[^/]*$/u.test(resource)) return "another volume";
  return scope === undefined ? "a scope" : "another scope";
}
