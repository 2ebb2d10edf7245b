/** What a target file can take from recorded traffic: addresses, the namespace, the manifest and the trust artifact. Never a token. */
import { toVisibleLines } from "../../reports/visible-text.ts";
import { isSlug } from "../../schemas/problems.ts";
import { everyComponentType } from "../component-types.ts";
import { textAt, valueAt } from "../exchange/answer.ts";
import { readJson } from "../exchange/json-body.ts";
import { nameOperation, readAddress } from "../recording/read-about.ts";
import type { TrustFormat } from "../target-file/target.ts";
import { findBaseUrls } from "../traffic/find-base-urls.ts";
import type { ObservedExchange } from "../traffic/observed.ts";
import { learnManifest, type Manifest, type PublishedRelease } from "./learn-manifest.ts";

/** The parts of a target file that were learnt. */
export interface Learnt {
  readonly baseUrl?: string;
  readonly problemBase?: string;
  readonly scope?: string;
  readonly prefix?: string;
  readonly manifest?: Manifest;
  readonly trust?: { readonly category?: string; readonly format?: TrustFormat };
  readonly componentTypeParam?: string;
}

/**
 * Without what does not belong into a target file that others read and run: `${NAME}`, for which a run would take the value of a
 * variable, characters that nobody sees, and a problem base that is no URI.
 */
export function toHarmless(learnt: Learnt): Learnt {
  return Object.fromEntries(
    Object.entries(learnt).filter(
      ([name, value]) => isHarmless(value) && (name !== "problemBase" || URL.canParse(String(value))),
    ),
  );
}

function isHarmless(value: unknown): boolean {
  if (typeof value !== "string") return Object.values(value ?? {}).every(isHarmless);
  const text = value.replaceAll(/[\t\r]/gu, "");
  return !text.includes("${") && toVisibleLines(text) === text;
}

/** A volume and a version that a client asked to publish, with success. */
interface Created extends PublishedRelease {
  readonly uploadUrl: string | undefined;
}

/** @param baseUrl the registry, if the traffic has several; by default that of most requests */
export async function learnFromTraffic(
  exchanges: readonly ObservedExchange[],
  baseUrl: string | undefined = findMostUsed(exchanges),
): Promise<Learnt> {
  if (baseUrl === undefined) return {};
  const own = exchanges.map((exchange) => ({
    exchange,
    operation: nameOperation(exchange.request.method, exchange.request.url, baseUrl),
  }));
  const of = (wanted: string): readonly ObservedExchange[] =>
    own.filter(({ operation }) => operation === wanted).map(({ exchange }) => exchange);
  const created = of("createReleaseUpload").flatMap((exchange) => toCreated(exchange, baseUrl));
  const problemBase = own
    .filter(({ operation }) => operation !== undefined)
    .map(({ exchange }) => toProblemBase(statusOf(exchange), jsonOf(exchange)))
    .find((base) => base !== undefined);
  const manifest = await findManifest(created, exchanges);
  const componentTypeParam = findTypeParameter(of("searchVolumes"));
  const trust = of("createTrustUpload")
    .map(toTrust)
    .find((one) => one !== undefined);
  return toHarmless({
    baseUrl,
    ...(problemBase === undefined ? {} : { problemBase }),
    ...toNamespace(created),
    ...(manifest === undefined ? {} : { manifest }),
    ...(trust === undefined ? {} : { trust }),
    ...(componentTypeParam === undefined ? {} : { componentTypeParam }),
  });
}

function findMostUsed(exchanges: readonly ObservedExchange[]): string | undefined {
  const found = [...findBaseUrls(exchanges.map(({ request }) => request))];
  return found.toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function statusOf({ response }: ObservedExchange): number | undefined {
  return "unusable" in response ? undefined : response.status;
}

function jsonOf({ response }: ObservedExchange): unknown {
  return "unusable" in response ? undefined : readJson(response.body);
}

/** The problem type without its last part, if that is a problem of the API. */
export function toProblemBase(status: number | undefined, body: unknown): string | undefined {
  const type = textAt(body, "type");
  const slug = type === undefined ? undefined : /\/([^/]+)$/u.exec(type)?.[1];
  if (status === undefined || status < 400 || type === undefined || !isSlug(slug)) return undefined;
  return type.slice(0, -(slug?.length ?? 0) - 1);
}

function toCreated(exchange: ObservedExchange, baseUrl: string): readonly Created[] {
  const version = textAt(readJson(exchange.request.body), "version");
  const { volume } = readAddress("POST", exchange.request.url, baseUrl);
  if (statusOf(exchange) !== 201 || version === undefined || volume === undefined) return [];
  return [{ ...volume, version, uploadUrl: textAt(jsonOf(exchange), "upload", "url") }];
}

/** The scope of most volumes, and the first part that several unscoped names share. */
function toNamespace(created: readonly Created[]): Pick<Learnt, "scope" | "prefix"> {
  const names = new Map(created.map((one) => [`${one.scope ?? ""}/${one.segment}`, one]));
  const scope = toFrequentWord(
    [...names.values()].flatMap((one) => one.scope ?? []),
    1,
  );
  const first = [...names.values()]
    .filter((one) => one.scope === undefined && one.segment.includes("-"))
    .map(({ segment }) => segment.slice(0, segment.indexOf("-")));
  // one name alone does not show which part of it is a prefix
  const prefix = toFrequentWord(first, 2);
  return { ...(scope === undefined ? {} : { scope }), ...(prefix === undefined ? {} : { prefix }) };
}

function toFrequentWord(words: readonly string[], atLeast: number): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a);
  return best !== undefined && best[1] >= atLeast ? best[0] : undefined;
}

/** The manifest of the first release whose bytes are in the traffic. */
async function findManifest(
  created: readonly Created[],
  exchanges: readonly ObservedExchange[],
): Promise<Manifest | undefined> {
  for (const one of created) {
    const transfer = exchanges.find(
      ({ request }) => request.url === one.uploadUrl && request.body !== undefined,
    );
    const manifest = await learnManifest(transfer?.request.body, one);
    if (manifest !== undefined) return manifest;
  }
  return undefined;
}

/** The parameter of a search whose value is a component type. */
function findTypeParameter(searches: readonly ObservedExchange[]): string | undefined {
  return searches
    .filter((search) => statusOf(search) === 200)
    .flatMap(({ request }) => [...new URL(request.url).searchParams])
    .find(([name, value]) => name !== "q" && everyComponentType.includes(value))?.[0];
}

function toTrust(exchange: ObservedExchange): Learnt["trust"] {
  if (statusOf(exchange) !== 201) return undefined;
  const sent = readJson(exchange.request.body);
  const category = textAt(sent, "attachment", "category");
  const format = valueAt(sent, "attachment", "format");
  if (typeof format !== "object" || format === null) return undefined;
  const known = Object.entries(format).filter(
    ([name, value]) =>
      ["family", "mediaType", "predicateType", "profile", "version"].includes(name) &&
      typeof value === "string",
  );
  return { ...(category === undefined ? {} : { category }), format: Object.fromEntries(known) };
}
