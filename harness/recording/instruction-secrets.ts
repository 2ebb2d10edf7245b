/** Finds the credentials that a registry issues in its responses: readers of a report could use them. */
import type { HeaderField } from "../../schemas/report.ts";
import { textAt, valueAt } from "../exchange/answer.ts";
import { readJson } from "../exchange/json-body.ts";
import { type Redaction, withoutScheme } from "./redaction.ts";
import type { WireRequest, WireResponse } from "../transport/transport.ts";
import { percentDecode } from "../exchange/volume.ts";

/** Names of header fields and query parameters whose values are credentials. */
const credentialNames = /auth|token|secret|signature|^sig$|cookie|credential|api-?key|password/i;

/**
 * Query parameters of signed URLs, in any text: S3 and its kin, Google Cloud Storage, Azure, CloudFront. Between two parameters
 * is `&`, or its escape in JSON or XML.
 */
const signedParameter =
  /(?:[?&]|\\u0026|&amp;|;)((?:x-amz|x-goog|x-oss|x-cos)-(?:signature|credential|security-token)|signature|sig|policy|key-pair-id|awsaccesskeyid|googleaccessid|q-signature)=([A-Za-z0-9%._~+/=:@!*-]{8,2048})/gi;

/** The password in the address of somebody who may see a document (RFC 3986, section 3.2.1). JSON may escape the slashes. */
const userinfo = /https?:(?:\\?\/){2}([^\s/?#@:"\\]*):([^\s/?#@"\\]{8,2048})@/gi;

/** Shorter values are not credentials, and would be redacted everywhere. */
const minCredentialLength = 8;

/** No instruction needs more or longer credentials, and each costs time in every redacted text. */
const maxCredentials = 32;
const maxCredentialLength = 16_384;

/** An intent has far fewer members. */
const maxMembers = 1_000;

/**
 * Values that are part of the API, or that anybody could write: media types, and words with hyphens between them such as
 * `payload-too-large`. Redacted everywhere, they would make a right response look wrong. A word has capitals at its beginning only,
 * or nothing else: one signature in forty has no digit.
 */
const publicValue =
  /^(?:(?:application|audio|font|image|message|model|multipart|text|video)\/.+|(?:[A-Z]?[a-z]{0,20}|[A-Z]{1,20})(?:[-_. ](?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20}))*)$/;

/**
 * Values that the API itself uses, whatever header has them: purls, digests, versions and timestamps. The release whose upload it is
 * has them too, in documents that no longer could be judged.
 */
const valueOfTheApi =
  /^(?:pkg:[^\s?]+|sha256:[0-9a-f]{64}|\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?|\d{4}-\d\d-\d\d(?:[Tt ][0-9:.]+(?:[Zz]|[+-]\d\d:\d\d))?|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [0-9:]{8} GMT)$/;

/**
 * Adds every credential in an upload intent to the redaction, except what the request that it answers has too, what the intent has as
 * one of its own members, and what is made of secrets that are known.
 * @param request the request for the intent: its digests, names and media types may come back in the instruction
 */
export function learnInstructionSecrets(
  redaction: Redaction,
  { body }: Pick<WireResponse, "body">,
  request: WireRequest,
): void {
  const isSecret = createFilter(request);
  const intent = readJson(body);
  const members = new Set(memberTexts(intent));
  const credentials = listEntries(intent).filter(
    ([name, value]) => credentialNames.test(name) && !members.has(value) && !valueOfTheApi.test(value),
  );
  for (const [name, value] of credentials.slice(0, maxCredentials)) {
    const bare = withoutScheme(value);
    const secret = bare.length < minCredentialLength ? value : bare;
    if (isSecret(secret) && redaction.isNew(secret))
      redaction.add(secret, `upload-${redaction.text(name.toLowerCase())}`);
  }
}

/** Adds the signatures of signed URLs in a response to the redaction: in its body, and in its `Location`. */
export function learnUrlSecrets(redaction: Redaction, response: WireResponse, request: WireRequest): void {
  const isSecret = createFilter(request);
  const text = Buffer.from(response.body.buffer, response.body.byteOffset, response.body.length).toString(
    "latin1",
  );
  const headers = response.headers.filter(isAddress).map(([, value]) => value);
  let learnt = 0;
  for (const [name, value] of [text, ...headers].flatMap(findSigned)) {
    if (learnt >= maxCredentials) return;
    for (const secret of new Set([value, percentDecode(value)])) {
      if (!isSecret(secret) || !redaction.isNew(secret)) continue;
      redaction.add(secret, `url-${name.toLowerCase()}`);
      learnt += 1;
    }
  }
}

function findSigned(text: string): readonly (readonly [name: string, value: string])[] {
  const signed = text.includes("=") ? [...text.matchAll(signedParameter)] : [];
  const ofUsers = text.includes("@") ? [...text.matchAll(userinfo)] : [];
  return [
    ...signed.map(([, name = "", value = ""]) => [name, value] as const),
    ...ofUsers.map(([, , password = ""]) => ["password", password] as const),
  ];
}

function isAddress([name]: HeaderField): boolean {
  return /^(?:location|content-location|link)$/i.test(name);
}

/** True for a value that is a secret: not public, and not what the suite has just sent. */
function createFilter({ url, headers, body }: WireRequest): (value: string) => boolean {
  let sent: string | undefined;
  return (value) => {
    if (value.length < minCredentialLength || value.length > maxCredentialLength) return false;
    if (publicValue.test(value)) return false;
    sent ??= [url, ...headers.flat(), Buffer.from(body ?? []).toString("utf8")].join("\n");
    return !sent.includes(value);
  };
}

/** The texts of an intent outside its instruction: ids, timestamps, names. */
function memberTexts(intent: unknown): readonly string[] {
  if (typeof intent !== "object" || intent === null) return [];
  const open: unknown[] = Object.entries(intent).flatMap(([name, value]) =>
    name === "upload" ? [] : [value],
  );
  const texts: string[] = [];
  for (let read = 0; read < open.length && read < maxMembers; read++) {
    const value = open[read];
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "object" && value !== null) {
      // one by one: as arguments of one call, a hundred thousand values are too many for the stack
      for (const member of Object.values(value)) open.push(member);
    }
  }
  return texts;
}

/** Header fields and query parameters of `upload`, from an intent; empty if it is not an intent. */
function listEntries(intent: unknown): readonly (readonly [name: string, value: string])[] {
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
