/** Finds the credentials in an upload instruction: the registry made them, and whoever reads a report could use them. */
import { textAt, valueAt } from "./answer.ts";
import type { Redaction } from "./redaction.ts";

/** Names of header fields and query parameters whose values let somebody in. */
const credentialNames = /auth|token|secret|signature|^sig$|cookie|credential|api-?key|password/i;

/** Shorter values are no credentials, and would be taken out of everything. */
const shortestCredential = 8;

/** No instruction needs more credentials, or longer ones; each costs time in every text that is redacted. */
const mostCredentials = 32;
const longestCredential = 16_384;

/**
 * Tells the redaction of every credential in an upload intent.
 * @param body the intent as it came
 */
export function learnInstructionSecrets(redaction: Redaction, body: string): void {
  const credentials = listEntries(body).filter(
    ([name, { length }]) =>
      credentialNames.test(name) && length >= shortestCredential && length <= longestCredential,
  );
  for (const [name, value] of credentials.slice(0, mostCredentials)) {
    // `Bearer abc`: the scheme is no secret
    const bare = value.replace(/^[A-Za-z]+ +/, "");
    redaction.add(bare.length < shortestCredential ? value : bare, `upload-${name.toLowerCase()}`);
  }
}

/** Header fields and query parameters of `upload`, from an intent's body; none where it is no such thing. */
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
