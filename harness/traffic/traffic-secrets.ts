/** Redacts the credentials of observed requests, and finds out whether a file shows any. */
import type { HeaderField } from "../../schemas/report.ts";
import { placeholderPattern, type Redaction } from "../recording/redaction.ts";
import type { ObservedRequest } from "./observed.ts";

/** Names of header fields and query parameters whose values are credentials. */
const credentialNames = /auth|token|secret|signature|^sig$|cookie|credential|api-?key|password/i;

/** Names that look like those of credentials and hold none. */
const publicNames: ReadonlySet<string> = new Set(["www-authenticate", "proxy-authenticate"]);

/** Labels the credentials of each request. The same credential always has the same label. */
export interface TrafficSecrets {
  /** The request without credentials. Adds them to the redaction, so that they are found in responses too. */
  readonly hide: (request: ObservedRequest) => ObservedRequest;
}

export function createTrafficSecrets(redaction: Redaction): TrafficSecrets {
  const labels = new Map<string, string>();

  function labelOf(secret: string): string {
    const label = labels.get(secret) ?? `token-${labels.size + 1}`;
    labels.set(secret, label);
    redaction.add(secret, label);
    return redaction.placeholder(label);
  }

  function hideField([name, value]: HeaderField): HeaderField {
    if (!credentialNames.test(name) || publicNames.has(name.toLowerCase())) return [name, value];
    if (placeholderPattern.test(value) || value.trim() === "") return [name, value];
    // `Bearer abc`: the scheme is not a secret
    const [, scheme = "", secret = value] = /^([A-Za-z]+ +)(.+)$/s.exec(value) ?? [];
    // a response may repeat a part alone
    for (const part of secretsWithin(name, scheme, secret)) labelOf(part);
    return [name, `${scheme}${labelOf(secret)}`];
  }

  return {
    hide(request) {
      const headers = request.headers.map(hideField);
      return { ...request, headers, url: hideQuery(request.url, labelOf) };
    },
  };
}

/** The value of each cookie, and the password that a credential of the scheme Basic holds. */
function secretsWithin(name: string, scheme: string, value: string): readonly string[] {
  if (name.toLowerCase() === "cookie")
    return value.split(";").map((cookie) => cookie.slice(cookie.indexOf("=") + 1).trim());
  if (scheme.trim().toLowerCase() !== "basic") return [];
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.includes(":") ? [pair.slice(pair.indexOf(":") + 1)] : [];
}

function hideQuery(url: string, labelOf: (secret: string) => string): string {
  const at = url.indexOf("?");
  if (at < 0) return url;
  const query = url
    .slice(at + 1)
    .split("&")
    .map((part) => {
      const [name = "", ...rest] = part.split("=");
      const value = rest.join("=");
      const isSecret = credentialNames.test(name) && value !== "" && !placeholderPattern.test(value);
      return isSecret ? `${name}=${labelOf(value)}` : part;
    });
  return `${url.slice(0, at)}?${query.join("&")}`;
}

/** True if the request has a credential. Browsers leave credentials out of the archives that they export. */
export function showsCredential({ headers }: Pick<ObservedRequest, "headers">): boolean {
  return headers.some(([name]) => name.toLowerCase() === "authorization");
}
