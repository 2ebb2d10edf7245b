import { makeElement } from "./elements.ts";

const jsonToken = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/gu;

/** A longer text is shown without colours: an element for each token would make the page slow. */
const maxColoredCharacters = 100_000;

function tokenClass(text: string | undefined, colon: string | undefined): string {
  if (colon !== undefined) return "json-key";
  return text === undefined ? "json-value" : "json-text";
}

/** A block of indented JSON with coloured tokens. */
export function makeJsonBlock(json: string): HTMLPreElement {
  if (json.length > maxColoredCharacters) return makeElement("pre", "json", json);
  const block = makeElement("pre", "json");
  let end = 0;
  for (const match of json.matchAll(jsonToken)) {
    const [token, text, colon] = match;
    block.append(json.slice(end, match.index));
    block.append(makeElement("span", tokenClass(text, colon), text ?? token), colon ?? "");
    end = match.index + token.length;
  }
  block.append(json.slice(end));
  return block;
}
