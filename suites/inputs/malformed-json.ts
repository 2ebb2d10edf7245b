/** Texts that are not JSON, and texts that only a lenient parser reads as JSON. */

/**
 * A valid object, changed so that no parser of JSON can read it: cut off, as a form, and empty.
 * @param validJson the text of an object with members
 */
export function notJson(validJson: string): readonly [cutOff: string, form: string, empty: string] {
  const members = Object.entries(JSON.parse(validJson) as Readonly<Record<string, unknown>>);
  const form = new URLSearchParams(
    Object.fromEntries(members.map(([name, value]) => [name, toFormValue(value)])),
  );
  return [validJson.slice(0, -1), form.toString(), ""];
}

function toFormValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What parsers may accept beyond JSON (RFC 8259 section 9). */
export const jsonExtensions = [
  "a trailing comma",
  "a comment",
  "`NaN`",
  "single quotes",
  "text after the first value",
] as const;

export type JsonExtension = (typeof jsonExtensions)[number];

/**
 * A valid object, changed so that it uses an extension of JSON. What is added has no member that a registry knows.
 * @param validJson the text of an object with members
 */
export function extendedJson(validJson: string): Readonly<Record<JsonExtension, string>> {
  const open = validJson.slice(0, -1);
  return {
    "a trailing comma": `${open},}`,
    "a comment": `${open} /* a comment */}`,
    "`NaN`": `${open},"conformance":NaN}`,
    "single quotes": validJson.replaceAll('"', "'"),
    "text after the first value": `${validJson}${validJson}`,
  };
}

/**
 * Sends a valid object once with each extension, and says which were accepted.
 * @param validJson the text of an object with members
 * @param isAccepted sends a body
 */
export async function tryExtensions(
  validJson: string,
  isAccepted: (body: string) => Promise<boolean>,
): Promise<string> {
  const bodies = extendedJson(validJson);
  const accepted: JsonExtension[] = [];
  for (const extension of jsonExtensions) if (await isAccepted(bodies[extension])) accepted.push(extension);
  return describeExtensions(accepted);
}

/** Says which extensions were accepted. */
export function describeExtensions(accepted: readonly JsonExtension[]): string {
  return accepted.length === 0 ? "None of those that were tried" : `It accepts ${accepted.join(", ")}`;
}

/** Deeper than the usual limits of parsers, which are 32 or 64. */
const depth = 100;

/**
 * JSON texts that are no objects: the object in a list, the object with half a surrogate pair in a string, a deep list, and `null`.
 * @param validJson the text of an object
 */
export function jsonWithoutObject(
  validJson: string,
): readonly [list: string, text: string, deep: string, none: string] {
  return [
    `[${validJson}]`,
    JSON.stringify(`${validJson.slice(0, -1)},"conformance":"\ud800"}`),
    `${"[".repeat(depth)}${"]".repeat(depth)}`,
    "null",
  ];
}
