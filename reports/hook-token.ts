/** What a token of the states hook is for: its label in a recording says only which check asked for it. */
import type { About, Exchange } from "../schemas/report.ts";
import type { ReportIndex } from "./evidence-list.ts";
import { parseJson } from "./json-text.ts";
import { labelOfToken } from "./sender.ts";

interface TokenQuestion {
  readonly grants?: unknown;
  readonly resource?: unknown;
  readonly condition?: unknown;
}

/** The body of the call to the states hook that gave this token. */
function findQuestion(label: string, index: ReportIndex): TokenQuestion | undefined {
  for (const { operation, about, request, response } of index.exchanges.values()) {
    if (operation !== "state" || about?.state !== "token") continue;
    if (!response?.body?.text?.includes(`~redacted.${label}~`)) continue;
    const asked = parseJson(request.body?.text) as { readonly params?: TokenQuestion } | null | undefined;
    return asked?.params;
  }
  return undefined;
}

const actions = ["publish", "unpublish", "trust"];
const everything = "allows every action";

function describeGrants(grants: unknown): string {
  const granted = Array.isArray(grants) ? actions.filter((action) => grants.includes(action)) : [];
  if (granted.length === 0) return "allows no action";
  if (granted.length === actions.length) return everything;
  return `allows only ${granted.join(" and ")}`;
}

/** `its release`, where the request is about the same; otherwise with the name. */
function describeResource(resource: string, { volume, version }: About): string {
  if (resource === "*") return "every volume";
  const at = resource.indexOf("@", 1);
  const name = at === -1 ? resource : resource.slice(0, at);
  const scope = volume?.scope === undefined ? undefined : `@${volume.scope}`;
  const own = scope === undefined ? volume?.segment : `${scope}/${volume?.segment ?? ""}`;
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
  return own !== "" && name.startsWith(own) ? `${quoted}, which begins with that of the request` : quoted;
}

/**
 * `allows only trust, for the release of the request`: the token that a request was sent with, as the states hook was asked for it.
 * Undefined for any other token, and for one that may do everything.
 */
export function describeHookToken(exchange: Exchange, index: ReportIndex): string | undefined {
  const label = labelOfToken(exchange);
  const question = label === undefined ? undefined : findQuestion(label, index);
  if (question === undefined) return undefined;
  const { grants, resource, condition = "valid" } = question;
  const allowed = describeGrants(grants);
  if (condition === "valid" && resource === "*" && allowed === everything) return undefined;
  return [
    ...(typeof condition === "string" && condition !== "valid" ? [`is ${condition}`] : []),
    allowed,
    ...(typeof resource === "string" ? [`for ${describeResource(resource, exchange.about ?? {})}`] : []),
  ].join(", ");
}
