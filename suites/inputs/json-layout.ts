/** Another text of the same JSON value. */

/** The value with its members in reverse order, white space, an escaped slash and an escaped digit. */
export function inAnotherLayout(body: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(body).toReversed();
  const pretty = JSON.stringify(Object.fromEntries(members), undefined, 4)
    .replace("/", String.raw`\/`)
    // the first text that begins with a digit, such as a version
    .replace(/: "(?=\d)/, String.raw`: "\u003`);
  return `\r\n\t${pretty}\n`;
}
