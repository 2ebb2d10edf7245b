/** Finds out why an address does not answer as a registry: whether another one near it does, and what it looks like. */
import type { GivenContext } from "../given/context.ts";
import { undefinedIfNotPossible } from "../outcome.ts";
import { type Answer, headerOf, isPage, isSuccess, valueAt } from "../exchange/answer.ts";
import { dispatch } from "../api/dispatch.ts";

/** Maximum bytes of a page that are read. */
const maxBytes = 256 * 1024;

/**
 * Sends at most nine reads to the origin of the base URL, the token only to the base URL itself.
 * @returns sentences for the user, each without its final full stop; empty if nothing was found
 */
export async function diagnose(context: GivenContext): Promise<readonly string[]> {
  const { baseUrl } = context.run.target;
  const [places, look, answered] = await Promise.all([
    Promise.all(nearPlaces(baseUrl).map(async (place) => await tryPlace(context, place))),
    lookAround(context, baseUrl),
    tryToken(context),
  ]);
  const right = places.find(({ isRegistry }) => isRegistry);
  const access = answered === undefined ? undefined : describeAccess(answered, places[0]?.result);
  return [
    ...(right === undefined
      ? [`Tried ${places.map(({ place, result }) => `${place} (${result})`).join(", ")}`]
      : [`${right.place} answers as this API does: give that as the base URL`]),
    ...(access === undefined ? [] : [access]),
    ...(look === undefined ? [] : [`It looks like ${look}`]),
  ];
}

/** The base URL, the paths above it, and the root of its origin. */
function nearPlaces(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const above = segments.map(
    (_, place) => `${origin}/${segments.slice(0, segments.length - place).join("/")}`,
  );
  return [...new Set([baseUrl, ...above, origin])].slice(0, maxPlaces);
}

const maxPlaces = 4;

interface Tried {
  readonly place: string;
  readonly isRegistry: boolean;
  readonly result: string;
}

async function tryPlace(context: GivenContext, place: string): Promise<Tried> {
  const answer = await read(context, `${place}/api/v1/search?limit=1`);
  const isRegistry = answer !== undefined && isSearchResult(answer);
  return { place, isRegistry, result: describe(answer) };
}

function isSearchResult(answer: Answer): boolean {
  return isSuccess(answer) && Array.isArray(valueAt(answer.body, "items"));
}

/** The answer to a read with the publisher's token, if the target file has one. */
async function tryToken(context: GivenContext): Promise<{ readonly answer: Answer | undefined } | undefined> {
  const token = context.run.target.tokens.publisher;
  if (token === undefined) return undefined;
  const { baseUrl } = context.run.target;
  const answer = await read(context, `${baseUrl}/api/v1/search?limit=1`, [
    ["authorization", `Bearer ${token}`],
  ]);
  return { answer };
}

/**
 * What the token changes.
 * @param without what the same read gives without it
 */
function describeAccess(
  { answer }: { readonly answer: Answer | undefined },
  without: string | undefined,
): string | undefined {
  if (answer === undefined || !isSearchResult(answer)) {
    const result = describe(answer);
    const isRefused = answer !== undefined && [401, 403, 407].includes(answer.status);
    return result === without && !isRefused ? undefined : `With "tokens.publisher" it answers ${result}`;
  }
  return 'With "tokens.publisher" it answers as this API does, but reads need no authentication: look at what is in front of it';
}

function describe(answer: Answer | undefined): string {
  if (answer === undefined) return "no answer";
  if (isPage(answer.exchange.response?.headers ?? [])) return `${answer.status} and a web page`;
  return isSuccess(answer) ? `${answer.status}${describeForm(answer)}` : `${answer.status}`;
}

/** How the body of a success is written, if it is not JSON in UTF-8. */
function describeForm({ bytes, isJson }: Answer): string {
  if (isJson) return "";
  if (bytes.length === 0) return " without a body";
  const [first = 0, second = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return " and bytes in gzip without Content-Encoding";
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isWide || bytes.subarray(0, 64).includes(0)
    ? " and a text in UTF-16, not UTF-8"
    : " and a body that is not JSON";
}

/** Known services, each by what one read of it shows. */
const services: readonly {
  readonly name: string;
  readonly path: string;
  readonly isIt: (answer: Answer) => boolean;
}[] = [
  {
    name: "an OCI registry",
    path: "/v2/",
    isIt: (answer) => headerOf(answer, "docker-distribution-api-version") !== undefined,
  },
  {
    name: "an npm registry",
    path: "/-/ping",
    isIt: (answer) =>
      isSuccess(answer) &&
      answer.isJson &&
      (headerOf(answer, "npm-notice") !== undefined || isEmpty(answer.body)),
  },
  {
    name: "a PyPI registry",
    path: "/simple/",
    isIt: (answer) =>
      isSuccess(answer) &&
      (/pypi\.simple/iu.test(headerOf(answer, "content-type") ?? "") ||
        /<title>\s*Simple Index/iu.test(textOf(answer))),
  },
  {
    name: "a login page",
    path: "/",
    isIt: (answer) =>
      /type\s*=\s*["']?password/iu.test(textOf(answer)) ||
      /\b(?:log-?in|sign-?in|sso|oauth|authorize)\b/iu.test(headerOf(answer, "location") ?? ""),
  },
  { name: "a website", path: "/", isIt: (answer) => isPage(answer.exchange.response?.headers ?? []) },
];

async function lookAround(context: GivenContext, baseUrl: string): Promise<string | undefined> {
  const paths = [...new Set(services.map(({ path }) => path))];
  const answers = new Map(
    await Promise.all(paths.map(async (path) => [path, await read(context, `${baseUrl}${path}`)] as const)),
  );
  return services.find(({ path, isIt }) => {
    const answer = answers.get(path);
    return answer !== undefined && isIt(answer);
  })?.name;
}

function isEmpty(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).length === 0;
}

function textOf({ bytes }: Answer): string {
  return Buffer.from(bytes).toString("utf8");
}

/** One read; undefined if there was no answer. */
async function read(
  { run, actor }: GivenContext,
  url: string,
  headers: readonly (readonly [string, string])[] = [],
): Promise<Answer | undefined> {
  return await undefinedIfNotPossible(() =>
    dispatch(run.session, actor, {
      operation: "other",
      about: {},
      rateLimitKey: "anonymous",
      follow: false,
      request: {
        method: "GET",
        url,
        headers: [["accept", "application/json, */*;q=0.1"], ...headers],
        maxBytes,
      },
    }),
  );
}
