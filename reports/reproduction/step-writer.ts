import type { Exchange, RecordedBody, Report } from "../../schemas/report.ts";
import { connectionHeaders } from "../curl.ts";
import { parseJson } from "../json-text.ts";
import type { FreshValues } from "./fresh-values.ts";
import type { RecordedAssertion } from "./read-assertion.ts";
import type { Assertion, EnvironmentVariable, Step, Template } from "./reproduction.ts";
import { type Origin, valuesOf } from "./slice-exchanges.ts";

/** Set by the HTTP client itself. */
const ownHeaders: ReadonlySet<string> = new Set([...connectionHeaders, "user-agent"]);

interface Writing {
  readonly report: Report;
  readonly origins: ReadonlyMap<string, Origin>;
  readonly fresh: FreshValues;
  /** Values of the assertion. */
  readonly expected: readonly string[];
  /** True if the assertion is a refusal. */
  readonly isRefusal: boolean;
}

/** Writes exchanges as steps, and keeps the variables that they need. */
export interface Writer {
  readonly step: (exchange: Exchange, isSetUp: boolean) => Step;
  readonly assertion: (recorded: RecordedAssertion) => Assertion;
  readonly environment: () => readonly EnvironmentVariable[];
}

const placeholder = /~redacted\.[^~\s]{1,128}~/u;

/** @param sliced the exchanges of the reproduction, in their order */
export function createWriter(
  sliced: readonly Exchange[],
  { report, origins, fresh, expected, isRefusal }: Writing,
): Writer {
  const variables = nameVariables(sliced, origins, expected);
  const baseUrl = report.target.baseUrl;
  const statesUrl = sliced.find(({ operation }) => operation === "state")?.request.url;
  const roles = new Map<string, string>();
  const fixed: readonly (readonly [value: string, variable: string])[] = [
    ...(statesUrl === undefined ? [] : [[statesUrl, "STATES_URL"] as const]),
    [baseUrl, "BASE_URL"],
  ];
  /** Values that the responses before a step have. */
  const savedBefore = (step: Exchange | undefined): typeof fixed => {
    const earlier = new Set(sliced.slice(0, step === undefined ? sliced.length : sliced.indexOf(step)));
    return [...variables].flatMap(([value, variable]) => {
      const origin = origins.get(value);
      return origin !== undefined && earlier.has(origin.exchange) ? [[fresh.text(value), variable]] : [];
    });
  };
  const toTemplate = (text: string, step?: Exchange): Template =>
    split(fresh.text(text), [...savedBefore(step), ...fixed], (word) => {
      const name = toEnvironmentName(word);
      roles.set(name, word.slice("~redacted.".length, -1));
      return name;
    });
  const toStep = (exchange: Exchange, isSetUp: boolean): Step => {
    const { request } = exchange;
    const url = toTemplate(request.url, exchange);
    return {
      title: `${request.method} ${toTitle(url)}`,
      method: request.method,
      url,
      headers: request.headers
        .filter(([name]) => !ownHeaders.has(name.toLowerCase()) && !(isSetUp && /^accept$/iu.test(name)))
        .map(([name, value]) => [name, toTemplate(freshKey(name, value), exchange)]),
      ...toBody(request.body, exchange, { fresh, toTemplate }),
      mustSucceed: isSetUp && isNeeded(exchange),
      mayConclude: isSetUp && isRefusal && exchange.actor === sliced.at(-1)?.actor,
      saves: [...variables].flatMap(([value, variable]) => {
        const origin = origins.get(value);
        return origin?.exchange === exchange ? [{ variable, path: origin.path }] : [];
      }),
    };
  };
  return {
    step: toStep,
    assertion(recorded) {
      if (!("value" in recorded)) return recorded;
      const json = toTemplate(JSON.stringify(recorded.value));
      return recorded.kind === "contains"
        ? { kind: recorded.kind, json }
        : { kind: recorded.kind, path: recorded.path, json };
    },
    environment: () => [
      { name: "BASE_URL", meaning: "base URL of the registry", standard: baseUrl },
      ...(statesUrl === undefined
        ? []
        : [{ name: "STATES_URL", meaning: "address of the states hook", standard: statesUrl }]),
      ...[...roles].map(([name, role]) => ({ name, meaning: describeRole(role) })),
    ],
  };
}

/** A set-up of the suite has to succeed. Whether late bytes arrive may be what the cause is about. */
function isNeeded({ actor, operation, response }: Exchange): boolean {
  const isSuccess = response !== undefined && response.status < 300;
  return isSuccess && actor.startsWith("given/") && operation !== "transferBytes";
}

