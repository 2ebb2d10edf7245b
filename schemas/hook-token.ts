/** What a token of the states hook is for: its label in a recording says only which check asked for it. */
import type { About, Exchange } from "./report.ts";
import { nameOfVolume } from "./volume-name.ts";

const hookLabelStart = "token-of-";

/** The label of a token that the states hook makes for an actor. */
export function toHookLabel(actorId: string): string {
  return `${hookLabelStart}${actorId}`;
}

/** True for the label of a token that the states hook made, and not for a role. */
export function isHookLabel(label: string): boolean {
  return label.startsWith(hookLabelStart);
}

export interface TokenQuestion {
  readonly grants?: unknown;
  readonly resource?: unknown;
  readonly condition?: unknown;
}

/** What the states hook was asked for, by the label of the token that it gave. */
export function readHookTokens(exchanges: Iterable<Exchange>): ReadonlyMap<string, TokenQuestion> {
  const found = new Map<string, TokenQuestion>();
  for (const { operation, about, request, response } of exchanges) {
    if (operation !== "state" || about?.state !== "token") continue;
    const asked = questionIn(request.body?.text);
    if (asked === undefined) continue;
    for (const [, label = ""] of (response?.body?.text ?? "").matchAll(redactedToken))
      found.set(label, asked);
  }
  return found;
}

function questionIn(text = "null"): TokenQuestion | undefined {
  try {
    const body = JSON.parse(text) as { readonly params?: TokenQuestion } | null;
    return body?.params;
  } catch {
    return undefined;
  }
}

const redactedToken = /~redacted\.([^~\s]+)~/gu;

const actions = ["publish", "unpublish", "trust"];
const everything = "allows every action";

function describeGrants(grants: unknown): string {
  const granted = Array.isArray(grants) ? actions.filter((action) => grants.includes(action)) : [];
  if (granted.length === 0) return "allows no action";
  if (granted.length === actions.length) return everything;
  return `allows only ${granted.join(" and ")}`;
}

/** `its release`, where the request is about the same; otherwise with the name. */
function describeResource(resource: string, about: About): string {
  const { volume, version } = about;
  if (resource === "*") return "every volume";
  const at = resource.indexOf("@", 1);
  const name = at === -1 ? resource : resource.slice(0, at);
  const scope = volume?.scope === undefined ? undefined : `@${volume.scope}`;
  const own = nameOfVolume(about);
  if (at !== -1)
    return name === own && resource.slice(at + 1) === version
      ? "the release of the request"
      : `the release ${resource}`;
  if (resource.startsWith("@") && !resource.includes("/"))
    return resource === scope ? "the scope of the request" : `the scope ${quoteOther(resource, scope)}`;
  return resource === own ? "the volume of the request" : `the volume ${quoteOther(resource, own)}`;
}

/** A name, and whether it is a part of that of the request: where the two are shown, they look the same. */
function quoteOther(name: string, own = ""): string {
  const quoted = JSON.stringify(name);
  if (own.startsWith(name)) return `${quoted}, with which that of the request begins`;
  return isBeginning(own, name) ? `${quoted}, which begins with that of the request` : quoted;
}

function isBeginning(one: string, other: string): boolean {
  return one !== "" && other.startsWith(one);
}

/** True for a token of another volume, one of whose names begins with the other. */
export function isOfNameAlike(
  { about = {} }: Pick<Exchange, "about">,
  tokens: ReadonlyMap<string, TokenQuestion>,
): boolean {
  const resource = tokens.get(about.credential ?? "")?.resource;
  const own = nameOfVolume(about);
  if (typeof resource !== "string" || own === undefined) return false;
  const [name = ""] = /^@?[^@]+/u.exec(resource) ?? [];
  // a token of the scope, or of the volume itself, is for it
  if (name === own || own.startsWith(`${name}/`)) return false;
  return isBeginning(own, name) || isBeginning(name, own);
}

/** What the hook ended a token with before a request: `revoked` or `expired`. */
function endedWith(label: string, before: Exchange, exchanges: Iterable<Exchange>): string | undefined {
  let found: string | undefined;
  for (const { operation, about, request, startedAtMs } of exchanges) {
    const [, end] = /^token-(revoked|expired)$/u.exec(about?.state ?? "") ?? [];
    const isOwn = operation === "state" && startedAtMs < before.startedAtMs;
    if (end !== undefined && isOwn && (request.body?.text ?? "").includes(`~redacted.${label}~`)) found = end;
  }
  return found;
}

/**
 * The same words as one text, for the token of a request. Undefined for one that the hook did not give, and for one that may do
 * everything.
 */
export function describeTokenOf(
  label: string | undefined,
  exchange: Exchange,
  exchanges: Iterable<Exchange>,
): string | undefined {
  if (label === undefined) return undefined;
  const all = [...exchanges];
  const question = readHookTokens(all).get(label);
  if (question === undefined) return undefined;
  const end = endedWith(label, exchange, all);
  const parts = describeTokenParts(
    end === undefined ? question : { ...question, condition: end },
    exchange.about,
  );
  return parts.length === 0 ? undefined : parts.join(", ");
}

/**
 * `allows only trust`, `for the release of the request`: a token as the states hook was asked for it. Empty for one that may do
 * everything.
 */
export function describeTokenParts(question: TokenQuestion, about: About = {}): readonly string[] {
  const { grants, resource, condition = "valid" } = question;
  const allowed = describeGrants(grants);
  if (condition === "valid" && resource === "*" && allowed === everything) return [];
  return [
    ...(typeof condition === "string" && condition !== "valid" ? [`is ${condition}`] : []),
    allowed,
    ...(typeof resource === "string" ? [`for ${describeResource(resource, about)}`] : []),
  ];
}
