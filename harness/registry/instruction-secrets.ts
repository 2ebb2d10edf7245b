/** Finds the credentials in an upload instruction: the registry issued them, and readers of a report could use them. */
import { textAt, valueAt } from "./answer.ts";
import type { Redaction } from "./redaction.ts";

/** Names of header fields and query parameters whose values are credentials. */
const credentialNames = /auth|token|secret|signature|^sig$|cookie|credential|api-?key|password/i;

/** Shorter values are not credentials, and would be redacted everywhere. */
const minCredentialLength = 8;

/** No instruction needs more or longer credentials, and each costs time in every redacted text. */
const maxCredentials = 32;
const maxCredentialLength = 16_384;

/**
 * Adds every credential in an upload intent to the redaction.
 * @param body the intent as it came
 */
export function learnInstructionSecrets(redaction: Redaction, body: string): void {
  const credentials = listEntries(body).filter(
    ([name, { length }]) =>
      credentialNames.test(name) && length >= minCredentialLength && length <= maxCredentialLength,
  );
  for (const [name, value] of credentials.slice(0, maxCredentials)) {
    // `Bearer abc`: the scheme is not a secret
    const bare = value.replace(/^[A-Za-z]+ +/, "");
    redaction.add(bare.length < minCredentialLength ? value : bare, `upload-${name.toLowerCase()}`);
  }
}

/** Header fields and query parameters of `upload`, from an intent's body; empty if it is not an intent. */
function listEntries(body: string): readonly (readonly [name: string, value: string])[] {
  let intent: unknown;
  try {
    intent = JSON.parse(body);
  } catch {
    return [];
  }
  const url = textAt(intent, "upload", "url");
  const headers = valueAt(intent, "upload", "headers");
  const query =
    url !== undefined && URL.canParse(url, "http://base.invalid")
      ? [...new URL(url, "http://base.invalid").searchParams]
      : [];
  const fields = typeof headers === "object" && headers !== null ? Object.entries(headers) : [];
  return [
    ...query,
    ...fields.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  ];
}
