/** Behaviours that cost memory, files or CPU time: answers that are right, and much larger than they need to be. */
import { randomBytes } from "node:crypto";
import { type Behaviour, changed, type Conforming, ofText, once, type Occasion } from "./behaviour.ts";

const megabyte = 1024 * 1024;

/** The longest header field that the suite's HTTP client takes, less the fields that a server adds. */
const longHeader = "x".repeat(16_000);

/** As much white space as a body of the maximum size has room for. */
const padding = once(() => " ".repeat(4 * megabyte - 64 * 1024));

/** No gzip makes this smaller than three quarters. */
const noise = once(() => randomBytes(3 * 512 * 1024).toString("base64"));

/** A percent sign, escaped as often as a decoder may be asked to read. */
const escapes = once(() => "%2525252525".repeat(300_000));

function anywhere(
  name: string,
  summary: string,
  answer: Behaviour["answer"],
  wholeRun?: Behaviour["wholeRun"],
): Behaviour {
  return { name, place: "anywhere", summary, answer, ...(wholeRun === undefined ? {} : { wholeRun }) };
}

/** The conforming answer with text before and after its body. */
async function around(occasion: Occasion, before: string, after: string): Promise<Conforming> {
  const conforming = await occasion.conforming();
  if (!conforming.headers.some(([name, value]) => name === "content-type" && value.includes("json")))
    return conforming;
  return { ...conforming, body: Buffer.concat([Buffer.from(before), conforming.body, Buffer.from(after)]) };
}

function withMember(value: () => unknown): Behaviour["answer"] {
  return (occasion) =>
    changed(occasion, (body) =>
      typeof body === "object" && body !== null ? { ...body, extra: value() } : body,
    );
}

export const sizeBehaviours: readonly Behaviour[] = [
  anywhere(
    "long-header",
    "adds one header of 16,000 characters to every response",
    async (occasion) => {
      const conforming = await occasion.conforming();
      return { ...conforming, headers: [...conforming.headers, ["x-note", longHeader]] };
    },
    "conformant",
  ),
  anywhere(
    "padded-bodies",
    "adds 4 MB of spaces to every document",
    (occasion) => around(occasion, "", padding()),
    "partial",
  ),
  anywhere("noisy-bodies", "adds 2 MB of noise to every document", withMember(noise)),
  anywhere(
    "padded-noise",
    "adds 12 KB of noise to every document",
    withMember(() => randomBytes(9_000).toString("base64")),
  ),
  anywhere(
    "escaped-bodies",
    "adds 3 MB of percent escapes and the token, escaped, to every document",
    (occasion) => withMember(() => `${escapes()}${percentEncoded(occasion.authorization)}`)(occasion),
  ),
  anywhere("many-values", "adds 240,000 empty objects to every document", (occasion) =>
    around(occasion, "", "").then((conforming) => withValues(conforming)),
  ),
  {
    name: "brackets-after-space",
    place: "search",
    summary: "nests half a million arrays after a space",
    answer: () => ofText(` {"items":${"[".repeat(500_000)}${"]".repeat(500_000)}}`),
  },
  {
    name: "brackets-after-mark",
    place: "search",
    summary: "nests half a million arrays after a byte order mark",
    answer: () => ofText(`\uFEFF{"items":${"[".repeat(500_000)}${"]".repeat(500_000)}}`),
  },
  {
    name: "values-after-space",
    place: "search",
    summary: "sends a million empty objects after a space",
    answer: () => ofText(` {"items":[${"{},".repeat(megabyte)}{}]}`),
  },
  {
    name: "ten-kilobytes-of-brackets",
    place: "search",
    summary: "answers with ten kilobytes of nested arrays in a problem",
    answer: () => ofText(`${"[".repeat(5_000)}${"]".repeat(5_000)}`, 400, "application/problem+json"),
  },
];

function withValues(conforming: Conforming): Conforming {
  const text = conforming.body.toString("utf8");
  if (!text.startsWith("{") || text.length < 3) return conforming;
  return { ...conforming, body: Buffer.from(`{"extra":[${"{},".repeat(240_000)}{}],${text.slice(1)}`) };
}

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
