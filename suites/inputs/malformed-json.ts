/** Texts that are almost JSON: each is what one kind of lenient parser accepts. */

/**
 * A valid object, changed so that it is not JSON. What is added has no member that a registry knows.
 * @param validJson the text of an object with members
 */
export function malformedJson(validJson: string): Readonly<Record<MalformedJson, string>> {
  const open = validJson.slice(0, -1);
  return {
    "cut off": open,
    "trailing comma": `${open},}`,
    comment: `${open} /* a comment */}`,
    "not a number": `${open},"conformance":NaN}`,
    "single quotes": validJson.replaceAll('"', "'"),
    "two values": `${validJson}${validJson}`,
    empty: "",
  };
}

export type MalformedJson =
  "cut off" | "trailing comma" | "comment" | "not a number" | "single quotes" | "two values" | "empty";

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
