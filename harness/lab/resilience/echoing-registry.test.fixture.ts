/** A registry that sends every secret it has been given, or has made, back in every answer and in every usual encoding. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buildReferenceServer, type ReferenceServer } from "../../../reference-server/server.ts";

export interface EchoingRegistry {
  readonly target: Readonly<Record<string, unknown>>;
  /** Every secret of the run so far. */
  readonly secrets: () => readonly string[];
  readonly close: () => Promise<void>;
}

const codeOf = (character: string, digits: number): string =>
  character.charCodeAt(0).toString(16).padStart(digits, "0");

/** A secret as it may come back. */
export const echoes: Readonly<Record<string, (secret: string) => string>> = {
  raw: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString("base64"),
  base64url: (secret) => Buffer.from(secret).toString("base64url"),
  hexadecimal: (secret) => Buffer.from(secret).toString("hex"),
  percent: (secret) => [...secret].map((one) => `%${codeOf(one, 2).toUpperCase()}`).join(""),
  "percent in lower case": (secret) => [...secret].map((one) => `%${codeOf(one, 2)}`).join(""),
  "percent where it has to be": (secret) => encodeURIComponent(secret),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  unicode: (secret) => [...secret].map((one) => `\\u${codeOf(one, 4)}`).join(""),
  "unicode in part": (secret) =>
    [...secret].map((one, index) => (index % 3 === 1 ? `\\u${codeOf(one, 4).toUpperCase()}` : one)).join(""),
  XML: (secret) => [...secret].map((one) => `&#${one.charCodeAt(0)};`).join(""),
};

/** Rules that are broken besides, so that successes that should have been refusals are quoted. */
const faults: readonly string[] = [
  "zip-archives-accepted",
  "short-digests-accepted",
  "negative-size-accepted",
  "leading-zero-in-major-accepted",
  "double-hyphen-accepted",
  "publishing-needs-no-token",
  "outsiders-publish",
  "trust-without-bytes-accepted",
];

/** Secrets echoed at a time: an answer is to stay of a size that the suite reads. */
const maxEchoed = 6;

export interface EchoingOptions {
  /** True to send each secret in another answer before its own, if another request comes. */
  readonly echoesFirst?: boolean;
}

/** Starts it on a free loopback port. */
export async function startEchoingRegistry({
  echoesFirst = false,
}: EchoingOptions = {}): Promise<EchoingRegistry> {
  const registry = buildReferenceServer({ states: true, faults });
  const secrets = new Set<string>(Object.values(registry.tokens));
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, { registry, secrets, held, echoesFirst }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const target = registry.targetAt(originOf(server));
  for (const header of Object.values(target.states?.headers ?? {})) secrets.add(header);
  return {
    target: { ...target, limits: { settleMs: 60, maxExpiryWaitMs: 100 } },
    secrets: () => [...secrets],
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Echoing {
  readonly registry: ReferenceServer;
  readonly secrets: Set<string>;
  /** Answers with a new secret that wait for another answer. */
  readonly held: (() => void)[];
  readonly echoesFirst: boolean;
}

/** Milliseconds that an answer waits for another, if no request comes. */
const maxHeldMs = 20;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { registry, secrets, held, echoesFirst }: Echoing,
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const { method = "GET", url = "/", headers: sent } = request;
  const asked = new Request(`http://${sent.host ?? ""}${url}`, {
    method,
    headers: Object.entries(sent).flatMap(([name, value]) =>
      typeof value === "string" && !["host", "connection", "transfer-encoding"].includes(name)
        ? [[name, value] as [string, string]]
        : [],
    ),
    ...(method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks) }),
  });
  const given = await registry.fetch(asked);
  const bytes = Buffer.from(await given.arrayBuffer());
  const known = secrets.size;
  learn(bytes.toString("utf8"), secrets);
  if (echoesFirst && secrets.size > known) {
    await new Promise<void>((resolve) => {
      held.push(resolve);
      setTimeout(resolve, maxHeldMs);
    });
  } else response.on("finish", () => held.splice(0).forEach((release) => setImmediate(release)));
  const latest = [...secrets].slice(-maxEchoed);
  for (const [name, value] of given.headers)
    if (name !== "content-length") response.appendHeader(name, value);
  latest.forEach((secret, index) => {
    for (const [name, echo] of Object.entries(echoes))
      response.appendHeader(`x-echo-${name.replaceAll(" ", "-")}-${index}`, echo(secret));
  });
  response.setHeader("location", `/api/v1/elsewhere?token=${encodeURIComponent(latest[0] ?? "")}`);
  response.writeHead(given.status).end(withEchoes(bytes, latest, url));
}

/** Tokens that the states hook makes, and what lets somebody in with an upload instruction. */
function learn(text: string, secrets: Set<string>): void {
  for (const pattern of [/"token":"([^"]+)"/g, /[?&]signature=([^"&]+)/g])
    for (const [, secret = ""] of text.matchAll(pattern)) secrets.add(secret);
}

/** The body with the echoes at its beginning, where excerpts are cut; some are escaped by hand, which JSON.stringify would not do. */
function withEchoes(bytes: Buffer, secrets: readonly string[], url: string): Buffer {
  const text = bytes.toString("utf8");
  if (!text.startsWith("{") || url.startsWith("/states")) return bytes;
  const forms = secrets.flatMap((secret) => Object.values(echoes).map((echo) => echo(secret)));
  const members = [
    `"raw":${JSON.stringify(secrets)}`,
    `"echo":[${forms.map((form) => `"${form.replaceAll(/["<]/g, "")}"`).join(",")}]`,
    `"query":"/?token=${secrets.map((secret) => encodeURIComponent(secret)).join("&token=")}"`,
  ];
  const problem = text.includes('"detail"')
    ? JSON.stringify(`you sent Bearer ${secrets.join(" ")}`)
    : undefined;
  const echoing =
    problem === undefined ? text : text.replace(/"detail":"(?:[^"\\]|\\.)*"/, () => `"detail":${problem}`);
  return Buffer.from(`{${members.join(",")}${echoing === "{}" ? "" : ","}${echoing.slice(1)}`);
}
