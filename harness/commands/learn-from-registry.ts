/** What a target file can take from the registry itself, with a few reads and without a token. */
import { randomBytes } from "node:crypto";
import { listAt, numberAt } from "../exchange/answer.ts";
import { type Learnt, toHarmless, toProblemBase } from "./learn-from-har.ts";
import { learnFromArchives } from "./learn-from-archives.ts";
import { openReader, type Reader, type Reply } from "./registry-reader.ts";

export interface Asked {
  readonly learnt: Pick<Learnt, "problemBase" | "componentTypeParam" | "manifest">;
  /** What the user may have to decide, a sentence each. */
  readonly remarks: readonly string[];
}

/** Names that registries give the filter over component types. */
const typeParameters = ["type", "componentType", "component", "types", "component-type"] as const;

/**
 * Asks for a release that does not exist, for a search, for the advisories and for public archives. A registry that does not answer
 * gives a remark.
 */
export async function askRegistry(baseUrl: string): Promise<Asked> {
  const reader = openReader(baseUrl);
  try {
    return await ask(baseUrl, reader);
  } finally {
    await reader.close();
  }
}

async function ask(baseUrl: string, { get, download }: Reader): Promise<Asked> {
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
  const isSearched = search?.status === 200;
  const componentTypeParam = isSearched ? await findTypeParameter(baseUrl, search, get) : undefined;
  const manifest = isSearched
    ? await learnFromArchives(baseUrl, listAt(search.body, "items"), { get, download })
    : undefined;
  return {
    learnt: toHarmless({
      problemBase,
      ...(componentTypeParam === undefined ? {} : { componentTypeParam }),
      ...(manifest === undefined ? {} : { manifest }),
    }),
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
async function findTypeParameter(
  baseUrl: string,
  search: Reply,
  get: Reader["get"],
): Promise<string | undefined> {
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
