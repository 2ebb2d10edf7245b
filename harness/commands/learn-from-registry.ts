/** What a target file can take from the registry itself, with a few reads and without a token. */
import { readJson } from "../exchange/json-body.ts";
import { randomBytes } from "node:crypto";
import { listAt, numberAt } from "../exchange/answer.ts";
import { type Learnt, toHarmless, toProblemBase } from "./learn-from-har.ts";

export interface Asked {
  readonly learnt: Pick<Learnt, "problemBase" | "componentTypeParam">;
  /** What the user may have to decide, a sentence each. */
  readonly remarks: readonly string[];
}

/** Milliseconds for one request: `init` is not a test of the registry. */
const timeoutMs = 5_000;

const maxBytes = 4 * 1024 * 1024;

/** Names that registries give the filter over component types. */
const typeParameters = ["type", "componentType", "component", "types", "component-type"] as const;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Asks for a release that does not exist, for a search and for the advisories. A registry that does not answer gives a remark. */
export async function askRegistry(baseUrl: string): Promise<Asked> {
  const word = `conf-${randomBytes(6).toString("hex")}`;
  const unknown = await get(`${baseUrl}/api/v1/volumes/${word}/0.0.0`);
  if (unknown === undefined)
    return { learnt: {}, remarks: [`${baseUrl} did not answer, so that nothing was learnt from it`] };
  const problemBase = toProblemBase(unknown.status, unknown.body);
  if (problemBase === undefined)
    return {
      learnt: {},
      remarks: [
        `A release that does not exist answered ${unknown.status} without a problem of the API: is the base URL right?`,
      ],
    };
  const [search, advisories] = await Promise.all([
    get(`${baseUrl}/api/v1/search`),
    get(`${baseUrl}/api/v1/advisories`),
  ]);
  const componentTypeParam = search?.status === 200 ? await findTypeParameter(baseUrl, search) : undefined;
  return {
    learnt: toHarmless({ problemBase, ...(componentTypeParam === undefined ? {} : { componentTypeParam }) }),
    remarks: [
      ...(isMissing(search) ? [describeMissing("GET /search", search, "search")] : []),
      ...(isMissing(advisories) ? [describeMissing("GET /advisories", advisories, "advisories")] : []),
    ],
  };
}

function isMissing(reply: Reply | undefined): reply is Reply {
  return reply !== undefined && [404, 405, 501].includes(reply.status);
}

function describeMissing(request: string, { status }: Reply, feature: string): string {
  return `\`${request}\` answered ${status}: if the registry does not offer it, set "features.${feature}" to false`;
}

/** The first name with which a type that does not exist changes the answer, and an unknown parameter does not. */
async function findTypeParameter(baseUrl: string, search: Reply): Promise<string | undefined> {
  const ask = (name: string): Promise<Reply | undefined> =>
    get(`${baseUrl}/api/v1/search?${name}=no-such-type`);
  const ignored = await ask("no-such-parameter");
  if (ignored === undefined || isOther(ignored, search)) return undefined;
  for (const name of typeParameters) {
    const reply = await ask(name);
    if (reply !== undefined && (reply.status === 400 || reply.status === 200) && isOther(reply, search))
      return name;
  }
  return undefined;
}

function isOther(reply: Reply, search: Reply): boolean {
  return (
    reply.status !== search.status ||
    numberAt(reply.body, "total") !== numberAt(search.body, "total") ||
    listAt(reply.body, "items").length !== listAt(search.body, "items").length
  );
}

/** Undefined if there was no answer. */
async function get(url: string): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json, application/problem+json" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) return { status: response.status, body: undefined };
      chunks.push(chunk);
    }
    return { status: response.status, body: readJson(Buffer.concat(chunks)) };
  } catch {
    return undefined;
  }
}
