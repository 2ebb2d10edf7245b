/** The redaction of a replay, whose texts were redacted when they were recorded. */
import { placeholderPattern, type Redaction } from "./redaction.ts";

const withPlaceholders = new RegExp(`(${placeholderPattern.source})`);

/**
 * Leaves the placeholders of a recording as they are. In a replay a placeholder stands for its token: the token without its end is then the
 * beginning of other placeholders, and would be replaced in them.
 */
export function keepPlaceholders(redaction: Redaction): Redaction {
  const around =
    (redact: (text: string) => string) =>
    (text: string): string =>
      text
        .split(withPlaceholders)
        .map((part, index) => (index % 2 === 0 ? redact(part) : part))
        .join("");
  const text = around(redaction.text);
  return {
    ...redaction,
    text,
    credential: around(redaction.credential),
    bytes(input) {
      const before = Buffer.from(input).toString("latin1");
      const after = text(before);
      return after === before ? input : Buffer.from(after, "latin1");
    },
  };
}
