/** Readers of text that is nearly JSON, as lenient parsers read it (RFC 8259 section 9 allows extensions). */

export function withoutComments(text: string): unknown {
  return JSON.parse(text.replaceAll(/\/\*.*?\*\//gs, "")) as unknown;
}

export function withNullForNaN(text: string): unknown {
  return JSON.parse(text.replaceAll(":NaN", ":null")) as unknown;
}

export function withoutLastComma(text: string): unknown {
  return JSON.parse(text.replace(/,\s*\}/, "}")) as unknown;
}

export function withSingleQuotes(text: string): unknown {
  return JSON.parse(text.replaceAll("'", '"')) as unknown;
}

/** The first object of the text; what follows it is left unread. */
export function firstValue(text: string): unknown {
  for (let end = text.indexOf("}"); end !== -1; end = text.indexOf("}", end + 1)) {
    try {
      return JSON.parse(text.slice(0, end + 1)) as unknown;
    } catch {
      // this brace ends an inner object
    }
  }
  throw new SyntaxError("no object is complete");
}
