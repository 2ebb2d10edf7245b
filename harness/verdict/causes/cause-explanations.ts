/** What else a run shows because of one deviation: the sightings that another deviation explains. */
import type { Exchange } from "../../../schemas/report.ts";
import type { Sighting } from "./deviation.ts";
import { isDownload, isOfAnotherVersion, quotedValues, segmentsOf, sentText } from "./exchange-text.ts";
import { repeatsRequest } from "./circumstances/compared-values.ts";
import { explainByState } from "./explained-states.ts";
import { explainByValue } from "./explained-values.ts";
import { findGiverOfOther } from "./given-addresses.ts";
import { explainByUnpublished } from "./unpublished-rows.ts";
import {
  isAccepted,
  isMember,
  isOfDocument,
  isOfLookup,
  isRead,
  isWrongProblem,
  type Wrong,
} from "./wrong.ts";

type Sent = Exchange["operation"];

/** The key of the deviation that explains a sighting, if there is one. */
export type Explain = (sighting: Sighting) => string | undefined;

/**
 * Each makes, from all sightings and all exchanges of the run, a function that names what explains one sighting. Where several do, the
 * first decides.
 */
export const explanations: readonly ((
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
) => Explain)[] = [
  explainByAccepted,
  explainByEcho,
  explainByProblem,
  explainByLookup,
  explainByUpload,
  explainByStatus,
  explainByContainer,
  explainByValue,
  explainByWrite,
  explainByUnpublished,
  explainBySpoiling,
  explainByState,
];

/** The keys of what is wrong in some way, by the id of the exchange that shows them. */
export function keysByExchange(
  sightings: readonly Sighting[],
  isIt: (wrong: Wrong) => boolean,
): ReadonlyMap<string, string> {
  return new Map(
    sightings.flatMap(({ deviation: { key, wrong, exchange } }) =>
      exchange !== undefined && isIt(wrong) ? [[exchange.id, key] as const] : [],
    ),
  );
}

/** Whatever else the responses to wrongly accepted requests of a check show; the check itself ends at the first of them. */
function explainByAccepted(sightings: readonly Sighting[]): Explain {
  const accepted = keysByExchange(sightings, isAccepted);
  const ofActors = new Map<string, string>();
  for (const { deviation } of sightings) {
    const { key, wrong, exchange } = deviation;
    if (exchange !== undefined && isAccepted(wrong)) ofActors.set(toPlace(exchange), key);
  }
  return ({ deviation: { exchange } }) =>
    exchange === undefined ? undefined : (accepted.get(exchange.id) ?? ofActors.get(toPlace(exchange)));
}

/** A malformed value in a response that repeats the request, where a check says that such requests have to be refused. */
function explainByEcho(sightings: readonly Sighting[]): Explain {
  const accepted = new Map(
    sightings.flatMap(({ deviation: { key, wrong, operation } }) =>
      wrong.kind === "accepted" && wrong.operation === operation ? [[operation, key] as const] : [],
    ),
  );
  return ({ deviation: { wrong, exchange, operation }, got = "" }) => {
    if (wrong.kind !== "member" || exchange === undefined || operation === undefined) return undefined;
    const sent = sentText(exchange);
    const isEcho =
      repeatsRequest(exchange, wrong.member) || quotedValues(got).some((value) => sent.includes(value));
    return isEcho ? accepted.get(operation) : undefined;
  };
}

function toPlace({ actor, operation }: Exchange): string {
  return `${actor} ${operation}`;
}

/** A refusal with the wrong problem, where one requirement names the right problem. */
function explainByProblem(sightings: readonly Sighting[]): Explain {
  const problems = keysByExchange(sightings, isWrongProblem);
  return ({ deviation: { wrong, exchange } }) =>
    wrong.kind === "refused" ? problems.get(exchange?.id ?? "") : undefined;
}

/**
 * Whatever else is wrong in a document of another release than the one in the path, also where a check saw something else of it than
 * the wrong name.
 */
function explainByLookup(sightings: readonly Sighting[]): Explain {
  const lookups = new Map(
    sightings.flatMap(({ deviation: { key, wrong, exchange } }) =>
      exchange?.request.method === "GET" && isOfLookup(wrong) ? [[exchange.id, key] as const] : [],
    ),
  );
  const [other] = sightings.flatMap(({ deviation: { key, exchange } }) =>
    exchange?.operation === "getRelease" && lookups.has(exchange.id) ? [key] : [],
  );
  return ({ deviation: { wrong, exchange } }) => {
    if (exchange === undefined || isOfLookup(wrong)) return undefined;
    const own = isOfDocument(wrong) ? lookups.get(exchange.id) : undefined;
    return own ?? (isOfAnotherVersion(exchange) ? other : undefined);
  };
}

