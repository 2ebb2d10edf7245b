/** Records the examples that `explain` shows: one request and its right answer for each requirement, from the reference server. */
import { seededRandom } from "../../../reference-server/random.ts";
import { startReferenceServer } from "../../../reference-server/server.ts";
import type { Exchange, HeaderField, RecordedBody, Report, CaseResult } from "../../../schemas/report.ts";
import type { Example, ExampleMessage } from "../../commands/examples.ts";
import { certify } from "../../index.ts";
import { toCheckId } from "../../exchange/actor-ids.ts";

/** The address in the examples. The server's own has another port in each run. */
const exampleBase = "https://registry.example";

/** The time and the identifiers of the server are fixed, so that each recording gives the same examples. */
const startOfRun = Date.UTC(2026, 0, 1);

/** What is learnt from one run: what `explain` shows, and what decides which check begins first. */
export interface Learnt {
  /** One line for each requirement. */
  readonly examples: string;
  /** One line for each check with many requests in a row. */
  readonly lengths: string;
}

export async function recordExamples(): Promise<Learnt> {
  const server = await startReferenceServer({
    states: true,
    random: seededRandom("examples"),
    clock: { now: () => startOfRun },
  });
  try {
    const report = await certify({
      target: { ...server.target },
      seed: 1,
      depth: "deep",
      concurrency: 1,
      cleanUp: false,
    });
    const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
    const lines = report.cases.flatMap((requirement) => {
      const chosen = chooseExchange(requirement, exchanges);
      if (chosen === undefined) return [];
      const text = JSON.stringify(toExample(chosen, report.target.baseUrl));
      return [`${JSON.stringify(requirement.id)}: ${shortenNames(text, report)}`];
    });
    return { examples: `{\n${lines.join(",\n")}\n}\n`, lengths: renderLengths(report) };
  } finally {
    await server.close();
  }
}

/** Checks with fewer requests are left out: it matters little when they begin, and the file seldom changes. */
const minLength = 10;

/** Set-ups in a shorter row are left out. */
const minSetUpLength = 18;