/** The address in short: below the base URL, with an ellipsis for what the registry made. */
function toTitle(url: Template): string {
  const [first, ...rest] = url;
  if (typeof first === "object" && rest.length === 0)
    return first.variable === "STATES_URL" ? "the states hook" : `the address in ${first.variable}`;
  const pieces = typeof first === "object" && first.variable === "BASE_URL" ? rest : url;
  return pieces.map((piece) => (typeof piece === "string" ? piece : "…")).join("");
}

function describeRole(role: string): string {
  const [, header] = /^states-(.+)$/u.exec(role) ?? [];
  return header === undefined ? `the ${role} token` : `the header ${header} of the states hook`;
}

/** Variables for the values of responses that a later request or the assertion has. */
function nameVariables(
  sliced: readonly Exchange[],
  origins: ReadonlyMap<string, Origin>,
  expected: readonly string[],
): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const used = [...sliced.flatMap(valuesOf), ...expected];
  const counts = new Map<string, number>();
  for (const value of new Set(used)) {
    const origin = origins.get(value);
    if (origin === undefined || !sliced.includes(origin.exchange)) continue;
    const words = origin.path.findLast((key) => typeof key === "string") ?? "value";
    const name = words
      .replaceAll(/[^A-Za-z\d]+/gu, "_")
      .replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, "_")
      .toLowerCase();
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    variables.set(value, count === 1 ? name : `${name}_${count}`);
  }
  return variables;
}

/** A token that the target has for a role comes from the environment, even if a states hook gave it. */
export function isRoleToken(value: string): boolean {
  return placeholder.test(value) && value.startsWith("~redacted.") && !value.includes(".token-of-");
}

/** `~redacted.publisher~` as `PUBLISHER_TOKEN`. */
function toEnvironmentName(word: string): string {
  const upper = word
    .slice("~redacted.".length, -1)
    .toUpperCase()
    .replaceAll(/[^A-Z\d]+/gu, "_");
  return `${/^[A-Z]/u.test(upper) ? "" : "SECRET_"}${upper}_TOKEN`;
}

/** The text with values as variables, the longest first, and secrets that are left as variables of the environment. */
function split(
  text: string,
  places: readonly (readonly [value: string, variable: string])[],
  toSecret: (word: string) => string,
): Template {
  const ordered = places.toSorted(([a], [b]) => b.length - a.length);
  const sources = ordered.map(([value]) => value.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  const pattern = new RegExp(`(${[...sources, placeholder.source].join("|")})`, "u");
  return text
    .split(new RegExp(pattern.source, "gu"))
    .filter((piece) => piece !== "")
    .map((piece) => {
      const variable = ordered.find(([value]) => value === piece)?.[1];
      if (variable !== undefined) return { variable };
      return placeholder.test(piece) && piece.startsWith("~redacted.")
        ? { variable: toSecret(piece) }
        : piece;
    });
}

interface BodyWriting {
  readonly fresh: FreshValues;
  readonly toTemplate: (text: string, step: Exchange) => Template;
}

function toBody(
  body: RecordedBody | undefined,
  exchange: Exchange,
  { fresh, toTemplate }: BodyWriting,
): Pick<Step, "body"> {
  if (body === undefined || body.size === 0) return {};
  const { operation } = exchange;
  if (operation === "transferBytes" || body.text === undefined) {
    const bytes = Buffer.from(fresh.bytes(body));
    const text = bytes.toString("utf8");
    // a shell ends a text at a NUL
    const isText =
      body.text !== undefined && !text.includes("\0") && Buffer.compare(Buffer.from(text), bytes) === 0;
    // bytes are sent as they are: their digest is declared
    return { body: isText ? { text: [text] } : { base64: bytes.toString("base64") } };
  }
  const value = parseJson(body.text);
  const isCreate = operation === "createReleaseUpload" || operation === "createTrustUpload";
  const resized = freshKeys(isCreate ? fresh.declaration(body.text) : body.text);
  return { body: { text: value === undefined ? [fresh.text(body.text)] : toTemplate(resized, exchange) } };
}

/** The body with fresh idempotency keys. */
function freshKeys(text: string): string {
  return text.replaceAll(
    /("idempotencyKey"\s*:\s*)("(?:[^"\\]|\\.)*")/gu,
    (_, name: string, key: string) =>
      `${name}${JSON.stringify(freshKey("idempotency-key", String(JSON.parse(key))))}`,
  );
}

/**
 * An idempotency key that the recorded run has not used: some digits are others, so that equal keys stay equal and similar ones
 * similar. The digits 8 and 9 stay, since a UUID has its variant from them.
 */
function freshKey(name: string, value: string): string {
  if (name.toLowerCase() !== "idempotency-key") return value;
  return value.replaceAll(/[0-7]/gu, (digit) => String((Number(digit) + 3) % 8));
}
