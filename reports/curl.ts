import type { Exchange, RecordedBody } from "../schemas/report.ts";

/** Set by curl itself, or valid for one connection only. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

const placeholder = /~redacted\.([^~\s]{1,64})~/u;

/** The shell variable for a secret: `~redacted.publisher~` is `$PUBLISHER_TOKEN`. */
function toVariable(name: string): string {
  const upper = name.toUpperCase().replace(/[^A-Z0-9]+/gu, "_");
  return `"$${/^[A-Z]/u.test(upper) ? upper : `SECRET_${upper}`}_TOKEN"`;
}

function escapeForAnsi(character: string): string {
  if (character === "\\" || character === "'") return `\\${character}`;
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

function quoteLiteral(text: string): string {
  const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
  // plain quotes would let control characters reach the terminal that the command is pasted into
  if (unsafe.test(text)) return `$'${text.replace(/[\\'\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escapeForAnsi)}'`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Quotes a text as one word of a POSIX-like shell (bash, zsh; control characters use their `$'…'` form). Redacted secrets
 * become variables.
 */
export function quoteForShell(text: string): string {
  const pieces = text.split(new RegExp(placeholder, "gu"));
  const quoted = pieces.map((piece, place) => {
    if (place % 2 === 1) return toVariable(piece);
    return piece === "" ? "" : quoteLiteral(piece);
  });
  return quoted.join("") || "''";
}

/** Like {@link quoteForShell}, but without quotes if the word does not need them. */
export function toShellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : quoteForShell(text);
}

function toBodyWords(body: RecordedBody | undefined): readonly string[] {
  if (body === undefined || body.size === 0) return [];
  return body.text === undefined ? ["--data-binary @-"] : [`--data-raw ${quoteForShell(body.text)}`];
}

function toMethodWords(method: string): readonly string[] {
  if (method === "GET") return [];
  return [method === "HEAD" ? "--head" : `--request ${quoteForShell(method)}`];
}

function toHeaderWord(name: string, value: string): string {
  // a colon with nothing after it would make curl drop the header; a semicolon makes it send it empty
  return `--header ${quoteForShell(value === "" ? `${name};` : `${name}: ${value}`)}`;
}

/**
 * The shell command that sends the request of an exchange again. Secrets are variables that the user sets. A request body that
 * was not kept whole cannot be sent again; then the command has a comment.
 */
export function toCurl(exchange: Pick<Exchange, "request">): string {
  const { method, url, headers, body } = exchange.request;
  const words = [
    // as recorded: no globbing of brackets, no resolving of dot segments
    "curl --include --globoff --path-as-is",
    ...toMethodWords(method),
    `--url ${quoteForShell(url)}`,
    ...headers
      .filter(([name]) => !connectionHeaders.has(name.toLowerCase()))
      .map(([name, value]) => toHeaderWord(name, value)),
    ...toBodyWords(body),
  ];
  const command = words.join(" \\\n  ");
  const piped =
    body?.base64 === undefined
      ? command
      : `printf %s '${body.base64.replace(/[^\w+/=]/gu, "")}' | base64 -d | ${command}`;
  const { cutAt } = body ?? {};
  return cutAt === undefined
    ? piped
    : `# only the first ${cutAt} of ${body?.size} bytes of the body were kept\n${piped}`;
}
