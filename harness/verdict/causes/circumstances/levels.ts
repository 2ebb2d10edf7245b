/** What is true of a request, and of what came before it: the levels of the factors that a recording shows. */
import { isDeepStrictEqual } from "node:util";
import {
  describeTokenParts,
  isHookLabel,
  readHookTokens,
  type TokenQuestion,
} from "../../../../schemas/hook-token.ts";
import type { About, Exchange } from "../../../../schemas/report.ts";
import { isSuccess, textAt, valueAt } from "../../../exchange/answer.ts";
import { queryIn } from "../../../exchange/references.ts";
import { slugIn } from "../deviation.ts";
import { placeOfToken, sentJson } from "../exchange-text.ts";
import type { Shown } from "./compared.ts";
import { createKeyLevels } from "./key-levels.ts";
import { distinct, type Level, withLevel } from "./level.ts";
import { readDownloads } from "./downloads.ts";
import { readPlaces } from "./places.ts";
import type { Place, ReleaseEvents } from "./release-events.ts";
import { toLetterLevels, toWritingLevels } from "./spelling-levels.ts";
import { succeeded } from "./uploads.ts";
import { toVolumeLevels } from "./volume-levels.ts";

/** The release that a response is about, or its volume. */
export function placeOf({ exchange, version }: Shown, events: ReleaseEvents): Place | undefined {
  const place = events.placeOf(exchange);
  return place === undefined || version === undefined ? place : { ...place, version };
}

/** Each level once. */
export type LevelsOf = (one: Shown) => readonly Level[];

/** Where the response came from, then how the request was sent, then what the release is, then what came before. */
export function createLevels(exchanges: readonly Exchange[], events: ReleaseEvents): LevelsOf {
  const firsts = firstOfEach(exchanges);
  const places = readPlaces(exchanges, events);
  const releaseOf = readDownloads(exchanges, events);
  const tokens = readHookTokens(exchanges);
  const keyLevelsOf = createKeyLevels(exchanges, events);
  const known = new Map<string, readonly Level[]>();
  return (one) => {
    const { exchange, row = "", version = "" } = one;
    const id = `${exchange.id} ${row} ${version}`;
    const place = placeOf(one, events);
    const named = place ?? releaseOf(exchange);
    const levels =
      known.get(id) ??
      distinct([
        ...(places.get(exchange.id) ?? []),
        ...toCallerLevels(exchange.about, tokens),
        ...toRequestLevels(exchange, firsts),
        ...toUploadLevels(exchange, events),
        ...keyLevelsOf(exchange),
        ...toWritingLevels(exchange),
        ...(named === undefined ? [] : toNameLevels(named)),
        ...(place === undefined ? [] : toVolumeLevels(exchange, place, events)),
        ...toHistory(exchange, place?.version, events),
      ]);
    known.set(id, levels);
    return levels;
  };
}

function toHistory(exchange: Exchange, version: string | undefined, events: ReleaseEvents): readonly Level[] {
  return events.before(exchange).flatMap((event): readonly Level[] => {
    const isOwn = version === undefined || event.version === version;
    const { operation } = event;
    if (event.kind === (isOwn ? "publication" : "repeat")) return [];
    // that its source is a git repository is told of the release
    if (isOwn && event.exchange.about?.state === "git-release") return [];
    const words = isOwn ? `after ${event.words}` : `after ${ofAnother(event.words)}`;
    const isRefusal = event.kind !== "repeat" && !succeeded(event.exchange);
    const hasReason = isOwn && textAt(sentJson(event.exchange), "params", "reason") !== undefined;
    return [
      ...(hasReason ? [{ of: "event", words: "after its state was set with a reason" } as const] : []),
      { of: "event", words, isBeside: !isOwn, isRefusal, ...(operation === undefined ? {} : { operation }) },
    ];
  });
}

function ofAnother(words: string): string {
  return words.startsWith("it was ")
    ? `another version ${words.slice("it ".length)}`
    : `${words} for another version`;
}

function toNameLevels({ volume, version = "" }: Place): readonly Level[] {
  const [core = "", build] = version.split("+", 2);
  return [
    withLevel("form", volume.startsWith("@") ? "scoped names" : "unscoped names"),
    ...(core.includes("-") ? ["prereleases"] : []).map(ofVersion),
    ...(build === undefined ? [] : ["build metadata in the version"]).map(ofVersion),
    ...toLetterLevels({ volume, version }),
  ];
}

