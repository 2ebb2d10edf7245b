/** Header fields without the credentials in them. */
import type { Exchange, HeaderField } from "../../schemas/report.ts";
import { placeholderOnly, placeholderPattern, type Redaction } from "./redaction.ts";

/** Header fields whose values are always credentials. */
const credentialHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-(?:auth|access)-token|x-authorization|x-amz-security-token)$/i;

const placeholders = new RegExp(placeholderPattern.source, "g");

/** A placeholder, with the rest of its word. */
const placeholderWithin = new RegExp(`\\S*(${placeholderPattern.source})\\S*`);

/** Header fields as they are recorded: without credentials, whether the redaction knows them or not. */
export function redactHeaders(redaction: Redaction, headers: readonly HeaderField[]): readonly HeaderField[] {
  return headers.map(([name, value]) => {
    const carriesCredentials = credentialHeaders.test(name);
    const isAuthorization = name.toLowerCase() === "authorization";
    const redacted = carriesCredentials ? redactCredential(redaction, value) : redaction.text(value);
    const bare = redacted.replaceAll(placeholders, "");
    // an unknown credential, such as a cookie of the registry
    if (carriesCredentials && !isAuthorization && bare === value) {
      return [name, redaction.placeholder(`header-${name.toLowerCase()}`)];
    }
    // in base64 the characters at a secret's edges belong to it too
    if (/^basic /i.test(redacted)) return [name, redacted.replace(placeholderWithin, "$1")];
    return [redaction.text(name), redacted];
  });
}

/** Any header field that the target file has for the states hook may be a secret. */
export function redactRequestHeaders(
  redaction: Redaction,
  headers: readonly HeaderField[],
  operation: Exchange["operation"],
): readonly HeaderField[] {
  const redacted = redactHeaders(redaction, headers);
  if (operation !== "state") return redacted;
  return redacted.map(([name, value]) => {
    const credential = redaction.credential(value);
    return placeholderOnly.test(credential) ? [name, credential] : [name, value];
  });
}

/** In `Basic`, the base64 of a short token is too short to be found: the decoded value is searched. */
function redactCredential(redaction: Redaction, value: string): string {
  const redacted = redaction.credential(value);
  const [, scheme, encoded] = /^(basic +)(\S+)$/i.exec(redacted) ?? [];
  if (scheme === undefined || encoded === undefined) return redacted;
  const plain = Buffer.from(encoded, "base64").toString("latin1");
  const placeholder = placeholderPattern.exec(redaction.credential(plain))?.[0];
  return placeholder === undefined ? redacted : `${scheme}${placeholder}`;
}