/** Whatever else is wrong in a finalize response that names another upload: it is the response to another request. */
function explainByUpload(sightings: readonly Sighting[]): Explain {
  const others = keysByExchange(
    sightings.filter(
      ({ deviation: { operation } }) =>
        operation === "finalizeReleaseUpload" || operation === "finalizeTrustUpload",
    ),
    (wrong) => isMember(wrong, "uploadId"),
  );
  return ({ deviation: { wrong, exchange } }) =>
    isOfDocument(wrong) && !isMember(wrong, "uploadId") ? others.get(exchange?.id ?? "") : undefined;
}

/** A document that is missing, or lacks what it should have, in a success with another status than the one stated, such as 204. */
function explainByStatus(sightings: readonly Sighting[]): Explain {
  const successes = keysByExchange(sightings, ({ kind }) => kind === "success status");
  return ({ deviation: { wrong, exchange } }) =>
    isMember(wrong, "document") || wrong.kind === "content" ? successes.get(exchange?.id ?? "") : undefined;
}

/** A member inside another one that is wrong as a whole, such as an object that is a string. */
function explainByContainer(sightings: readonly Sighting[]): Explain {
  const containers = sightings.flatMap(({ deviation: { key, wrong, operation, member } }) =>
    wrong.kind === "member" && member !== undefined ? [{ key, operation, member }] : [],
  );
  return ({ deviation: { wrong, operation, member } }) =>
    member === undefined || wrong.kind !== "member"
      ? undefined
      : containers.find((one) => one.operation === operation && member.startsWith(`${one.member}/`))?.key;
}

const effective: ReadonlySet<Sent> = new Set([
  "finalizeReleaseUpload",
  "finalizeTrustUpload",
  "unpublishVersion",
]);

/** What its own response and later requests show of the volume that a wrongly accepted write changed. */
function explainByWrite(sightings: readonly Sighting[], exchanges: readonly Exchange[]): Explain {
  const writes = sightings.flatMap(({ deviation: { key, wrong, exchange } }) =>
    exchange !== undefined && isAccepted(wrong) && effective.has(exchange.operation)
      ? [{ key, exchange, segments: segmentsOf(exchange) }]
      : [],
  );
  return ({ deviation: { wrong, exchange } }) => {
    if (exchange === undefined || isOwnRequest(wrong)) return undefined;
    if (writes.length === 0) return undefined;
    const given = isDownload(exchange) ? findGiverOfOther(exchange, exchanges, [])?.giver : undefined;
    const own = segmentsOf(given ?? exchange);
    return writes.find(
      (write) =>
        write.exchange === exchange ||
        (write.exchange.startedAtMs < exchange.startedAtMs &&
          [...write.segments].some((segment) => own.has(segment))),
    )?.key;
  };
}

/** A wrong member of one operation, after which documents of others cannot be right. */
interface Spoiling {
  readonly member: string;
  readonly operation: Sent;
  /** True if only two equal values spoil them: any other wrong value is a cause of its own. */
  readonly differs?: true;
  readonly spoils: ReadonlySet<Sent>;
}

const spoilings: readonly Spoiling[] = [
  {
    member: "uploadId",
    operation: "createReleaseUpload",
    differs: true,
    spoils: new Set(["finalizeReleaseUpload", "getRelease", "getVersionIndex", "searchVolumes"]),
  },
  {
    member: "uploadId",
    operation: "createTrustUpload",
    differs: true,
    spoils: new Set(["finalizeTrustUpload", "getTrustSummary", "getTrustDetail"]),
  },
  {
    // another version was published than that of the upload
    member: "version",
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
  const seen = spoilings.flatMap(({ member, operation, differs, spoils }) => {
    const first = sightings.find(
      ({ deviation, wanted }) =>
        isMember(deviation.wrong, member) &&
        deviation.operation === operation &&
        (differs === undefined || wanted?.differs === true),
    );
    return first === undefined ? [] : [{ key: first.deviation.key, spoils }];
  });
  return ({ deviation: { key: own, operation } }) =>
    operation === undefined
      ? undefined
      : seen.find(({ key, spoils }) => key !== own && spoils.has(operation))?.key;
}

/** Another request that is wrongly accepted is a cause of its own, unless it reads what a write left behind. */
function isOwnRequest(wrong: Wrong): boolean {
  return wrong.kind === "accepted" && !(wrong.operation !== "protected" && isRead(wrong.operation));
}
