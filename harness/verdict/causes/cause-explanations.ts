/** What else a run shows because of one deviation: the sightings that another deviation explains. */
import type { Exchange } from "../../../schemas/report.ts";
import type { Sighting } from "./deviation.ts";
import { isOfAnotherVersion, quotedValues, segmentsOf, sentText } from "./exchange-text.ts";

type Sent = Exchange["operation"];

/** The key of the deviation that explains a sighting, if there is one. */
export type Explain = (sighting: Sighting) => string | undefined;

/** Each makes, from all sightings, a function that names what explains one of them. Where several do, the first decides. */
export const explanations: readonly ((sightings: readonly Sighting[]) => Explain)[] = [
  explainByAccepted,
  explainByEcho,
  explainByProblem,
  explainByLookup,
  explainByUpload,
  explainByStatus,
  explainByContainer,
  explainByValue,
  explainByWrite,
  explainBySpoiling,
  explainByState,
];

/** The keys with this start, by the id of the exchange that shows them. */
export function keysByExchange(sightings: readonly Sighting[], start: string): ReadonlyMap<string, string> {
  return new Map(
    sightings.flatMap(({ deviation: { key, exchange } }) =>
      exchange !== undefined && key.startsWith(start) ? [[exchange.id, key] as const] : [],
    ),
  );
}

/** A value with fewer characters may be part of another one by chance. */
const minTold = 20;

/** Whatever else the responses to wrongly accepted requests of a check show; the check itself ends at the first of them. */
function explainByAccepted(sightings: readonly Sighting[]): Explain {
  const accepted = keysByExchange(sightings, "accepted ");
  const ofActors = new Map<string, string>();
  for (const { deviation } of sightings) {
    const { key, exchange } = deviation;
    if (exchange !== undefined && key.startsWith("accepted ")) ofActors.set(toPlace(exchange), key);
  }
  return ({ deviation: { exchange } }) =>
    exchange === undefined ? undefined : (accepted.get(exchange.id) ?? ofActors.get(toPlace(exchange)));
}

/** A malformed value in a response that repeats the request, where a check says that such requests have to be refused. */
function explainByEcho(sightings: readonly Sighting[]): Explain {
  const accepted = new Map(
    sightings.flatMap(({ deviation: { key, operation } }) =>
      operation !== undefined && key.startsWith(`accepted ${operation} `) ? [[operation, key] as const] : [],
    ),
  );
  return ({ deviation: { key, exchange, operation }, got = "" }) => {
    if (!key.startsWith("member ") || exchange === undefined || operation === undefined) return undefined;
    const sent = sentText(exchange);
    return quotedValues(got).some((value) => sent.includes(value)) ? accepted.get(operation) : undefined;
  };
}

function toPlace({ actor, operation }: Exchange): string {
  return `${actor} ${operation}`;
}

/** A refusal with the wrong problem, where one requirement names the right problem. */
function explainByProblem(sightings: readonly Sighting[]): Explain {
  const problems = keysByExchange(sightings, "problem ");
  return ({ deviation: { key, exchange } }) =>
    key.startsWith("refused ") ? problems.get(exchange?.id ?? "") : undefined;
}

/** Keys of deviations of a document that names another release than the path it was read from. */
export const ofLookup: RegExp = /^member (?:name|version|purl)$/;

/**
 * Whatever else is wrong in a document of another release than the one in the path, also where a check saw something else of it than
 * the wrong name.
 */
function explainByLookup(sightings: readonly Sighting[]): Explain {
  const lookups = new Map(
    sightings.flatMap(({ deviation: { key, exchange } }) =>
      exchange?.request.method === "GET" && ofLookup.test(key) ? [[exchange.id, key] as const] : [],
    ),
  );
  const [other] = sightings.flatMap(({ deviation: { key, exchange } }) =>
    exchange?.operation === "getRelease" && lookups.has(exchange.id) ? [key] : [],
  );
  return ({ deviation: { key, exchange } }) => {
    if (exchange === undefined || ofLookup.test(key)) return undefined;
    const own = /^(?:member|content) /.test(key) ? lookups.get(exchange.id) : undefined;
    return own ?? (isOfAnotherVersion(exchange) ? other : undefined);
  };
}

/** Whatever else is wrong in a finalize response that names another upload: it is the response to another request. */
function explainByUpload(sightings: readonly Sighting[]): Explain {
  const others = keysByExchange(
    sightings.filter(({ deviation: { operation = "" } }) => operation.startsWith("finalize")),
    "member uploadId",
  );
  return ({ deviation: { key, exchange } }) =>
    /^(?:member|content) (?!uploadId$)/.test(key) ? others.get(exchange?.id ?? "") : undefined;
}

/** A document that is missing, or lacks what it should have, in a success with another status than the one stated, such as 204. */
function explainByStatus(sightings: readonly Sighting[]): Explain {
  const successes = keysByExchange(sightings, "success status ");
  return ({ deviation: { key, exchange } }) =>
    /^(?:member document$|content )/.test(key) ? successes.get(exchange?.id ?? "") : undefined;
}

/** A member inside another one that is wrong as a whole, such as an object that is a string. */
function explainByContainer(sightings: readonly Sighting[]): Explain {
  const wrong = sightings.flatMap(({ deviation: { key, operation, member } }) =>
    key.startsWith("member ") && member !== undefined ? [{ key, operation, member }] : [],
  );
  return ({ deviation: { key, operation, member } }) =>
    member === undefined || !key.startsWith("member ")
      ? undefined
      : wrong.find((one) => one.operation === operation && member.startsWith(`${one.member}/`))?.key;
}

