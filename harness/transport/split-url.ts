/** Takes a URL apart without normalizing what will be sent. */

/** Characters of a URL that a message shows. */
const shownCharacters = 200;

/**
 * Origin and path of an absolute URL, the path byte for byte as given; only what RFC 3986 does not allow is encoded.
 * @throws TypeError where it is no absolute URL, or neither http nor https
 */
export function splitUrl(url: string): readonly [origin: string, path: string] {
  const shown = url.slice(0, shownCharacters);
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^#]*)/i.exec(url);
  if (match === null) throw new TypeError(`Cannot send to "${shown}": not an absolute URL`);
  const origin = match[1] ?? "";
  if (!URL.canParse(origin))
    throw new TypeError(`Cannot send to "${shown}": its host or port is no such thing`);
  const { protocol, host } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TypeError(`Cannot send to "${shown}": neither http nor https`);
  }
  const encoded = (match[2] ?? "").replaceAll(/[^\x21-\x7e]|["<>\\^`{|}]/gu, percentEncode);
  return [`${protocol}//${host}`, encoded.startsWith("/") ? encoded : `/${encoded}`];
}

function percentEncode(character: string): string {
  return [...Buffer.from(character, "utf8")]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}