function renderLengths({ checks }: Report): string {
  const ofChecks: [string, number][] = [];
  const ofSetUps = new Map<string, number>();
  for (const { id, exchanges } of checks) {
    const length = countInARow(exchanges);
    if (id.startsWith("every-response/") || length < minLength) continue;
    ofChecks.push([id, length]);
    for (const key of new Set(exchanges.map((exchange) => toCheckId(exchange.replace(/#.*$/u, "")))))
      if (key.startsWith("given/") && length >= minSetUpLength)
        ofSetUps.set(key, Math.max(length, ofSetUps.get(key) ?? 0));
  }
  const lines = [...ofChecks, ...ofSetUps].map(([id, length]) => `  ${JSON.stringify(id)}: ${length}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** The requests of one check: both forms of names run at once, so the longer of them counts. Only a deep run tries crossed ones. */
function countInARow(exchanges: readonly string[]): number {
  const forms = exchanges
    .filter((exchange) => !exchange.includes(".crossed#"))
    .map((exchange) => /\.((?:un)?scoped)#/u.exec(exchange)?.[1] ?? "none");
  const [scoped = 0, unscoped = 0, none = 0] = ["scoped", "unscoped", "none"].map(
    (form) => forms.filter((one) => one === form).length,
  );
  return none + Math.max(scoped, unscoped);
}

/**
 * The exchange that shows a requirement best: one of its own operations, with the status and the problem that its rule names. Of
 * several rejections the first, of several successes the last, which comes after the set-up.
 */
function chooseExchange(
  requirement: CaseResult,
  exchanges: ReadonlyMap<string, Exchange>,
): Exchange | undefined {
  const own = requirement.evidence
    .flatMap((evidence) => evidence.exchanges)
    .flatMap((id) => exchanges.get(id) ?? [])
    .filter(({ response, operation }) => response !== undefined && operation !== "state");
  const scores = own.map((exchange) => scoreOf(exchange, requirement));
  const best = Math.max(...scores);
  const isBest = (_: Exchange, index: number): boolean => scores[index] === best;
  const first = own.find(isBest);
  return (first?.response?.status ?? 0) >= 400 ? first : own.findLast(isBest);
}

function scoreOf({ actor, operation, request, response }: Exchange, requirement: CaseResult): number {
  const { id, title, operations } = requirement;
  const status = response?.status ?? 0;
  const [, slug = "none"] = /\/([a-z-]+)"/u.exec(response?.body?.text?.slice(0, 200) ?? "") ?? [];
  const statuses = [...title.matchAll(/\b[45]\d\d\b|\b20[0-9]\b/gu)].map(String);
  return (
    (actor.startsWith(id) ? 4 : 0) +
    (operations.some((one) => one === operation) ? 8 : 0) +
    (statuses.includes(String(status)) ? 8 : 0) +
    (title.includes(`\`${slug}\``) ? 4 : 0) +
    (status < 300 ? 2 : 0) +
    (request.url.length < maxPathLength ? 1 : 0)
  );
}

/** A request with a longer path is an example only if no other fits as well. */
const maxPathLength = 200;

function toExample({ request, response }: Exchange, baseUrl: string): Example {
  return {
    request: {
      method: request.method,
      path: request.url.replace(baseUrl, ""),
      ...toMessage(request),
    },
    response: { status: response?.status ?? 0, ...(response === undefined ? {} : toMessage(response)) },
  };
}

/** Fields that every message has, and that no requirement speaks of. */
const ordinaryFields =
  /^(?:accept|accept-encoding|user-agent|content-length|connection|keep-alive|date|transfer-encoding)$/iu;

function toMessage(message: {
  readonly headers: readonly HeaderField[];
  readonly body?: RecordedBody;
}): ExampleMessage {
  const fields = message.headers.filter(([name]) => !ordinaryFields.test(name));
  const body = message.body === undefined ? undefined : toBody(message.body);
  return {
    ...(fields.length === 0
      ? {}
      : { headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])) }),
    ...(body === undefined ? {} : { body }),
  };
}

const maxTextLength = 200;
const maxItems = 2;
const maxDepth = 6;

function toBody({ text, size }: RecordedBody): unknown {
  if (size === 0) return undefined;
  if (text === undefined) return `(${size} bytes)`;
  try {
    return shorten(JSON.parse(text), 0);
  } catch {
    return shorten(text, 0);
  }
}

/** A JSON value without the rest of long lists and texts. */
function shorten(value: unknown, depth: number): unknown {
  if (typeof value === "string")
    return value.length <= maxTextLength ? value : `${value.slice(0, maxTextLength)}…`;
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return "…";
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, shorten(member, depth + 1)]),
    );
  const items = value.slice(0, maxItems).map((item) => shorten(item, depth + 1));
  return value.length <= maxItems ? items : [...items, `… ${value.length - maxItems} more`];
}

/** The names of a run are long, to be unique. In an example, the first becomes `conf-example`, the next `conf-example-2`. */
function shortenNames(text: string, { run, target }: Report): string {
  const names = [...new Set(text.match(new RegExp(`[a-z]+-${run.id}-[A-Za-z0-9-]+`, "gu")))];
  const counts = new Map<string, number>();
  const replaced = names
    .filter((name) => name.length < minExactLength)
    .map((name) => {
      const [word = ""] = name.split("-");
      const count = (counts.get(word) ?? 0) + 1;
      counts.set(word, count);
      return [name, `${word}-example${count === 1 ? "" : `-${count}`}`] as const;
    })
    // a name may begin with another one
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((current, [name, short]) => current.replaceAll(name, short), text);
  return replaced
    .replaceAll(target.baseUrl, exampleBase)
    .replaceAll(/~redacted\.token-of-[\w.-]+~/gu, "<token>")
    .replaceAll(/~redacted\.([\w.-]+)~/gu, "<$1>");
}

/** The length of such a name is what the check is about. */
const minExactLength = 100;