function ofVersion(what: string): Level {
  return { ...withLevel("version", what), anchor: "format:version" };
}

function toRequestLevels(exchange: Exchange, firsts: ReadonlyMap<string, Exchange>): readonly Level[] {
  const { request, about = {} } = exchange;
  const headers = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const { key } = about;
  // what the address of a download has, the registry has chosen
  const isGiven = exchange.operation === "transferBytes";
  const query = isGiven || placeOfToken(exchange) !== undefined ? [] : [...queryIn(request.url).keys()];
  const first = firsts.get(toRequestText(exchange));
  // what was refused the first time shows nothing new the second time, and a conflict of keys has always come before
  const isRepeated =
    request.method !== "GET" &&
    first !== exchange &&
    isSuccess({ status: first?.response?.status ?? 0 }) &&
    slugIn(exchange) !== "idempotency-conflict";
  const drawn = drawnFields.filter((name) => headers.has(name));
  return [
    ...(isRepeated
      ? [
          {
            of: "request" as const,
            words: "the request was sent again",
            absent: "the request was sent for the first time",
          },
        ]
      : []),
    // a request without a body seldom says of which type it is
    ...(request.method === "GET" && headers.has("content-type")
      ? [withLevel("request", "a `Content-Type` of a request without a body")]
      : []),
    ...(key === undefined ? [] : [withLevel("request", "the key in the header")]),
    ...membersOf(sentJson({ request })).map((name) =>
      name === "idempotencyKey"
        ? withLevel("request", "a key in the body")
        : withLevel("member", `\`${name}\` in the body`),
    ),
    ...query.map((name) => withLevel("request", `the query parameter \`${name}\``)),
    ...ofOwnValue
      .filter((name) => headers.has(name))
      .map((name) => withLevel("field", `the header \`${name}\``)),
    ...drawn.map((name) => withLevel("field", `\`${name}: ${headers.get(name) ?? ""}\``)),
  ].filter((level) => level !== undefined);
}

/** Header fields that a run draws: each has few values. */
const drawnFields = [
  "accept",
  "user-agent",
  "content-type",
  "accept-encoding",
  "accept-language",
  "if-modified-since",
  "range",
  "cache-control",
];

/** Header fields with another value in nearly every request. */
const ofOwnValue = ["if-none-match", "cookie"];

/** Of a finalize, that its upload is not one of the volume in the path. */
function toUploadLevels(exchange: Exchange, { uploads }: ReleaseEvents): readonly Level[] {
  const { uploadId, volume } = exchange.about ?? {};
  const isOfVolume = isDeepStrictEqual(uploads.createOf(exchange)?.about?.volume, volume);
  return uploadId === undefined || isOfVolume
    ? []
    : [withLevel("request", "an `uploadId` of another volume, or of none")];
}

/** Who asks. Of a token of the states hook, its label says nothing, and each part of what it allows may be the reason. */
function toCallerLevels(
  { credential, ...about }: About = {},
  tokens: ReadonlyMap<string, TokenQuestion>,
): readonly Level[] {
  if (credential === undefined) return [{ of: "caller", words: "without a token", absent: "with a token" }];
  if (credential === "other") return [];
  if (!isHookLabel(credential)) return [withLevel("caller", `the token "${credential}"`)];
  const question = tokens.get(credential);
  if (question === undefined) return [withLevel("caller", "tokens of the states hook")];
  const parts = describeTokenParts(question, about);
  return (parts.length === 0 ? ["allows everything"] : parts).map((part) =>
    withLevel("token", `a token that ${part.replace(/^for /u, "is for ")}`),
  );
}

/** The names of the members that a JSON body has, and of theirs: `subject.purl`. */
function membersOf(body: unknown): readonly string[] {
  return namesIn(body).flatMap((name) => [
    name,
    ...namesIn(valueAt(body, name)).map((inner) => `${name}.${inner}`),
  ]);
}

function namesIn(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

/** The first exchange with each request. */
function firstOfEach(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const found = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const text = toRequestText(exchange);
    if (!found.has(text)) found.set(text, exchange);
  }
  return found;
}

/** What makes a request the same one again, from the same caller. The address of a finalize has its upload. */
function toRequestText({ operation, request, about }: Exchange): string {
  const isOfUpload = operation === "finalizeReleaseUpload" || operation === "finalizeTrustUpload";
  const sent = isOfUpload ? "" : (request.body?.text ?? "");
  return [request.method, request.url, about?.credential ?? "", sent].join("\n");
}