/**
 * A request that was sent with a wrong value from a response, such as a wrong address or a wrong purl; and the same wrong value
 * in words that name no member.
 */
function explainByValue(sightings: readonly Sighting[]): Explain {
  const wrong = sightings.flatMap(({ deviation: { key, exchange }, got }) => {
    if (exchange === undefined || got === undefined || !/^(?:member|content) /.test(key)) return [];
    const own = sentText(exchange);
    return quotedValues(got).map((value) => ({ key, value, mayBeSent: own.includes(value) }));
  });
  return ({ deviation: { key, exchange }, got }) => {
    if (exchange === undefined) return undefined;
    const sent = sentText(exchange);
    const seen = key.startsWith("content ") ? quotedValues(got ?? "") : [];
    const said = key.startsWith("member ") ? (got ?? "") : "";
    return wrong.find(
      (one) =>
        one.key !== key &&
        ((!one.mayBeSent && sent.includes(one.value)) ||
          (one.key.startsWith("member ") && (seen.includes(one.value) || tellsOf(said, one.value)))),
    )?.key;
  };
}

/** True if the words about one member have the value of another one in them. */
function tellsOf(said: string, value: string): boolean {
  return value.length >= minTold && said.includes(value) && said !== value && !said.startsWith(`"${value}`);
}

/** What a wrong state does not change. */
const ofIdentity = /^member (?:name|version|purl|integrity)$/;

/**
 * What else a document shows of a release that is not available although nothing withdrew it, that it cannot be downloaded, and that
 * nothing is found under its address.
 */
function explainByState(sightings: readonly Sighting[]): Explain {
  const key = "member state";
  const wrong = sightings.flatMap(({ deviation, got = "" }) => {
    const state = deviation.key === key ? /"([a-z]+)"/.exec(got)?.[1] : undefined;
    return state === undefined || state === "available" ? [] : [{ state, exchange: deviation.exchange }];
  });
  const isShown = new RegExp(`"state"\\s*:\\s*"(?:${wrong.map(({ state }) => state).join("|")})"`, "u");
  const segments = new Set(
    wrong.flatMap(({ exchange }) => (exchange === undefined ? [] : [...segmentsOf(exchange)])),
  );
  return ({ deviation: { key: own, exchange, shared } }) => {
    if (wrong.length === 0 || exchange === undefined || ofIdentity.test(own)) return undefined;
    const isOfRelease = [...segmentsOf(exchange)].some((segment) => segments.has(segment));
    const isMissing = /^refused \S+ not-found$/.test(own) && isOfRelease;
    const isSeen = isShown.test(exchange.response?.body?.text ?? "");
    return isMissing || isSeen || shared === "refused download" ? key : undefined;
  };
}

const effective: ReadonlySet<Sent> = new Set([
  "finalizeReleaseUpload",
  "finalizeTrustUpload",
  "unpublishVersion",
]);

/** What later requests see of the volume that a wrongly accepted write changed. */
function explainByWrite(sightings: readonly Sighting[]): Explain {
  const writes = sightings.flatMap(({ deviation: { key, exchange } }) =>
    exchange !== undefined && key.startsWith("accepted ") && effective.has(exchange.operation)
      ? [{ key, exchange, segments: segmentsOf(exchange) }]
      : [],
  );
  return ({ deviation: { key, exchange } }) => {
    if (exchange === undefined || isOwnRequest(key)) return undefined;
    const own = segmentsOf(exchange);
    return writes.find(
      (write) =>
        write.exchange.startedAtMs < exchange.startedAtMs &&
        [...write.segments].some((segment) => own.has(segment)),
    )?.key;
  };
}

/** A wrong member of one operation, after which documents of others cannot be right. */
interface Spoiling {
  readonly key: string;
  readonly operation: Sent;
  /** True if only two equal values spoil them: any other wrong value is a cause of its own. */
  readonly differs?: true;
  readonly spoils: ReadonlySet<Sent>;
}

const spoilings: readonly Spoiling[] = [
  {
    key: "member uploadId",
    operation: "createReleaseUpload",
    differs: true,
    spoils: new Set(["finalizeReleaseUpload", "getRelease", "getVersionIndex", "searchVolumes"]),
  },
  {
    key: "member uploadId",
    operation: "createTrustUpload",
    differs: true,
    spoils: new Set(["finalizeTrustUpload", "getTrustSummary", "getTrustDetail"]),
  },
  {
    // another version was published than that of the upload
    key: "member version",
    operation: "finalizeReleaseUpload",
    spoils: new Set([
      "getRelease",
      "getVersionIndex",
      "searchVolumes",
      "transferBytes",
      "createTrustUpload",
      "finalizeTrustUpload",
      "getTrustSummary",
      "getTrustDetail",
    ]),
  },
];

/** What other operations show where a member of one is wrong that all of them build on. */
function explainBySpoiling(sightings: readonly Sighting[]): Explain {
  const seen = spoilings.filter(({ key, operation, differs }) =>
    sightings.some(
      ({ deviation, wanted }) =>
        deviation.key === key &&
        deviation.operation === operation &&
        (differs === undefined || wanted?.differs === true),
    ),
  );
  return ({ deviation: { key: own, operation } }) =>
    operation === undefined
      ? undefined
      : seen.find(({ key, spoils }) => key !== own && spoils.has(operation))?.key;
}

/** Another request that is wrongly accepted is a cause of its own, unless it reads what a write left behind. */
function isOwnRequest(key: string): boolean {
  return key.startsWith("accepted ") && !key.startsWith("accepted get");
}
